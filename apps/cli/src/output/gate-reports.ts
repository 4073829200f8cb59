import { type Finding, findingUrl, findTool, isAtLeast, type Severity, type ToolRun } from '@netbox/core'
import type { FindingEntry } from '@netbox/core/findings'
import type { Shown } from '../exit.ts'
import { version } from '../version.ts'
import { jsonText, UNESCAPED } from './json.ts'

/** The file and line with the input of a run. */
export interface InputPlace {
  readonly path: string
  readonly line: number
}

/** The data of a report for a CI system, in the order of the inputs. */
export type GateEntry =
  | { readonly kind: 'run'; readonly run: ToolRun; readonly place?: InputPlace | undefined }
  | { readonly kind: 'failure'; readonly tool: string; readonly input: string; readonly error: Shown }

/** Escapes text for XML, and controls that change a terminal. Replaces the control characters that XML 1.0 can't represent. */
export const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(UNESCAPED, (sign) => `&#${sign.charCodeAt(0)};`)

const findingText = ({ code, severity, title, detail, advice }: Finding, site: string): string =>
  [`${severity}: ${title}`, detail, advice, findingUrl(code, site)].filter((part) => part !== '').join(' ')

const inputOf = (entry: GateEntry): string => (entry.kind === 'run' ? entry.run.input : entry.input)
const toolOf = (entry: GateEntry): string => (entry.kind === 'run' ? entry.run.tool : entry.tool)

const isFailure = ({ severity }: { readonly severity: Severity }, failOn: Severity): boolean =>
  isAtLeast(severity, failOn)

const testcase = (entry: GateEntry, failOn: Severity, site: string): string => {
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
          .map((finding) => findingText(finding, site))
          .join('\n'),
      )}</failure>\n`
    : ''
  return `${head} time="${(executionTime / 1000).toFixed(3)}">\n${failure}${output}    </testcase>`
}

/**
 * Writes runs as JUnit XML for CI systems: one test for each input. A run with a verdict at or above `failOn` is a failure, and an input
 * that the tool refused is an error. `site` has a page about each finding.
 */
export const junitText = (entries: readonly GateEntry[], failOn: Severity, site: string): string => {
  const failures = entries.filter((entry) => entry.kind === 'run' && isFailure(entry.run.verdict, failOn)).length
  const errors = entries.filter(({ kind }) => kind === 'failure').length
  const counts = `tests="${entries.length}" failures="${failures}" errors="${errors}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="netbox" ${counts}>`,
    `  <testsuite name="netbox (simulated)" ${counts}>`,
    ...entries.map((entry) => testcase(entry, failOn, site)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const levels: Readonly<Record<Severity, string>> = { critical: 'error', warning: 'warning', info: 'note', pass: 'none' }

/** The parts of a run that a SARIF report contains: a run of a tool, or another check of the command. */
type SarifRun = Pick<ToolRun, 'input' | 'findings' | 'seed' | 'at' | 'world'> & {
  readonly tool: string
  readonly scenario: string
}

/** A run, or an input that failed. */
type SarifEntry =
  | { readonly kind: 'run'; readonly run: SarifRun; readonly place?: InputPlace | undefined }
  | Extract<GateEntry, { readonly kind: 'failure' }>

interface Result {
  readonly finding: Finding
  readonly run: SarifRun
  readonly place: InputPlace | undefined
  readonly ruleId: string
}

const MOST_ADVICE = 20

/** What describes the checks of a SARIF report. */
export interface Catalogue {
  readonly findFinding: (code: string) => FindingEntry | undefined
  /** The site that has a page about each finding. */
  readonly site: string
}

/** Describes a check. The titles of its results name hosts; the catalogue's title does not. */
const ruleOf = (ruleId: string, results: readonly Result[], { findFinding, site }: Catalogue): object => {
  const [first] = results
  const tool = first?.run.tool ?? ''
  const { name, description } = findTool(tool) ?? { name: tool, description: tool }
  const advice = new Set(results.flatMap(({ finding }) => (finding.advice === '' ? [] : [finding.advice])))
  return {
    id: ruleId,
    shortDescription: { text: `${name}: ${findFinding(ruleId)?.title ?? ruleId}` },
    fullDescription: { text: description },
    helpUri: findingUrl(ruleId, site),
    help: { text: [...advice].slice(0, MOST_ADVICE).join('\n') || 'No action is needed.' },
    defaultConfiguration: { level: levels[first?.finding.severity ?? 'info'] },
  }
}

/** Returns the path of a file as a URL: relative inside the working folder, which code scanning takes for the repository, else absolute. */
const fileUri = (path: string): string => {
  const { pathToFileURL } = process.getBuiltinModule('node:url')
  const [file, folder] = [pathToFileURL(path).href, pathToFileURL('./').href]
  return file.startsWith(folder) ? file.slice(folder.length) : file
}

const LONGEST_NAME = 255

/**
 * Locates a result in the file that has its input. Code scanning accepts no result without a file, so an input from the command line
 * counts as a file with the name of the input. It has no lines from which code scanning could recognize the result in the next report.
 */
const locate = ({ finding, run, place, ruleId }: Result): object => {
  const name = run.input.includes('\n') ? run.tool : run.input.slice(0, LONGEST_NAME).replaceAll(/\p{Surrogate}/gu, '?')
  const uri = place === undefined ? encodeURIComponent(name) : fileUri(place.path)
  const physicalLocation = { artifactLocation: { uri }, region: { startLine: place?.line ?? 1 } }
  return {
    locations: [{ physicalLocation, logicalLocations: [{ fullyQualifiedName: run.input, kind: 'resource' }] }],
    ...(place === undefined
      ? { partialFingerprints: { primaryLocationLineHash: `${ruleId} ${name} ${finding.title}:1` } }
      : {}),
  }
}

const resultOf = (result: Result): object => {
  const { finding, run, ruleId } = result
  return {
    ruleId,
    level: levels[finding.severity],
    message: { text: finding.detail === '' ? `${finding.title}.` : `${finding.title}. ${finding.detail}` },
    ...locate(result),
    properties: { advice: finding.advice, simulated: true, seed: run.seed, scenario: run.scenario, at: run.at },
  }
}

/**
 * Writes the findings of runs as SARIF 2.1.0, without passed checks. It has all fields that GitHub's code scanning requires: each result has a
 * file and a line, and each check a description and advice.
 */
export const sarifText = (entries: readonly SarifEntry[], catalogue: Catalogue): string => {
  const results = entries.flatMap((entry): Result[] =>
    entry.kind === 'run'
      ? entry.run.findings
          .filter(({ severity }) => severity !== 'pass')
          .map((finding) => ({ ...entry, finding, place: entry.place, ruleId: finding.code }))
      : [],
  )
  const [world] = entries.flatMap((entry) => (entry.kind === 'run' ? (entry.run.world ?? []) : []))
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) =>
    ruleOf(
      id,
      results.filter(({ ruleId }) => ruleId === id),
      catalogue,
    ),
  )
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'netbox', semanticVersion: version, rules } },
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
        results: results.map(resultOf),
      },
    ],
  })
}
