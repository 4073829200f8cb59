import { capitalize, type ToolDefinition, wrap } from '@netbox/core'

/* The help texts that surround commander's lists of commands and options; the manual page has them too. */

const WIDTH = 80

/** The headings under which help lists the commands, in order. */
export const helpGroups = ['Run your programs', 'Diagnose', 'Recorded runs', 'Service', 'Other'] as const

/** The explanation of how to give several inputs. */
export const inputHelp =
  "Several inputs run one after the other. '-', or a pipe if there are no inputs, reads a list from stdin, and --file from a file, " +
  'one input per line; lines that start with # are comments. A list runs --concurrency lines at once, prints one line for each input and is not ' +
  'kept in the history. Several inputs run without the artificial delay. ' +
  'With --json, each failed input is a line {"input", "error"} in its place.'

const wholeInputHelp =
  "'-', or a pipe if there is no input, reads stdin and --file reads a file; the whole text is one input."

/** The explanation of seed, scenario and time. */
export const worldHelp =
  'The same seed, scenario and time give the same result everywhere. Without --seed, netbox uses NETBOX_SEED ' +
  "or a fresh seed. --reproducible omits the run counts, and uses seed 'netbox' and 2026-01-01 unless you set others. " +
  '--world names a world file, YAML or JSON, with your own facts, such as records, mail servers and certificates; all other facts ' +
  'follow from the seed.'

/** The description of the command in a few sentences. */
export const introduction =
  'netbox runs programs and diagnostics on a simulated internet. Nothing leaves this machine, and the same seed gives the same ' +
  "result. Only 'netbox verify' is real: it verifies email addresses through the service.\n\n" +
  "'netbox TOOL INPUT' runs one of the tools that 'netbox list' shows. On a terminal, 'netbox' without arguments opens a picker."

/** Example calls. */
export const examples = [
  'netbox serve --seed k3f9 -- curl https://www.shop.example/',
  'netbox mx-record shop.example --scenario mx-down --fail-on critical',
  'netbox mx-record --file domains.txt --json > runs.ndjson',
]

const wrapped = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => wrap(paragraph, WIDTH).join('\n'))
    .join('\n\n')

const list = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line) => `  ${line}`)].join('\n')

/** Returns the end of the whole command's help, after its commands. */
export const rootNotes = (): string =>
  [
    list('Options that most commands take:', [
      '--seed k3f9   --scenario mx-down   --at TIME   --world FILE   --json   --quiet',
    ]),
    list('Examples:', examples),
    wrapped(
      "'netbox help serve' shows all options of a command, and 'netbox help mx-record' the options of a run. The manual page, 'man netbox', has the exit codes.",
    ),
  ].join('\n\n')

/** Turns a summary into a sentence. */
export const sentence = (text: string): string => `${capitalize(text)}.`

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/** Returns the start of a tool's help. */
export const toolDescription = ({ name, description, input, placeholder }: ToolDefinition): string =>
  `${name}: ${description} Simulated. Input: ${input.type.toLowerCase()}, like ${firstLine(placeholder)}`

/** Returns an example command line for a tool. It works unchanged. */
export const exampleOf = ({ id, placeholder, input }: ToolDefinition): string =>
  input.multiline === true ? `netbox ${id} --file input.txt` : `netbox ${id} ${firstLine(placeholder)}`

/** Returns the end of a tool's help, after its options. */
export const toolNotes = (tool: ToolDefinition): string =>
  [
    wrapped(tool.input.multiline === true ? wholeInputHelp : inputHelp),
    wrapped(worldHelp),
    list('Example:', [exampleOf(tool)]),
  ].join('\n\n')

/** Returns the end of a command's help, after its options. */
export const commandNotes = (details: string): string => wrapped(details)
