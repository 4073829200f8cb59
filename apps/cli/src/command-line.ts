import { findTool, namesOf, type Tool, tools } from '@netbox/core'
import { Command, CommanderError, Option } from 'commander'
import type { Command as CommandSpec } from './commands/context.ts'
import { commands } from './commands/commands.ts'
import { commandNotes, introduction, rootNotes, sentence, toolDescription, toolNotes } from './texts/help.ts'
import { unexpectedArgument, unknownTool, withoutDashes, wrongUsage } from './texts/messages.ts'
import { OLD_COMMANDS, renamedOption } from './old-names.ts'
import { type Options, type OptionName, runOptions, specOf } from './options.ts'
import { versionLine } from './version.ts'

const WIDTH = 80

/** The request of a command line: a run of a tool, one of the other commands, or neither. */
export type Invocation =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'command'; readonly command: CommandSpec }
  | { readonly kind: 'none' }

/** The arguments and options after the name. */
export interface Parsed {
  readonly words: readonly string[]
  readonly options: Options
}

export interface CommandLineOptions {
  readonly run: (invocation: Invocation, parsed: Parsed) => Promise<void>
  /** Writes help and version texts. */
  readonly write: (text: string) => void
  /** The path by which the command was started; it leads to the commit of a packed command. */
  readonly launcher: string
  /** The command to build; '' for the list of commands, undefined for all commands with their options. */
  readonly invoked?: string
}

/** Appends the entries of a list to the entries of earlier uses of the same option. */
const addEntries = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  ...value.split(',').map((entry) => entry.trim()),
]

const addValue = (value: string, before: readonly string[] = []): string[] => [...before, value]

