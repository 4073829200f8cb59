import type { Plot, ToolRun } from '@netbox/core'
import { labels } from '@netbox/product'
import { type ReactNode, type RefObject, useId } from 'react'
import { createKeptStore } from '../../lib/kept-store.ts'
import { PlotFigure } from '../plots/plot-figure.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Findings } from './findings.tsx'
import { JsonView } from './json-view.tsx'
import { KeyFigures } from './key-figures.tsx'
import { RegionsTable } from './regions-table.tsx'
import { ReportFoot } from './report-foot.tsx'
import { ReportHead } from './report-head.tsx'
import { reportParts } from './report-parts.ts'
import { runText } from './report-views.ts'
import { ResultTable } from './result-table.tsx'
import { reportTexts } from '../../texts/report.ts'
import * as panel from '../ui/panel.module.css'
import * as styles from './report.module.css'

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
      <div className={`${styles.sec} ${styles.first}`}>
        <PlotFigure plot={plot} id={parts.figure} />
      </div>
      {byRegion ? <RegionsTable places={plot.places} result={result} number={1} /> : null}
      <ResultTable result={result} number={byRegion ? 2 : 1} isFolded={byRegion || wholeFigures.has(plot.kind)} />
      <Findings run={run} id={parts.findings} />
    </>
  )
}

// A run as plain text, for reading and selecting.
const TextView = ({ run }: { readonly run: ToolRun }) => (
  <div className={`${styles.sec} ${styles.view}`}>
    <textarea
      className={styles.plain}
      readOnly
      aria-label={labels.analysisOutput(run.input)}
      value={runText(run)}
      rows={24}
      spellCheck={false}
      wrap="off"
    />
  </div>
)

type ReportTab = 'report' | 'text' | 'json'

const isReportTab = (value: unknown): value is ReportTab => value === 'report' || value === 'text' || value === 'json'

// The tab that was chosen last in the dashboard. The specification shows the JSON first (spec §2), so that is the initial one.
const rememberedTab = createKeptStore<ReportTab>({
  key: 'netbox_report_tab',
  initial: 'json',
  read: (value) => (isReportTab(value) ? value : 'json'),
})

/** Returns the tab of a report in the dashboard, and stores the user's choice in this browser. */
const useRememberedTab = () => ({
  selected: rememberedTab.use(),
  onSelect: (id: string): void => rememberedTab.update((now) => (isReportTab(id) ? id : now)),
})

interface ReportProps {
  readonly run: ToolRun
  /** Copy, Download, Share: buttons of class `btn sm`. */
  readonly actions?: ReactNode
  /** The base of the ids of its parts, for `ReportContents` in the margin; without it, the report creates its own. */
  readonly base?: string
  /** The heading that gets the focus when the report appears. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>
  /** The content of the JSON tab instead of the whole run. With it, the report remembers the chosen tab, initially the JSON tab. */
  readonly json?: ReactNode
}

/**
 * Shows the report of a run. The order is fixed: verdict and tally, key figures, tabs, figure 1, table, findings, seed. All of it comes
 * from core.
 */
export const Report = ({ run, actions, base, headingRef, json }: ReportProps) => {
  const own = useId()
  const name = base ?? own
  const parts = reportParts(name)
  const remembered = useRememberedTab()
  return (
    <article className={`${panel.card} ${styles.report}`} data-report aria-labelledby={parts.verdict}>
      <ReportHead run={run} id={parts.verdict} headingRef={headingRef} />
      <KeyFigures figures={run.figures} id={parts.figures} />
      <Tabs
        label={reportTexts.tabs}
        variant="thin"
        className={styles.reptabs}
        {...(json === undefined ? {} : remembered)}
        tabs={[
          { id: 'report', label: reportTexts.report, content: <Body run={run} base={name} /> },
          { id: 'text', label: reportTexts.text, content: <TextView run={run} />, focusable: false },
          { id: 'json', label: reportTexts.json, content: json ?? <JsonView run={run} />, focusable: false },
        ]}
      />
      <ReportFoot run={run} id={parts.seed} actions={actions} />
    </article>
  )
}
