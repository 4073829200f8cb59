import { describe, expect, it } from 'vitest'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { requireTool } from '../src/runs/prepare-run.ts'
import { scenarioLessons } from '../src/scenarios/lessons.ts'
import { scenarios, type ScenarioText } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { tools } from '../src/tools/index.ts'

const SEEDS = Array.from({ length: 30 }, (_, index) => `exercise ${index}`)
const all = scenarios.filter(({ name }) => name !== 'random')

const findingsOf = async (scenario: ScenarioText, seed: string, tool: (typeof tools)[number]['id']) => {
  const run = await createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise' }).run(
    tool,
    requireTool(tool).placeholder,
  )
  return Object.fromEntries(run.findings.map(({ code, severity }) => [code, severity]))
}

describe('scenarios', () => {
  it('are at least fourteen, each with a title and a lesson', () => {
    expect(all.length).toBeGreaterThanOrEqual(14)
    for (const { name, title } of all) {
      expect(name).toMatch(/^[a-z]+[46]?(-[a-z]+)*$/)
      expect(title.length).toBeGreaterThan(10)
      expect(scenarioLessons[name].length).toBeGreaterThan(20)
    }
  })

  it.each(all.filter(({ name }) => name !== 'healthy'))(
    '$name produces its findings for any seed',
    async ({ name, changes, findings }) => {
      // No tool asks an authority.
      expect(Object.keys(findings).length > 0).toBe(!('acme' in changes))
      for (const { id } of tools) {
        const wanted = findings[id]
        if (wanted === undefined) continue
        for (const seed of SEEDS) expect(await findingsOf(name, seed, id), `${id}, seed ${seed}`).toMatchObject(wanted)
      }
    },
  )

  it.each(all)('$name lists every tool whose report becomes critical or warns', async ({ name, findings }) => {
    for (const { id } of tools) {
      for (const seed of SEEDS.slice(0, 12)) {
        const bad = Object.entries(await findingsOf(name, seed, id)).filter(
          ([, severity]) => severity === 'critical' || severity === 'warning',
        )
        expect(findings[id] === undefined ? bad : [], `${id}, seed ${seed}`).toEqual([])
      }
    }
  })
})
