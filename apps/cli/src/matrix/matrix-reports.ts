import { type ScenarioText, WORLD_VERSION, type WorldDocument } from '@netbox/core'
import { xml } from '../output/gate-reports.ts'
import { countWords, matrixSentence, outcomeWords } from '../texts/matrix-texts.ts'
import type { Change } from './expectations.ts'
import { groupOf } from './faults.ts'
import type { Matrix, MatrixRow } from './matrix.ts'
import { countOutcomes, outcomes, worstFirst } from './outcomes.ts'
import { rowsOf, secondsText } from './table.ts'

/** A measured matrix with its world, for reports. */
export interface MatrixReport {
  readonly matrix: Matrix
  readonly command: readonly string[]
  readonly seed: string
  readonly document: WorldDocument | undefined
  /** Whether each run had a network of its own. */
  readonly isEnclosed: boolean
  /** Returns the command line that shows a fault again. */
  readonly again: (fault: ScenarioText) => string
  /** Returns the command line that finds its smallest world. */
  readonly shrink: (fault: ScenarioText) => string
  /** The outcomes that differ from the expected ones; undefined without --expect. */
  readonly changes: readonly Change[] | undefined
}

const VERSION = 1

const rowDocument = (row: MatrixRow, again: MatrixReport['again']): object => {
  const { fault, outcome, hasRun, code, milliseconds, difference, tests, passed } = row
  return {
    fault,
    group: groupOf(fault),
    outcome,
    ran: hasRun,
    ...(code === undefined ? {} : { exitCode: code }),
    ...(milliseconds === undefined ? {} : { time: milliseconds }),
    ...(difference === undefined ? {} : { met: difference }),
    ...(tests.names.length === 0 ? {} : { tests: tests.names }),
    ...(passed[1] > 1 ? { passed: passed[0], runs: passed[1] } : {}),
    again: again(fault),
  }
}

/** Returns the matrix as JSON data. Times are in milliseconds. */
export const matrixDocument = ({
  matrix,
  command,
  seed,
  document,
  isEnclosed,
  again,
  changes,
}: MatrixReport): object => {
  const { baseline, limit } = matrix
  const rows = rowsOf(matrix)
  const { first, count, names } = baseline.questions
  return {
    simulated: true,
    engine: WORLD_VERSION,
    matrix: VERSION,
    command,
    seed,
    ...(document === undefined ? {} : { world: document }),
    enclosed: isEnclosed,
    limit,
    healthy: { time: baseline.milliseconds, names, questions: count, first },
    counts: Object.fromEntries(outcomes.map((outcome) => [outcome, countOutcomes(rows)(outcome)])),
    faults: rows.map((row) => rowDocument(row, again)),
    ...(changes === undefined
      ? {}
      : {
          changes: changes.map(({ row, expected, isWorse }) => ({
            fault: row.fault,
            expected: expected ?? null,
            outcome: row.outcome,
            worse: isWorse,
          })),
        }),
  }
}

const metText = ({ difference }: MatrixRow): string =>
  difference === undefined ? '' : `${difference.at}: ${difference.came}`

const isFailed = ({ row, changes }: { row: MatrixRow; changes: MatrixReport['changes'] }): boolean =>
  changes === undefined
    ? row.outcome === 'failed' || row.outcome === 'hung'
    : changes.some((change) => change.isWorse && change.row === row)

const testcase = (row: MatrixRow, { again, changes }: MatrixReport): string => {
  const { fault, outcome, milliseconds = 0, tests } = row
  const head = `    <testcase classname="${xml(`netbox matrix ${groupOf(fault)}`)}" name="${xml(fault)}" time="${(milliseconds / 1000).toFixed(3)}">`
  const message = `${countWords[outcome]}${metText(row) === '' ? '' : `, first met at ${metText(row)}`}`
  const details = [...tests.names, again(fault)].join('\n')
  const body = isFailed({ row, changes })
    ? `      <failure type="${outcome}" message="${xml(message)}">${xml(details)}</failure>\n`
    : outcome === 'not-met'
      ? `      <skipped message="${xml(message)}"/>\n`
      : `      <system-out>${xml(message)}</system-out>\n`
  return `${head}\n${body}    </testcase>`
}

/** Writes the matrix as JUnit XML: one test for each fault. A fault that the command doesn't meet is skipped. */
export const matrixJunit = (report: MatrixReport): string => {
  const rows = rowsOf(report.matrix)
  const failures = rows.filter((row) => isFailed({ row, changes: report.changes })).length
  const skipped = countOutcomes(rows)('not-met')
  const counts = `tests="${rows.length}" failures="${failures}" errors="0" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="netbox" ${counts}>`,
    `  <testsuite name="netbox matrix (simulated, seed ${xml(report.seed)})" ${counts}>`,
    ...rows.map((row) => testcase(row, report)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const markdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>|]/g, (sign) => `\\${sign}`).replaceAll('\n', ' ')

/** Writes the matrix as a summary in Markdown, worst first, without the faults that the command doesn't meet. */
export const matrixMarkdown = ({ matrix, seed, again, changes }: MatrixReport): string => {
  const rows = rowsOf(matrix)
  const shown = rows.filter(({ outcome }) => outcome !== 'not-met').toSorted(worstFirst)
  const worst = shown.find(({ outcome }) => outcome !== 'survived')
  const worse = (changes ?? []).filter(({ isWorse }) => isWorse).map(({ row }) => row.fault)
  return [
    `### netbox matrix: ${matrixSentence(countOutcomes(rows))}`,
    '',
    `${outcomes.map((outcome) => `${countOutcomes(rows)(outcome)} ${countWords[outcome]}`).join(' · ')} · simulated, seed ${markdown(seed)}`,
    '',
    ...(changes === undefined
      ? []
      : [worse.length === 0 ? 'No outcome is worse than expected.' : `Worse than expected: ${worse.join(', ')}.`, '']),
    '| Fault | Outcome | Time | First met at | What came |',
    '|---|---|---:|---|---|',
    ...shown.map(
      ({ fault, outcome, milliseconds = 0, difference }) =>
        `| ${fault} | ${outcomeWords[outcome]} | ${secondsText(milliseconds)} | ${markdown(difference?.at ?? '')} | ${markdown(difference?.came ?? '')} |`,
    ),
    '',
    ...(worst === undefined ? [] : ['```sh', again(worst.fault), '```', '']),
  ].join('\n')
}
