import { listSentence, severities, type Severity, severityWords, type Tool } from '@netbox/core'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { Hatched } from '../../components/report/state-sheets.tsx'
import { ReportSheet, SheetFoot, SheetSection } from '../../components/report/sheet.tsx'
import { severityFills } from '../../components/run/run-line.tsx'
import { ProgressLine } from '../../components/run/progress-line.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Segments } from '../../components/ui/field.tsx'
import { DownloadGlyph, RetryGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import {
  Mark,
  Status,
  StatusGlyph,
  AbsentGlyph,
  RefusedGlyph,
  StepGlyph,
} from '../../components/ui/glyphs/status-glyph.tsx'
import { Records } from '../../components/ui/records.tsx'
import { runPath, runState } from '../../lib/runs/run-links.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { listFileName, saveListAs } from './export-list.ts'
import {
  AT_ONCE,
  type BulkList,
  countKinds,
  figureLabels,
  figureText,
  type Group,
  groupsOf,
  isSeverity,
  type Kind,
  kindOf,
  kinds,
  type Row,
  lists,
} from './list.ts'

// The number of listed rows that have not started; the others are only counted.
const WAITING = 3

const KindGlyph = ({ kind }: { readonly kind: Kind }) => {
  if (isSeverity(kind)) return <StatusGlyph severity={kind} />
  if (kind === 'failed') return <StatusGlyph severity="critical" />
  return kind === 'refused' ? <RefusedGlyph /> : <AbsentGlyph />
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
      <Card
        title={heading}
        aside={
          isRunning ? (
            <Button isSmall className="ml-auto" onClick={lists.stop}>
              {texts.stop}
            </Button>
          ) : failed + left > 0 && end?.code !== 'daily_limit_reached' ? (
            <Button isSmall className="ml-auto" disabled={onAgain === undefined} onClick={onAgain}>
              <RetryGlyph />
              {left > 0 ? texts.rest(failed + left) : texts.retry(failed)}
            </Button>
          ) : null
        }
      >
        <ProgressLine
          label={texts.progress}
          done={done - left}
          all={rows.length}
          words={texts.doneOf(done - left, rows.length)}
        />
        {isRunning ? <p className="sm muted mt-3">{texts.pace(AT_ONCE)}</p> : null}
        {!isRunning && end !== undefined ? <p className="sm mt-3">{end.message}</p> : null}
        <p className="vh" role="status">
          {isRunning ? texts.running(Math.floor(quarter * rows.length), rows.length) : heading}
        </p>
      </Card>
    </Stage>
  )
}

type Counts = ReturnType<typeof countKinds>

const fills: Readonly<Record<Kind, string>> = {
  ...severityFills,
  refused: 'bg-ink-3',
  failed: 'bg-ink-3',
  'not-run': 'bg-ink-3',
}

/** The counts as one bar; its hatched end represents pending results. */
const Share = ({ counts, all }: { readonly counts: Counts; readonly all: number }) => (
  <Hatched className="flex h-2 gap-0.5 forced-colors:border-b" aria-hidden="true">
    {kinds.map((kind) =>
      counts[kind] === 0 ? null : (
        <i key={kind} className={fills[kind]} style={{ width: `${(counts[kind] / all) * 100}%` }} />
      ),
    )}
  </Hatched>
)

type Filter = Kind | 'all'

const KIND =
  'flex min-h-12 items-center gap-2 px-4 text-ui text-ink-2 first-of-type:pl-6 max-md:border-b max-md:border-rule max-md:px-2.5 max-md:first-of-type:pl-2.5 [&>svg]:size-4 [&>svg]:flex-none'
const CHOICE = 'relative underlined-choice border-r border-rule has-checked:font-semibold holds-focus-inside'
const COUNT = 'font-display text-md font-medium text-ink'

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
    <label className={`${KIND} ${CHOICE}`} key={kind}>
      <input
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
        type="radio"
        name="bulk-kind"
        checked={filter === kind}
        onChange={() => onFilter(kind)}
      />
      {glyph}
      <b className={COUNT}>{count}</b> {texts.kinds[kind]}
    </label>
  )
  return (
    <fieldset className="flex min-w-0 flex-wrap border-b border-rule max-md:grid max-md:grid-cols-3">
      <legend className="vh">{texts.show}</legend>
      {choice('all', done, null)}
      {kinds
        .filter((kind) => isSeverity(kind) || counts[kind] > 0 || filter === kind)
        .map((kind) => choice(kind, counts[kind], <KindGlyph kind={kind} />))}
      {toCome === 0 ? null : (
        <span className={KIND}>
          <AbsentGlyph />
          <b className={COUNT}>{toCome}</b> {texts.toCome}
        </span>
      )}
    </fieldset>
  )
}