const optionOf = (name: OptionName): Option => {
  const { short, value, description, choices, isList, isRepeated } = specOf(name)
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`
  const option = new Option(flags, description)
  if (isList === true) option.argParser(addEntries)
  if (isRepeated === true) option.argParser(addValue)
  return choices === undefined ? option : option.choices(choices())
}

// The maximum number of options that a usage line names.
const FEW = 3

/** Returns the usage line of a command: `netbox list [--category <NAME>] [--json]`. */
const usageOf = (command: Command): string => {
  const options = command.options.length > FEW ? ['[options]'] : command.options.map(({ flags }) => `[${flags}]`)
  const places = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return ['netbox', command.name(), ...places, ...options].join(' ')
}

/** Returns the error for a command line that commander refuses: one sentence for the problem and one for the usage. */
const refusalOf = (error: CommanderError, command: Command, misuse?: string): Error => {
  if (misuse !== undefined) return wrongUsage(misuse)
  const usage = command.parent === null ? `netbox ${command.usage()}` : usageOf(command)
  if (error.code === 'commander.excessArguments') {
    const [first = ''] = command.args.slice(command.registeredArguments.length)
    if (command.parent !== null) return unexpectedArgument(first, usage)
    return unknownTool(first, commandNames())
  }
  const choices = command.registeredArguments[0]?.argChoices
  if (error.code === 'commander.missingArgument' && command.args.length === 0 && choices !== undefined)
    return wrongUsage(`${sentence(error.message.replace(/^error: /, ''))} Expected one of ${choices.join(', ')}.`)
  const [first = ''] = command.args
  if (
    error.code === 'commander.unknownOption' &&
    command.registeredArguments[0]?.name() === 'command' &&
    !first.startsWith('-')
  )
    return wrongUsage(withoutDashes(command.name(), command.args))
  // error: unknown option '--jsn'\n(Did you mean --json?)
  const [problem = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const [, option] = /^unknown option '--([\w-]+)/.exec(problem) ?? []
  const renamed = option === undefined ? undefined : renamedOption(command.name(), option)
  if (renamed !== undefined) return wrongUsage(renamed)
  const advice = hint === undefined ? `Usage: ${usage}` : hint.replaceAll(/[()]/g, '')
  return wrongUsage(`${sentence(problem.replace(/\.$/, ''))} ${advice}`)
}

const prepare = (command: Command, misuse?: string): Command =>
  command.configureHelp({ showGlobalOptions: false }).exitOverride((error) => {
    // commander also throws for --help and --version, with exit code 0.
    throw error.exitCode === 0 ? error : refusalOf(error, command, misuse)
  })

const addOptions = (command: Command, names: readonly OptionName[]): void => {
  for (const name of names) command.addOption(optionOf(name))
}

type Action = (...values: unknown[]) => Promise<void>

const addTool = (program: Command, tool: Tool, action: Action): void => {
  const command = prepare(program.command(tool.id, { hidden: true }))
    .aliases(namesOf(tool).filter((name) => name !== tool.id))
    .description(toolDescription(tool))
    .argument('[input...]')
    .action(action)
    .addHelpText('after', () => `\n${toolNotes(tool)}`)
  addOptions(command, runOptions)
}

const addCommand = (program: Command, spec: CommandSpec, action: Action, isInvoked: boolean): void => {
  const { name, group, summary, options, takes, strict, details, misuse } = spec
  const command = prepare(program.command(name), misuse)
    .helpGroup(`${group}:`)
    .summary(summary)
    .description(sentence(summary))
    .action(action)
  if (spec.arguments !== undefined) command.arguments(spec.arguments)
  if (!isInvoked) return
  const [first] = command.registeredArguments
  if (strict === true && typeof takes === 'object') first?.choices(takes)
  addOptions(command, options)
  if (details !== undefined) command.addHelpText('after', () => `\n${commandNotes(details)}`)
}

/**
 * Builds commander's program with the tools and commands. Only the invoked command gets its options, because adding them takes most of the
 * time.
 */
export const createCommandLine = ({ run, write, launcher, invoked }: CommandLineOptions): Command => {
  const isInvoked = (name: string): boolean => invoked === undefined || invoked === name
  const isListed = (name: string): boolean => isInvoked(name) || invoked === ''
  const actionOf =
    (invocation: Invocation): Action =>
    async (...values) => {
      // commander passes the command as the last argument
      const command = values.at(-1) as Command
      await run(invocation, { words: command.args, options: command.optsWithGlobals() })
    }
  const program = prepare(new Command('netbox'))
    .configureOutput({
      writeOut: write,
      writeErr: () => {},
      getOutHelpWidth: () => WIDTH,
      getOutHasColors: () => false,
    })
    .description(introduction)
    .usage('<tool> [input...] [options]')
    .option('-V, --version', 'show the version')
    .on('option:version', () => {
      write(`${versionLine(launcher)}\n`)
      throw new CommanderError(0, 'commander.version', 'version')
    })
    .helpOption('-h, --help', 'show help')
    .action(actionOf({ kind: 'none' }))
  for (const tool of tools) if (isInvoked(tool.id)) addTool(program, tool, actionOf({ kind: 'tool', tool }))
  for (const command of commands)
    if (isListed(command.name))
      addCommand(program, command, actionOf({ kind: 'command', command }), isInvoked(command.name))
  program.commandsGroup('Other:').helpCommand('help [command]', 'show the help of a tool or command')
  if (isInvoked('')) {
    for (const name of runOptions) program.addOption(optionOf(name).hideHelp())
    program.addHelpText('after', () => `\n${rootNotes()}`)
  }
  return program
}

const commandNames = (): string[] => commands.map(({ name }) => name)

/**
 * Returns the arguments, in which a tool's alias is replaced by its id, and the invoked command: '' for none, undefined if an option
 * comes first, because the option's value may look like a name.
 */
export const readName = (args: readonly string[]): { args: readonly string[]; invoked: string | undefined } => {
  const [first, ...rest] = args
  if (first === undefined || first === '--help' || first === '-h') return { args, invoked: '' }
  if (first.startsWith('-')) return { args, invoked: undefined }
  if (first === 'help') {
    const { args: named, invoked } = readName(rest)
    return { args: [first, ...named], invoked }
  }
  if (commands.some(({ name }) => name === first)) return { args, invoked: first }
  const tool = findTool(first)
  const now = OLD_COMMANDS[first]
  if (tool === undefined && now !== undefined) throw wrongUsage(`'${first}' is called ${now} now.`)
  if (tool === undefined) throw unknownTool(first, commandNames())
  return { args: [tool.id, ...rest], invoked: tool.id }
}
