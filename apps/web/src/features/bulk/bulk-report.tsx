import { severities, type Severity, severityWords, type Tool } from '@netbox/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { DownloadGlyph, RetryGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph, RefusedGlyph, StepGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { runPath, runState } from '../../lib/share-link.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { type BulkList, stopList } from './bulk-list.ts'
import { listFileName, saveListAs } from './export-list.ts'
import {
  AT_ONCE,
  countKinds,
  figureLabels,
  figureText,
  isSeverity,
  type Kind,
  kindOf,
  kinds,
  type Row,
} from './list-lines.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chip from '../../components/ui/chip.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './bulk.module.css'
import * as progressStyles from '../../components/run/progress.module.css'
import * as reportStyles from '../../components/report/report.module.css'
import * as tableStyles from '../../components/ui/table.module.css'

const NODES = 10
// The number of listed rows that have not started; the others are only counted.
const WAITING = 3

const KindGlyph = ({ kind }: { readonly kind: Kind }) => {
  if (isSeverity(kind)) return <StatusGlyph severity={kind} />
  if (kind === 'failed') return <StatusGlyph severity="critical" />
  return kind === 'refused' ? <RefusedGlyph /> : <AbsentGlyph />
}

/** The line of the list: a node for each tenth, solid for finished lines. */
const Progress = ({ done, all }: { readonly done: number; readonly all: number }) => {
  const classOf = (node: number): string | undefined => (node * all <= done * NODES ? '' : progressStyles.todo)
  return (
    <>
      <div
        className={progressStyles.hops}
        role="progressbar"
        aria-label={texts.progress}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        aria-valuetext={texts.doneOf(done, all)}
      >
        {Array.from({ length: NODES + 1 }, (_, node) => [
          node === 0 ? null : <s key={`to ${node}`} className={classOf(node)} />,
          <i key={node} className={classOf(node)} />,
        ])}
      </div>
      <div className={progressStyles.hopn} aria-hidden="true">
        <span>0</span>
        <span>{all}</span>
      </div>
    </>
  )
}

interface Again {
  /** Runs the lines without a result again; undefined while they can't be run. */
  readonly onAgain: (() => void) | undefined
}

const RunStage = ({ list, done, onAgain }: { readonly list: BulkList; readonly done: number } & Again) => {
  const { rows, isRunning, startedAt } = list
  const failed = rows.filter(({ state }) => state === 'failed').length
  const notRun = rows.find((row) => row.state === 'not-run')
  const left = rows.filter(({ state }) => state === 'not-run').length
  const end = notRun?.state === 'not-run' ? notRun.error : undefined
  // A screen reader announces quarters, not each row.
  const quarter = Math.floor((done * 4) / rows.length) / 4
  const heading = isRunning ? texts.running(done, rows.length) : texts.complete(done - left, rows.length)
  return (
    <Stage
      name={texts.run}
      node="step"
      facts={[`${new Date(startedAt).toISOString().slice(11, 19)} UTC`, texts.doneOf(done, rows.length)]}
    >
      <div className={panel.card}>
        <div className={panel.pad}>
          <div className={styles.bulkRun}>
            <h2>{heading}</h2>
            {isRunning ? (
              <button type="button" className={`${buttonStyles.btn} sm`} onClick={stopList}>
                {texts.stop}
              </button>
            ) : null}
            {!isRunning && failed + left > 0 ? (
              <button
                type="button"
                className={`${buttonStyles.btn} sm`}
                disabled={onAgain === undefined}
                onClick={onAgain}
              >
                <RetryGlyph />
                {left > 0 ? texts.rest(failed + left) : texts.retry(failed)}
              </button>
            ) : null}
          </div>
          <Progress done={done - left} all={rows.length} />
          {isRunning ? <p className={`sm muted ${styles.bulkNote}`}>{texts.pace(AT_ONCE)}</p> : null}
          {!isRunning && end !== undefined ? <p className={`sm ${styles.bulkNote}`}>{end.message}</p> : null}
          <p className="vh" role="status">
            {isRunning ? texts.running(Math.floor(quarter * rows.length), rows.length) : heading}
          </p>
        </div>
      </div>
    </Stage>
  )
}

type Counts = ReturnType<typeof countKinds>

/** The counts as one bar; its dashed end represents pending results. */
const Share = ({ counts, all }: { readonly counts: Counts; readonly all: number }) => (
  <div className={styles.bulkShare} aria-hidden="true">
    {kinds.map((kind) =>
      counts[kind] === 0 ? null : <i key={kind} data-kind={kind} style={{ width: `${(counts[kind] / all) * 100}%` }} />,
    )}
  </div>
)

type Filter = Kind | 'all'

const Filters = ({
  counts,
  done,
  toCome,
  filter,
  onFilter,
}: {
  readonly counts: Counts
  readonly done: number
  readonly toCome: number
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}) => {
  const choice = (kind: Filter, count: number, glyph: ReactNode) => (
    <label className={styles.bulkKind} key={kind}>
      <input type="radio" name="bulk-kind" checked={filter === kind} onChange={() => onFilter(kind)} />
      {glyph}
      <b>{count}</b> {texts.kinds[kind]}
    </label>
  )
  return (
    <fieldset className={styles.bulkKinds}>
      <legend className="vh">{texts.show}</legend>
      {choice('all', done, null)}
      {kinds
        .filter((kind) => isSeverity(kind) || counts[kind] > 0 || filter === kind)
        .map((kind) => choice(kind, counts[kind], <KindGlyph kind={kind} />))}
      {toCome === 0 ? null : (
        <span className={styles.bulkKind}>
          <AbsentGlyph />
          <b>{toCome}</b> {texts.toCome}
        </span>
      )}
    </fieldset>
  )
}

