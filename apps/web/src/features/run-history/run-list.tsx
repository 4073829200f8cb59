import type { DayOfRuns, RunRecord } from '@netbox/contract'
import { findTool, type Tool } from '@netbox/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { nameDay, RunNode, RunWords, SeverityBar } from '../../components/run/run-line.tsx'
import { Letter, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { dashboardRunPath, runState } from '../../lib/runs/run-links.ts'
import { countSeverities, inLists } from '../../lib/runs/run-lists.ts'
import { showMinute } from '../../lib/page/time.ts'
import { runHistoryTexts } from '../../texts/run-history.ts'
import { runListTexts } from '../../texts/run-list.ts'

const HEIGHT = 84
const ROOM = 24

interface DayBarsProps {
  readonly days: readonly DayOfRuns[]
  readonly chosen: string | undefined
  readonly onChoose: (day: string | undefined) => void
}

const Bar = ({ runs, most }: { readonly runs: number; readonly most: number }) => {
  const height = runs === 0 ? 1.5 : Math.max(2, (runs / most) * (HEIGHT - ROOM))
  return (
    <svg className="block fill-signal" width="100%" height={HEIGHT} aria-hidden="true">
      <rect
        className={runs === 0 ? 'fill-rule-2' : undefined}
        x="22%"
        width="56%"
        y={HEIGHT - height}
        height={height}
      />
    </svg>
  )
}

const CHOSEN =
  'aria-pressed:border-b-4 aria-pressed:border-signal aria-pressed:bg-signal-wash aria-pressed:font-medium aria-pressed:text-ink forced-colors:aria-pressed:outline-2'

/** The runs of each day as bars, one of which can be chosen. A day with a critical run is marked. */
export const DayBars = ({ days, chosen, onChoose }: DayBarsProps) => {
  const most = Math.max(1, ...days.map(({ runs }) => runs))
  return (
    <figure className="my-6">
      <figcaption className="mb-1.5 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-ui text-ink-2">
        <b className="font-display text-base font-medium text-ink">Fig. 1</b> {runHistoryTexts.days}
        <span className="quiet ml-auto">{runHistoryTexts.daysHint}</span>
      </figcaption>
      <ol className="grid grid-cols-[repeat(30,minmax(0,1fr))] border-b-2 border-ink max-md:grid-cols-[repeat(14,minmax(0,1fr))] max-[380px]:grid-cols-[repeat(10,minmax(0,1fr))]">
        {days.map(({ day, runs, worst }) => (
          <li key={day} className="max-md:nth-[-n+16]:hidden max-[380px]:nth-[-n+20]:hidden">
            <button
              type="button"
              className={`relative block w-full border-0 bg-transparent p-0 font-mono text-xs text-ink-2 hover:bg-tint ${CHOSEN}`}
              aria-pressed={day === chosen}
              aria-label={runHistoryTexts.day(day, runs, worst)}
              onClick={() => onChoose(day === chosen ? undefined : day)}
            >
              <span className="absolute inset-x-0 top-0.5 grid place-items-center [&>svg]:size-3.5">
                {worst === 'critical' ? <StatusGlyph severity="critical" /> : null}
              </span>
              <Bar runs={runs} most={most} />
              <span className="block py-1 leading-ui">{Number(day.slice(8))}</span>
            </button>
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** The letter of a selected run: of two runs the older one is A. */
export type Letters = ReadonlyMap<string, 'A' | 'B'>

interface RunListProps {
  readonly runs: readonly RunRecord[]
  readonly letters: Letters
  readonly onSelect: (run: RunRecord) => void
}

/** Returns the first line of an input. */
export const firstLine = (input: string): string => input.split('\n', 1)[0] ?? ''

const ROW =
  'grid grid-cols-[72px_54px_34px_minmax(0,1fr)_minmax(0,250px)_64px] items-start py-3 pr-3 max-md:grid-cols-[44px_28px_minmax(0,1fr)_auto] max-md:gap-x-1.5'

// A list has no box to select it; otherwise, its columns are the columns of a run.
const LIST_ROW = `${ROW} no-marker shows-hides border-b border-rule
  after:col-start-6 after:justify-self-end after:py-0.5 after:text-ui
  [&>time]:col-start-2
  max-md:after:col-start-4 max-md:after:row-start-2 max-md:[&>time]:col-start-4 max-md:[&>time]:row-start-1
  max-md:[&>span]:col-start-2 max-md:[&>span]:row-start-1 max-md:[&>span]:before:hidden
  max-md:[&>div]:col-start-3 max-md:[&>div]:row-span-2 max-md:[&>div]:row-start-1`

const Row = ({ run, letter, onSelect }: { run: RunRecord; letter: 'A' | 'B' | undefined; onSelect: () => void }) => {
  const tool: Tool | undefined = findTool(run.tool)
  const name = tool?.name ?? run.tool
  const input = firstLine(run.input)
  return (
    <li
      className={`${ROW} border-b border-rule ${letter === undefined ? '' : 'bg-signal-wash outline-2 -outline-offset-2 outline-signal'}`}
    >
      <label className="inline-flex min-h-6 min-w-6 items-center gap-2 pl-3 max-md:row-span-2 max-md:flex-col max-md:pl-1">
        <input
          className="m-0 size-4.5 accent-signal"
          type="checkbox"
          checked={letter !== undefined}
          aria-label={runHistoryTexts.select(name, input, showMinute(run.created_at))}
          onChange={onSelect}
        />
        {letter === undefined ? null : <Letter letter={letter} />}
      </label>
      <time className="font-mono text-sm text-ink-3 max-md:col-start-4 max-md:row-start-1" dateTime={run.created_at}>
        {run.created_at.slice(11, 16)}
      </time>
      <RunNode className="max-md:col-start-2 max-md:row-start-1 max-md:before:hidden" severity={run.severity} />
      <RunWords
        className="max-md:col-start-3 max-md:row-start-1"
        sentence={run.sentence}
        tool={tool?.id}
        name={name}
        input={input}
      />
      <span className="flex flex-wrap justify-end gap-x-2 gap-y-1 text-sm text-ink-2 wrap-anywhere max-md:col-start-3 max-md:row-start-2 max-md:mt-0.5 max-md:justify-start">
        <code>{run.seed}</code>
        {run.scenario === 'random' ? null : <code className="border border-rule-2 px-1.5">{run.scenario}</code>}
      </span>
      {run.whole ? (
        <Link
          className="justify-self-end py-0.5 text-ui max-md:col-start-4 max-md:row-start-2"
          href={dashboardRunPath(run)}
          state={runState(run)}
          aria-label={runHistoryTexts.replayOf(name, input)}
        >
          {runHistoryTexts.replay}
        </Link>
      ) : null}
    </li>
  )
}

interface ListRowProps {
  /** The runs of the list, newest first. */
  readonly runs: readonly [RunRecord, ...RunRecord[]]
  /** The rows of the runs. */
  readonly children: ReactNode
}

/** The runs of one list as one row, which opens to the runs. */
const ListRow = ({ runs, children }: ListRowProps) => {
  const [{ tool: id, created_at: at }] = runs
  const tool: Tool | undefined = findTool(id)
  const counts = countSeverities(runs)
  return (
    <li>
      <details className="group">
        <summary className={LIST_ROW}>
          <time className="font-mono text-sm text-ink-3" dateTime={at}>
            {at.slice(11, 16)}
          </time>
          <RunNode severity={counts[0]?.[0] ?? null} />
          <RunWords
            sentence={runListTexts.sentence(runs.length, counts)}
            tool={tool?.id}
            name={tool?.name ?? id}
            input={runListTexts.runs(runs.length)}
          >
            <SeverityBar counts={counts} />
          </RunWords>
        </summary>
        <ol className="border-b border-rule bg-well">{children}</ol>
      </details>
    </li>
  )
}

/** Runs by UTC day, newest first. The runs of one list are one row. */
export const RunList = ({ runs, letters, onSelect }: RunListProps) => {
  const rowOf = (run: RunRecord) => (
    <Row key={run.id} run={run} letter={letters.get(run.id)} onSelect={() => onSelect(run)} />
  )
  const days = [...new Set(runs.map(({ created_at }) => created_at.slice(0, 10)))]
  return days.map((day) => (
    <section key={day} className="mt-6">
      <h2 className="border-b-2 border-ink pb-2 text-lg">{nameDay(day)}</h2>
      <ol>
        {inLists(
          runs.filter(({ created_at }) => created_at.startsWith(day)),
          (run) => (run.whole ? run : undefined),
        ).map((list) =>
          list.length === 1 ? (
            rowOf(list[0])
          ) : (
            <ListRow key={list[0].id} runs={list}>
              {list.map(rowOf)}
            </ListRow>
          ),
        )}
      </ol>
    </section>
  ))
}