const RowResult = ({ row }: { readonly row: Row }) => {
  if (row.state === 'failed') return <Status severity="critical">{texts.states.failed}</Status>
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
  return (
    <Mark className={row.state === 'running' ? '' : 'text-ink-3'} glyph={glyphs[row.state]}>
      {texts.states[row.state]}
    </Mark>
  )
}

const inputClass = (state: Row['state']): string => {
  if (state === 'done' || state === 'failed') return 'font-medium'
  return state === 'refused' ? 'font-medium text-ink-2 line-through decoration-ink-3' : 'font-medium text-ink-3'
}

// In a narrow place the number, the input and the result are in one line.
const TableRow = ({ row, labels }: { readonly row: Row; readonly labels: readonly string[] }) => {
  const { line, input } = row
  return (
    <tr>
      <td className="font-mono text-sm text-ink-3">{line}</td>
      <th scope="row" className={`w-auto min-w-[18ch] flex-1 ${inputClass(row.state)}`}>
        {row.state === 'done' ? (
          <Link className="inline-block py-0.5 text-current" href={runPath(row.run)} state={runState(row.run)}>
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
          <td data-line>{listSentence(row.run)}</td>
          {labels.map((label) => (
            <td className="text-right font-mono text-sm whitespace-nowrap" data-head={label} key={label}>
              {figureText(row.run, label)}
            </td>
          ))}
        </>
      ) : (
        <td className="text-ink-2" data-line colSpan={1 + labels.length}>
          {'error' in row ? row.error.message : <Pending row={row} />}
        </td>
      )}
    </tr>
  )
}

/** The place of a result to come: the progress of a run with steps, or a hatched bar. */
const Pending = ({ row }: { readonly row: Row }) =>
  row.state === 'running' && row.progress !== undefined ? (
    <span className="block h-2.5 w-3/5 bg-tint">
      <i className="block h-full bg-signal transition-all" style={{ width: `${row.progress}%` }} />
    </span>
  ) : (
    <Hatched className="h-2.5 w-3/5" />
  )

const GROUP_ROW =
  'grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-4 border-t border-rule py-2 text-ui max-md:grid-cols-[32px_minmax(0,1fr)]'

const Line = ({ row, label }: { readonly row: Row; readonly label: string | undefined }) => (
  <li className={GROUP_ROW}>
    <span className="font-mono text-sm text-ink-2">{row.line}</span>
    <span className="font-mono text-sm font-medium wrap-anywhere">
      {row.state === 'done' ? (
        <Link className="inline-block py-0.5 text-current" href={runPath(row.run)} state={runState(row.run)}>
          {row.input}
        </Link>
      ) : (
        row.input
      )}
    </span>
    <span className="font-mono text-sm max-md:col-start-2">
      {row.state === 'done' && label !== undefined ? (
        figureText(row.run, label)
      ) : row.state === 'running' ? (
        <span className="block w-[160px]">
          <Pending row={row} />
        </span>
      ) : null}
    </span>
  </li>
)

const GroupRows = ({ group: { kind, sentence, rows }, label }: { readonly group: Group; readonly label?: string }) => (
  <details className="group border-t border-rule" open={kind === 'critical' || kind === 'failed'}>
    <summary className="grid no-marker grid-cols-[104px_minmax(0,1fr)_auto] items-baseline gap-x-4 py-3 max-md:grid-cols-[minmax(0,1fr)_auto] shows-hides max-md:after:col-start-2">
      <span className="max-md:col-span-full">
        {isSeverity(kind) ? (
          <Status severity={kind}>{severityWords[kind].label}</Status>
        ) : (
          <Mark className="text-ink-2" glyph={<KindGlyph kind={kind} />}>
            {texts.states[kind]}
          </Mark>
        )}
      </span>
      <span className="font-display text-md leading-head font-medium">
        {sentence}{' '}
        <span className="font-mono text-sm font-normal whitespace-nowrap text-ink-2">{texts.lines(rows.length)}</span>
      </span>
    </summary>
    <ul className="mb-3" aria-label={sentence}>
      {rows.map((row) => (
        <Line key={row.line} row={row} label={label} />
      ))}
    </ul>
  </details>
)

