import { nearest, ToolError, tools } from '@netbox/core'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit.ts'
import { plainText } from './text.ts'

/*
 * Every sentence that the command adds to core's: what is wrong with a command line or a file, and what to do.
 */

// Messages quote the input, but not a megabyte of it, and no control characters that would drive the terminal.
const quote = (text: string): string => {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return `'${plainText(shown)}'`
}

const guess = (word: string, candidates: readonly string[], otherwise: string): string => {
  const close = nearest(word, candidates)
  return close === undefined ? otherwise : `Did you mean '${close}'?`
}

const usage = (message: string): CommandError => new CommandError({ code: 'usage', title: 'Wrong usage', message })

// Parts of names that say nothing of the subject.
const GENERIC: ReadonlySet<string> = new Set(['check', 'test', 'lookup', 'record', 'records', 'and', 'the'])

/** Finds the first tool with a feature that contains a part of a name: `dmarc-check` → email-deliverability. */
const toolAbout = (name: string): string | undefined => {
  const topics = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 2 && !GENERIC.has(part))
    // A word that begins a tool's name is a misspelt name, not a topic.
    .filter((part) => tools.every(({ id }) => !id.split('-').some((own) => own.startsWith(part))))
  return tools.find(({ features }) => {
    const words = features
      .join(' ')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
    return topics.some((topic) => words.includes(topic))
  })?.id
}

/** Says that a name is neither a tool nor a command. */
export const unknownTool = (name: string, candidates: readonly string[]): CommandError => {
  const about = name.length > 60 ? undefined : toolAbout(name)
  const advice =
    about === undefined ? guess(name, candidates, "'netbox list' shows them all.") : `Did you mean '${about}'?`
  return new CommandError({
    code: 'unknown_tool',
    title: 'Unknown tool',
    message: `There is no tool ${quote(name)}. ${advice}`,
  })
}

/** Adds to a refusal which input it is about, and one that the tool takes. */
export const refusedInput = ({ code, title, message }: ToolError, input: string, example: string): ToolError =>
  new ToolError({ code, title, message: `${message} You gave ${quote(input)}. Example: ${example}` })

/** Returns the error of a command line, in the words of its parser. */
export const wrongUsage = (message: string): CommandError => usage(plainText(message))

/** Says that a command takes fewer arguments. */
export const unexpectedArgument = (argument: string, how: string): CommandError =>
  usage(`Unexpected argument ${quote(argument)}. Usage: ${how}`)

/** Says that a word is none of those that a command takes. */
export const notAmong = (word: string, value: string, choices: readonly string[]): CommandError =>
  usage(`There is no ${word} ${quote(value)} here. ${guess(value, choices, `It is one of ${choices.join(', ')}.`)}`)

/** Says that an option's value is no whole number in its range. */
export const notInRange = (option: string, value: string, low: number, high: number): CommandError =>
  usage(`Option '--${option}' can't be ${quote(value)}. It is a whole number from ${low} to ${high}.`)

/** Says that options exclude each other. */
export const notTogether = (one: string, other: string): CommandError =>
  usage(`${one} and ${other} can't be used together.`)

/** Says that an option's value is no domain. */
export const noDomain = (option: string, value: string): CommandError =>
  usage(`Option '--${option}' can't be ${quote(value)}. It is a domain, or a list like shop.example,mail.example.`)

/** Says that the world file can't come from stdin. */
export const worldFromStdin = (): CommandError =>
  usage("Option '--world' can't be '-'. It is the path of a file, because stdin is for inputs.")

/** Says that a command lacks a word. */
export const wordMissing = (command: string, word: string): CommandError =>
  usage(`'netbox ${command}' needs ${word}. 'netbox ${command} --help' shows how it is used.`)

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name is not valid',
}

/** Returns as text why the system refused. */
const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

/** Says that a file can't be read, and why. */
export const unreadable = (path: string, error: unknown): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `${quote(path)} can't be read: ${reasonOf(error)}.`,
  })

