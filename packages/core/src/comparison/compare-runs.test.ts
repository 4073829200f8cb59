import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { casesOf } from '../../test/support/runner.ts'
import { createToolbox } from '../runs/create-toolbox.ts'
import type { ToolRun } from '../runs/run.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { tools } from '../tools/index.ts'
import { compareRuns, type RunComparison } from './compare-runs.ts'

const runOf = async (scenario: ScenarioText, { seed = 'k3f9', at = FIXED_TIME, input = 'mail.example' } = {}) =>
  createToolbox({ seed, scenario, at }).run('mx-record', input)

/** Any two runs of one tool. */
const pairs = fc
  .record({
    tool: fc.constantFrom(...tools),
    seeds: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b', 'c')),
    names: fc.tuple(fc.constantFrom(...scenarios), fc.constantFrom(...scenarios)),
  })
  .map(({ tool, seeds, names }) => async () => {
    const run = async (side: 0 | 1): Promise<ToolRun> =>
      createToolbox({ seed: seeds[side], scenario: names[side].name, at: FIXED_TIME, plan: 'enterprise' }).run(
        tool.id,
        tool.placeholder,
      )
    return [await run(0), await run(1)] as const
  })

const always = async (claim: (a: ToolRun, b: ToolRun) => void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(pairs, async (make) => claim(...(await make()))),
    { numRuns: casesOf(100) },
  )

const paths = ({ fields }: RunComparison): string[] => fields.differing.map(({ path }) => path)

describe('compareRuns', () => {
  let healthy: ToolRun
  let down: ToolRun
  beforeAll(async () => {
    healthy = await runOf('healthy')
    down = await runOf('mx-down')
  })

  it('finds no difference between a run and itself', () =>
    always((a) => {
      const { isSame, isSameReport, changed, trend, figures, findings, fields, sentence } = compareRuns(a, a)
      expect({ isSame, isSameReport, changed, trend, sentence }).toEqual({
        isSame: true,
        isSameReport: true,
        changed: [],
        trend: 'same',
        sentence: 'No difference.',
      })
      expect(figures.map(({ change }) => change)).toEqual(a.figures.map(() => 'same'))
      expect(findings).toEqual({ onlyInA: [], onlyInB: [], changed: [], same: a.findings })
      expect(fields.differing).toEqual([])
    }))

  it('mirrors the difference when A and B change places', () =>
    always((a, b) => {
      const there = compareRuns(a, b)
      const back = compareRuns(b, a)
      expect(back.findings.onlyInA).toEqual(there.findings.onlyInB)
      expect(back.findings.onlyInB).toEqual(there.findings.onlyInA)
      expect(new Set(back.findings.changed)).toEqual(
        new Set(there.findings.changed.map((one) => ({ a: one.b, b: one.a }))),
      )
      expect(back.fields.total).toBe(there.fields.total)
      expect(paths(back).toSorted()).toEqual(paths(there).toSorted())
      expect(back.changed).toEqual(there.changed)
      const opposite = { same: 'same', better: 'worse', worse: 'better' } as const
      expect(back.trend).toBe(opposite[there.trend])
      expect(back.isSame).toBe(there.isSame)
      const sides = ({ figures }: RunComparison) => new Map(figures.map((figure) => [figure.label, figure]))
      for (const [label, { a: one, b: other }] of sides(there))
        expect([sides(back).get(label)?.a, sides(back).get(label)?.b]).toEqual([other, one])
    }))

  it('loses no finding and no figure of either run', () =>
    always((a, b) => {
      const { findings, figures } = compareRuns(a, b)
      const { onlyInA, onlyInB, changed, same } = findings
      expect(new Set([...onlyInA, ...changed.map((one) => one.a), ...same])).toEqual(new Set(a.findings))
      expect(new Set([...onlyInB, ...changed.map((one) => one.b), ...same])).toEqual(new Set(b.findings))
      expect(figures.flatMap((figure) => figure.a ?? [])).toEqual(a.figures)
      expect(new Set(figures.flatMap((figure) => figure.b ?? []))).toEqual(new Set(b.figures))
    }))

  it('is the same after JSON', () =>
    always((a, b) => {
      const comparison = compareRuns(a, b)
      expect(JSON.parse(JSON.stringify(comparison))).toEqual(comparison)
    }))

  it('describes the failure of a mail server, and its recovery in the other direction', () => {
    expect(compareRuns(healthy, down)).toMatchObject({
      sentence: 'mx1 went silent, and mail is ten seconds slower.',
      changed: ['scenario'],
      trend: 'worse',
    })
    expect(compareRuns(down, healthy).sentence).toBe('mx1 answers again, and mail is ten seconds faster.')
  })

  it('names new and resolved problems of other tools by their titles', async () => {
    const run = async (scenario: ScenarioText) =>
      createToolbox({ seed: 'k3f9', scenario, at: FIXED_TIME }).run('spf-check', 'mail.example')
    const [well, broken] = [await run('healthy'), await run('spf-permerror')]
    const title = broken.findings[0]?.title
    expect(compareRuns(well, broken).sentence).toBe(`Worse. New: ${title}.`)
    expect(compareRuns(broken, well).sentence).toBe(`Better. Gone: ${title}.`)
  })

  it('treats a check that turned critical as a new finding, although its code is the same', () => {
    const check = { code: 'dns-mail', severity: 'pass', title: 'Mail', detail: '', advice: '' } as const
    const { findings } = compareRuns(
      { ...healthy, findings: [check] },
      { ...healthy, findings: [{ ...check, severity: 'critical' }] },
    )
    expect([findings.onlyInA.length, findings.onlyInB.length, findings.same.length]).toEqual([1, 1, 0])
  })

  it('names the differing facts of runs whose reports agree', () => {
    const other = { ...healthy, seed: 'other', engine: 'netbox-sim/0' }
    expect(compareRuns(healthy, other)).toMatchObject({
      sentence: 'Only version and seed differ; the reports are the same.',
      isSame: false,
      isSameReport: true,
      changed: ['engine', 'seed'],
    })
  })

  it('names differing world documents, and their fields', () => {
    const world = { domains: { 'gone.example': { dns: 'nxdomain' } } } as const
    const comparison = compareRuns(healthy, { ...healthy, world })
    expect(comparison).toMatchObject({
      sentence: 'Only world document differs; the reports are the same.',
      isSame: false,
      changed: ['world'],
      b: { world },
      fields: { differing: [{ path: 'world.domains["gone.example"].dns', b: 'nxdomain' }] },
    })
    expect(comparison.a).not.toHaveProperty('world')
    expect(compareRuns({ ...healthy, world }, { ...healthy, world: structuredClone(world) }).isSame).toBe(true)
  })

  it('never compares execution id and usage', () => {
    const { usage: _usage, ...bare } = healthy
    expect(compareRuns(healthy, { ...bare, executionId: 'exec_1' }).isSame).toBe(true)
  })

  it('names differing tools', async () => {
    const other = await createToolbox({ seed: 'k3f9', at: FIXED_TIME }).run('txt-record', 'mail.example')
    expect(compareRuns(healthy, other).changed).toContain('tool')
  })

  it('lists the differing fields with both values, a missing side absent', () => {
    const { fields } = compareRuns(
      { ...healthy, result: { list: [1], 'a key': null, empty: [] } },
      { ...healthy, result: { list: [1, 2], 'a key': 'text', empty: [{}] } },
    )
    expect(fields.differing).toEqual([
      { path: 'result.list[1]', b: 2 },
      { path: 'result["a key"]', a: null, b: 'text' },
      { path: 'result.empty[0]', b: {} },
    ])
  })

  it('counts an empty list and its absence as different', () => {
    const { fields } = compareRuns({ ...healthy, result: { list: [] } }, { ...healthy, result: {} })
    expect(fields.differing).toEqual([{ path: 'result.list', a: [] }])
  })

  it('counts no text for people among the fields', () => {
    const said = { ...healthy, verdict: { ...healthy.verdict, sentence: 'Other words.' } }
    expect(compareRuns(healthy, said)).toMatchObject({ isSame: false, fields: { differing: [] } })
  })
})

