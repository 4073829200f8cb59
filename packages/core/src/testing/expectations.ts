import type { ToolId } from '../catalogue/catalogue.ts'
import type { Severity } from '../reports/report.ts'
import type { ToolRun } from '../runs/run.ts'
import { exercises } from '../scenarios/exercises.ts'
import { readCombination } from '../scenarios/combination.ts'
import { scenarioAt } from '../scenarios/timeline.ts'
import { FIXED_TIME } from './fake-clock.ts'

/** Returns the severities of findings by their code. */
export type FindingCodes = Readonly<Record<string, Severity>>

/**
 * Returns the findings that a scenario must produce, by tool: finding code → severity, whatever the seed: the input is
 * the tool's own example (`placeholder`). `scenario` is a name
 * or a timeline, of which that counts what holds `at` (epoch milliseconds, default `FIXED_TIME`). `none` promises nothing.
 * Throws a `ToolError` for an unknown scenario.
 *
 * @example
 * expectedFindings('mx-down')['mx-record'] // => { 'mx-silent': 'critical' }
 * expectedFindings('mx-down')['ping-test'] // => undefined
 * expectedFindings('mx-down@10:00..10:30') // => {}
 */
export const expectedFindings = (
  scenario: string,
  at: number = FIXED_TIME,
): { readonly [Id in ToolId]?: FindingCodes } => {
  const parts = readCombination(scenarioAt(scenario, at))
  if (parts.some(({ domain }) => domain !== undefined)) return {}
  const known = parts.flatMap(({ name }) => (name === 'none' ? [] : [exercises[name].findings]))
  const all = known.flatMap((findings) => Object.entries(findings))
  return Object.fromEntries(all.filter(([tool]) => all.filter(([other]) => other === tool).length === 1))
}

/**
 * Returns the findings of a run by their code, to be compared.
 *
 * @example
 * const run = await fixedWorld('cert-expired').run('https-test', 'shop.example')
 * findingsOf(run)['https-expired'] // => 'critical'
 */
export const findingsOf = ({ findings }: Pick<ToolRun, 'findings'>): FindingCodes =>
  Object.fromEntries(findings.map(({ code, severity }) => [code, severity]))

/**
 * Lists what a run's scenario promises and the run, or what a program made of it, does not find: nothing for a run of ours.
 *
 * @example
 * const run = await fixedWorld('cert-expired').run('https-test', 'shop.example')
 * missingFindings(run) // => []
 * missingFindings({ ...run, findings: [] }) // => ['https-expired']
 */
export const missingFindings = (run: Pick<ToolRun, 'tool' | 'scenario' | 'at' | 'findings'>): string[] => {
  const expected: Readonly<Record<string, FindingCodes>> = expectedFindings(run.scenario, Date.parse(run.at))
  const found = findingsOf(run)
  return Object.entries(expected[run.tool] ?? {})
    .filter(([code, severity]) => found[code] !== severity)
    .map(([code]) => code)
}
