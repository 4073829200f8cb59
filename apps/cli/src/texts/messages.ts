import { findTool, nearest, parseInput, plainText, type ToolDefinition, ToolError, tools } from '@netbox/core'
import { CommandError, exitCodes } from '../exit.ts'

/* The command's own messages, in addition to core's. Each says what is wrong with a command line or a file, and what to do. */

// The longest name that a message quotes whole, and that may be a misspelled one.
const MAX_NAME = 60

// Quotes the input in a message, shortened and without control characters, which the terminal would interpret.
const quote = (text: string): string => {
  const shown = text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1)}…` : text
  return `'${plainText(shown)}'`
}

const guess = (word: string, candidates: readonly string[], otherwise: string): string => {
  const close = nearest(word, candidates)
  return close === undefined ? otherwise : `Did you mean '${close}'?`
}

const usage = (message: string): CommandError => new CommandError({ code: 'usage', title: 'Wrong usage', message })

// The parts of tool names that say nothing about the subject.
const GENERIC: ReadonlySet<string> = new Set(['check', 'test', 'lookup', 'record', 'records', 'and', 'the'])

/** Finds the first tool with a feature that a part of the name mentions: `dmarc-check` → email-deliverability. */
const toolAbout = (name: string): string | undefined => {
  const topics = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 2 && !GENERIC.has(part))
    // If a word of a tool's id starts with the part, the user misspelled that id and means no topic.
    .filter((part) => tools.every(({ id }) => !id.split('-').some((own) => own.startsWith(part))))
  return tools.find(({ features }) => {
    const words = features
      .join(' ')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
    return topics.some((topic) => words.includes(topic))
  })?.id
}

/** Returns a command that runs a tool on a domain, URL or address: `1.2.3.4` → `netbox ptr-lookup 1.2.3.4`. */
const runOn = (input: string): string | undefined => {
  for (const id of ['ptr-lookup', 'mx-record']) {
    const tool: ToolDefinition | undefined = findTool(id)
    const parsed = tool === undefined ? undefined : parseInput(tool.input, input)
    if (parsed !== undefined) return `netbox ${id} ${parsed.canonical}`
  }
  return undefined
}

/** Returns the command or tool that the user probably meant. A command that begins with the name comes first: `mail` means mail-check. */
const meantName = (name: string, commands: readonly string[]): string | undefined => {
  const command = nearest(
    name,
    commands.toSorted((one, other) => one.length - other.length),
  )
  if (command?.startsWith(name.toLowerCase()) === true) return command
  const ids = tools.map(({ id }) => id)
  return toolAbout(name) ?? command ?? nearest(name, ids)
}

/** Returns the error for a name that is neither a tool nor, for the command line, one of its commands. */
export const unknownTool = (name: string, commands: readonly string[] = []): CommandError => {
  const isLong = name.length > MAX_NAME
  const run = isLong ? undefined : runOn(name)
  const close = isLong || run !== undefined ? undefined : meantName(name, commands)
  const adviceOf = (): string => {
    if (run !== undefined) return `Write a tool before its input, for example: ${run}`
    if (close !== undefined) return `Did you mean '${close}'?`
    return commands.length === 0
      ? "'netbox list' shows all tools."
      : "'netbox list' shows all tools, and 'netbox --help' all commands."
  }
  const kind = close !== undefined && commands.includes(close) ? 'command' : 'tool'
  return new CommandError({
    code: 'unknown_tool',
    title: 'Unknown tool',
    message: `There is no ${kind} ${quote(name)}. ${adviceOf()}`,
  })
}

/** Returns the error for a misspelled code of a finding. */
export const unknownFinding = (name: string, close: string): CommandError =>
  usage(`There is no finding ${quote(name)}. Did you mean '${close}'?`)

/** Adds the input, and an example that the tool accepts, to the error of a refused run. */
export const refusedInput = ({ code, title, message }: ToolError, input: string, example: string): ToolError =>
  new ToolError({ code, title, message: `${message} You gave ${quote(input)}. Example: ${example}` })

/** Returns the error for a wrong command line, with the parser's message. */
export const wrongUsage = (message: string): CommandError => usage(plainText(message))

/** Returns the error for too many arguments. */
export const unexpectedArgument = (argument: string, how: string): CommandError =>
  usage(`Unexpected argument ${quote(argument)}. Usage: ${how}`)

/** Returns the error for a word that a command does not accept. */
export const notAmong = (word: string, value: string, choices: readonly string[]): CommandError =>
  usage(`${quote(value)} is not a ${word}. ${guess(value, choices, `Expected one of ${choices.join(', ')}.`)}`)

/** Returns the error for an option's value that is not a whole number in its range. */
export const notInRange = (option: string, value: string, low: number, high: number): CommandError =>
  usage(`Option '--${option}' can't be ${quote(value)}. It must be a whole number from ${low} to ${high}.`)

