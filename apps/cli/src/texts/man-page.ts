import { type ToolDefinition, tools } from '@netbox/core'
import type { Command } from '../commands/context.ts'
import { commands } from '../commands/commands.ts'
import { configKeyOf, configNames } from '../state/config-file.ts'
import { exitMeanings } from '../exit.ts'
import { version } from '../version.ts'
import { examples, helpGroups, inputHelp, introduction, sentence, worldHelp } from './help.ts'
import { type OptionName, runOptions, specOf } from '../options.ts'

/* The manual page, derived from the same data as help. Its format is man(7), which every manual formatter supports. */

const variables: readonly (readonly [string, string])[] = [
  ['NETBOX_API_URL', 'the URL of the service'],
  ['NETBOX_TOKEN', 'an API token; takes precedence over a session'],
  ['NETBOX_SEED', 'the seed of runs without --seed'],
  [
    'NETBOX_SCENARIO, NETBOX_AT, NETBOX_WORLD',
    'the scenario, the time, at which the clock stands, and the world file of runs without these options',
  ],
  ['NO_COLOR, FORCE_COLOR', 'never, or always, print in color'],
  ['CLICOLOR, CLICOLOR_FORCE', 'with CLICOLOR=0, never print in color; with CLICOLOR_FORCE=1, always'],
  ['NETBOX_PLAN', 'the plan whose daily limits apply while you are not signed in'],
  ['CI', 'no animations'],
  ['XDG_STATE_HOME, XDG_CONFIG_HOME', 'the base folders of state and configuration'],
]

const files: readonly (readonly [string, string])[] = [
  ['~/.local/state/netbox/', 'usage and history of this machine'],
  ['~/.local/state/netbox/account/', 'the session and the plan; only you can read them (modes 0700 and 0600)'],
  ['~/.config/netbox/config.json', "the configuration; see 'netbox config'"],
]

/** Escapes text for the formatter, so that hyphens stay hyphens and no line starts with a roff request. */
export const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('…', '...')
    .replaceAll('∞', 'unlimited')
    .replaceAll(/^\./gm, '\\&.')

const bold = (text: string): string => `\\fB${roff(text)}\\fR`

const section = (title: string, ...lines: readonly string[]): string[] => [`.SH ${title}`, ...lines]

const paragraphs = (text: string): string[] => text.split('\n\n').flatMap((part) => ['.PP', roff(part)])

const entry = (term: string, text: string): string[] => ['.TP', term, roff(text)]

const option = (name: OptionName): string[] => {
  const { short, value, description, choices } = specOf(name)
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${name}`].map(bold).join(', ')
  const list = choices === undefined ? '' : `: ${choices().join(', ')}`
  return entry(`${names}${value === undefined ? '' : ` \\fI${roff(value)}\\fR`}`, `${description}${list}`)
}

const commandLines = ({ name, arguments: words, summary, details = '', options }: Command): string[] => [
  ...entry(`${bold(`netbox ${name}`)}${words === undefined ? '' : ` ${roff(words)}`}`, sentence(summary)),
  ...(options.length === 0 && details === '' ? [] : ['.RS']),
  ...(details === '' ? [] : paragraphs(details)),
  ...options.flatMap(option),
  ...(options.length === 0 && details === '' ? [] : ['.RE']),
]

const toolLines = ({ id, description }: ToolDefinition): string[] => entry(bold(id), description)

/** Returns the manual page of this version. */
export const manPage = (): string =>
  [
    ".\\\" Generated from the command's own help by 'npm run docs'.",
    `.TH NETBOX 1 "" "netbox ${version}" "netbox"`,
    ...section('NAME', 'netbox \\- network, DNS, email and security diagnostics on a simulated internet'),
    ...section(
      'SYNOPSIS',
      `${bold('netbox')} \\fItool\\fR [\\fIinput\\fR ...] [\\fIoption\\fR ...]`,
      '.br',
      `${bold('netbox')} \\fIcommand\\fR [\\fIword\\fR ...] [\\fIoption\\fR ...]`,
      '.br',
      bold('netbox'),
    ),
    ...section('DESCRIPTION', ...paragraphs(introduction), ...paragraphs(inputHelp), ...paragraphs(worldHelp)),
    ...section('TOOLS', ...tools.flatMap(toolLines)),
    ...section('OPTIONS OF A RUN', ...runOptions.flatMap(option)),
    ...section(
      'COMMANDS',
      ...helpGroups.flatMap((group) => [
        `.SS ${roff(group)}`,
        ...commands.filter((command) => command.group === group).flatMap(commandLines),
      ]),
    ),
    ...section('EXIT STATUS', ...exitMeanings.flatMap(([code, meaning]) => entry(bold(String(code)), meaning))),
    ...section('ENVIRONMENT', ...variables.flatMap(([name, meaning]) => entry(bold(name), meaning))),
    ...section(
      'CONFIGURATION',
      ...configNames.flatMap((name) => {
        const { description, otherwise, variables: beaten } = configKeyOf(name)
        return entry(bold(name), `${description}; ${otherwise} if it is not set. Overridden by ${beaten}.`)
      }),
    ),
    ...section('FILES', ...files.flatMap(([path, meaning]) => entry(bold(path), meaning))),
    ...section('EXAMPLES', '.nf', ...examples.map(roff), '.fi'),
    '',
  ].join('\n')
