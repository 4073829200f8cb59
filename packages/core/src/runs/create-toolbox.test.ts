import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ToolError } from '../errors/tool-error.ts'
import { memoryUsage } from '../plans/usage.ts'
import { fakeClock, FIXED_TIME } from '../testing/fake-clock.ts'
import { createToolbox } from './create-toolbox.ts'
import { idle, reduceRun, type RunEvent, type RunState } from './events.ts'
import type { RunOptions } from './toolbox-options.ts'

const refusal = async (promise: Promise<unknown>): Promise<ToolError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ToolError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('a run', () => {
  it('has the same fields on every surface', async () => {
    const box = createToolbox({ seed: 'k3f9', scenario: 'mx-down', at: '2026-11-20T08:00:00Z' })
    const run = await box.run('mx-record', 'example.com')
    expect(Object.keys(run)).toEqual([
      'simulated',
      'engine',
      'seed',
      'scenario',
      'at',
      'executionId',
      'tool',
      'input',
      'executionTime',
      'usage',
      'result',
      'verdict',
      'figures',
      'findings',
      'plot',
    ])
    expect(run).toMatchObject({
      simulated: true,
      engine: 'netbox-sim/3',
      seed: 'k3f9',
      scenario: 'mx-down',
      at: '2026-11-20T08:00:00.000Z',
      executionId: 'exec_1795161600000',
      tool: 'mx-record',
      input: 'example.com',
      usage: { dailyUsed: 1, dailyLimit: 100, remaining: 99 },
    })
  })

  it('has the name random for a world whose seed decides everything; none is its old name', async () => {
    const runOf = async (options: RunOptions) =>
      JSON.stringify(await createToolbox({ seed: 'k3f9', at: FIXED_TIME }).run('mx-record', 'mail.example', options))
    const run = await runOf({})
    expect(JSON.parse(run)).toMatchObject({ scenario: 'random' })
    expect(await runOf({ scenario: 'random' })).toBe(run)
    expect(await runOf({ scenario: 'none' })).toBe(run)
    const world = { domains: { 'shop.example': { scenario: 'none' } } }
    expect(JSON.parse(await runOf({ world }))).toMatchObject({
      world: { domains: { 'shop.example': { scenario: 'random' } } },
    })
  })

  it('is the same for the same seed, scenario and time, and differs for another seed', async () => {
    const run = async (seed: string) =>
      JSON.stringify(await createToolbox({ seed, at: FIXED_TIME }).run('mx-record', 'mail.example'))
    expect(await run('a')).toBe(await run('a'))
    expect(await run('a')).not.toBe(await run('b'))
  })

  it('gets a fresh seed each time without a seed, and shows it', async () => {
    const box = createToolbox()
    const seeds = await Promise.all(
      Array.from({ length: 20 }, async () => (await box.run('mx-record', 'mail.example')).seed),
    )
    expect(new Set(seeds).size).toBe(20)
    for (const seed of seeds) expect(seed).toMatch(/^[2-9a-hjkmnp-tv-z]{8}$/)
  })

  it('uses the run’s own world before the toolbox’s', async () => {
    const box = createToolbox({ seed: 'a', scenario: 'healthy', at: FIXED_TIME })
    expect(await box.run('mx-record', 'x.example', { seed: 'b', scenario: 'mx-down', at: 0 })).toMatchObject({
      seed: 'b',
      scenario: 'mx-down',
      at: '1970-01-01T00:00:00.000Z',
    })
  })

  it('shows the input in canonical form', async () => {
    expect((await createToolbox().run('mx-record', '  HTTPS://Mail.Example/a ')).input).toBe('mail.example')
  })
})