/** Says that a file can't be written, and why. */
export const unwritable = (path: string, error: unknown): CommandError =>
  new CommandError({
    code: 'unwritable_file',
    title: 'Unwritable file',
    message: `${quote(path)} can't be written: ${reasonOf(error).replace(/^it does/, 'its folder does')}.`,
  })

/** Says that the configuration can't be used, and why. */
export const badConfig = (path: string, reason: string): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `${path} can't be used: ${reason}. Correct it, or remove it.`,
  })

/** Says that a file holds no run. */
export const noRun = (path: string): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `${quote(path)} holds no run. Save one with 'netbox mx-record example.com --json --output run.json'.`,
  })

/** Says that nothing of that name was recorded. */
export const notRecorded = (name: string, count: number): CommandError =>
  new CommandError({
    code: 'not_recorded',
    title: 'Not recorded',
    message: `There is no recorded run ${quote(name)}. ${count === 0 ? 'Nothing is recorded yet.' : "'netbox history' shows what there is."}`,
  })

/** Says that a recorded run can't be made again as it was. */
export const differs = (recorded: string, engine: string): string =>
  recorded === engine
    ? 'The same seed gives another result here: the recorded run was changed, or is of another version of netbox.'
    : `The run was recorded with ${quote(recorded)}; this is ${engine}, which gives another result.`

/** Says that two runs have too little in common. */
export const otherTools = (one: string, other: string): CommandError =>
  usage(`Run A is of ${quote(one)}, run B of ${quote(other)}. Name two runs of the same tool.`)

/** Warns that the free plan counts although someone is signed in. */
export const planExpired = (cached: { readonly checked: number } | undefined): string => {
  const known =
    cached === undefined || cached.checked === 0
      ? 'Your plan is not known'
      : `Your plan was last known on ${new Date(cached.checked).toISOString().slice(0, 10)}`
  return `${known}: the free plan counts until the service is reached. 'netbox whoami' asks it now.`
}

/** Says that there is nowhere to write the result. */
export const stdoutClosed = (): CommandError =>
  new CommandError({
    code: 'unwritable_file',
    title: 'Unwritable file',
    message: 'Standard output is closed: the result has nowhere to go. Redirect it to a file, or use --output FILE.',
  })

/** Warns that runs are not counted. */
export const notCounted = (folder: string): string => `${folder} cannot be written: today's runs are not counted.`

/** Warns that runs are not kept. */
export const notKept = (folder: string): string => `${folder} cannot be written: this run is not in the history.`

/** Warns that a run is not kept because of its world file, and what to do. */
export const worldNotKept =
  "The facts of the world file are longer than 16 kB: this run is not in the history. Keep it with '--json --output run.json'; 'netbox replay run.json' shows it again."

/** Returns the advice after a refusal that a plan would lift. */
export const plansHint = "If your plan includes it, sign in: 'netbox login'. 'netbox upgrade' shows the plans."

/** Says that the terminal may have put something on the clipboard, and what to do where it has not. */
export const copySent = 'Sent to the clipboard of your terminal. Not every terminal takes it: s saves a file.'

/** Says that there is no clipboard, and what to do instead. */
export const copyImpossible = "This terminal can't be given text for a clipboard. Press s to save a file."

/** Says where a result was saved. */
export const savedAs = (title: string, name: string): string => `${title}: ${name}`

/** Says that there is no history yet. */
export const noRuns = 'No runs yet.'

/** Says that a run was ended by a person or the system. */
export const runCancelled = 'Run cancelled.'

/** Says below the list of tools what else there is to know. */
export const listFoot = 'netbox info <tool> tells more. Results are simulated.'

/** Says that a port is in use. */
export const portInUse = (host: string, port: number): CommandError =>
  new CommandError({
    code: 'port_in_use',
    title: 'Port in use',
    message: `Another program has port ${port} of ${host}. Choose another port with --port, or end that program.`,
    exit: exitCodes.failed,
  })

/** Says why no command can run in its own network. */
export const noNamespace = (sentence: string): CommandError =>
  new CommandError({ code: 'no_namespace', title: 'No network namespace', message: sentence, exit: exitCodes.failed })
