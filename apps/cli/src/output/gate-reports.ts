import { type Finding, isAtLeast, type Severity, type ToolRun } from '@netbox/core'
import type { Shown } from '../command-error.ts'
import { version } from '../version.ts'
import { jsonText } from './json.ts'

/** The data of a report for a CI system, in the order of the inputs. */
export type GateEntry =
  | { readonly kind: 'run'; readonly run: ToolRun }
  | { readonly kind: 'failure'; readonly tool: string; readonly input: string; readonly error: Shown }

// Escapes text for XML. Replaces the control characters that XML 1.0 can't represent.
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const findingText = ({ severity, title, detail, advice }: Finding): string =>
  [`${severity}: ${title}`, detail, advice].filter((part) => part !== '').join(' ')

const inputOf = (entry: GateEntry): string => (entry.kind === 'run' ? entry.run.input : entry.input)
const toolOf = (entry: GateEntry): string => (entry.kind === 'run' ? entry.run.tool : entry.tool)

const isFailure = ({ severity }: { readonly severity: Severity }, failOn: Severity): boolean =>
  isAtLeast(severity, failOn)

const testcase = (entry: GateEntry, failOn: Severity): string => {
  const head = `    <testcase classname="${xml(toolOf(entry))}" name="${xml(inputOf(entry))}"`
  if (entry.kind === 'failure')
    return `${head}>\n      <error type="${xml(entry.error.code)}" message="${xml(entry.error.message)}"/>\n    </testcase>`
  const { verdict, findings, executionTime, seed, scenario, at, world: document } = entry.run
  const stated = document === undefined ? '' : ', own facts'
  const world = `simulated: seed ${seed}, scenario ${scenario}, at ${at}${stated}`
  const output = `      <system-out>${xml(world)}</system-out>\n`
  const failure = isFailure(verdict, failOn)
    ? `      <failure type="${verdict.severity}" message="${xml(verdict.sentence)}">${xml(
        findings
          .filter((finding) => isFailure(finding, failOn))
          .map(findingText)
          .join('\n'),
      )}</failure>\n`
    : ''
  return `${head} time="${(executionTime / 1000).toFixed(3)}">\n${failure}${output}    </testcase>`
}

/**
 * Writes runs as JUnit XML for CI systems: one test for each input. A run with a verdict at or above `failOn` is a failure, and an input
 * that the tool refused is an error.
 */
export const junitText = (entries: readonly GateEntry[], failOn: Severity): string => {
  const failures = entries.filter((entry) => entry.kind === 'run' && isFailure(entry.run.verdict, failOn)).length
  const errors = entries.filter(({ kind }) => kind === 'failure').length
  const counts = `tests="${entries.length}" failures="${failures}" errors="${errors}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="netbox" ${counts}>`,
    `  <testsuite name="netbox (simulated)" ${counts}>`,
    ...entries.map((entry) => testcase(entry, failOn)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const levels: Readonly<Record<Severity, string>> = { critical: 'error', warning: 'warning', info: 'note', pass: 'none' }

/** Writes the findings of runs as SARIF 2.1.0 for code scanning, without passed checks. */
export const sarifText = (entries: readonly GateEntry[]): string => {
  const found = entries.flatMap((entry) =>
    entry.kind === 'run'
      ? entry.run.findings
          .filter(({ severity }) => severity !== 'pass')
          .map((finding) => ({ finding, run: entry.run, ruleId: `${entry.run.tool}/${finding.code}` }))
      : [],
  )
  const [world] = entries.flatMap((entry) => (entry.kind === 'run' ? (entry.run.world ?? []) : []))
  const rules = new Map(
    found.map(({ ruleId, finding }) => [ruleId, { id: ruleId, shortDescription: { text: finding.title } }]),
  )
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'netbox', semanticVersion: version, rules: [...rules.values()] } },
        invocations: [
          {
            executionSuccessful: entries.every(({ kind }) => kind === 'run'),
            toolExecutionNotifications: entries.flatMap((entry) =>
              entry.kind === 'failure'
                ? [{ level: 'error', message: { text: `${entry.input}: ${entry.error.message}` } }]
                : [],
            ),
          },
        ],
        // All runs of one call use the same world file.
        ...(world === undefined ? {} : { properties: { world } }),
        results: found.map(({ finding, run, ruleId }) => ({
          ruleId,
          level: levels[finding.severity],
          message: { text: findingText(finding) },
          locations: [{ logicalLocations: [{ fullyQualifiedName: run.input, kind: 'resource' }] }],
          properties: { simulated: true, seed: run.seed, scenario: run.scenario, at: run.at },
        })),
      },
    ],
  })
}