describe('refusals', () => {
  const box = createToolbox()

  it.each([
    ['a blank input', 'mx-record', ' \t', 'input_required', 'Please enter a valid domain name.'],
    ['an input of another kind', 'mx-record', '198.51.100.1', 'invalid_input', 'Please enter a valid domain name.'],
    [
      'a tool above the plan',
      'dns-diagnostic',
      'mail.example',
      'upgrade_required',
      'This tool requires a Pro or Enterprise plan.',
    ],
    ['an unknown tool', 'nslookup', 'mail.example', 'not_implemented', 'Tool nslookup not implemented yet.'],
  ])('%s: %s %s', async (_, tool, input, code, message) => {
    // Scripts without types may pass any name.
    const error = await refusal(box.run(tool as 'mx-record', input))
    expect(error).toMatchObject({ code, message })
  })

  it.each([undefined, null, 42, {}])('a missing input like a blank one: %j', async (input) => {
    expect((await refusal(box.run('mx-record', input as string))).code).toBe('input_required')
    if (input !== undefined)
      expect(box.check('mx-record', input as string)).toMatchObject({ allowed: false, code: 'input_required' })
  })

  it('a tool without a name', async () => {
    expect((await refusal(box.run(undefined as unknown as 'mx-record', 'mail.example'))).code).toBe('not_implemented')
  })

  it('checks the plan before the input’s syntax, and for an input before the plan (spec §5)', async () => {
    expect((await refusal(box.run('dns-diagnostic', '?!'))).code).toBe('upgrade_required')
    expect((await refusal(box.run('dns-diagnostic', ''))).code).toBe('input_required')
  })

  it('an unknown scenario, with the closest one', async () => {
    const error = await refusal(box.run('mx-record', 'mail.example', { scenario: 'mx-dwon' as 'mx-down' }))
    expect(error).toMatchObject({
      code: 'invalid_input',
      title: 'Unknown scenario',
      message: "There is no scenario 'mx-dwon'. Did you mean 'mx-down'?",
    })
  })

  it.each([42, '', 'x'.repeat(65), null])('a seed that is not text of 1 to 64 characters: %j', async (seed) => {
    expect((await refusal(box.run('mx-record', 'mail.example', { seed: seed as string }))).message).toBe(
      'A seed is text of 1 to 64 characters.',
    )
  })

  it.each(['yesterday', '2026', '-1', '2026-13-01', 'Infinity', '12026-01-01T00:00:00Z'])(
    'a time that can’t be read: %s',
    async (at) => {
      expect((await refusal(box.run('mx-record', 'mail.example', { at }))).title).toBe('Invalid time')
    },
  )

  it('costs nothing', async () => {
    expect(box.usage('mx-record')).toEqual({ dailyUsed: 0, dailyLimit: 100, remaining: 100 })
  })
})

