import { dailyLimitReached, type Refusal, ToolError, usageOf } from '@netbox/core'
import { ANONYMOUS, localUsage } from '../../lib/runs/local-usage.ts'
import { performRun, type Runner } from '../../components/run/perform-run.ts'
import { sharedWorld } from '../../components/run/read-world.ts'
import type { ChosenWorld, RunOrder } from '../../lib/world/world.ts'
import { currentSession } from '../../lib/session/session.ts'
import { keepRun } from '../../lib/runs/keep-runs.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { AT_ONCE, bulkList, lists, type Row } from './list.ts'

const stoppedBy: Refusal = { code: 'aborted', title: texts.stopped, message: texts.stoppedLine }

const lineAfter = (line: Pick<Row, 'line' | 'input'>, outcome: Awaited<ReturnType<typeof performRun>>): Row => {
  if (outcome.error === undefined) return { ...line, state: 'done', run: outcome.run }
  const { error } = outcome
  if (error.code === 'aborted') return { ...line, state: 'not-run', error: stoppedBy }
  if (error.code === 'daily_limit_reached') return { ...line, state: 'not-run', error }
  return { ...line, state: error.code === 'failed' ? 'failed' : 'refused', error }
}

/** Runs the lines that have not started, a few at a time, and reports each change of a row. */
const runWaiting = async (
  rows: Row[],
  { runner, order, signal }: { runner: Runner; order: Omit<RunOrder, 'input'>; signal: AbortSignal },
  onChange: () => void,
): Promise<void> => {
  const { tool, plan, subject } = runner
  const limit = tool.limits[plan]
  const isSame = (): boolean => (currentSession().user?.id ?? ANONYMOUS) === subject
  const mayStart = (): boolean => {
    const day = new Date().toISOString().slice(0, 10)
    const { remaining } = usageOf(localUsage.read({ subject, tool: tool.id, day }), limit)
    // Running lines don't count yet: they are counted when they end.
    return remaining < 0 || rows.filter(({ state }) => state === 'running').length < remaining
  }
  const set = (at: number, row: Row): void => {
    rows[at] = row
    onChange()
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted && isSame() && mayStart()) {
      const at = rows.findIndex(({ state }) => state === 'waiting')
      const row = rows[at]
      if (row === undefined) return
      const { line, input } = row
      set(at, { line, input, state: 'running' })
      const outcome = await performRun(runner, { ...order, input }, { signal, onEvent: () => undefined })
      if (outcome.error === undefined) keepRun(outcome.run, subject)
      set(at, lineAfter({ line, input }, outcome))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const error = signal.aborted || !isSame() ? stoppedBy : dailyLimitReached(tool.name, plan, limit)
  for (const [at, { line, input, state }] of rows.entries())
    if (state === 'waiting') rows[at] = { line, input, state: 'not-run', error }
}

/**
 * Runs a tool for each line of a list that has not started, with the page's delays. The runs are counted and recorded like single runs.
 * Lines beyond the daily limit stay 'not run'. If the list can't start, returns the reason.
 */
export const runList = async (
  runner: Runner,
  { text, rows: initial, world }: { text: string; rows: readonly Row[]; world: ChosenWorld },
): Promise<Refusal | undefined> => {
  const signal = lists.begin()
  const rows = [...initial]
  try {
    const order = sharedWorld(world)
    const startedAt = Date.now()
    const tell = (isRunning: boolean): void => {
      if (lists.isLast(signal))
        bulkList.set({ tool: runner.tool.id, text, rows: [...rows], isRunning, startedAt, world: order })
    }
    tell(true)
    await runWaiting(rows, { runner, order, signal }, () => tell(true))
    tell(false)
    return undefined
  } catch (error) {
    if (error instanceof ToolError) return { code: error.code, title: error.title, message: error.message }
    throw error
  }
}
