import { openWorld, type ScenarioText } from '@netbox/core'
import {
  globalWithoutNetwork,
  holeWithoutNetwork,
  latencyWithoutNetwork,
  noOwner,
  notTogether,
  ownerWithoutContainer,
  portWithoutLoopback,
} from '../texts/messages.ts'
import { checkDomains, readWorldOption, wholeNumber } from '../run/run-options.ts'
import { servePorts } from '../texts/serve-texts.ts'
import type { Command } from './context.ts'

const HIGHEST_PORT = 65_535

const PORTS = Object.entries(servePorts)
  .map(([protocol, port]) => `${protocol.toUpperCase()} ${port}`)
  .join(', ')

const SERVERS =
  'NETBOX_DNS, NETBOX_HTTP, NETBOX_HTTPS, NETBOX_SMTP, NETBOX_SMTPS, NETBOX_SUBMISSION, NETBOX_IMAP, NETBOX_IMAPS, NETBOX_POP3, NETBOX_POP3S, NETBOX_WHOIS, NETBOX_PROXY'

/** The environment variables of a wrapped command, and their meanings. */
export const serveVariables: readonly (readonly [string, string])[] = [
  [
    'NETBOX_SEED, NETBOX_SCENARIO, NETBOX_AT, NETBOX_WORLD',
    'the seed, the scenario, and the time and the facts if you define them, so that a netbox tool that the command runs uses the same world; its ' +
      'clock stands at the time',
  ],
  ['NETBOX_PLAN', 'the plan whose limits apply to the tools that the command runs: the chosen one, or enterprise'],
  [
    'NETBOX_CERTS',
    'a folder with the certificate and the key of each host that you serve yourself: NAME.crt and NAME.key',
  ],
  ['NETBOX_CONTROL_URL', 'the URL of the control API'],
  ['NETBOX_CONTROL_TOKEN', 'the bearer token for the control API'],
  [
    'SSL_CERT_FILE, NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE, AWS_CA_BUNDLE',
    'the path of a bundle with the certificate authority of this run, for OpenSSL, Node, Python, curl and the SDKs of AWS',
  ],
  [
    'PYTHONPATH',
    'first a folder with which packages of Python that bring their own authorities, such as certifi, trust that one too',
  ],
  [
    'ALL_PROXY, all_proxy, HTTP_PROXY, http_proxy, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy, NODE_USE_ENV_PROXY, NODE_OPTIONS, JAVA_TOOL_OPTIONS',
    'with --loopback: the proxy (SOCKS5 and HTTP), for curl, Python, Go, Node and Java',
  ],
  ['WGETRC', 'with --loopback: your settings of wget, with the certificates to trust'],
  [SERVERS, 'with --loopback: the IP address and port of each server, such as 127.0.0.1:20080'],
]

/** `netbox serve` serves the simulated internet over real protocols. */
export const serve: Command = {
  name: 'serve',
  group: 'Run your programs',
  arguments: '[command...]',
  summary: 'serve the simulated internet to programs, over real protocols',
  options: [
    'json',
    'plain',
    'quiet',
    'seed',
    'scenario',
    'domains',
    'start-at',
    'at',
    'world',
    'no-known',
    'map',
    'strict',
    'host-port',
    'global-addresses',
    'loopback',
    'container',
    'owner',
    'dns-port',
    'latency',
    'log',
    'save',
  ],
  details:
    "netbox serve -- COMMAND runs a command whose only internet is the simulated one: 'netbox serve --scenario mx-down -- pytest'. " +
    'It needs Linux, and root only if the kernel does not let users create network namespaces. Exit code and signals pass through; processes ' +
    'that the command leaves behind end with it.\n\n' +
    `Without a command it shows the requests to its ports of 127.0.0.1 until you stop it: ${PORTS}. With --json it prints the addresses ` +
    'of its servers, the DNSSEC trust anchor and the certificate authority. With --loopback a command runs in the network of this machine, ' +
    `and finds the addresses of the servers in ${SERVERS}.\n\n` +
    'With --strict, a name that neither your world file nor the known internet lists does not exist. The last lines on stderr list such names, and ' +
    'the exit code is then 6 if the command ended with 0.\n\n' +
    'With --start-at, the clock of the world starts at that time and continues, so a timeline in --scenario begins and ends while you watch. ' +
    'With --at, it stands at that time.\n\n' +
    'While it runs, you can change the scenario and the clock, and read requests and delivered mail, over HTTP at NETBOX_CONTROL_URL. ' +
    'Send NETBOX_CONTROL_TOKEN as the bearer token.\n\n' +
    'The container image runs it with --container FOLDER: other containers join its network and mount the folder. ' +
    'With --owner 1000, programs of the user 1000 can read the variables there.\n\n' +
    'netbox sends nothing to other networks, and no other machine can reach the servers.',
  run: async (context) => {
    const { options, environment, words } = context
    if (options.json !== undefined && options.plain !== undefined) throw notTogether('--json', '--plain')
    if (options.json !== undefined && words.length > 0) throw notTogether('--json', 'a command')
    checkDomains(options)
    if (options.container !== undefined && words.length > 0) throw notTogether('--container', 'a command')
    if (options.container !== undefined && options.loopback !== undefined)
      throw notTogether('--container', '--loopback')
    // In a container, the servers use their standard ports, so --dns-port has no effect there.
    if (options.container !== undefined && options.dnsPort !== undefined) throw notTogether('--container', '--dns-port')
    if (words.length > 0 && options.loopback === undefined && options.dnsPort !== undefined) throw portWithoutLoopback()
    if (options.at !== undefined && options.startAt !== undefined) throw notTogether('--at', '--start-at')
    if (options.owner !== undefined && options.container === undefined) throw ownerWithoutContainer()
    if (options.owner !== undefined && !/^\d{1,9}(?::\d{1,9})?$/.test(options.owner)) throw noOwner(options.owner)
    if (options.latency !== undefined && (words.length === 0 || options.loopback !== undefined))
      throw latencyWithoutNetwork()
    if (options.hostPort !== undefined && (words.length === 0 || options.loopback !== undefined))
      throw holeWithoutNetwork()
    if (options.globalAddresses !== undefined && (words.length === 0 || options.loopback !== undefined))
      throw globalWithoutNetwork()
    const port =
      options.dnsPort === undefined ? undefined : wholeNumber('dns-port', options.dnsPort, [1, HIGHEST_PORT], 0)
    // The scenario is checked later, together with the domains: faults that contradict each other may be limited to different domains.
    const scenario = options.scenario as ScenarioText | undefined
    // The seed is generated here, so that the command and the servers show the same one.
    const { seed } = openWorld({ seed: options.seed ?? environment.seed, world: { known: false } }, Date.now).world
    const { world, keys } = await readWorldOption(context)
    const { serveWorld } = await import('../serve/serve-world.ts')
    const { domains, at, startAt, map: maps } = options
    return serveWorld({ seed, scenario, domains, at, startAt, maps, world, keys }, port, context)
  },
}
