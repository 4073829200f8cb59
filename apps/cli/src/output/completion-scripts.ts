/** The shells with a completion script. */
export type Shell = 'bash' | 'zsh' | 'fish'

/** The kind of an argument: a recorded run or a file, or an entry of a list. */
export type Argument = 'run' | readonly string[]

/** An option in the completion data. */
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

/** All completion data. */
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

const bash = (tree: CompletionTree): string => {
  const offer = (words: readonly string[]) => `COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "$cur"))`
  const runs = `COMPREPLY=($(compgen -W '@-1' -- "$cur") $(compgen -f -- "$cur"))`
  const valueOf = ({ values, isFile }: CompletionOption): string =>
    isFile ? 'COMPREPLY=($(compgen -f -- "$cur"))' : values.length === 0 ? ':' : offer(values)
  return [
    '# netbox completion for bash: source <(netbox completion bash)',
    '_netbox() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word skip=',
    '  local -a given=()',
    '  COMPREPLY=()',
    '  # bash splits --name=value into three words.',
    '  if [[ $cur == "=" ]]; then cur=; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi',
    '  case $prev in',
    ...valued(tree).map((option) => `    ${option.flags.join('|')}) ${valueOf(option)}; return ;;`),
    '  esac',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    if [[ -n $skip ]]; then [[ $word == "=" ]] || skip=; continue; fi',
    '    case $word in',
    `      ${valued(tree)
      .flatMap(({ flags }) => flags)
      .join('|')}) skip=1 ;;`,
    '      -?*|=) ;;',
    '      *) given+=("$word") ;;',
    '    esac',
    '  done',
    '  if [[ $cur == -* ]]; then',
    '    case ${given[0]} in',
    ...byOptions(tree.commands).map(
      ({ names, options }) => `      ${names.join('|')}) ${offer(options.flatMap(({ flags }) => flags))} ;;`,
    ),
    `      '') ${offer([...(tree.commands[0] === undefined ? [] : optionsOf(tree.commands[0]).flatMap(({ flags }) => flags)), '--version', '-V'])} ;;`,
    '    esac',
    '    return',
    '  fi',
    '  case "${given[*]}" in',
    `    '') ${offer(tree.commands.map(({ name }) => name))} ;;`,
    ...Object.entries(tree.arguments).map(
      ([words, argument]) => `    ${patternOf(words)}) ${argument === 'run' ? runs : offer(argument)} ;;`,
    ),
    '  esac',
    '}',
    'complete -o filenames -F _netbox netbox',
    '',
  ].join('\n')
}

const zshOption = ({ flags, description, takesValue, values, isFile }: CompletionOption): string => {
  const action = isFile ? '_files' : values.length === 0 ? ' ' : `(${values.join(' ')})`
  const clean = description.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '\\:')
  const tail = `[${clean}]${takesValue ? `:value:${action}` : ''}`
  // In zsh, an equals sign after a flag allows both '--name=value' and '--name value'.
  const written = flags.map((flag) => (takesValue && flag.startsWith('--') ? `${flag}=` : flag))
  return written.length === 1 ? quote(`${written[0]}${tail}`) : `{${written.join(',')}}${quote(tail)}`
}

const zsh = (tree: CompletionTree): string => {
  const options = (command: CompletionCommand | undefined): string =>
    command === undefined ? '' : optionsOf(command).map(zshOption).join(' ')
  const described = tree.commands.map(({ name, description }) => quote(`${name}:${description.replaceAll(':', '\\:')}`))
  return [
    '#compdef netbox',
    '# netbox completion for zsh: save as _netbox in a folder of your $fpath',
    '_netbox() {',
    '  local context state line curcontext=$curcontext',
    '  local -a commands given',
    `  commands=(${described.join(' ')})`,
    `  _arguments -C ${options(tree.commands[0])} '1:command:->command' '*::argument:->argument'`,
    '  case $state in',
    "    command) _describe -t commands 'tool or command' commands; return ;;",
    '    argument) ;;',
    '    *) return ;;',
    '  esac',
    '  local command=$words[1]',
    '  given=(${(@)words[1,CURRENT-1]:#-*})',
    '  case $command in',
    ...byOptions(tree.commands).map(
      ({ names, options: own }) =>
        `    ${names.join('|')}) _arguments ${own.map(zshOption).join(' ')} '*:argument:->rest' ;;`,
    ),
    '  esac',
    '  [[ $state == rest ]] || return',
    '  case "${given[*]}" in',
    ...Object.entries(tree.arguments).map(
      ([words, argument]) =>
        `    ${patternOf(words)}) ${argument === 'run' ? "compadd -- '@-1'; _files" : `compadd -- ${argument.join(' ')}`} ;;`,
    ),
    '  esac',
    '}',
    '# If sourced, the script registers itself; from $fpath, it is the completion function.',
    'if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _netbox "$@"; else compdef _netbox netbox; fi',
    '',
  ].join('\n')
}

const fishOption = (
  { flags, description, takesValue, values, isFile }: CompletionOption,
  condition: string,
): string => {
  const [long = '', short] = flags
  const value = !takesValue ? '' : isFile ? ' -r -F' : ' -x'
  const choice = values.length === 0 ? '' : ` -a ${quote(values.join(' '))}`
  return `complete -c netbox -n ${quote(condition)} -l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}${value}${choice} -d ${quote(description)}`
}

const fish = (tree: CompletionTree): string =>
  [
    '# netbox completion for fish: save as ~/.config/fish/completions/netbox.fish',
    '# The words so far without options and their values.',
    'function __netbox_words',
    '  set -l skip 0',
    '  for word in (commandline -opc)[2..]',
    '    if test $skip = 1',
    '      set skip 0',
    '      continue',
    '    end',
    '    switch $word',
    `      case ${valued(tree)
      .flatMap(({ flags }) => flags)
      .join(' ')}`,
    '        set skip 1',
    "      case '-*'",
    "      case '*'",
    '        echo $word',
    '    end',
    '  end',
    'end',
    'function __netbox_after',
    '  string match -q -- "$argv" "$(string join -- \' \' (__netbox_words))"',
    'end',
    'function __netbox_in',
    '  contains -- (__netbox_words)[1] $argv',
    'end',
    'complete -c netbox -f',
    ...tree.commands.map(
      ({ name, description }) =>
        `complete -c netbox -n ${quote('test -z "$(__netbox_words)"')} -a ${name} -d ${quote(description)}`,
    ),
    ...Object.entries(tree.arguments).map(([words, argument]) =>
      argument === 'run'
        ? `complete -c netbox -n ${quote(`__netbox_after ${quote(words)}`)} -F -a '@-1'`
        : `complete -c netbox -n ${quote(`__netbox_after ${words}`)} -a ${quote(argument.join(' '))}`,
    ),
    ...byOptions(tree.commands).flatMap(({ names, options }) =>
      options.map((option) => fishOption(option, `__netbox_in ${names.join(' ')}`)),
    ),
    '',
  ].join('\n')

/** Writes the completion script of a shell. */
export const completionScripts: Readonly<Record<Shell, (tree: CompletionTree) => string>> = { bash, zsh, fish }
