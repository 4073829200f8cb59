import { findTool, type Plot, type ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import { type ReactNode, type RefObject, useId } from 'react'
import { runPath } from '../../lib/run-links.ts'
import { reportTexts } from '../../texts/report.ts'
import { PlotFigure } from '../plots/plot-figure.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Findings } from './findings.tsx'
import { JsonView, PLAIN, runText } from './json-view.tsx'
import { KeyFigures } from './key-figures.tsx'
import { reportParts } from './report-contents.tsx'
import { RegionsTable, ResultTable } from './result-table.tsx'
import { factsOf, ReportSheet, sheetEdge, SheetFoot, Tally } from './sheet.tsx'

// These figures show the whole result; other results have more data than their figures.
const wholeFigures: ReadonlySet<Plot['kind']> = new Set(['exchanges', 'latency', 'hops', 'list', 'records'])

// The number of places from which a table by region appears; with fewer places, the map is enough.
const MANY_PLACES = 4

interface BodyProps {
  readonly run: ToolRun
  readonly base: string
}

const Body = ({ run, base }: BodyProps) => {
  const { plot, result } = run
  const parts = reportParts(base)
  const byRegion = plot.kind === 'places' && plot.places.length >= MANY_PLACES
  return (
    <>
      <div className={`pt-5 pb-6 ${sheetEdge}`}>
        <PlotFigure plot={plot} id={parts.figure} findings={run.findings} />
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
  /** The result as JSON below the report, instead of the tab with the whole run. */
  readonly json?: ReactNode
}

const firstLine = (input: string): string => {
  const [line = ''] = input.split('\n', 1)
  return line === input ? line : `${line}…`
}

// The selected view is underlined.
const UNDERLINED = {
  list: 'mx-6 mt-3.5 flex items-end gap-6 overflow-x-auto border-b border-rule-2 [scrollbar-width:none] max-md:mx-0 max-md:mt-2.5 max-md:gap-4.5 max-md:px-4 forced-colors:gap-0',
  tab: '-mb-px h-[42px] border border-b-0 border-transparent bg-transparent px-0 text-ui whitespace-nowrap aria-selected:text-ink aria-selected:[box-shadow:inset_0_-3px_var(--color-signal)] forced-colors:px-3 forced-colors:aria-selected:outline-3 forced-colors:aria-selected:-outline-offset-3',
}

/**
 * Shows the report of a run. The order is fixed: verdict and tally, key figures, tabs, figure 1, table, findings, seed. All of it comes
 * from core.
 */
export const Report = ({ run, actions, base, headingRef, json }: ReportProps) => {
  const own = useId()
  const name = base ?? own
  const parts = reportParts(name)
  const { tool, input, verdict, findings } = run
  // The words come from core; only the input has another font.
  const [before = '', after = ''] = labels.analysisOutput('\n').split('\n')
  return (
    <ReportSheet
      id={parts.verdict}
      tool={findTool(tool)?.name}
      subject={
        <>
          {before}
          <code>{firstLine(input)}</code>
          {after}
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
          { id: 'report', label: reportTexts.report, content: <Body run={run} base={name} /> },
          { id: 'text', label: reportTexts.text, content: <TextView run={run} />, focusable: false },
          ...(json === undefined
            ? [{ id: 'json', label: reportTexts.json, content: <JsonView run={run} />, focusable: false }]
            : []),
        ]}
      />
      {json === undefined ? null : <div className="border-t border-rule">{json}</div>}
      <SheetFoot id={parts.seed} facts={factsOf(run)} path={runPath(run)}>
        {actions}
      </SheetFoot>
    </ReportSheet>
  )
}
