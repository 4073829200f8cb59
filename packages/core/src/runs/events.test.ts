import { describe, expect, it } from 'vitest'
import { fakeClock, FIXED_TIME } from '../testing/fake-clock.ts'
import { fixedWorld } from '../testing/fixed-world.ts'
import { createToolbox } from './create-toolbox.ts'
import { idle, logTime, reduceRun, type RunEvent, type RunState } from './events.ts'

const fold = (events: readonly RunEvent[]): RunState => events.reduce<RunState>(reduceRun, idle)

const eventsOf = async (tool: 'mx-record', input: string): Promise<RunEvent[]> => {
  const events: RunEvent[] = []
  await fixedWorld().run(tool, input, { onEvent: (event) => events.push(event) })
  return events
}

describe('the run reducer', () => {
  it('folds the events of a run into loading, progress, log and result', async () => {
    const events = await eventsOf('mx-record', 'mail.example')
    const states = events.map((_, index) => fold(events.slice(0, index + 1)))
    expect(states[0]).toMatchObject({ phase: 'running', isLoading: true, progress: 0, run: null })
    expect(states.at(-1)).toMatchObject({ phase: 'succeeded', isLoading: false, progress: 100, error: null })
    expect(states.at(-1)?.run?.tool).toBe('mx-record')
    expect(states.at(-1)?.log.length).toBeGreaterThanOrEqual(5)
  })

  it('shows the result, the execution time and the usage of a run that succeeded', async () => {
    const { isLoading, progress, run, error } = fold(await eventsOf('mx-record', 'mail.example'))
    expect({ isLoading, progress, error }).toEqual({ isLoading: false, progress: 100, error: null })
    expect(run?.result).toMatchObject({ domain: 'mail.example' })
    expect(run?.executionTime).toBeGreaterThanOrEqual(400)
    expect(run?.executionTime).toBeLessThanOrEqual(5000)
    expect(run?.usage).toEqual({ dailyUsed: 1, dailyLimit: -1, remaining: -1 })
  })

  it('stamps every line of the log with its time, in order', async () => {
    const clock = fakeClock()
    const box = createToolbox({ clock, delay: true, seed: 'k3f9' })
    const events: RunEvent[] = []
    await box.run('mx-record', 'mail.example', { onEvent: (event) => events.push(event) })
    const { log } = fold(events)
    const times = log.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect([times[0], times.at(-1)]).toEqual([FIXED_TIME, FIXED_TIME + 2900])
    expect(log.map(({ at }) => logTime(at))[0]).toBe('00:00:00.000')
    expect(log.filter(({ text }) => text === '')).toEqual([])
  })

  it('clears the result and the error of the previous run when a run starts', async () => {
    const done = fold(await eventsOf('mx-record', 'mail.example'))
    const again = reduceRun(done, {
      type: 'started',
      at: 1,
      executionId: 'exec_1',
      tool: 'mx-record',
      input: 'x.example',
    })
    expect(again).toEqual({ ...idle, phase: 'running', isLoading: true, executionId: 'exec_1' })
  })

  it('keeps the progress when a run fails, and shows the error', () => {
    const error = {
      code: 'failed',
      title: 'Execution failed',
      message: 'An error occurred during tool execution.',
    } as const
    const state = fold([
      { type: 'progress', at: 1, progress: 50 },
      { type: 'failed', at: 2, error },
    ])
    expect(state).toMatchObject({ phase: 'failed', isLoading: false, progress: 50, error })
  })

  it('mutates no state', async () => {
    const frozen = Object.freeze({ ...idle, log: Object.freeze([]) })
    expect(() => reduceRun(frozen, { type: 'log', at: 1, text: 'a line', level: 'info' })).not.toThrow()
    expect(frozen.log).toEqual([])
  })

  it('writes the time of a log line in UTC with milliseconds', () => {
    expect(logTime(Date.UTC(2026, 10, 20, 8, 14, 2, 118))).toBe('08:14:02.118')
  })
})
