import { describe, expect, it } from 'vitest'
import { sampled } from '../../test/support/runner.ts'
import { createToolbox } from '../runs/create-toolbox.ts'
import type { ToolRun } from '../runs/run.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { tools } from '../tools/index.ts'
import { compareRuns } from '../comparison/compare-runs.ts'
import { formatComparison } from './format-comparison.ts'
import { columns } from './layout.ts'

const run = async (scenario: ScenarioText, seed = 'k3f9') =>
  createToolbox({ seed, scenario, at: '2026-11-20T08:14:02Z' }).run('mx-record', 'mail.example')

const startPairs = async () =>
  Promise.all(
    // The texts come from formatText, whose test has each scenario.
    sampled(scenarios, 3).flatMap(({ name }) =>
      tools.map(async ({ id, placeholder }): Promise<[ToolRun, ToolRun]> => {
        const one = (seed: string, scenario: ScenarioText) =>
          createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise' }).run(id, placeholder)
        return [await one('text a', 'healthy'), await one('text b', name)]
      }),
    ),
  )

let started: ReturnType<typeof startPairs> | undefined
/**
 * Returns a pair of runs for every tool and scenario, the second run with the scenario `healthy` and another seed. The pairs are created
 * once.
 */
const everyPair = async () => (started ??= startPairs())

describe('formatComparison', () => {
  it('keeps every line of every tool and scenario within the width', async () => {
    for (const [a, b] of await everyPair()) {
      for (const width of [40, 60, 80, 132]) {
        // The first line describes the runs and is never wrapped.
        const [, ...lines] = formatComparison(a, b, { width, all: true, allHint: 'show them: --all' }).split('\n')
        expect(
          lines.filter((line) => columns(line) > width),
          `${a.tool} in ${b.scenario} at ${width}`,
        ).toEqual([])
      }
    }
  })

  it('writes plain ASCII when asked', async () => {
    for (const [a, b] of await everyPair())
      expect(formatComparison(a, b, { glyphs: 'ascii', all: true })).toMatch(/^[\n\x20-\x7e]+$/)
  })

  it('adds only color: without it the text is the same', async () => {
    for (const [a, b] of await everyPair())
      for (const width of [40, 80]) {
        const painted = formatComparison(a, b, { width, paint: (role, text) => `<${role}>${text}</${role}>` })
        expect(painted.replaceAll(/<\/?(?:critical|warning|info|pass|strong|dim|signal|machine|simulated)>/g, '')).toBe(
          formatComparison(a, b, { width }),
        )
      }
  })

  it('shows the title of every new, resolved or changed finding, and every figure', async () => {
    for (const [a, b] of await everyPair()) {
      const text = formatComparison(a, b, { width: 400 })
      const { findings, figures } = compareRuns(a, b)
      const { onlyInA, onlyInB, changed } = findings
      for (const { title } of [...onlyInA, ...onlyInB, ...changed.map((one) => one.b)]) expect(text).toContain(title)
      for (const { label } of figures) expect(text).toContain(label)
    }
  })

  it('draws both runs of an exchanges plot on one scale', async () => {
    const lines = formatComparison(await run('healthy'), await run('mx-down')).split('\n')
    const at = lines.findIndex((line) => line.startsWith('Fig. 1'))
    expect(lines.slice(at, at + 8)).toEqual([
      'Fig. 1  Attempts of a sending server, both runs on one scale',
      '10  mx1.mail.example  A ●─✔                                accepts, 0.7 s',
      '                      B ●╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌✖          no answer, 10 s',
      '20  mx2.mail.example  A   ○                                not tried',
      '                      B                         └✔         accepts, 10.5 s',
      '30  mx3.mail.example  A   ○                                not tried',
      '                      B                          ○         not tried',
      '                        0         4        8         12 s',
    ])
  })

  it('draws the bars of both runs of a latency plot on one scale', async () => {
    const ping = async (slower: number) => {
      const made = await createToolbox({ seed: 'k3f9', at: FIXED_TIME }).run('ping-test', '198.51.100.25')
      const packets = [{ sequence: 1, time: 10 * slower }]
      return { ...made, plot: { kind: 'latency', caption: 'Times', alternative: '', packets } } as const
    }
    const text = formatComparison(await ping(1), await ping(2))
    const [a = 0, b = 0] = [...text.matchAll(/█+/g)].map(([bar]) => bar.length)
    expect(b).toBe(2 * a)
  })

  it('reports in few words that runs do not differ, and shows everything on request', async () => {
    const same = await run('mx-down')
    expect(formatComparison(same, same).split('\n').slice(2, 6)).toEqual([
      'MX Record for mail.example, both at 2026-11-20T08:14:02Z',
      '',
      'A──■──✖  No difference.',
      '         = 4 figures and 5 findings',
    ])
    expect(formatComparison(same, same, { all: true })).toContain('Fig. 1  The same in both runs')
  })

  it('writes the unchanged findings only on request, and says how', async () => {
    const [a, b] = [await run('healthy'), await run('mx-down')]
    expect(formatComparison(a, b, { allHint: 'show them: --all' })).toContain(
      '= ◆ 1 info   ✔ 3 passed   (show them: --all)',
    )
    expect(formatComparison(a, b, { all: true })).toContain('= ◆ Info      One TTL of 4 h for all records')
  })

  it('shows the times, inputs and versions of the runs if they differ', async () => {
    const a = await run('healthy')
    const b = { ...a, at: '2026-11-21T00:00:00.000Z', input: 'shop.example', engine: 'netbox-sim/0', seed: 'b2' }
    const text = formatComparison(a, b)
    expect(text).toContain('SIMULATED · netbox-sim/3 and netbox-sim/0 · scenario healthy')
    expect(text).toContain('MX Record for mail.example and shop.example, A at 2026-11-20T08:14:02Z, B at')
    expect(text).toContain('A was made by netbox-sim/3, B by netbox-sim/0')
    expect(text).toContain('A seed k3f9 · scenario healthy · B seed b2 · scenario healthy')
  })

  it('shows which run has a world document', async () => {
    const plain = await run('healthy')
    const world = { hosts: { 'mx1.mail.example': { smtp: { state: 'refused' } } } } as const
    const stated = await createToolbox({ seed: 'k3f9', scenario: 'healthy', at: plain.at, world }).run(
      'mx-record',
      'mail.example',
    )
    expect(formatComparison(plain, stated)).toContain('\nB has a world document, A has none.\n')
    expect(formatComparison(stated, plain)).toContain('\nA has a world document, B has none.\n')
    expect(formatComparison(stated, { ...stated, world: {} })).toContain('\nA and B have different world documents.\n')
    expect(formatComparison(stated, stated)).toMatch(/\nA seed k3f9 · scenario healthy · own facts · B seed k3f9/)
  })

  it('shows twenty of many fields and counts the rest, all on request', async () => {
    const a = await run('healthy')
    const b = { ...a, result: { many: Array.from({ length: 30 }, (_, index) => index) } }
    const { differing } = compareRuns(a, b).fields
    expect(formatComparison(a, b, { allHint: 'use all' })).toContain(`and ${differing.length - 20} more (use all)`)
    expect(formatComparison(a, b, { all: true })).toContain('result.many[29]')
  })
})
