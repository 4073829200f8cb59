import { capitalize, inWords, type Scenario } from '@netbox/core'
import type { MatrixOutcome } from '../matrix/outcomes.ts'
import { CommandError } from '../exit.ts'

const usage = (message: string): CommandError => new CommandError({ code: 'usage', title: 'Wrong usage', message })

/** Returns the error for a name that is neither a fault nor a group of faults. */
export const unknownFault = (name: string, close: string | undefined, groups: readonly string[]): CommandError => {
  const advice =
    close === undefined
      ? `The groups are ${groups.join(', ')}; 'netbox scenarios' lists the faults.`
      : `Did you mean '${close}'?`
  return usage(`'${name.slice(0, 60)}' is not a fault or a group of faults. ${advice}`)
}

export const commandMissing = (name: 'matrix' | 'shrink'): CommandError =>
  usage(`'netbox ${name}' needs a command: netbox ${name} -- pytest -q`)

/** Returns the error for a world without a fault. */
export const nothingToShrink = (): CommandError =>
  usage("'netbox shrink' needs a world in which the command fails: --scenario mx-down, or --world FILE.")

/** Returns the error for a time limit that is no time. */
export const noTimeout = (value: string): CommandError =>
  usage(`Option '--timeout' can't be '${value.slice(0, 60)}'. It must be a time, such as 60s, 500ms or 2m.`)

/** The sentences about options of `serve` that these commands don't have. */
export const refusedOptions: Readonly<Record<string, string>> = {
  at: 'The clock of these worlds runs, because a program must be able to wait and try again. Use --start-at.',
  'host-port':
    'The runs go side by side, so none may reach a port of this machine. Start what the command needs in it.',
  scenario: 'netbox matrix runs every fault. Choose some with --faults.',
}

/** The labels of the groups of faults, in the order of the table. */
export const groupLabels: Readonly<Record<NonNullable<Scenario['group']>, string>> = {
  mail: 'mail',
  names: 'names',
  line: 'line',
  web: 'web',
  certificates: 'tls',
  acme: 'acme',
}

export const outcomeWords: Readonly<Record<MatrixOutcome, string>> = {
  survived: 'survived',
  'not-met': 'not met',
  unstable: 'unstable',
  failed: 'FAILED',
  hung: 'HUNG',
}

/** The words for outcomes after a number: `18 survived`. */
export const countWords: Readonly<Record<MatrixOutcome, string>> = {
  ...outcomeWords,
  failed: 'failed',
  hung: 'hung',
}

/** Says in one sentence how the command took all faults. */
export const matrixSentence = (count: (outcome: MatrixOutcome) => number): string => {
  const part = (outcome: MatrixOutcome, one: string, several: string): string[] => {
    const number = count(outcome)
    return number === 0 ? [] : [`${inWords(number)} ${number === 1 ? one : several}`]
  }
  const parts = [
    ...part('failed', 'breaks it', 'break it'),
    ...part('hung', 'hangs it', 'hang it'),
    ...part('unstable', 'makes it unstable', 'make it unstable'),
  ]
  if (parts.length === 0)
    return count('survived') === 0 ? 'It meets none of these faults.' : 'It survives every fault that it meets.'
  const [first = '', ...others] = parts
  const subject = first.replace(' ', first.startsWith('one ') ? ' fault ' : ' faults ')
  return `${capitalize([subject, ...others].join(', '))}.`
}

/** The texts of `netbox shrink`. */
export const shrinkTexts = {
  passes: 'The command ends with exit code 0 in this world, so there is nothing to shrink.',
  noFacts: 'The command does not fail if the facts of its domains alone are wrong. Name the domains with --domains.',
  unstable: 'The failure is not stable: the command did not fail twice in a row in this world.',
  fact: (path: string, value: string, usual: string | undefined): string =>
    `${path}: ${value}${usual === undefined ? '' : `, in the healthy world ${usual}`}`,
  end: (facts: number, all: number, runs: number): string =>
    `${facts} of ${all} ${all === 1 ? 'fact' : 'facts'} ${facts === 1 ? 'is' : 'are'} enough, after ${runs} runs.`,
  again: (command: string): string => `Save it as small.yaml and see it again: ${command}`,
} as const

/** The texts of `netbox matrix`. */
export const matrixTexts = {
  head: ['Fault', 'Outcome', 'Time', 'First met at', 'What came', 'Tests that fail only here'],
  questions: (names: number, questions: number): string =>
    `${names} ${names === 1 ? 'name' : 'names'}, ${questions} ${questions === 1 ? 'question' : 'questions'}`,
  limit: (isUsual: boolean, seconds: string): string =>
    isUsual ? 'stopped at the limit: 10 × the healthy run, at least 30 s' : `stopped at the limit of ${seconds}`,
  passedTimes: (passed: number, runs: number): string => `passed ${passed} of ${runs} times`,
  tests: (failed: number, all: number | undefined): string =>
    `${failed} ${all === undefined ? '' : `of ${all} `}${(all ?? failed) === 1 ? 'test' : 'tests'}`,
  exitCode: (code: number): string => `exit code ${code}`,
  more: (count: number): string => `and ${count} more that it survives; --verbose names them`,
  notRun: 'not met, not run',
  notMet: 'not met',
  again: 'see it again',
  shrink: 'make it small',
  wrote: (path: string): string => `Wrote ${path}.`,
  progress: (done: number, all: number, jobs: number, left: string): string =>
    `${done} of ${all} faults, ${jobs} at a time${left}`,
  left: (seconds: number): string => `, about ${seconds} s left`,
  total: (faults: number, jobs: number, seconds: string): string => `${faults} faults, ${jobs} at a time, ${seconds}`,
  ctrlC: 'Ctrl-C ends every run and prints what is known.',
  healthyRunning: 'First the healthy world.',
  interrupted: (done: number, all: number): string => `Interrupted: ${done} of ${all} faults are known.`,
  healthyFailed: (end: string, lines: readonly string[]): string =>
    [`In the healthy world, the command ${end}, so no fault can be blamed. Its last lines:`, ...lines].join('\n'),
  noOutput: '(it printed nothing)',
  loopback:
    "Without a network namespace, the table can't tell silent ports from slow ones on ports without a server, and no packet is lost.",
  asExpected: (count: number): string =>
    count === 1 ? 'The fault is as expected.' : `All ${count} faults are as expected.`,
  worse: 'worse',
  better: 'better',
  was: (outcome: string): string => `was ${outcome}`,
  isNew: 'new',
} as const

/** Returns the error for a file of expectations that has another form. */
export const notExpectations = (path: string, reason: string): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `'${path}' is not a file of --expect: ${reason}. Remove it, and netbox writes a new one.`,
  })

/** Returns the error for a missing file of expectations in CI. */
export const noExpectations = (path: string): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `'${path}' does not exist. Run the same command once on your machine, which writes the file, and commit it.`,
  })