describe('the options of a toolbox', () => {
  // Scripts without types may pass anything.
  const created = (options: object) => () => createToolbox(options)

  it.each([
    [{ plan: 'Pro' }, "Option 'plan' can't be 'Pro'. It must be one of 'free', 'pro', 'enterprise', or a function"],
    [{ plan: null }, "Option 'plan' can't be null. It must be one of 'free', 'pro'"],
    [{ scenaro: 'mx-down' }, "There is no option 'scenaro'. Options: plan, seed, scenario, at, world, delay"],
    [{ toString: 'x' }, "There is no option 'toString'."],
    [
      { scenario: 'mx-dwon' },
      "Option 'scenario' can't be 'mx-dwon'. It must be made of scenarios: random, healthy, mx-down",
    ],
    [{ scenario: 'healthy,mx-dwon:a.example@10:00..10:30' }, "Option 'scenario' can't be 'healthy,mx-dwon:a"],
    [{ scenario: ['mx-down'] }, "Option 'scenario' can't be mx-down."],
    [{ seed: '' }, "Option 'seed' can't be ''. It must be text of 1 to 64 characters."],
    [{ seed: 42 }, "Option 'seed' can't be 42."],
    [{ at: 'yesterday' }, "Option 'at' can't be 'yesterday'. It must be a Date, epoch milliseconds or a time like"],
    [{ at: new Date(Number.NaN) }, "Option 'at' can't be Invalid Date."],
    [{ world: 'world.yaml' }, "Option 'world' can't be 'world.yaml'. It must be an object."],
    [{ delay: 'fast' }, "Option 'delay' can't be 'fast'. It must be true or false."],
    [{ pacing: 'slow' }, "Option 'pacing' can't be 'slow'."],
    [{ usage: {} }, "Option 'usage' can't be [object Object]. It must be an object with the methods read and consume."],
    [{ clock: { now: Date.now } }, 'It must be an object with the methods now and wait.'],
    [{ surface: 'web' }, "Option 'surface' can't be 'web'."],
    [{ subject: 7 }, "Option 'subject' can't be 7. It must be text."],
  ])('refuses %j', (options, message) => {
    expect(created(options)).toThrow(expect.objectContaining({ name: 'ToolError', code: 'invalid_input' }))
    expect(created(options)).toThrow(message)
  })

  it.each([
    { plan: undefined, seed: undefined, scenario: undefined, at: undefined, world: undefined },
    { scenario: 'SPF-permerror + mx-down:shop.example' },
    { scenario: 'healthy,mx-down@10:00..10:30' },
    { at: 0, plan: () => 'pro', world: {} },
  ])('accepts %j', (options) => {
    expect(created(options)).not.toThrow()
  })

  it('accept a Date as the time', async () => {
    const box = createToolbox({ at: new Date('2026-01-01T00:00:00Z') })
    expect((await box.run('mx-record', 'mail.example')).at).toBe('2026-01-01T00:00:00.000Z')
  })

  it('refuse a plan that the function of the plan makes up, before a run has no limits', async () => {
    const box = createToolbox({ plan: () => 'Pro' as 'pro' })
    const message = "The function 'plan' returned 'Pro'. It must return one of 'free', 'pro', 'enterprise'."
    expect((await refusal(box.run('mx-record', 'mail.example'))).message).toBe(message)
    expect(() => box.check('dns-diagnostic')).toThrow(message)
    expect(() => box.usage('mx-record')).toThrow(message)
  })

  it('refuse an unknown option of a run', async () => {
    const run = createToolbox().run('mx-record', 'mail.example', { scenaro: 'mx-down' } as object)
    expect((await refusal(run)).message).toBe(
      "There is no option 'scenaro'. Options: seed, scenario, at, world, signal, onEvent.",
    )
  })
})

