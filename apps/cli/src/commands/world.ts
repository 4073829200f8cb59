import type { Command } from './context.ts'

/** The tasks of `netbox world`. */
const worldTasks = ['check', 'show', 'import'] as const

/** `netbox world` checks world files, shows what a world says about a name, and writes world files from captured answers. */
export const world: Command = {
  name: 'world',
  group: 'Run your programs',
  arguments: '<task> [argument...]',
  takes: worldTasks,
  strict: true,
  summary: 'check a world file, show a name, or make a file from dig output',
  options: ['json', 'quiet', 'output', 'seed', 'scenario', 'at', 'world', 'no-known', 'reproducible'],
  details:
    'check FILE…: prints each problem of world files and zone files, with its line. The exit code is 2 if a file is invalid.\n\n' +
    'show NAME: prints the records of a name, and whether the world file, the known internet, the scenario or the seed decides them.\n\n' +
    'import FILE…: writes one world file from what dig, kdig, drill and delv print, transfers, zone files, and the dumps of dnsviz and ' +
    "zonemaster, in any mixture; '-' is stdin. Answers without records become facts too. It sends no query. Lines that " +
    "netbox can't read are listed on stderr; then the exit code is 5.",
  run: async (context) => (await import('../run/world-tasks.ts')).runWorldTask(context),
}
