import { findTool, type Plot, type ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import { type ReactNode, type RefObject, useId, type MouseEvent, useEffect, useState } from 'react'
import { runPath } from '../../lib/runs/run-links.ts'
import { reportTexts } from '../../texts/report.ts'
import { PlotFigure } from '../plots/plot-figure.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Findings } from './findings.tsx'
import { JsonView, PLAIN, runText } from './json-view.tsx'
import { KeyFigures } from './key-figures.tsx'
import { RegionsTable, ResultTable } from './result-table.tsx'
import { factsOf, ReportSheet, sheetEdge, SheetFoot, Tally } from './sheet.tsx'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { PartBoundary } from '../ui/page-boundary.tsx'

/** Returns the ids of a report's parts, for its contents. */
const reportParts = (base: string) => ({
  verdict: `${base}-verdict`,
  figures: `${base}-figures`,
  figure: `${base}-fig-1`,
  findings: `${base}-findings`,
  seed: `${base}-seed`,
})

/** Returns the part of the page that the user is reading: the last one whose heading has passed the upper third. */
const useCurrentPart = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const parts = key.split(' ')
    const read = () => {
      const line = globalThis.innerHeight / 3
      const passed = parts.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line)
      setCurrent(passed.at(-1) ?? parts[0])
    }
    // Runs when a part enters or leaves, not at every scroll step.
    const observer = new IntersectionObserver(read, { rootMargin: '0px 0px -66% 0px', threshold: [0, 1] })
    for (const id of parts) {
      const part = document.getElementById(id)
      if (part !== null) observer.observe(part)
    }
    return () => observer.disconnect()
  }, [key])
  return current
}

const { parts: texts } = reportTexts

const entriesOf = (base: string) => {
  const parts = reportParts(base)
  return [
    { id: parts.verdict, label: texts.verdict },
    { id: parts.figures, label: texts.figures },
    { id: parts.figure, label: texts.figure },
    { id: parts.findings, label: texts.findings },
    { id: parts.seed, label: texts.seed },
  ]
}

