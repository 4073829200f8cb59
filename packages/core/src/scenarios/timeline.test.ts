import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolbox } from '../runs/create-toolbox.ts'
import { openWorld } from '../runs/open-world.ts'
import { fakeClock, FIXED_TIME } from '../testing/fake-clock.ts'
import { tools } from '../tools/index.ts'
import { DAY, MINUTE, SECOND } from '../foundation/units.ts'
import { isoTime } from '../foundation/time.ts'
import { scenarios, type ScenarioText } from './index.ts'
import { isTimeline, readScenario, readTimeline, scenarioAt } from './timeline.ts'

const names = fc.constantFrom(...scenarios.map(({ name }) => name))
const seeds = fc.string({ minLength: 1, maxLength: 12 })
const dayTime = fc.integer({ min: 0, max: DAY / SECOND - 1 }).map((seconds) => seconds * SECOND)
const instants = fc
  .integer({ min: 0, max: Date.parse('2090-01-01T00:00:00Z') / SECOND })
  .map((seconds) => seconds * SECOND)
const clockOf = (time: number) => isoTime(time).slice(11, 19)
const instantOf = (time: number) => `${isoTime(time).slice(0, 19)}Z`

const messageOf = (text: string): string => {
  try {
    return readTimeline(text).text
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

describe('a timeline', () => {
  it('is read and written in one canonical form', () => {
    expect(readTimeline(' MX-Down@10:00..10:30 ').text).toBe('mx-down@10:00..10:30')
    expect(readTimeline('random, catch-all@23:30:05..00:10:00').text).toBe('catch-all@23:30:05..00:10')
    expect(readTimeline('healthy,mx-down@2026-01-01t10:00:00z..2026-01-01T10:30:30Z').text).toBe(
      'healthy,mx-down@2026-01-01T10:00Z..2026-01-01T10:30:30Z',
    )
    expect(readTimeline('mx-down@12:00..13:00,block-listed@08:00..09:00').text).toBe(
      'block-listed@08:00..09:00,mx-down@12:00..13:00',
    )
  })

  it('reads the timeline that it writes, for any windows', () => {
    const daily = fc
      .tuple(names, dayTime, dayTime)
      .filter(([, from, to]) => from !== to)
      .map(([name, from, to]) => `${name}@${clockOf(from)}..${clockOf(to)}`)
    const once = fc
      .tuple(names, instants, fc.integer({ min: 1, max: 10 * 86_400 }))
      .map(([name, from, length]) => `${name}@${instantOf(from)}..${instantOf(from + length * SECOND)}`)
    fc.assert(
      fc.property(fc.option(names), fc.oneof(daily, once), (base, window) => {
        const read = readTimeline(base === null ? window : `${base},${window}`)
        expect(readTimeline(read.text)).toEqual(read)
        expect(read.base).toBe(base ?? 'random')
      }),
    )
  })

  it('applies from its start to its end, without the end itself, every day or once', () => {
    const daily = 'mx-down@10:00..10:30'
    const start = Date.parse('2026-03-05T10:00:00Z')
    expect([start - 1, start, start + 30 * MINUTE - 1, start + 30 * MINUTE].map((at) => scenarioAt(daily, at))).toEqual(
      ['random', 'mx-down', 'mx-down', 'random'],
    )
    expect(scenarioAt(daily, start + DAY)).toBe('mx-down')
    const once = 'healthy,mx-down@2026-03-05T10:00Z..2026-03-05T10:30Z'
    expect([start - 1, start, start + 30 * MINUTE - 1, start + 30 * MINUTE].map((at) => scenarioAt(once, at))).toEqual([
      'healthy',
      'mx-down',
      'mx-down',
      'healthy',
    ])
    expect(scenarioAt(once, start + DAY)).toBe('healthy')
  })

  it('may span midnight', () => {
    const at = (text: string) => scenarioAt('mx-down@23:30..00:30', Date.parse(`2026-03-05T${text}Z`))
    expect([at('23:29:59'), at('23:30:00'), at('00:00:00'), at('00:29:59'), at('00:30:00')]).toEqual([
      'random',
      'mx-down',
      'mx-down',
      'mx-down',
      'random',
    ])
  })

  it('with several windows has one scenario at every instant: the scenario of the window, else the base', () => {
    // Sorted boundaries make windows that never overlap within a day, and gaps between them.
    const bounds = fc
      .uniqueArray(dayTime, { minLength: 4, maxLength: 4 })
      .map((times) => times.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(bounds, names, names, names, dayTime, ([a = 0, b = 1, c = 2, d = 3], one, two, base, at) => {
        const text = `${base},${one}@${clockOf(a)}..${clockOf(b)},${two}@${clockOf(c)}..${clockOf(d)}`
        const expected = at >= a && at < b ? one : at >= c && at < d ? two : base
        expect(scenarioAt(text, FIXED_TIME + at)).toBe(expected)
      }),
    )
  })

  it.each([
    ['mx-dwn@10:00..10:30', "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?"],
    ['mx-dwn,mx-down@10:00..10:30', "There is no scenario 'mx-dwn'. Did you mean 'mx-down'?"],
    ['mx-down@10:00', "'mx-down@10:00' is not a part of a timeline."],
    ['mx-down@25:00..26:00', "'mx-down@25:00..26:00' is not a part of a timeline."],
    ['mx-down@10:00..2026-01-01T10:00Z', 'is not a part of a timeline.'],
    ['mx-down@2026-02-30T10:00Z..2026-03-01T10:00Z', 'is not a part of a timeline.'],
    ['mx-down@2026-01-01T10:00..2026-01-01T11:00', 'is not a part of a timeline.'],
    ['@10:00..10:30', "'@10:00..10:30' is not a part of a timeline."],
    ['mx-down@10:00..10:30,', 'A part of the timeline is empty.'],
    [',mx-down@10:00..10:30', 'A part of the timeline is empty.'],
    ['mx-down@10:00..10:00', 'ends before or when it begins.'],
    ['mx-down@2026-01-01T11:00Z..2026-01-01T10:00Z', 'ends before or when it begins.'],
    ['mx-down@10:00..10:30,healthy', "'healthy' has no times. Only the first part of a timeline may have none"],
    ['mx-down,cert-expired', 'Faults at the same time combine with +: mx-down+cert-expired.'],
    ['random,healthy,mx-down@10:00..10:30', "'healthy' has no times."],
    ['mx-down@10:00..11:00,block-listed@10:59..12:00', 'mx-down@10:00..11:00 and block-listed@10:59..12:00 overlap.'],
    ['mx-down@10:00..11:00,mx-down@10:00..11:00', 'overlap. Only one fault applies at a time'],
    ['mx-down@23:00..01:00,block-listed@00:30..02:00', 'overlap.'],
    ['mx-down@10:00..11:00,block-listed@2026-01-01T10:59Z..2026-01-01T12:00Z', 'overlap.'],
    ['mx-down@10:00..11:00,block-listed@2026-01-01T11:00Z..2026-01-02T11:00Z', 'overlap.'],
    ['mx-down@2026-01-01T09:00Z..2026-01-01T10:00Z,block-listed@2026-01-01T09:30Z..2026-01-01T09:40Z', 'overlap.'],
    [`mx-down@10:00..${'1'.repeat(300)}`, 'A scenario is text of at most 255 characters.'],
  ])('refuses %s', (text, message) => {
    expect(messageOf(text)).toContain(message)
    expect(() => readScenario(text)).toThrow(message)
    expect(() => openWorld({ scenario: text as ScenarioText }, () => 0)).toThrow(message)
  })

  it('accepts adjacent windows: the first ends where the next begins', () => {
    const text = 'mx-down@10:00..11:00,block-listed@11:00..12:00'
    expect(readTimeline(text).text).toBe(text)
    expect(scenarioAt(text, Date.parse('2026-01-01T11:00:00Z'))).toBe('block-listed')
  })

  it('is distinguished from the name of a scenario', () => {
    expect(scenarios.filter(({ name }) => isTimeline(name))).toEqual([])
    expect(isTimeline('mx-down@10:00..10:30')).toBe(true)
    expect(() => scenarioAt('mx-dwn', 0)).toThrow("Did you mean 'mx-down'?")
  })
})

describe('a run with a timeline', () => {
  const window = 'mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z'
  const [from, to] = [Date.parse('2026-01-01T10:00:00Z'), Date.parse('2026-01-01T10:30:00Z')]
  const anyTool = fc.constantFrom(...tools)
  const runOf = async (
    { id, placeholder }: (typeof tools)[number],
    seed: string,
    scenario: ScenarioText,
    at: number,
  ) => {
    const { scenario: said, ...run } = await createToolbox({ plan: 'enterprise' }).run(id, placeholder, {
      seed,
      scenario,
      at,
    })
    return { said, bytes: JSON.stringify(run) }
  }

  it('equals the run of its base outside the windows and the run of the fault inside, byte for byte', async () => {
    const times = fc.oneof(
      fc.integer({ min: from, max: to - 1 }),
      fc.integer({ min: to, max: to + 90 * DAY }),
      fc.integer({ min: 0, max: from - 1 }),
      fc.constantFrom(from - 1, from, to - 1, to),
    )
    await fc.assert(
      fc.asyncProperty(anyTool, seeds, names, names, times, async (tool, seed, base, fault, at) => {
        const text = readTimeline(`${base},${window.replace('mx-down', fault)}`).text
        const expected = await runOf(tool, seed, at >= from && at < to ? fault : base, at)
        const { said, bytes } = await runOf(tool, seed, text, at)
        expect(bytes).toBe(expected.bytes)
        expect(said).toBe(text)
      }),
    )
  })

  it('can be replayed from its fields, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(anyTool, seeds, names, dayTime, async ({ id, placeholder }, seed, fault, at) => {
        const box = createToolbox({ plan: 'enterprise' })
        const first = await box.run(id, placeholder, {
          seed,
          scenario: readScenario(` ${fault.toUpperCase()}@10:00:00..10:30`),
          at: FIXED_TIME + at,
        })
        const { scenario, at: time } = first
        const again = await createToolbox({ plan: 'enterprise' }).run(id, first.input, { seed, scenario, at: time })
        expect(JSON.stringify(again)).toBe(JSON.stringify(first))
      }),
    )
  })

  it('follows the clock: green, red while the fault applies, and green again', async () => {
    const clock = fakeClock(from - 10 * MINUTE)
    const box = createToolbox({ seed: 'k3f9', scenario: `healthy,${window}`, clock })
    const seen: string[] = []
    for (let minute = 0; minute < 60; minute += 10) {
      seen.push((await box.run('mx-record', 'mail.example')).verdict.severity)
      clock.advance(10 * MINUTE)
    }
    expect(seen.map((severity) => severity === 'critical')).toEqual([false, true, true, true, false, false])
  })

  it('is refused with the reason if the timeline is invalid', async () => {
    const box = createToolbox({ scenario: 'mx-down@10:00' })
    await expect(box.run('mx-record', 'mail.example')).rejects.toMatchObject({
      code: 'invalid_input',
      title: 'Invalid timeline',
    })
    expect(box.usage('mx-record').dailyUsed).toBe(0)
  })
})
