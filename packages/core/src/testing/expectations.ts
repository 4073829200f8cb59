import type { ToolId } from '../catalogue/catalogue.ts'
import type { Severity } from '../reports/report.ts'
import type { ToolRun } from '../runs/run.ts'
import { readCombination, type ScenarioPart } from '../scenarios/combination.ts'
import { findScenario } from '../scenarios/index.ts'
import { scenarioAt } from '../scenarios/timeline.ts'
import { FIXED_TIME } from './fake-clock.ts'

/** The severities of findings by code. */
export type FindingCodes = Readonly<Record<string, Severity>>

const HIDES_POLICIES: ReadonlySet<string> = new Set([
  'cname-dangling',
  'http-unavailable',
  'http-rate-limited',
  'http-cut',
  'redirect-inwards',
  'ssrf-loopback',
  'ssrf-private',
  'ssrf-metadata',
  'ssrf-mapped',
])

/** Returns whether a fault keeps senders from fetching MTA-STS policies (RFC 8461, section 3.3), so that they can't show a mismatch. */
const hidesPolicies = ({ name }: ScenarioPart): boolean =>
  HIDES_POLICIES.has(name) || (findScenario(name)?.group === 'certificates' && name !== 'cert-expiring')

/**
 * Returns the findings that a scenario must produce, by tool: finding code → severity, for every seed. The input is the tool's own example
 * (`placeholder`). `scenario` is a name or a timeline; for a timeline, only the scenario at the time `at` counts (epoch milliseconds,
 * default `FIXED_TIME`). `random` requires no findings. Throws a `ToolError` for an unknown scenario.
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
  const shown = parts.some(hidesPolicies) ? parts.filter(({ name }) => name !== 'mta-sts-mismatch') : parts
  const known = shown.flatMap(({ name }) => findScenario(name)?.findings ?? [])
  const all = known.flatMap((findings) => Object.entries(findings))
  return Object.fromEntries(all.filter(([tool]) => all.filter(([other]) => other === tool).length === 1))
}

/**
 * Returns the severities of a run's findings by code, for comparison.
 *
 * @example
 * const run = await fixedWorld('cert-expired').run('https-test', 'shop.example')
 * findingsOf(run)['https-expired'] // => 'critical'
 */
export const findingsOf = ({ findings }: Pick<ToolRun, 'findings'>): FindingCodes =>
  Object.fromEntries(findings.map(({ code, severity }) => [code, severity]))

/**
 * Lists the findings that a run's scenario requires but that the run lacks. Use it to check a program that makes its own version of a run;
 * for netbox's own runs, the list is empty.
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