/** Links to the parts of a report, in the margin; `base` is the report's id. */
export const ReportContents = ({ base }: { readonly base: string }) => {
  const entries = entriesOf(base)
  const current = useCurrentPart(entries.map(({ id }) => id))
  // The address stays unchanged, so that it can be shared as the link to the run.
  const show = (event: MouseEvent, id: string) => {
    const part = document.getElementById(id)
    if (part === null) return
    event.preventDefault()
    part.scrollIntoView({ block: 'start' })
    part.setAttribute('tabindex', '-1')
    part.focus({ preventScroll: true })
  }
  return (
    <nav className="mt-4.5 grid justify-items-end gap-0.5 max-md:hidden print:hidden" aria-label={reportTexts.contents}>
      {entries.map(({ id, label }) => (
        <a
          key={id}
          className="py-0.5 text-sm text-ink-2 no-underline focus-visible:outline-offset-1 aria-[current=true]:font-semibold aria-[current=true]:text-signal"
          href={`#${id}`}
          aria-current={id === current || undefined}
          onClick={(event) => show(event, id)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

// These figures show the whole result; other results have more data than their figures.
const wholeFigures: ReadonlySet<Plot['kind']> = new Set(['exchanges', 'latency', 'hops', 'list', 'records'])

// The number of places from which a table by region appears; with fewer places, the map is enough.
const MANY_PLACES = 4

interface BodyProps extends Pick<ReportProps, 'before' | 'faults'> {
  readonly run: ToolRun
  readonly base: string
}

const Body = ({ run, base, before, faults }: BodyProps) => {
  const { plot, result } = run
  const parts = reportParts(base)
  const byRegion = plot.kind === 'places' && plot.places.length >= MANY_PLACES
  return (
    <>
      <div className={`pt-5 pb-6 ${sheetEdge}`}>
        {faults}
        <PlotFigure plot={plot} id={parts.figure} findings={run.findings} before={before} />
      </div>
      {byRegion ? <RegionsTable places={plot.places} result={result} number={1} /> : null}
      <ResultTable result={result} number={byRegion ? 2 : 1} isFolded={byRegion || wholeFigures.has(plot.kind)} />
      <Findings run={run} id={parts.findings} />
    </>
  )
}

// A run as plain text, for reading and selecting.
const TextView = ({ run }: { readonly run: ToolRun }) => (
  <div className={`pt-5 pb-6 ${sheetEdge}`}>
    <textarea
      className={PLAIN}
      readOnly
      aria-label={labels.analysisOutput(run.input)}
      value={runText(run)}
      rows={24}
      spellCheck={false}
      wrap="off"
    />
  </div>
)

interface ReportProps {
  readonly run: ToolRun
  /** Copy, Download, Share: buttons of class `btn sm`. */
  readonly actions?: ReactNode
  /** The base of the ids of its parts, for `ReportContents` in the margin; without it, the report creates its own. */
  readonly base?: string
  /** The heading that gets the focus when the report appears. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>
  /** The switch of the faults, above the figure. */
  readonly faults?: ReactNode
  /** The figure of the fault before, which stays in pencil. */
  readonly before?: Plot | undefined
  /** The result as JSON below the report, instead of the tab with the whole run. */
  readonly json?: ReactNode
}

const StatedFacts = lazyPart(async () => (await import('./stated-facts.tsx')).StatedFacts)

const firstLine = (input: string): string => {
  const [line = ''] = input.split('\n', 1)
  return line === input ? line : `${line}…`
}

// The selected view is underlined.
const SELECTED =
  'aria-selected:text-ink aria-selected:[box-shadow:inset_0_-3px_var(--color-signal)] forced-colors:aria-selected:outline-3 forced-colors:aria-selected:-outline-offset-3'
const UNDERLINED = {
  list: 'mx-6 mt-3.5 flex items-end gap-6 overflow-x-auto border-b border-rule-2 [scrollbar-width:none] max-md:mx-0 max-md:mt-2.5 max-md:gap-4.5 max-md:px-4 forced-colors:gap-0',
  tab: `-mb-px h-[42px] border border-b-0 border-transparent bg-transparent px-0 text-ui whitespace-nowrap forced-colors:px-3 ${SELECTED}`,
}

/**
 * Shows the report of a run. The order is fixed: verdict and tally, key figures, tabs, figure 1, table, findings, seed. All of it comes
 * from core.
 */
export const Report = ({ run, actions, base, headingRef, faults, before, json }: ReportProps) => {
  const own = useId()
  const name = base ?? own
  const parts = reportParts(name)
  const { tool, input, verdict, findings } = run
  // The words come from core; only the input has another font.
  const [opening = '', end = ''] = labels.analysisOutput('\n').split('\n')
  return (
    <ReportSheet
      id={parts.verdict}
      tool={findTool(tool)?.name}
      subject={
        <>
          {opening}
          <code>{firstLine(input)}</code>
          {end}
        </>
      }
      verdict={verdict.sentence}
      detail={verdict.detail}
      headingRef={headingRef}
      tally={<Tally findings={findings} />}
    >
      <KeyFigures figures={run.figures} id={parts.figures} />
      <Tabs
        label={reportTexts.tabs}
        look={UNDERLINED}
        tabs={[
          {
            id: 'report',
            label: reportTexts.report,
            content: <Body run={run} base={name} faults={faults} before={before} />,
          },
          { id: 'text', label: reportTexts.text, content: <TextView run={run} />, focusable: false },
          ...(json === undefined
            ? [{ id: 'json', label: reportTexts.json, content: <JsonView run={run} />, focusable: false }]
            : []),
        ]}
      />
      {json === undefined ? null : <div className="border-t border-rule">{json}</div>}
      {run.world === undefined ? null : (
        <PartBoundary>
          <StatedFacts
            className="border-t border-rule px-6 py-3 text-ui text-ink-2 max-md:px-4"
            facts={run.world}
            label={reportTexts.ownFacts(run.world)}
            panel="mt-2"
          />
        </PartBoundary>
      )}
      <SheetFoot id={parts.seed} facts={factsOf(run)} path={runPath(run)}>
        {actions}
      </SheetFoot>
    </ReportSheet>
  )
}
