import { tools } from '@netbox/core'
import type { Argument, CompletionTree, Shell } from '../output/completion-scripts.ts'
import { configKeyOf, configNames } from '../state/config-file.ts'
import { exitCodes } from '../exit.ts'
import { type OptionName, specOf } from '../options.ts'
import type { Command, Context } from './context.ts'

const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

const argumentOf = (takes: NonNullable<Command['takes']>): Argument => {
  if (takes === 'tool') return tools.map(({ id }) => id)
  return takes === 'runs' ? 'run' : takes
}

/**
 * Returns the completions after each command: after `config set color`, the values of that key. A star at the end of a command stands for
 * any words.
 */
const argumentsOf = (commands: readonly Command[], names: readonly string[]): Record<string, Argument> => {
  const first = commands.flatMap(({ name, takes }): [string, Argument][] =>
    takes === undefined ? [] : [[takes === 'runs' ? `${name}*` : name, argumentOf(takes)]],
  )
  const values = configNames.map((key): [string, Argument] => [`config set ${key}`, configKeyOf(key).choices ?? []])
  return {
    ...Object.fromEntries(first),
    help: names,
    'config get': configNames,
    'config set': configNames,
    'config unset': configNames,
    ...Object.fromEntries(values),
  }
}

/** Reads commander's tree, so that completion offers what the command line accepts. */
const treeOf = ({ commandLine }: Context, commands: readonly Command[]): CompletionTree => {
  const root = commandLine()
  const help = { name: () => 'help', description: () => 'show help', summary: () => '', options: [] }
  const all = [...root.commands, help].map((command) => ({
    name: command.name(),
    description: command.summary() || command.description().replace(/^[^:]+: /, ''),
    options: command.options.map((option) => {
      const { long, short, description, required, argChoices } = option
      // The table of options has an entry for each option.
      const { suggestions, isFile = false } = specOf(option.name() as OptionName)
      return {
        flags: [long, short].filter((flag) => flag !== undefined && flag !== null),
        description,
        takesValue: required,
        values: argChoices ?? suggestions?.() ?? [],
        isFile,
      }
    }),
  }))
  return {
    commands: all,
    arguments: argumentsOf(
      commands,
      all.map(({ name }) => name),
    ),
  }
}

/** `netbox completion <shell>` prints a script that completes the command line. */
export const completionOf = (others: readonly Command[]): Command => ({
  name: 'completion',
  group: 'Other',
  arguments: '<shell>',
  takes: shells,
  strict: true,
  summary: 'print the completion script for your shell',
  options: [],
  details:
    'bash: add  source <(netbox completion bash)  to ~/.bashrc\n\n' +
    'zsh: save it as _netbox in a folder of your $fpath\n\n' +
    'fish: save it as ~/.config/fish/completions/netbox.fish',
  run: async (context) => {
    const [shell] = context.words
    const { completionScript } = await import('../output/completion-scripts.ts')
    // commander accepts only the listed shells
    const tree = treeOf(context, [...others, completionOf(others)])
    context.out(completionScript(shell as Shell, tree, context.environment))
    return exitCodes.ran
  },
})
