import { describe, expect, it } from 'vitest'
import { parseInput } from '../src/inputs/inputs.ts'
import { finishReport, isAtLeast, listSentence } from '../src/reports/report.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { ToolDefinition } from '../src/tools/define-tool.ts'
import { tools } from '../src/tools/index.ts'
import { casesOf } from './support/runner.ts'

const definitions: readonly ToolDefinition[] = tools
const DAY = 86_400_000

/** Returns the reports on the tools' examples in every scenario, for several seeds and times. */
const reportsOf = async (tool: ToolDefinition) => {
  const simulation = await tool.load()
  const { value } = parseInput(tool.input, tool.placeholder) ?? {}
  return scenarios.flatMap(({ name: scenario }) =>
    Array.from({ length: casesOf(40) }, (_, index) => {
      const at = FIXED_TIME + index * 7.3 * DAY
      const { world } = openWorld({ seed: `report-${index}`, scenario, at: Math.floor(at) }, () => at)
      const result = simulation.simulate(value, world)
      return {
        where: `${tool.id}, ${scenario}, seed report-${index}`,
        at,
        result,
        ...simulation.report(result, world, value),
      }
    }),
  )
}

describe('a report', () => {
  it.each(definitions)('of $id names in a list the worst finding of a warning or worse', async (tool) => {
    for (const { where, sentence, detail, findings, figures, plot } of await reportsOf(tool)) {
      const report = finishReport({ sentence, detail, findings, figures, plot })
      const [worst] = report.findings
      const isNamed = listSentence(report).includes(`${worst?.title}.`)
      if (isAtLeast(report.verdict.severity, 'warning')) expect(isNamed, where).toBe(true)
      else expect(listSentence(report), where).toBe(sentence)
    }
  })

  it.each(definitions)('of $id has a warning glyph in its picture only with a finding that warns', async (tool) => {
    for (const { where, plot, findings } of await reportsOf(tool)) {
      const shown = new Set(JSON.stringify(plot).match(/(?<="severity":")(?:critical|warning)/g))
      const found = new Set(findings.map(({ severity }) => severity))
      if (shown.size > 0) expect(found.has('critical') || found.has('warning'), where).toBe(true)
      if (shown.has('critical')) expect(found.has('critical'), where).toBe(true)
    }
  })

  it('of each tool has findings whose codes begin with a word that only this tool uses', async () => {
    const words = new Map<string, string>()
    for (const { id, load, input, placeholder } of definitions) {
      const simulation = await load()
      const { value } = parseInput(input, placeholder) ?? {}
      for (const { name: scenario } of scenarios) {
        const { world } = openWorld({ seed: 'k3f9', scenario, at: FIXED_TIME }, () => FIXED_TIME)
        const { findings } = simulation.report(simulation.simulate(value, world), world, value)
        for (const { code } of findings) {
          const [word = ''] = code.split('-', 1)
          expect(words.get(word) ?? id, code).toBe(id)
          words.set(word, id)
        }
      }
    }
    expect(words.size).toBe(definitions.length)
  })

  it('rounds days in one way, in its result, figures and sentences', async () => {
    const dated = definitions.filter(({ id }) => ['https-test', 'whois-lookup'].includes(id))
    for (const tool of dated) {
      for (const { where, at, plot, figures, result } of await reportsOf(tool)) {
        const expiry = plot.kind === 'timeline' ? plot.events.find(({ label }) => label === 'Expires') : undefined
        if (expiry === undefined) continue
        const days = Math.trunc((Date.parse(expiry.time) - Math.floor(at)) / DAY)
        const shown = figures.find(({ unit }) => unit === 'days' || unit === 'day')
        if (shown !== undefined) expect(Number(shown.value), where).toBe(days)
        const { expires_in_days: left } = result as { readonly expires_in_days?: number }
        if (left !== undefined) expect(left, where).toBe(days + 0)
      }
    }
  })
})