/** Returns the sentence for a command that options follow without `--`. */
export const withoutDashes = (name: string, words: readonly string[]): string =>
  `Write -- before a command with options: netbox ${name} -- ${words.join(' ')}`

export const portWithoutLoopback = (): CommandError =>
  wrongUsage('--dns-port needs --loopback: in a network of its own, a command finds DNS on port 53.')

export const ownerWithoutContainer = (): CommandError =>
  wrongUsage('--owner needs --container: netbox serve --container FOLDER --owner 1000:1000')

export const noOwner = (text: string): CommandError =>
  wrongUsage(
    `'${text}' is not a user. --owner accepts the number of a user and, if you like, of a group: 1000 or 1000:1000`,
  )

export const holeWithoutNetwork = (): CommandError =>
  wrongUsage('--host-port needs a command in a network of its own: netbox serve --host-port 5432 -- COMMAND')

export const globalWithoutNetwork = (): CommandError =>
  wrongUsage(
    '--global-addresses needs a command in a network of its own, because these addresses have owners outside: netbox serve --global-addresses -- COMMAND',
  )

export const latencyWithoutNetwork = (): CommandError =>
  wrongUsage('--latency needs a command in a network of its own: netbox serve --latency -- COMMAND')

/** Returns the error for options that exclude each other. */
export const notTogether = (one: string, other: string): CommandError =>
  usage(`${one} and ${other} can't be used together.`)

/** Returns the error for a missing folder. `example` is a complete command. */
export const noFolder = (example: string): CommandError => usage(`Name a folder for the files, for example: ${example}`)

/** Returns the error for an option's value that is not a domain. */
export const noDomain = (option: string, value: string): CommandError =>
  usage(`Option '--${option}' can't be ${quote(value)}. It must be a domain, or a list like shop.example,mail.example.`)

/** Returns the error for a world file on stdin. */
export const worldFromStdin = (): CommandError =>
  usage("Option '--world' can't be '-'. It must be the path of a file, because stdin is for inputs.")

/** Returns the note that netbox stopped waiting for a pipe that nothing was written to. */
export const nothingOnStdin = (seconds: number): string =>
  `netbox received nothing on stdin for ${seconds} seconds. To wait longer, give '-' as the input.`

/** Returns the error for a file of captured answers that is too large. */
export const captureTooLarge = (path: string): CommandError =>
  usage(`${quote(path)} is too large: files of captured answers have at most 50 MB.`)

/** Returns a problem of a file as a line, with its place. */
export const placedLine = (problem: {
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly field?: string
  readonly message: string
}): string => {
  const { file, line, column, field, message } = problem
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return plainText([place, field, message].filter((part) => part !== undefined && part !== '').join(': '))
}

/** The error for a file that names no zone. */
export const noZoneFile = (file: string): CommandError =>
  wrongUsage(
    `${file} does not name its zone. Add $ORIGIN and the name with a final dot, or call the file shop.example.zone.`,
  )

/** The error for two versions that are of different zones. */
export const otherZone = (file: string, zone: string, other: string): CommandError =>
  wrongUsage(`${file} is the zone ${zone}, and the file of --was is ${other}.`)

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Returns the sentence for a checked zone file; `fixed` is the number of findings that only its older version has. */
export const checkedZone = (zone: string, records: number, findings: number, fixed: number | undefined): string => {
  const isNew = fixed === undefined ? '' : 'new '
  const found = `${findings === 0 ? 'no' : findings} ${isNew}finding${findings === 1 ? '' : 's'}`
  const rest = fixed === undefined ? '' : `, ${fixed} fixed`
  return plainText(`${zone}: ${counted(records, 'record', 'records')}, ${found}${rest}.`)
}

/** Returns the sentence for a valid world file. */
export const validWorld = (
  file: string,
  counts: { readonly domains: number; readonly hosts: number; readonly addresses: number },
): string => {
  const { domains, hosts, addresses } = counts
  const parts = [
    counted(domains, 'name', 'names'),
    counted(hosts, 'host', 'hosts'),
    counted(addresses, 'address', 'addresses'),
  ]
  return plainText(`${file}: valid, with facts about ${parts.join(', ')}.`)
}

/** Returns the error for a missing argument. */
export const wordMissing = (command: string, word: string): CommandError =>
  usage(`'netbox ${command}' needs ${word}. 'netbox ${command} --help' shows how it is used.`)

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name is not valid',
}

/** Returns the system's reason as text. */
const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

/** Returns the error for an unreadable file, with the reason. */
export const unreadable = (path: string, error: unknown): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `${quote(path)} can't be read: ${reasonOf(error)}.`,
  })

/** Returns the error for a file in another encoding. */
export const notUtf8 = (path: string, line: number): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `Line ${line} of ${quote(path)} is not UTF-8. Save the file as UTF-8.`,
  })

/** Returns the error for a file that can't be written, with the reason. */
export const unwritable = (path: string, error: unknown): CommandError =>
  new CommandError({
    code: 'unwritable_file',
    title: 'Unwritable file',
    message: `${quote(path)} can't be written: ${reasonOf(error).replace(/^it does/, 'its folder does')}.`,
  })