/** The lines by their verdict: the worst first and open, the others behind one row each. */
const Groups = ({ rows, filter }: Omit<ListTableProps, 'input'>) => {
  const [label] = figureLabels(rows.filter(({ state }) => state === 'done'))
  const groups = groupsOf(rows).filter(({ kind }) => filter === 'all' || kind === filter)
  const running = filter === 'all' ? rows.filter(({ state }) => state === 'running') : []
  const waiting = filter === 'all' ? rows.filter(({ state }) => state === 'waiting').length : 0
  return (
    <SheetSection className="border-t-0">
      {groups.map((group) => (
        <GroupRows key={`${group.kind} ${group.sentence}`} group={group} {...(label === undefined ? {} : { label })} />
      ))}
      <ul aria-label={texts.states.running}>
        {running.map((row) => (
          <Line key={row.line} row={row} label={undefined} />
        ))}
      </ul>
      {groups.length === 0 && running.length === 0 ? <p className="sm muted">{texts.none}</p> : null}
      {waiting === 0 ? null : <p className="sm muted mt-3">{texts.wait(waiting)}</p>}
    </SheetSection>
  )
}

interface ListTableProps {
  readonly rows: readonly Row[]
  readonly filter: Filter
  readonly input: string
}

const ListTable = ({ rows, filter, input }: ListTableProps) => {
  const labels = figureLabels(rows)
  const heads = labels.map((label) => (
    <span className="block text-right" key={label}>
      {label}
    </span>
  ))
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const last = waiting[WAITING - 1]?.line ?? Infinity
  const shown = rows.filter((row) =>
    filter === 'all' ? row.state !== 'waiting' || row.line <= last : kindOf(row) === filter,
  )
  const hidden = filter === 'all' ? Math.max(0, waiting.length - WAITING) : 0
  return (
    <SheetSection className="border-t-0">
      <Records
        aria-label={texts.caption}
        columns={[texts.columns.line, input, texts.columns.result, texts.columns.verdict, ...heads]}
      >
        {shown.map((row) => (
          <TableRow row={row} labels={labels} key={row.line} />
        ))}
      </Records>
      {shown.length === 0 ? <p className="sm muted">{texts.none}</p> : null}
      {hidden === 0 ? null : <p className="sm muted mt-3">{texts.wait(hidden)}</p>}
    </SheetSection>
  )
}

const orders = ['verdict', 'list'] as const

const worstOf = (counts: Counts): Severity => severities.find((severity) => counts[severity] > 0) ?? 'pass'

/** A list, with the function that runs its remaining lines. */
export interface BulkReportProps extends Again {
  readonly tool: Tool
  readonly list: BulkList
}

/** The stages of a list: its progress, and its lines by verdict or in the order of the list. */
export const BulkReport = ({ tool, list, onAgain }: BulkReportProps) => {
  const id = useId()
  const [filter, setFilter] = useState<Filter>('all')
  const [order, setOrder] = useState<(typeof orders)[number]>('verdict')
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
        <ReportSheet
          id={id}
          subject={texts.results(done, rows.length)}
          verdict={texts.verdict(counts.critical, reported, !isRunning)}
        >
          <Share counts={counts} all={rows.length} />
          <Filters counts={counts} done={done} toCome={toCome} filter={filter} onFilter={setFilter} />
          <fieldset className="mx-6 mt-4 flex max-md:mx-4">
            <legend className="vh">{texts.order}</legend>
            <Segments options={orders.map((one) => [one, texts.orders[one]])} value={order} onChoose={setOrder} />
          </fieldset>
          {order === 'verdict' ? (
            <Groups rows={rows} filter={filter} />
          ) : (
            <ListTable rows={rows} filter={filter} input={tool.input.type} />
          )}
          <SheetFoot facts={[['seed', world.seed], ['scenario', world.scenario], listFileName(list, 'csv')]}>
            {(['csv', 'json'] as const).map((format) => (
              <Button isSmall key={format} disabled={done === 0} onClick={() => saveListAs(format, list)}>
                <DownloadGlyph />
                {format === 'csv' ? texts.exportCsv : texts.exportJson}
              </Button>
            ))}
          </SheetFoot>
        </ReportSheet>
      </Stage>
    </>
  )
}
