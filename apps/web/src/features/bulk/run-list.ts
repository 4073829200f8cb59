import {
  type Clock,
  dailyLimitReached,
  idle,
  reduceRun,
  type Refusal,
  type RunEvent,
  type RunState,
  systemClock,
  ToolError,
  usageOf,
} from '@netbox/core'
import { ANONYMOUS, localUsage } from '../../lib/runs/local-usage.ts'
import { performRun, type Runner } from '../../components/run/perform-run.ts'
import { sharedWorld } from '../../components/run/read-world.ts'
import type { ChosenWorld, RunOrder } from '../../lib/world/world.ts'
import { currentSession } from '../../lib/session/session.ts'
import { keepRun } from '../../lib/runs/keep-runs.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { AT_ONCE, bulkList, lists, type Row, WITH_STEPS } from './list.ts'

const stoppedBy: Refusal = { code: 'aborted', title: texts.stopped, message: texts.stoppedLine }

const lineAfter = (line: Pick<Row, 'line' | 'input'>, outcome: Awaited<ReturnType<typeof performRun>>): Row => {
  if (outcome.error === undefined) return { ...line, state: 'done', run: outcome.run }
  const { error } = outcome
  if (error.code === 'aborted') return { ...line, state: 'not-run', error: stoppedBy }
  if (error.code === 'daily_limit_reached') return { ...line, state: 'not-run', error }
  return { ...line, state: error.code === 'failed' ? 'failed' : 'refused', error }
}

// The longest time in which the page doesn't respond, in milliseconds: a frame.
const FRAME = 16

/**
 * Creates the clock of the lines after the first, which run without the pauses of a single run. A timer for each step would take four
 * milliseconds (HTML standard, section 8.6), so all lines share one timer for each frame.
 */
const quickClock = (): Clock => {
  let last = 0
  let pause: Promise<void> | undefined
  const nextTask = async (): Promise<void> => {
    await systemClock.wait(0)
    last = performance.now()
    pause = undefined
  }
  return {
    now: () => systemClock.now(),
    wait: async (_time, signal) => {
      if (pause === undefined && performance.now() - last < FRAME) return
      pause ??= nextTask()
      await pause
      // Rejects at once.
      if (signal?.aborted === true) await systemClock.wait(0, signal)
    },
  }
}

/**
 * Runs the lines that have not started, and reports each change of a row: the first ones with the steps of a single run, so that the page
 * shows what a run does, and all others as fast as the browser can.
 */
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
  const work = async (following: Runner, most: number): Promise<void> => {
    for (let count = 0; count < most && !signal.aborted && isSame() && mayStart(); count++) {
      const at = rows.findIndex(({ state }) => state === 'waiting')
      const row = rows[at]
      if (row === undefined) return
      const { line, input } = row
      let state: RunState = idle
      const onEvent = (event: RunEvent): void => {
        state = reduceRun(state, event)
        if (following === runner) set(at, { line, input, state: 'running', progress: state.progress })
      }
      set(at, { line, input, state: 'running' })
      const outcome = await performRun(following, { ...order, input }, { signal, onEvent })
      if (outcome.error === undefined) keepRun(outcome.run, subject)
      set(at, lineAfter({ line, input }, outcome))
    }
  }
  await Promise.all(Array.from({ length: WITH_STEPS }, async () => work(runner, 1)))
  const quick = { ...runner, clock: quickClock() }
  await Promise.all(Array.from({ length: AT_ONCE }, async () => work(quick, Infinity)))
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
    // Many lines end at once. The page shows them together, a few times a second.
    let timer: ReturnType<typeof setTimeout> | undefined
    const tellSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        tell(true)
      }, 100)
    }
    const ended = runWaiting(rows, { runner, order, signal }, tellSoon)
    // The first lines have begun.
    tell(true)
    await ended
    clearTimeout(timer)
    tell(false)
    return undefined
  } catch (error) {
    if (error instanceof ToolError) return { code: error.code, title: error.title, message: error.message }
    throw error
  }
}
