import { findTool, parseInput, resultFileName, type Tool, type ToolRun } from '@netbox/core'
import { useEffect, useRef, useState } from 'react'
import { ReportSkeleton } from '../../components/report/state-sheets.tsx'
import { Report } from '../../components/report/report.tsx'
import { Actions } from '../../components/report/sheet.tsx'
import { useReportActions } from '../../components/run/report-actions.tsx'
import { useReplay } from '../../components/run/use-replay.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { TextArea, TextField } from '../../components/ui/field.tsx'
import { CompareGlyph, CopyGlyph, DownloadGlyph, RetryGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Mark, Status, AbsentGlyph, SourceGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { Records } from '../../components/ui/records.tsx'
import { copyAndSay, toast } from '../../lib/page/toasts.ts'
import { saveBlob, saveFile } from '../../lib/page/clipboard.ts'
import { comparePath, embedPath, isTooLong, runPath } from '../../lib/runs/run-links.ts'
import { toolRunNotices } from '../../texts/tool-run.ts'
import { sharingTexts } from '../../texts/sharing.ts'

const { who } = sharingTexts

type Answer = readonly [answer: 'pass' | 'warning' | 'no', note?: string]

const rows: readonly (readonly [name: string, ...answers: Answer[]])[] = [
  [who.anyone, ['pass'], ['pass', who.allowance], ['no']],
  [who.page, ['pass', who.card], ['no', who.opens], ['no']],
  [who.own, ['warning', who.facts], ['pass'], ['no']],
]

const Cell = ({ label, answer: [answer, note] }: { readonly label: string | undefined; readonly answer: Answer }) => (
  <td data-head={`${label}:`} data-line>
    {answer === 'no' ? (
      <Mark className="text-ink-3" glyph={<AbsentGlyph />}>
        {who.no}
      </Mark>
    ) : (
      <Status severity={answer}>{who.yes}</Status>
    )}{' '}
    {note}
  </td>
)

/** Explains who sees which parts of a linked report. */
const WhoSeesWhat = () => (
  <section className="mt-5">
    <h3 className="mb-3 text-lg">{who.title}</h3>
    <Records isNamed aria-label={who.title} columns={who.heads}>
      {rows.map(([name, ...answers]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {answers.map((answer, at) => (
            <Cell key={who.heads[at + 1]} label={who.heads[at + 1]} answer={answer} />
          ))}
        </tr>
      ))}
    </Records>
  </section>
)

const fileName = (run: ToolRun, ending: string): string => resultFileName(run).replace(/\.txt$/, `.${ending}`)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const savePicture = async (run: ToolRun, type: 'svg' | 'png'): Promise<void> => {
  const { pictureOf, pngOf } = await import('./report-picture.ts')
  const svg = await pictureOf(run)
  if (type === 'svg') return saveFile(fileName(run, 'svg'), svg, 'image/svg+xml')
  saveBlob(fileName(run, 'png'), await pngOf(svg))
}

const save = (run: ToolRun, type: 'svg' | 'png') => () =>
  void savePicture(run, type).catch(() => toast('warning', sharingTexts.noPicture))

/** Previews a report's card as other pages embed it, with the code to embed it and a picture to download. */
const EmbedPanel = ({ run }: { readonly run: ToolRun }) => {
  const { origin } = location
  const title = sharingTexts.cardOf(run.tool, run.input.split('\n', 1)[0] ?? '')
  const path = embedPath(run)
  const html = `<iframe src="${escaped(origin + path)}" title="${escaped(title)}" width="600" height="340" loading="lazy"></iframe>`
  const markdown = `[${title}: ${run.verdict.sentence}](${origin}${runPath(run)})`
  return (
    <Card className="mt-8" title={sharingTexts.embedTitle} aside={<p className="sm muted">{sharingTexts.embedSize}</p>}>
      {isTooLong(run) ? (
        <p>{sharingTexts.tooLong}</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,600px)_minmax(0,1fr)] gap-8 max-xl:grid-cols-1">
          {/* The frame shows a page of this site: a sandbox that allows its scripts and its origin would not restrict it. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            className="block h-[340px] w-full border-0"
            src={path}
            title={title}
            width="600"
            height="340"
            loading="lazy"
          />
          <TextArea
            isMono
            label={sharingTexts.html}
            hint={sharingTexts.embedNote}
            readOnly
            rows={5}
            value={html}
            spellCheck={false}
          >
            <Actions className="mt-3.5 flex-wrap max-md:grid">
              <Button isSmall variant="primary" onClick={() => void copyAndSay(html, toolRunNotices)}>
                <CopyGlyph />
                {sharingTexts.copyHtml}
              </Button>
              <Button isSmall onClick={() => void copyAndSay(markdown, toolRunNotices)}>
                <CopyGlyph />
                {sharingTexts.copyMarkdown}
              </Button>
              <Button isSmall onClick={save(run, 'png')}>
                <DownloadGlyph />
                {sharingTexts.png}
              </Button>
              <Button isSmall onClick={save(run, 'svg')}>
                <DownloadGlyph />
                {sharingTexts.svg}
              </Button>
            </Actions>
          </TextArea>
        </div>
      )}
    </Card>
  )
}

// The tools that read a domain, in the order of likely questions.
const QUESTIONS = ['mx-record', 'a-record', 'spf-check', 'https-test', 'dnssec-check', 'dns-propagation']
const MOST_QUESTIONS = 5

/** Leads from the report to other tools, in the world of the report. Their reports open at once and cost no run. */
const OtherQuestions = ({ run }: { readonly run: ToolRun }) => {
  const tools = QUESTIONS.flatMap((id) => (id === run.tool ? [] : (findTool(id) ?? [])))
  const { seed, scenario, at, world } = run
  const [first] = tools
  const read = (text: string): string | undefined => first && parseInput<unknown>(first.input, text.trim())?.canonical
  // The input may be an address, or headers.
  const [domain, setDomain] = useState(() => read(run.input) ?? 'shop.example')
  const isRead = read(domain) !== undefined
  return (
    <Card className="mt-6 print:hidden" title={sharingTexts.questions} lead={sharingTexts.questionsLead(seed)}>
      <div className="max-w-form">
        <TextField
          isMono
          label={sharingTexts.domain}
          value={domain}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={isRead ? undefined : sharingTexts.noDomain}
          onChange={({ currentTarget }) => setDomain(currentTarget.value)}
        />
      </div>
      <p className="mt-3 flex flex-wrap gap-2">
        {tools.slice(0, MOST_QUESTIONS).map(({ id, name }) => (
          <ButtonLink
            key={id}
            isSmall
            href={runPath({ tool: id, input: isRead ? domain.trim() : run.input, seed, scenario, at, world })}
            state={{ world }}
          >
            {name}
          </ButtonLink>
        ))}
      </p>
    </Card>
  )
}

interface OpenedProps {
  readonly run: ToolRun
  /** The remark that another version of the simulation made the link. */
  readonly remark: string | undefined
  readonly onRunAgain: () => void
}

const Opened = ({ run, remark, onRunAgain }: OpenedProps) => {
  const { actions, panel } = useReportActions(run)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="flex max-w-text flex-[1_1_420px] items-start gap-3 text-ui text-ink-2 [&>svg]:mt-1 [&>svg]:size-3.5 [&>svg]:flex-none">
          <SourceGlyph />
          <span>
            <b className="text-ink">{sharingTexts.shared}</b> {sharingTexts.holds(run.world !== undefined)}
          </span>
        </p>
        <Actions className="max-md:grid max-md:w-full max-md:auto-cols-fr max-md:grid-flow-col print:hidden">
          <Button isSmall variant="primary" onClick={onRunAgain}>
            <RetryGlyph />
            {sharingTexts.again}
          </Button>
          <ButtonLink isSmall href={comparePath(run)}>
            <CompareGlyph />
            {sharingTexts.compare}
          </ButtonLink>
        </Actions>
      </div>
      {remark === undefined ? null : (
        <p className="mb-4">
          <Status severity="warning" isSentence>
            {remark}
          </Status>
        </p>
      )}
      <Report run={run} headingRef={heading} actions={actions} />
      {panel}
      <OtherQuestions run={run} />
      <details className="mt-6 print:hidden">
        <summary className="w-max max-w-full cursor-pointer py-1.5 text-ui text-signal underline underline-offset-3">
          {sharingTexts.forSender}
        </summary>
        <WhoSeesWhat />
        <EmbedPanel run={run} />
      </details>
    </>
  )
}

/** The properties of a shared report. */
export interface SharedReportProps {
  readonly tool: Tool
  /** Continues to the form, which gets its values from the same address. */
  readonly onRunAgain: () => void
}

/** The report of somebody's link, without a form. Opening it is not counted as a run, and leaves the visit's world unchanged. */
export const SharedReport = ({ tool, onRunAgain }: SharedReportProps) => {
  const replay = useReplay(`/${tool.path}${location.search}`, history.state)
  const isRefused = replay !== undefined && replay?.run === undefined
  useEffect(() => {
    // The form shows the problem of the link, or says that a part of the page is missing.
    if (isRefused) onRunAgain()
  }, [isRefused, onRunAgain])
  return (
    <div className="wrap min-h-screen pt-10 pb-16">
      <h1 className="vh">{sharingTexts.reportOf(tool.name)}</h1>
      {replay?.run === undefined ? (
        <ReportSkeleton label={sharingTexts.making} />
      ) : (
        <Opened run={replay.run} remark={replay.remark} onRunAgain={onRunAgain} />
      )}
    </div>
  )
}
