import { type ToolDefinition, wrap } from '@netbox/core'
import type { Command } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { exitMeanings } from './exit.ts'
import { type OptionName, runOptions, specOf } from './options.ts'

const WIDTH = 80
// One column for all groups, so that the eye runs down one edge.
const COMMAND = 34

const column = (rows: readonly (readonly [string, string])[], narrowest = 0): string[] => {
  const wide = Math.max(narrowest, ...rows.map(([left]) => left.length)) + 2
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrap(right, WIDTH - 2 - wide)
    return [`  ${left.padEnd(wide)}${first}`, ...rest.map((line) => ' '.repeat(2 + wide) + line)]
  })
}

const optionRow = (name: OptionName): readonly [string, string] => {
  const { short, value, description } = specOf(name)
  return [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    description,
  ]
}

const optionLines = (names: readonly OptionName[]): string[] => column([...names, 'help' as const].map(optionRow))

const commandRow = ({ name, usage, summary }: Command): readonly [string, string] => [
  `netbox ${name}${usage === '' ? '' : ` ${usage}`}`,
  summary,
]

const groupLines = (group: Command['group']): string[] => [
  '',
  `${group}:`,
  ...column(commands.filter((command) => command.group === group).map(commandRow), COMMAND),
]

/** The headings under which help lists commands, in their order. */
export const helpGroups = ['See what there is', 'State', 'The service', 'Other'] as const

const paragraphs = (text: string): string[] =>
  text.split('\n\n').flatMap((paragraph) => ['', ...wrap(paragraph, WIDTH)])

/** How several inputs are given. */
export const inputHelp =
  "Several inputs run one after the other; '-' reads them from stdin and --file from a file, one a line. " +
  'A list from stdin or a file prints one line for each input and is not kept in the history; several inputs never wait. ' +
  'With --json an input that failed is a line of its own, {"input", "error"}, in its place.'

/** What seed, scenario and time are. */
export const worldHelp =
  'The same seed, scenario and time give the same result everywhere. Without --seed the seed is that of NETBOX_SEED, ' +
  "else a fresh one. --reproducible leaves usage out, and takes seed 'netbox' and 2026-01-01 where you name no others."

/** What the command is, in a few sentences. */
export const introduction =
  'netbox runs network, DNS, email and security diagnostics on a simulated internet. Every result is simulated: ' +
  'made up from a seed, without asking any server. The same seed gives the same result again. ' +
  "Only 'netbox verify' is real: it verifies email addresses through the service."

/** Calls that show what can be done. */
export const examples = [
  'netbox mx-record example.com',
  'netbox mx-record example.com --scenario mx-down --fail-on critical',
  'netbox mx-record --file domains.txt --json > runs.ndjson',
]

/** Writes the help of the whole command. */
export const help = (): string =>
  [
    ...wrap(introduction, WIDTH),
    '',
    'Run a tool:',
    ...column(
      [
        ['netbox <tool> [input...]', "run a tool; 'netbox list' shows the tools"],
        ['netbox', 'on a terminal: pick a tool from a list'],
      ],
      COMMAND,
    ),
    ...helpGroups.flatMap(groupLines),
    '',
    'Options of a run:',
    ...optionLines(runOptions),
    ...paragraphs(worldHelp),
    '',
    'Exit codes:',
    ...column(exitMeanings.map(([code, meaning]) => [String(code).padStart(3), meaning])),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n')

/** Writes the help of one command. */
export const commandHelp = (command: Command): string => {
  const { name, usage, summary, details = '', options } = command
  return [
    `netbox ${name}${usage === '' ? '' : ` ${usage}`}${options.length > 0 ? ' [options]' : ''}`,
    '',
    ...wrap(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, WIDTH),
    ...(details === '' ? [] : paragraphs(details)),
    '',
    'Options:',
    ...optionLines(options),
    '',
  ].join('\n')
}

/** Writes the help of a tool's run. */
export const toolHelp = ({ id, name, description, input, placeholder }: ToolDefinition): string =>
  [
    `netbox ${id} [input...] [options]`,
    '',
    ...wrap(
      `${name}: ${description} Simulated. Takes: ${input.type.toLowerCase()}, like ${placeholder.split('\n', 1)[0]}`,
      WIDTH,
    ),
    '',
    'Options:',
    ...optionLines(runOptions),
    ...paragraphs(
      input.multiline === true ? "'-' reads the input from stdin and --file from a file, as a whole." : inputHelp,
    ),
    ...paragraphs(worldHelp),
    '',
  ].join('\n')
