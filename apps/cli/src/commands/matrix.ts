import { checkDomains, readWorldOption } from '../run/run-options.ts'
import { commandMissing } from '../texts/matrix-texts.ts'
import { notTogether } from '../texts/messages.ts'
import type { Command } from './context.ts'

/** `netbox matrix` runs a command once under each fault. */
export const matrix: Command = {
  name: 'matrix',
  group: 'Run your programs',
  arguments: '[command...]',
  summary: 'run a command once under each fault, and show which ones it survives',
  options: [
    'faults',
    'only',
    'pairs',
    'all',
    'repeat',
    'jobs',
    'timeout',
    'expect',
    'junit',
    'json',
    'plain',
    'quiet',
    'verbose',
    'seed',
    'domains',
    'start-at',
    'world',
    'no-known',
    'strict',
    'map',
    'loopback',
  ],
  details:
    "netbox matrix -- COMMAND runs the command in a healthy world first: 'netbox matrix -- pytest -q'. It must end with exit code 0 there. Then it " +
    'runs once under each fault that it can notice, each run on an internet of its own with a TMPDIR of its own, several at the same time.\n\n' +
    'A fault is met if it changes an answer that the command receives: a DNS response, a connection, a handshake, a reply, a page or a lost ' +
    'packet. A fault that changes no answer of the healthy run is not met and not run, except with --all. Commands that read the world ' +
    'through the control API run under every fault.\n\n' +
    'A run ends after ten times the healthy run, and at least 30 s, unless --timeout says otherwise.\n\n' +
    'With --expect matrix.json, netbox compares the outcomes with this file, which it writes if there is none. The exit code is 6 if an outcome ' +
    'is worse; without --expect if a fault breaks or hangs the command. It is 2 if the healthy run fails.\n\n' +
    '--faults and --only accept names of faults, combinations such as mx-down+greylisting, and the groups mail, names, line, web, certificates, acme, ' +
    'lists and mail-security. In GitHub Actions, a summary appears on the page of the run.',
  run: async (context) => {
    const { options, words } = context
    if (words.length === 0) throw commandMissing('matrix')
    if (options.json !== undefined && options.plain !== undefined) throw notTogether('--json', '--plain')
    if (options.faults !== undefined && options.only !== undefined) throw notTogether('--faults', '--only')
    checkDomains(options)
    const given = await readWorldOption(context)
    const { runMatrix } = await import('../serve/run-matrix.ts')
    return runMatrix(given, context)
  },
}