const RowResult = ({ row }: { readonly row: Row }) => {
  if (row.state === 'done') {
    const { severity } = row.run.verdict
    return <Status severity={severity}>{severityWords[severity].label}</Status>
  }
  const glyphs = {
    running: <StepGlyph />,
    waiting: <AbsentGlyph />,
    refused: <RefusedGlyph />,
    'not-run': <AbsentGlyph />,
  }
  if (row.state === 'failed') return <Status severity="critical">{texts.states.failed}</Status>
  return (
    <span className={row.state === 'running' ? chip.st : `${chip.st} non`} data-status>
      {glyphs[row.state]}
      {texts.states[row.state]}
    </span>
  )
}

const TableRow = ({ row, labels }: { readonly row: Row; readonly labels: readonly string[] }) => {
  const { line, input } = row
  return (
    <tr data-state={row.state}>
      <td className={styles.bulkN}>{line}</td>
      <th scope="row">
        {row.state === 'done' ? (
          <Link href={runPath(row.run)} state={runState(row.run)}>
            {input}
          </Link>
        ) : (
          input
        )}
      </th>
      <td>
        <RowResult row={row} />
      </td>
      {row.state === 'done' ? (
        <>
          <td className={styles.bulkSays}>{row.run.verdict.sentence}</td>
          {labels.map((label) => (
            <td className={`${tableStyles.r} ${styles.r} ${tableStyles.m}`} data-l={label} key={label}>
              {figureText(row.run, label)}
            </td>
          ))}
        </>
      ) : (
        <td className={styles.bulkSays} colSpan={1 + labels.length}>
          {'error' in row ? row.error.message : <i className={styles.bulkHatch} />}
        </td>
      )}
    </tr>
  )
}

interface ListTableProps {
  readonly rows: readonly Row[]
  readonly filter: Filter
  readonly input: string
}

const ListTable = ({ rows, filter, input }: ListTableProps) => {
  const labels = figureLabels(rows)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const last = waiting[WAITING - 1]?.line ?? Infinity
  const shown = rows.filter((row) =>
    filter === 'all' ? row.state !== 'waiting' || row.line <= last : kindOf(row) === filter,
  )
  const hidden = filter === 'all' ? Math.max(0, waiting.length - WAITING) : 0
  return (
    <div className={`${reportStyles.sec} ${styles.bulkTable}`}>
      <table className={tableStyles.tbl}>
        <caption className="vh">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.line}</th>
            <th scope="col">{input}</th>
            <th scope="col">{texts.columns.result}</th>
            <th scope="col">{texts.columns.verdict}</th>
            {labels.map((label) => (
              <th scope="col" className={`${tableStyles.r} ${styles.r}`} key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <TableRow row={row} labels={labels} key={row.line} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="sm muted">{texts.none}</p> : null}
      {hidden === 0 ? null : <p className={`sm muted ${styles.bulkNote}`}>{texts.wait(hidden)}</p>}
    </div>
  )
}

const worstOf = (counts: Counts): Severity => severities.find((severity) => counts[severity] > 0) ?? 'pass'

/** A list, with the function that runs its remaining lines. */
export interface BulkReportProps extends Again {
  readonly tool: Tool
  readonly list: BulkList
}

/** The stages of a list: its progress, and a table in the order of the list. */
export const BulkReport = ({ tool, list, onAgain }: BulkReportProps) => {
  const [filter, setFilter] = useState<Filter>('all')
  const { rows, isRunning, world } = list
  const counts = countKinds(rows)
  const done = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  const reported = severities.reduce((sum, severity) => sum + counts[severity], 0)
  const toCome = rows.length - done
  return (
    <>
      <RunStage list={list} done={done} onAgain={onAgain} />
      <Stage
        name={texts.report}
        node={isRunning || reported === 0 ? 'absent' : worstOf(counts)}
        facts={[`${counts.critical} ${texts.kinds.critical}`, ...(toCome === 0 ? [] : [`${toCome} ${texts.toCome}`])]}
        line="none"
      >
        <div className={panel.card}>
          <div className={reportStyles.repH}>
            <p className="sm muted">{texts.results(done, rows.length)}</p>
            <SimulatedMark />
          </div>
          <div className={reportStyles.verdict}>
            <h2>{texts.verdict(counts.critical, reported, !isRunning)}</h2>
          </div>
          <Share counts={counts} all={rows.length} />
          <Filters counts={counts} done={done} toCome={toCome} filter={filter} onFilter={setFilter} />
          <ListTable rows={rows} filter={filter} input={tool.input.type} />
          <div className={reportStyles.repfoot}>
            <p className={reportStyles.seed}>
              <span>
                seed <b>{world.seed}</b>
              </span>
              <span>
                scenario <b>{world.scenario}</b>
              </span>
              <span>{listFileName(list, 'csv')}</span>
            </p>
            <div className={reportStyles.acts}>
              {(['csv', 'json'] as const).map((format) => (
                <button
                  type="button"
                  className={`${buttonStyles.btn} sm`}
                  key={format}
                  disabled={done === 0}
                  onClick={() => saveListAs(format, list)}
                >
                  <DownloadGlyph />
                  {format === 'csv' ? texts.exportCsv : texts.exportJson}
                </button>
              ))}
            </div>
          </div>
        </div>
      </Stage>
    </>
  )
}
