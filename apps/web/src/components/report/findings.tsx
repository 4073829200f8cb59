import {
  type Finding as FindingData,
  parseInput,
  severityWords,
  type Tool,
  type ToolDefinition,
  type ToolRun,
  tools,
} from '@netbox/core'
import { Link } from 'wouter'
import { isSharedReport } from '../../lib/world/world.ts'
import { toolLink } from '../../lib/runs/run-links.ts'
import { reportTexts } from '../../texts/report.ts'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { SheetSection, WholeWords } from './sheet.tsx'

// The id of a tool, with the input after it: `dnssec-check on mail.example`.
const NAMED = new RegExp(
  `\\b(${tools.map(({ id }) => id).join('|')})\\b(?: (?:on |to )?([\\w-]+[.:][\\w.:-]*\\w))?`,
  'g',
)

interface Piece {
  readonly text: string
  readonly tool?: Tool & ToolDefinition
  readonly input?: string
}

const inputOf = (tool: ToolDefinition, text: string | undefined): string | undefined =>
  text === undefined ? undefined : parseInput(tool.input, text)?.canonical

/** Splits a text at the names of tools; `input` is the run's input, for names that no input follows. */
export const piecesOf = (text: string, input: string): Piece[] => {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(NAMED)) {
    const [named, id, subject] = match
    const tool = tools.find((known) => known.id === id)
    if (tool === undefined) continue
    const own = inputOf(tool, subject)
    const asked = own ?? inputOf(tool, input)
    const shown = own === undefined ? tool.id : named
    pieces.push(
      { text: text.slice(from, match.index) },
      { text: shown, tool, ...(asked === undefined ? {} : { input: asked }) },
    )
    from = match.index + shown.length
  }
  return [...pieces, { text: text.slice(from) }].filter((piece) => piece.text !== '')
}

interface LinkedTextProps {
  readonly text: string
  readonly run: Pick<ToolRun, 'tool' | 'input' | 'seed' | 'scenario' | 'at' | 'world'>
}

/** Shows a text of a report. The name of a tool becomes a link with input and world, unless it is the report's own tool. */
export const LinkedText = ({ text, run: { tool: own, input, seed, scenario, at, world } }: LinkedTextProps) =>
  piecesOf(text, input).map(({ text: words, tool, input: asked }, index) =>
    tool === undefined || tool.id === own ? (
      // The pieces of one text have no key except their order.
      // oxlint-disable-next-line react/no-array-index-key
      <WholeWords key={index} text={words} />
    ) : (
      <Link
        // The pieces of one text have no key except their order.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={toolLink(tool, { input: asked, seed, scenario }, location.pathname)}
        // Only a shared report has a clock of its own; the runs of a visit take place now, unless its clock is stopped.
        state={{ world, ...(isSharedReport() ? { at } : {}) }}
      >
        {words}
      </Link>
    ),
  )

interface FindingRowProps {
  readonly finding: FindingData
  /** The run to whose parts the texts link. Without it, they are plain texts. */
  readonly run?: ToolRun
}

const COLUMNS =
  'grid-cols-1 gap-x-6 gap-y-1.5 md:grid-cols-[104px_minmax(0,1fr)] md:gap-y-1 xl:grid-cols-[112px_minmax(0,1fr)_minmax(0,300px)]'

/** A finding with its reason and its advice; without them, it takes one line. */
export const FindingRow = ({ finding: { severity, title, detail, advice }, run }: FindingRowProps) => {
  const linked = (text: string) =>
    run === undefined ? <WholeWords text={text} /> : <LinkedText text={text} run={run} />
  return (
    <article
      className={`grid ${COLUMNS} border-t border-rule wrap-anywhere first-of-type:border-t-2 first-of-type:border-ink print:break-inside-avoid ${detail === '' && advice === '' ? 'py-2.5' : 'py-4'}`}
    >
      <div className="flex self-start pt-0.5">
        <Status severity={severity}>{severityWords[severity].label}</Status>
      </div>
      <div>
        <h4 className="font-sans text-base leading-ui font-semibold">
          <WholeWords text={title} />
        </h4>
        {detail === '' ? null : <p className="mt-0.5 text-ui text-ink-2">{linked(detail)}</p>}
      </div>
      {advice === '' ? null : (
        <div className="self-start border-l-2 border-rule-2 pl-3.5 text-ui max-md:mt-1.5 md:max-xl:col-start-2">
          <b className="block text-sm font-semibold text-ink-3">{reportTexts.whatToDo}</b>
          {linked(advice)}
        </div>
      )}
    </article>
  )
}

/** Lists the findings of a report, worst first as in core; a pass takes one line. */
export const Findings = ({ run, id }: { readonly run: ToolRun; readonly id: string }) => (
  <SheetSection aria-labelledby={id}>
    <h3 className="mb-4 text-base leading-read tracking-normal" id={id}>
      {reportTexts.findings}
    </h3>
    {run.findings.map((finding) => (
      <FindingRow key={finding.code + finding.title} finding={finding} run={run} />
    ))}
  </SheetSection>
)