describe('the words of a figure that changed', () => {
  const wordsOf = async (from: { value: string; unit?: string }, to: { value: string; unit?: string }) => {
    const run = await runOf('healthy')
    const [figure] = compareRuns(
      { ...run, figures: [{ label: 'Figure', ...from }] },
      { ...run, figures: [{ label: 'Figure', ...to }] },
    ).figures
    return figure?.words
  }

  it.each([
    ['3', '2', 'of 3', '1 fewer'],
    ['0.4', '10.5', 's', '10.1 s longer'],
    ['110', '19.4', 'ms', '90.6 ms shorter'],
    ['88', '73', 'of 100', '15 points lower'],
    ['75', '100', '%', '25 points higher'],
    ['+15.4', '+96.7', 'ms', '81.3 ms longer'],
    ['5013', '5474', 'km', '461 km more'],
    ['7', '6', undefined, '1 lower'],
  ])('%s to %s %s is %s', async (from, to, unit, words) => {
    const side = (value: string) => ({ value, ...(unit === undefined ? {} : { unit }) })
    expect(await wordsOf(side(from), side(to))).toBe(words)
  })

  it.each([
    ['no number', { value: 'A+' }, { value: 'F' }],
    ['an endless delay', { value: '0.4', unit: 's' }, { value: '∞' }],
    ['another unit', { value: '1', unit: 'min' }, { value: '90', unit: 's' }],
    ['another total', { value: '2', unit: 'of 3' }, { value: '3', unit: 'of 4' }],
    ['an identifier', { value: '16276' }, { value: '46469' }],
  ])('are missing for %s', async (_what, from, to) => {
    expect(await wordsOf(from, to)).toBeUndefined()
  })

  it('are missing for a figure that only one run has', async () => {
    const run = await runOf('healthy')
    const { figures } = compareRuns(run, { ...run, figures: [...run.figures.slice(1), { label: 'New', value: '1' }] })
    expect(figures.map(({ change }) => change)).toEqual(['only-in-a', 'same', 'same', 'same', 'only-in-b'])
    expect(figures.every(({ words }) => words === undefined)).toBe(true)
  })
})
