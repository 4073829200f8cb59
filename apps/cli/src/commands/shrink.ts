import { checkDomains, readWorldOption } from '../run/run-options.ts'
import { commandMissing, nothingToShrink } from '../texts/matrix-texts.ts'
import type { Command } from './context.ts'

/** `netbox shrink` finds the smallest world in which a command still fails. */
export const shrink: Command = {
  name: 'shrink',
  group: 'Run your programs',
  arguments: '[command...]',
  summary: 'find the smallest world in which a command still fails',
  options: [
    'seed',
    'scenario',
    'domains',
    'start-at',
    'world',
    'no-known',
    'strict',
    'map',
    'jobs',
    'timeout',
    'quiet',
    'loopback',
  ],
  details:
    'netbox shrink --scenario mx-down -- COMMAND turns the scenario into single facts of the domains that the command asks for, and leaves out facts that ' +
    'the failure does not need. With --world, it starts from the facts of the file. It prints a world file with the facts that are left, after at most 60 ' +
    'runs. A run that ends with another exit code counts as passed.\n\n' +
    'The exit code is 0 if the small world fails twice in a row, 1 if the failure is not stable, and 2 if the command does not fail at all.',
  run: async (context) => {
    const { options, words } = context
    if (words.length === 0) throw commandMissing('shrink')
    checkDomains(options)
    const given = await readWorldOption(context)
    if (options.scenario === undefined && options.world === undefined) throw nothingToShrink()
    const { runShrink } = await import('../serve/run-shrink.ts')
    return runShrink(given, context)
  },
}
