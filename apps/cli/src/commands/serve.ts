import { openWorld, readScenario } from '@netbox/core'
import { notTogether } from '../messages.ts'
import { wholeNumber } from '../settings.ts'
import type { Command } from './command.ts'

const HIGHEST_PORT = 65_535

/** `netbox serve`: the simulated internet over real protocols. */
export const serve: Command = {
  name: 'serve',
  group: 'Your programs',
  arguments: '[command...]',
  summary: 'serve the simulated internet to programs, over real protocols',
  options: ['json', 'plain', 'quiet', 'seed', 'scenario', 'for', 'at', 'loopback', 'container', 'port', 'log'],
  details:
    "netbox serve -- COMMAND runs a command whose only internet is the simulated one: 'netbox serve --scenario mx-down -- pytest'. " +
    'It needs Linux, and no root where the kernel lets users make network namespaces. Exit code and signals pass through; what the ' +
    'command leaves running is ended.\n\n' +
    'Without a command it serves DNS, HTTP, HTTPS, SMTP and WHOIS on ports of 127.0.0.1 and shows what is asked, until you stop it. With --json it prints where it listens ' +
    'and whom to trust: the DNSSEC anchor and the certificate authority. With --loopback a command runs in the network of this machine, ' +
    'and finds the servers in NETBOX_DNS, NETBOX_HTTP, NETBOX_HTTPS, NETBOX_SMTP, NETBOX_SMTPS, NETBOX_SUBMISSION and NETBOX_WHOIS.\n\n' +
    'While it runs, the scenario and the clock can be changed over HTTP, and what was asked and delivered can be read: at NETBOX_CONTROL, ' +
    'with NETBOX_CONTROL_TOKEN as bearer token.\n\n' +
    'The container image runs it with --container FOLDER: other containers join its network and mount the folder.\n\n' +
    'Nothing is sent to any other network, and no other machine can ask it.',
  run: async (context) => {
    const { given, environment, words } = context
    if (given.json !== undefined && given.plain !== undefined) throw notTogether('--json', '--plain')
    if (given.json !== undefined && words.length > 0) throw notTogether('--json', 'a command')
    if (given.container !== undefined && words.length > 0) throw notTogether('--container', 'a command')
    if (given.container !== undefined && given.loopback !== undefined) throw notTogether('--container', '--loopback')
    const domains = given.for?.split(',').map((domain) => domain.trim())
    const port = given.port === undefined ? undefined : wholeNumber('port', given.port, [1, HIGHEST_PORT], 0)
    const scenario = given.scenario === undefined ? undefined : readScenario(given.scenario)
    // A fresh seed is drawn here, so that the command and the servers name the same one.
    const { world } = openWorld({ seed: given.seed ?? environment.seed, scenario, at: given.at }, Date.now)
    const { serveWorld } = await import('../serving/serving.ts')
    return serveWorld({ seed: world.seed, scenario, at: given.at, for: domains }, port, context)
  },
}