describe('daily limits', () => {
  it('refuses the run after the last one, with the reset time in the text', async () => {
    const full = createToolbox({ clock: fakeClock() })
    for (let run = 0; run < 100; run++) await full.run('mx-record', 'mail.example')
    expect(full.usage('mx-record')).toEqual({ dailyUsed: 100, dailyLimit: 100, remaining: 0 })
    const error = await refusal(full.run('mx-record', 'mail.example'))
    expect(error).toMatchObject({
      code: 'daily_limit_reached',
      title: 'Access restricted',
      message:
        'Daily limit reached: 100 runs of MX Record per day on the Free plan. Resets at 00:00 UTC. Choose a plan with ' +
        'createToolbox({ plan }), or use fixedWorld() of @netbox/core/testing in tests: it has the highest limits.',
    })
    expect((await full.run('ping-test', '198.51.100.1')).usage.dailyUsed).toBe(1)
  })

  it.each(['home', 'dashboard', 'command', 'api'] as const)(
    'mentions no option of the library on the surface %s',
    async (surface) => {
      const box = createToolbox({ clock: fakeClock(), surface })
      for (let run = 0; run < 25; run++) await box.run('traceroute', '198.51.100.1')
      expect((await refusal(box.run('traceroute', '198.51.100.1'))).message).toBe(
        'Daily limit reached: 25 runs of Traceroute per day on the Free plan. Resets at 00:00 UTC.',
      )
    },
  )

  it('grants exactly five of twenty concurrent runs when five remain', async () => {
    const box = createToolbox({ clock: fakeClock() })
    for (let run = 0; run < 45; run++) await box.run('ping-test', '198.51.100.1')
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => box.run('ping-test', '198.51.100.1')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(box.usage('ping-test').remaining).toBe(0)
  })

  it('starts again at midnight UTC, not before', async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1, 23, 59, 59, 999))
    const box = createToolbox({ clock })
    for (let run = 0; run < 50; run++) await box.run('ping-test', '198.51.100.1')
    expect((await refusal(box.run('ping-test', '198.51.100.1'))).code).toBe('daily_limit_reached')
    clock.advance(1)
    expect((await box.run('ping-test', '198.51.100.1')).usage.dailyUsed).toBe(1)
  })

  it('counts aliases and ids as one tool', async () => {
    const box = createToolbox()
    await box.run('mx' as 'mx-record', 'mail.example')
    expect(box.usage('mx-record').dailyUsed).toBe(1)
  })

  it('never refuses on an unlimited plan, and still counts', async () => {
    const box = createToolbox({ plan: 'enterprise' })
    for (let run = 0; run < 150; run++) await box.run('mx-record', 'mail.example')
    expect(box.usage('mx-record')).toEqual({ dailyUsed: 150, dailyLimit: -1, remaining: -1 })
  })

  it('uses a plan that changes', async () => {
    let plan: 'free' | 'pro' = 'free'
    const box = createToolbox({ plan: () => plan })
    expect(box.check('dns-diagnostic').allowed).toBe(false)
    plan = 'pro'
    expect(box.check('dns-diagnostic')).toEqual({ allowed: true })
    expect(box.usage('mx-record').dailyLimit).toBe(1000)
  })

  it('works with an asynchronous store', async () => {
    const memory = memoryUsage()
    const box = createToolbox({
      usage: { read: async (key) => memory.read(key), consume: async (key, limit) => memory.consume(key, limit) },
    })
    await box.run('mx-record', 'mail.example')
    expect(await box.usage('mx-record')).toEqual({ dailyUsed: 1, dailyLimit: 100, remaining: 99 })
  })

  it('never shows less than none remaining, in any order of runs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('traceroute', 'tcp-port-test', 'spf-generator'), { maxLength: 80 }),
        async (order) => {
          const box = createToolbox({ clock: fakeClock() })
          const inputs = {
            traceroute: '198.51.100.1',
            'tcp-port-test': 'shop.example:443',
            'spf-generator': 'mail.example mx -all',
          } as const
          for (const tool of order) {
            const run = await box.run(tool, inputs[tool]).catch(() => undefined)
            const { dailyUsed, dailyLimit, remaining } = box.usage(tool)
            expect(remaining).toBe(Math.max(0, dailyLimit - dailyUsed))
            expect(dailyUsed).toBeLessThanOrEqual(dailyLimit)
            if (run !== undefined) expect(run.usage).toEqual({ dailyUsed, dailyLimit, remaining })
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('the events of a run', () => {
  const record = (events: RunEvent[]) => (event: RunEvent) => void events.push(event)

  it('have the progress steps of the home page: 10, 25, 50, 75, 90, 100 in 2.9 s', async () => {
    const clock = fakeClock()
    const events: RunEvent[] = []
    await createToolbox({ clock, delay: true }).run('mx-record', 'mail.example', { onEvent: record(events) })
    const progress = events.flatMap((event) =>
      event.type === 'progress' ? [[event.at - FIXED_TIME, event.progress]] : [],
    )
    expect(progress).toEqual([
      [0, 10],
      [500, 25],
      [1300, 50],
      [2300, 75],
      [2900, 90],
      [2900, 100],
    ])
    expect(events.map(({ type }) => type).filter((type) => type !== 'log' && type !== 'progress')).toEqual([
      'started',
      'succeeded',
    ])
  })

  it('have the progress steps of the dashboard: 15 more every 300 ms, never above 90 before the end', async () => {
    const clock = fakeClock()
    const events: RunEvent[] = []
    const run = await createToolbox({ clock, delay: true, pacing: 'dashboard' }).run('ping-test', '198.51.100.1', {
      onEvent: record(events),
    })
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []))
    const [first, ...waiting] = progress.slice(0, -1)
    expect(first).toBe(0)
    const ticks = Math.floor(run.executionTime / 300)
    expect(waiting.slice(0, ticks)).toEqual(Array.from({ length: ticks }, (_, index) => Math.min(90, (index + 1) * 15)))
    expect(progress.at(-1)).toBe(100)
    expect(clock.now() - FIXED_TIME).toBe(run.executionTime)
  })

  it('come at once without the delay, and take no time', async () => {
    const clock = fakeClock()
    const events: RunEvent[] = []
    await createToolbox({ clock }).run('mx-record', 'mail.example', { onEvent: record(events) })
    expect(clock.now()).toBe(FIXED_TIME)
    expect(events.at(-1)?.type).toBe('succeeded')
  })

  it('end with an error line and a failure when the run is cancelled, which costs nothing', async () => {
    const controller = new AbortController()
    const events: RunEvent[] = []
    const box = createToolbox({ clock: fakeClock(), delay: true })
    const stopAtHalf = (event: RunEvent) => {
      events.push(event)
      if (event.type === 'progress' && event.progress === 50) controller.abort()
    }
    const error = await refusal(
      box.run('mx-record', 'mail.example', { signal: controller.signal, onEvent: stopAtHalf }),
    )
    expect(error.code).toBe('aborted')
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['log', 'failed'])
    expect(events.at(-2)).toMatchObject({ level: 'error' })
    expect(box.usage('mx-record').dailyUsed).toBe(0)
  })

  it('do not start if the signal was aborted before', async () => {
    const error = await refusal(createToolbox().run('mx-record', 'mail.example', { signal: AbortSignal.abort() }))
    expect(error.code).toBe('aborted')
  })

  it('turn an error of the store into a failed run with the spec’s text', async () => {
    const events: RunEvent[] = []
    const box = createToolbox({
      usage: {
        read: () => 0,
        consume: () => {
          throw new Error('disk gone')
        },
      },
    })
    const error = await refusal(box.run('mx-record', 'mail.example', { onEvent: record(events) }))
    expect(error).toMatchObject({
      code: 'failed',
      title: 'Execution failed',
      message: 'An error occurred during tool execution.',
    })
    expect((error.cause as Error).message).toBe('disk gone')
    expect(events.at(-1)?.type).toBe('failed')
  })

  it('show the dashboard why a run failed, in its log and as its error', async () => {
    const events: RunEvent[] = []
    const box = createToolbox({
      surface: 'dashboard',
      usage: {
        read: () => 0,
        consume: () => {
          throw new Error('disk gone')
        },
      },
    })
    const error = await refusal(box.run('mx-record', 'mail.example', { onEvent: record(events) }))
    expect(error).toMatchObject({ code: 'failed', title: 'Execution failed', message: 'disk gone' })
    expect(events.at(-2)).toMatchObject({ type: 'log', level: 'error', text: 'Execution failed: disk gone' })
    const state = events.reduce<RunState>(reduceRun, idle)
    expect(state).toMatchObject({ phase: 'failed', isLoading: false, run: null, error: { message: 'disk gone' } })
  })

  it('wait in real time with the machine’s clock, and stop waiting when cancelled', async () => {
    const controller = new AbortController()
    const running = createToolbox({ delay: true }).run('mx-record', 'mail.example', {
      signal: controller.signal,
      onEvent: ({ type }) => type === 'started' && controller.abort(),
    })
    expect((await refusal(running)).code).toBe('aborted')
  })
})
