import { type OptionName, optionNames, specOf } from './options.ts'

/** The shells that can be completed in. */
export type Shell = 'bash' | 'zsh' | 'fish'

/** What can be completed. */
export interface CompletionWords {
  readonly tools: readonly Word[]
  readonly runOptions: readonly OptionName[]
  readonly commands: readonly (Word & {
    readonly options: readonly OptionName[]
    readonly takes: 'tool' | 'run' | readonly string[]
  })[]
}

type Taken = CompletionWords['commands'][number]['takes']

/** A word and what it means. */
export interface Word {
  readonly name: string
  readonly description: string
}

const written = (name: OptionName): string[] => {
  const { short } = specOf(name)
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]
}

const valued = (): OptionName[] => optionNames.filter((name) => specOf(name).value !== undefined)

// Inside single quotes; no word of ours holds one, descriptions may.
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const bash = ({ tools, runOptions, commands }: CompletionWords): string => {
  const words = (names: readonly string[]) => `COMPREPLY=($(compgen -W ${quote(names.join(' '))} -- "$cur"))`
  const values = valued().map((name) => {
    const { choices, isFile } = specOf(name)
    const action =
      choices === undefined ? (isFile === true ? 'COMPREPLY=($(compgen -f -- "$cur"))' : ':') : words(choices())
    return `    ${written(name).join('|')}) ${action}; return ;;`
  })
  const toolNames = tools.map(({ name }) => name)
  const actions = {
    tool: words(toolNames),
    run: `COMPREPLY=($(compgen -W '@-1' -- "$cur") $(compgen -f -- "$cur"))`,
  }
  const actionOf = (takes: Taken): string => {
    if (typeof takes === 'string') return actions[takes]
    return takes.length === 0 ? ':' : words(takes)
  }
  return [
    '# netbox completion for bash: source <(netbox completion bash)',
    '_netbox() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word',
    '  COMPREPLY=()',
    '  case $prev in',
    ...values,
    '  esac',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case $word in -*) ;; *) command=$word; break ;; esac',
    '  done',
    '  if [[ $cur == -* ]]; then',
    '    case $command in',
    ...commands.map(({ name, options }) => `      ${name}) ${words(options.flatMap(written))} ;;`),
    `      *) ${words(runOptions.flatMap(written))} ;;`,
    '    esac',
    '    return',
    '  fi',
    '  case $command in',
    `    '') ${words([...toolNames, ...commands.map(({ name }) => name)])} ;;`,
    ...commands.map(({ name, takes }) => `    ${name}) ${actionOf(takes)} ;;`),
    '  esac',
    '}',
    'complete -o filenames -F _netbox netbox',
    '',
  ].join('\n')
}

const zshDescribed = ({ name, description }: Word): string => quote(`${name.replaceAll(':', '\\:')}:${description}`)

const zshOption = (name: OptionName): string => {
  const { value, description, choices, isFile } = specOf(name)
  const action = choices === undefined ? (isFile === true ? '_files' : ' ') : `(${choices().join(' ')})`
  const names = written(name)
  const clean = description.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '\\:')
  const tail = `[${clean}]${value === undefined ? '' : `:${value.toLowerCase()}:${action}`}`
  return names.length === 1 ? quote(`${names[0]}${tail}`) : `{${names.join(',')}}${quote(tail)}`
}

const zsh = ({ tools, runOptions, commands }: CompletionWords): string => {
  const actions = {
    tool: `'1:tool:(${tools.map(({ name }) => name).join(' ')})'`,
    run: "'1:run:_files'",
  }
  const actionOf = (takes: Taken): string => {
    if (typeof takes === 'string') return actions[takes]
    return takes.length === 0 ? '' : `'1:word:(${takes.join(' ')})'`
  }
  const line = (options: readonly OptionName[], more: string) =>
    `_arguments ${[...options.map(zshOption), more].filter((part) => part !== '').join(' ')}`
  return [
    '#compdef netbox',
    '# netbox completion for zsh: save as _netbox in a folder of your $fpath',
    '_netbox() {',
    '  local -a tools commands',
    `  tools=(${tools.map(zshDescribed).join(' ')})`,
    `  commands=(${commands.map(zshDescribed).join(' ')})`,
    '  if (( CURRENT == 2 )); then',
    "    _describe -t tools 'tool' tools",
    "    _describe -t commands 'command' commands",
    '    return',
    '  fi',
    '  local command=$words[2] context state line',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...commands.map((command) => `    ${command.name}) ${line(command.options, actionOf(command.takes))} ;;`),
    // An input is anything: as a state nothing is offered for it, and options still are.
    `    *) ${line(runOptions, "'*:input:->input'")} ;;`,
    '  esac',
    '}',
    '# Sourced, it registers itself; from $fpath, it is the function.',
    'if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _netbox "$@"; else compdef _netbox netbox; fi',
    '',
  ].join('\n')
}

const fishOption = (name: OptionName, condition: string): string => {
  const { short, value, description, choices, isFile } = specOf(name)
  const takesValue = value === undefined ? '' : isFile === true ? ' -r -F' : ' -x'
  const choice = choices === undefined ? '' : ` -a ${quote(choices().join(' '))}`
  return `complete -c netbox -n ${quote(condition)} -l ${name}${short === undefined ? '' : ` -s ${short}`}${takesValue}${choice} -d ${quote(description)}`
}

const fish = ({ tools, runOptions, commands }: CompletionWords): string => {
  const toolNames = tools.map(({ name }) => name).join(' ')
  const on = (name: string) => `__fish_seen_subcommand_from ${name}`
  const argument = (name: string, takes: Taken): string => {
    const offer = (words: string) => `complete -c netbox -n ${quote(on(name))} -a ${quote(words)}`
    if (takes === 'tool') return offer(toolNames)
    if (takes === 'run') return `complete -c netbox -n ${quote(on(name))} -F -a '@-1'`
    return takes.length === 0 ? '' : offer(takes.join(' '))
  }
  return [
    '# netbox completion for fish: save as ~/.config/fish/completions/netbox.fish',
    'complete -c netbox -f',
    ...[...tools, ...commands].map(
      ({ name, description }) => `complete -c netbox -n __fish_use_subcommand -a ${name} -d ${quote(description)}`,
    ),
    ...commands.flatMap(({ name, options, takes: kind }) => [
      argument(name, kind),
      ...options.map((option) => fishOption(option, on(name))),
    ]),
    ...runOptions.map((option) => fishOption(option, on(toolNames))),
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n')
}

/** Writes the completion script of a shell. */
export const completionScripts: Readonly<Record<Shell, (words: CompletionWords) => string>> = { bash, zsh, fish }