/** Returns the error for an invalid configuration, with the reason. */
export const badConfig = (path: string, reason: string): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `${path} can't be used: ${reason}. Correct it, or remove it.`,
  })

/** Returns the error for a file without a run. */
export const noRun = (path: string): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `${quote(path)} contains no run. Save one with 'netbox mx-record example.com --json --output run.json'.`,
  })

/** Returns the error for a name that is not in the history. */
export const notRecorded = (name: string, count: number): CommandError =>
  new CommandError({
    code: 'not_recorded',
    title: 'Not recorded',
    message: `There is no recorded run ${quote(name)}. ${count === 0 ? 'Nothing is recorded yet.' : "'netbox history' lists the recorded runs."}`,
  })

/** Returns the warning that a repeated run differs from the record. */
export const differs = (recorded: string, engine: string): string =>
  recorded === engine
    ? 'The same seed gives a different result here: the recorded run was changed, or is from another version of netbox.'
    : `The run was recorded with ${quote(recorded)}; this is ${engine}, which gives a different result.`

/** Returns the error for two runs of different tools. */
export const otherTools = (one: string, other: string): CommandError =>
  usage(`Run A is a run of ${quote(one)}, run B of ${quote(other)}. Name two runs of the same tool.`)

/** Returns the warning that the free plan applies although the user is signed in. */
export const planExpired = (cached: { readonly checked: number } | undefined): string => {
  const known =
    cached === undefined || cached.checked === 0
      ? 'Your plan is not known'
      : `Your plan was last known on ${new Date(cached.checked).toISOString().slice(0, 10)}`
  return `${known}: the free plan applies until the service can be reached. To try now: netbox whoami`
}

/** Returns the warning that runs are not counted. */
export const notCounted = (folder: string): string => `${folder} cannot be written: today's runs are not counted.`

/** Returns the warning that runs are not recorded. */
export const notKept = (folder: string): string => `${folder} cannot be written: this run is not in the history.`

/** The warning that a run is not recorded because of its world file, with advice. */
export const worldNotKept =
  "The facts of the world file are longer than 16 kB: this run is not in the history. Save it with '--json --output run.json'; 'netbox replay run.json' shows it again."

const plansHint = "If your plan includes it, sign in: 'netbox login'. 'netbox upgrade' shows the plans."
const choosePlanHint =
  "For tests and CI, choose a plan: NETBOX_PLAN=enterprise, or 'netbox config set plan enterprise'."

/** Returns the advice after a refusal that another plan lifts; none for other errors. */
export const planHints = (code: string, isVisitor: () => boolean): readonly string[] => [
  ...(['upgrade_required', 'not_available', 'limit_exceeded'].includes(code) ? [plansHint] : []),
  ...(['upgrade_required', 'not_available', 'daily_limit_reached'].includes(code) && isVisitor()
    ? [choosePlanHint]
    : []),
]

/** Returns the advice after a run without an input. */
export const inputHint = (example: string): string => `For example: ${example}`

/** The message that the text was sent to the clipboard, with advice in case it doesn't arrive. */
export const copySent = "Sent to the terminal's clipboard. Not every terminal supports this; s saves a file instead."

/** The message that there is no clipboard, with an alternative. */
export const copyImpossible = 'This terminal has no access to a clipboard. Press s to save a file.'

/** Returns the message with the name of the file in which a result was saved. */
export const savedAs = (title: string, name: string): string => `${title}: ${name}`

/** The message for an empty history. */
export const noRuns = 'No runs yet.'

/** The message for a cancelled run. */
export const runCancelled = 'Run cancelled.'

/** The hints below the list of tools. */
export const listFoot = 'For details about a tool: netbox info <tool>. Results are simulated.'

export const portInUse = (host: string, port: number): CommandError =>
  new CommandError({
    code: 'port_in_use',
    title: 'Port in use',
    message: `Port ${port} of ${host} is in use. Choose another port with --dns-port, or end the program that uses it.`,
    exit: exitCodes.failed,
  })

/** Returns the error for a system that can't run a command in its own network. */
export const noNamespace = (sentence: string): CommandError =>
  new CommandError({
    code: 'no_namespace',
    title: 'No network namespace',
    message: `${sentence} 'netbox doctor' checks this machine.`,
    exit: exitCodes.failed,
  })

/** Returns the error for a missing name of an exercise, or a missing or invalid answer. */
export const exerciseUsage = (task: 'start' | 'check'): CommandError =>
  usage(
    task === 'start'
      ? 'Name an exercise, for example: netbox exercise start find-1'
      : 'Name an exercise and an answer, for example: netbox exercise check find-1 shop.example mx-record mx-down',
  )

export const unknownExercise = (name: string): CommandError =>
  usage(`There is no exercise ${quote(name)}. 'netbox exercise list' shows them.`)
