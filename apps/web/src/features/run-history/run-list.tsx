import type { RunRecord } from '@netbox/contract'
import { findTool, type Tool } from '@netbox/core'
import { Link } from 'wouter'
import { RunWords } from '../../components/run/run-line.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { dashboardRunPath, runState } from '../../lib/share-link.ts'
import { showDay, showMinute } from '../../lib/show-time.ts'
import { runHistoryTexts } from '../../texts/run-history.ts'
import * as runLine from '../../components/run/run-line.module.css'
import * as styles from './run-history.module.css'

/** The letter of a selected run: of two runs the older one is A. */
export type Letters = ReadonlyMap<string, 'A' | 'B'>

interface RunListProps {
  readonly runs: readonly RunRecord[]
  readonly letters: Letters
  readonly onSelect: (run: RunRecord) => void
}

/** A letter in a square: outlined for A, filled for B. */
export const Letter = ({ letter }: { readonly letter: 'A' | 'B' }) => (
  <b className={letter === 'A' ? styles.letter : `${styles.letter} ${styles.filled}`} aria-hidden="true">
    {letter}
  </b>
)

const firstLine = (input: string): string => input.split('\n', 1)[0] ?? ''

const Row = ({ run, letter, onSelect }: { run: RunRecord; letter: 'A' | 'B' | undefined; onSelect: () => void }) => {
  const tool: Tool | undefined = findTool(run.tool)
  const name = tool?.name ?? run.tool
  const input = firstLine(run.input)
  return (
    <li className={letter === undefined ? undefined : styles.selected}>
      <label className={styles.rhPick}>
        <input
          type="checkbox"
          checked={letter !== undefined}
          aria-label={runHistoryTexts.select(name, input, showMinute(run.created_at))}
          onChange={onSelect}
        />
        {letter === undefined ? null : <Letter letter={letter} />}
      </label>
      <time dateTime={run.created_at}>{run.created_at.slice(11, 16)}</time>
      <span className={`${runLine.runNode} ${styles.runNode}`}>
        {run.severity === null ? <AbsentGlyph /> : <StatusGlyph severity={run.severity} />}
      </span>
      <RunWords sentence={run.sentence} tool={tool?.id} name={name} input={input} />
      <span className={styles.rhWorld}>
        <code>{run.seed}</code>
        {run.scenario === 'random' ? null : <code className={styles.scenario}>{run.scenario}</code>}
      </span>
      {run.whole ? (
        <Link
          className={styles.rhAgain}
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

const headOf = (day: string): string => {
  const today = new Date().toISOString().slice(0, 10)
  if (day === today) return runHistoryTexts.today
  const before = new Date(Date.parse(today) - 1).toISOString().slice(0, 10)
  return day === before ? runHistoryTexts.yesterday : showDay(day)
}

/** Runs by UTC day, newest first. */
export const RunList = ({ runs, letters, onSelect }: RunListProps) => {
  const days = [...new Set(runs.map(({ created_at }) => created_at.slice(0, 10)))]
  return days.map((day) => (
    <section key={day} className={styles.rhDay}>
      <h2>{headOf(day)}</h2>
      <ol>
        {runs
          .filter(({ created_at }) => created_at.startsWith(day))
          .map((run) => (
            <Row key={run.id} run={run} letter={letters.get(run.id)} onSelect={() => onSelect(run)} />
          ))}
      </ol>
    </section>
  ))
}
