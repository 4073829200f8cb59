import { readFileSync } from 'node:fs'
import type { Environment } from '../environment.ts'

/** The shells with a completion script. */
export type Shell = 'bash' | 'zsh' | 'fish'

/** The kind of an argument: a recorded run or a file, or an entry of a list. */
export type Argument = 'run' | readonly string[]

interface CompletionOption {
  readonly flags: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  readonly values: readonly string[]
  readonly isFile: boolean
}

/** A tool or command in the completion data. */
interface CompletionCommand {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletionOption[]
}

export interface CompletionTree {
  readonly commands: readonly CompletionCommand[]
  /** The completions by the start of the line: `config set` has the keys. `diff*` means `diff` with any arguments. */
  readonly arguments: Readonly<Record<string, Argument>>
}

// Puts text into single quotes for the shell.
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

// Returns a pattern for the shell's `case`, in which a star at the end matches any remaining text.
const patternOf = (words: string): string => (words.endsWith('*') ? `${quote(words.slice(0, -1))}*` : quote(words))

const HELP: CompletionOption = {
  flags: ['--help', '-h'],
  description: 'show help',
  takesValue: false,
  values: [],
  isFile: false,
}

const optionsOf = ({ options }: CompletionCommand): readonly CompletionOption[] => [...options, HELP]

/** Returns every option with a value, once, because an option has the same values in every command. */
const valued = ({ commands }: CompletionTree): CompletionOption[] => {
  const all = commands.flatMap(({ options }) => options).filter(({ takesValue }) => takesValue)
  return [...new Map(all.map((option) => [option.flags[0], option])).values()]
}

/** Groups commands with the same options: the tools are one group. */
const byOptions = (
  commands: readonly CompletionCommand[],
): { names: string[]; options: readonly CompletionOption[] }[] => {
  const groups = new Map<string, { names: string[]; options: readonly CompletionOption[] }>()
  for (const command of commands) {
    const options = optionsOf(command)
    const key = options.map(({ flags }) => flags.join()).join()
    const group = groups.get(key) ?? { names: [], options }
    group.names.push(command.name)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The lines of a template's placeholders. */
type Parts = Readonly<Record<string, readonly string[]>>

const bash = (tree: CompletionTree): Parts => {
  const offer = (words: readonly string[]) => `COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "$cur"))`
  const runs = `COMPREPLY=($(compgen -W '@-1' -- "$cur") $(compgen -f -- "$cur"))`
  const valueOf = ({ values, isFile }: CompletionOption): string =>
    isFile ? 'COMPREPLY=($(compgen -f -- "$cur"))' : values.length === 0 ? ':' : offer(values)
  const [root] = tree.commands
  const flagsOf = (options: readonly CompletionOption[]) => options.flatMap(({ flags }) => flags)
  return {
    VALUES: valued(tree).map((option) => `    ${option.flags.join('|')}) ${valueOf(option)}; return ;;`),
    FLAGS_WITH_VALUE: [flagsOf(valued(tree)).join('|')],
    FLAGS: [
      ...byOptions(tree.commands).map(
        ({ names, options }) => `      ${names.join('|')}) ${offer(flagsOf(options))} ;;`,
      ),
      `      '') ${offer([...(root === undefined ? [] : flagsOf(optionsOf(root))), '--version', '-V'])} ;;`,
    ],
    ARGUMENTS: [
      `    '') ${offer(tree.commands.map(({ name }) => name))} ;;`,
      ...Object.entries(tree.arguments).map(
        ([words, argument]) => `    ${patternOf(words)}) ${argument === 'run' ? runs : offer(argument)} ;;`,
      ),
    ],
  }
}

const zshOption = ({ flags, description, takesValue, values, isFile }: CompletionOption): string => {
  const action = isFile ? '_files' : values.length === 0 ? ' ' : `(${values.join(' ')})`
  const clean = description.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '\\:')
  const tail = `[${clean}]${takesValue ? `:value:${action}` : ''}`
  // In zsh, an equals sign after a flag allows both '--name=value' and '--name value'.
  const written = flags.map((flag) => (takesValue && flag.startsWith('--') ? `${flag}=` : flag))
  return written.length === 1 ? quote(`${written[0]}${tail}`) : `{${written.join(',')}}${quote(tail)}`
}

const zsh = (tree: CompletionTree): Parts => ({
  COMMANDS: [
    tree.commands.map(({ name, description }) => quote(`${name}:${description.replaceAll(':', '\\:')}`)).join(' '),
  ],
  OPTIONS: [tree.commands.slice(0, 1).flatMap(optionsOf).map(zshOption).join(' ')],
  OPTIONS_OF_COMMANDS: byOptions(tree.commands).map(
    ({ names, options }) =>
      `    ${names.join('|')}) _arguments ${options.map(zshOption).join(' ')} '*:argument:->rest' ;;`,
  ),
  ARGUMENTS: Object.entries(tree.arguments).map(
    ([words, argument]) =>
      `    ${patternOf(words)}) ${argument === 'run' ? "compadd -- '@-1'; _files" : `compadd -- ${argument.join(' ')}`} ;;`,
  ),
})

const fishOption = (
  { flags, description, takesValue, values, isFile }: CompletionOption,
  condition: string,
): string => {
  const [long = '', short] = flags
  const value = !takesValue ? '' : isFile ? ' -r -F' : ' -x'
  const choice = values.length === 0 ? '' : ` -a ${quote(values.join(' '))}`
  return `complete -c netbox -n ${quote(condition)} -l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}${value}${choice} -d ${quote(description)}`
}

const fish = (tree: CompletionTree): Parts => ({
  FLAGS_WITH_VALUE: [
    valued(tree)
      .flatMap(({ flags }) => flags)
      .join(' '),
  ],
  COMMANDS: tree.commands.map(
    ({ name, description }) =>
      `complete -c netbox -n ${quote('test -z "$(__netbox_words)"')} -a ${name} -d ${quote(description)}`,
  ),
  ARGUMENTS: Object.entries(tree.arguments).map(([words, argument]) =>
    argument === 'run'
      ? `complete -c netbox -n ${quote(`__netbox_after ${quote(words)}`)} -F -a '@-1'`
      : `complete -c netbox -n ${quote(`__netbox_after ${words}`)} -a ${quote(argument.join(' '))}`,
  ),
  OPTIONS_OF_COMMANDS: byOptions(tree.commands).flatMap(({ names, options }) =>
    options.map((option) => fishOption(option, `__netbox_in ${names.join(' ')}`)),
  ),
})

const partsOf: Readonly<Record<Shell, (tree: CompletionTree) => Parts>> = { bash, zsh, fish }

/** Writes the completion script of a shell: the template in the package, with the data of the command line. */
export const completionScript = (shell: Shell, tree: CompletionTree, { packageFile }: Environment): string => {
  const parts = partsOf[shell](tree)
  const template = readFileSync(packageFile('completions', `netbox.${shell}`), 'utf8')
  return template.replaceAll(/@([A-Z_]+)@/g, (_, name: string) => (parts[name] ?? []).join('\n'))
}
