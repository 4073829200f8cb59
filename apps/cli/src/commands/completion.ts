import { type ToolDefinition, tools } from '@netbox/core'
import type { CompletionWords, Shell } from '../completion-scripts.ts'
import { exitCodes } from '../exit.ts'
import { notAmong, tooManyWords, wordMissing } from '../messages.ts'
import { runOptions } from '../options.ts'
import type { Command } from './command.ts'

const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

/** Gathers what can be completed: all of it comes from the catalogue and from the commands themselves. */
const completionWords = (commands: readonly Command[]): CompletionWords => ({
  tools: tools.map(({ id, description }: ToolDefinition) => ({ name: id, description })),
  runOptions: [...runOptions, 'help'],
  commands: [
    ...commands.map(({ name, summary, options, takes = [] }) => ({
      name,
      description: summary,
      options: [...options, 'help' as const],
      takes,
    })),
    { name: 'completion', description: 'print a completion script', options: ['help'], takes: shells },
    { name: 'help', description: 'show help', options: [], takes: 'tool' },
  ],
})

/** `netbox completion <shell>`: a script that completes the command line. It lists the commands that it is given. */
export const completionOf = (others: readonly Command[]): Command => ({
  name: 'completion',
  group: 'Other',
  usage: '<bash|zsh|fish>',
  takes: shells,
  summary: 'print a script that completes netbox in your shell',
  options: [],
  details:
    'bash: add  source <(netbox completion bash)  to ~/.bashrc\n\n' +
    'zsh: save it as _netbox in a folder of your $fpath\n\n' +
    'fish: save it as ~/.config/fish/completions/netbox.fish',
  run: async ({ words: [name, more], out }) => {
    if (name === undefined) throw wordMissing('completion', 'a shell')
    if (more !== undefined) throw tooManyWords('completion', more)
    const shell = shells.find((known) => known === name)
    if (shell === undefined) throw notAmong('shell', name, shells)
    const { completionScripts } = await import('../completion-scripts.ts')
    out(completionScripts[shell](completionWords(others)))
    return exitCodes.ran
  },
})
