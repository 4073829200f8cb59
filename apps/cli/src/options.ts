import { scenarios, severities } from '@netbox/core'
import { categories } from './categories.ts'

/** One option of the command, as data: parser, help and completion are made from it. */
export interface OptionSpec {
  readonly short?: string
  /** How its value is called in help; a flag has none. */
  readonly value?: string
  readonly description: string
  /** What the value may be, where that is a list. */
  readonly choices?: () => readonly string[]
  /** Whether the value names a file, for completion. */
  readonly isFile?: true
}

/** Every option. A name means the same in every command that has it. */
export const optionTable = {
  json: { description: 'print JSON: one document; for several inputs one a line' },
  plain: { description: 'print plain text: no color, nothing that moves' },
  quiet: { short: 'q', description: 'print nothing but results and errors' },
  seed: { value: 'SEED', description: 'run in the world of this seed' },
  scenario: { value: 'NAME', description: 'bend the world', choices: () => scenarios.map(({ name }) => name) },
  at: { value: 'TIME', description: 'stop the clock of the world at this time (ISO 8601)' },
  reproducible: { description: 'print the same bytes every time (see below)' },
  'no-delay': { description: 'answer at once' },
  'fail-on': {
    value: 'SEVERITY',
    description: 'exit with 6 at a finding as bad, or worse',
    choices: () => severities.filter((severity) => severity !== 'pass'),
  },
  file: { short: 'f', value: 'FILE', description: 'read inputs from a file, one a line', isFile: true },
  output: { short: 'o', value: 'FILE', description: 'write the result to a file, whole or not at all', isFile: true },
  concurrency: { value: 'N', description: 'runs at once, 1 to 64; default 8' },
  resume: {
    value: 'FILE',
    description: 'go on where this NDJSON file ends: skip what it holds, append the rest',
    isFile: true,
  },
  csv: { description: 'print CSV that is safe to open in a spreadsheet' },
  input: { value: 'FILE', description: "send this file as the body; '-' reads stdin", isFile: true },
  'with-token': { description: 'read an API token from stdin' },
  remote: { description: 'ask the service instead of this machine' },
  category: { value: 'NAME', description: 'show the tools of one category', choices: () => categories },
  limit: { value: 'N', description: 'show the last N runs; default 20' },
  help: { short: 'h', description: 'show help' },
  version: { short: 'V', description: 'show the version' },
} as const satisfies Record<string, OptionSpec>

/** The name of an option, without dashes. */
export type OptionName = keyof typeof optionTable

/** What was given: the value of each option, '' for a flag. */
export type Given = { readonly [Name in OptionName]?: string }

/** Every option name, in the order of the table. */
// Object.keys forgets the literal types that the table has.
export const optionNames = Object.keys(optionTable) as readonly OptionName[]

/** Gives the description of an option. */
export const specOf = (name: OptionName): OptionSpec => optionTable[name]

/** The options of a tool's run, in the order of its help. */
export const runOptions: readonly OptionName[] = [
  'json',
  'plain',
  'quiet',
  'output',
  'file',
  'concurrency',
  'seed',
  'scenario',
  'at',
  'reproducible',
  'no-delay',
  'fail-on',
]
