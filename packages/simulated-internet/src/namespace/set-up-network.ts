import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootServers, type World, zoneOf } from '@netbox/core/dns'
import { addressPlan, OWN_ADDRESSES, statedNetworksOf } from '@netbox/core/network'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import type { Internet } from '../internet/internet.ts'
import { JAVA_STORES, SYSTEM_BUNDLES, type TrustBundle } from '../tls/trust-bundle.ts'

/** The networks of every world: the address plan and the root servers. */
export const NETWORKS: readonly string[] = [
  ...addressPlan.map(({ prefix }) => prefix),
  ...Array.from(rootServers.values(), ([v4, v6]) => [`${v4}/32`, `${v6}/128`]).flat(),
]

/** The address of the servers' machine for the programs' network: their router, and the control API. */
export const SERVERS_ADDRESS = '192.0.2.1'

/** Runs a program. Throws if it fails. */
export const runProgram = (program: string, given: readonly string[], input?: string): void => {
  const { status, stderr, error } = spawnSync(program, given, { input, encoding: 'utf8' })
  if (error !== undefined || status !== 0)
    throw new Error(`${program} ${given.join(' ')}: ${error?.message ?? stderr.trim()}`)
}

/** Sets a kernel variable, unless it already has the value. In containers, these variables are read-only. */
export const setKernel = (name: string, value: string): void => {
  const path = `/proc/sys/net/${name}`
  if (readFileSync(path, 'utf8').trim().replaceAll(/\s+/g, ' ') !== value) writeFileSync(path, value)
}

/** Adds every address of the world to this namespace. Throws if the namespace has another network. */
export const setUpAddresses = (): void => {
  const other = Object.keys(networkInterfaces()).find((name) => name !== 'lo')
  if (other !== undefined) throw new Error(`The namespace has the network interface ${other}, so it is not isolated.`)
  const lines = ['link set lo up', ...NETWORKS.map((network) => `route replace local ${network} dev lo`)]
  runProgram('ip', ['-batch', '-'], `${lines.join('\n')}\n`)
  // Allows a server to bind an address that no interface has; IPv6 needs this before the address is routed.
  setKernel('ipv4/ip_nonlocal_bind', '1')
  setKernel('ipv6/ip_nonlocal_bind', '1')
}

/** Makes this namespace the programs' namespace too. */
export const addOwnAddresses = (isPrivileged: boolean): void => {
  for (const address of OWN_ADDRESSES) runProgram('ip', ['address', 'replace', address, 'dev', 'lo'])
  // Allows users to run `ping` without a capability.
  setKernel('ipv4/ping_group_range', isPrivileged ? '0 2147483647' : '0 0')
}

/** Adds the addresses that world documents define outside the networks of the world to the namespaces, now and after each change. */
export const routeStatedNetworks = ({ live, programs }: Pick<ServerContext, 'live' | 'programs'>): InternetServer => {
  const routed = new Set<string>()
  const route = (): void => {
    const fresh = statedNetworksOf(live.now()).filter((network) => !routed.has(network))
    if (fresh.length === 0) return
    runProgram('ip', ['-batch', '-'], fresh.map((network) => `route replace local ${network} dev lo\n`).join(''))
    programs?.route(fresh)
    for (const network of fresh) routed.add(network)
  }
  route()
  return { endpoints: [], refresh: async () => route(), close: async () => undefined }
}

const withoutOtherSources = (nsswitch: string): string =>
  /^hosts:.*$/m.test(nsswitch) ? nsswitch.replace(/^hosts:.*$/m, 'hosts: files dns') : `${nsswitch}\nhosts: files dns\n`

/** The file of the resolver, and its text for programs in the world. */
export const RESOLVER_FILE = '/etc/resolv.conf'
export const RESOLVER_TEXT = `nameserver ${TOOLS_RESOLVER}\noptions trust-ad\n`

const WHOIS_SERVERS = '/etc/whois.conf'
// The whois client doesn't know a registry for the reserved top-level domains (RFC 2606), so this line adds one.
const EXAMPLE_REGISTRY = '\\.(example|test)$ whois.iana.org\n'

/** Returns the configuration files for programs in the namespace: path and text. */
const boundFiles = (): readonly (readonly [string, string])[] => {
  const nsswitch = '/etc/nsswitch.conf'
  return [
    [RESOLVER_FILE, RESOLVER_TEXT],
    ...(existsSync(WHOIS_SERVERS)
      ? [[WHOIS_SERVERS, `${EXAMPLE_REGISTRY}${readFileSync(WHOIS_SERVERS, 'utf8')}`] as const]
      : []),
    ...(existsSync(nsswitch) ? [[nsswitch, withoutOtherSources(readFileSync(nsswitch, 'utf8'))] as const] : []),
  ]
}

/** Mounts new files over the system's files, if it has them, in this mount namespace only. Returns a function that takes them away. */
const bindAll = (files: readonly (readonly [path: string, content: string | Buffer])[]): (() => void) => {
  const bound = files.filter(([path]) => existsSync(path))
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  try {
    for (const [index, [path, content]] of bound.entries()) {
      const file = join(folder, String(index))
      writeFileSync(file, content, { mode: 0o644 })
      runProgram('mount', ['--bind', file, path])
    }
  } finally {
    // The mounts continue to work after the folder is removed.
    rmSync(folder, { recursive: true })
  }
  return () =>
    runProgram(
      'umount',
      bound.map(([path]) => path),
    )
}

/** Mounts configuration files over the system's files. */
export const bindFiles = (): void => {
  bindAll(boundFiles())
  // Hides a name service cache daemon, which would return answers from the real internet.
  if (existsSync('/run/nscd')) runProgram('mount', ['-t', 'tmpfs', 'none', '/run/nscd'])
}

const ROOT_HINTS = '/usr/share/dns/root.hints'
const ROOT_KEYS = ['/usr/share/dns/root.key', '/usr/share/dns/root.ds'] as const
// The keys that delv reads, and BIND with `dnssec-validation auto`.
const BIND_KEYS = '/etc/bind/bind.keys'

const rootHints = (world: World): string =>
  (zoneOf(world, '.')?.nameservers ?? [])
    .flatMap(({ host, addresses }) => [
      `. 3600000 NS ${host}.`,
      ...addresses.map((address) => `${host}. 3600000 ${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
    ])
    .map((line) => `${line}\n`)
    .join('')

/** Returns the root's DS record in the form of BIND's configuration. */
const bindKeys = ({ ds }: Internet['trustAnchor']): string => {
  const [tag, algorithm, type, digest] = ds.split(' ').slice(-4)
  return `trust-anchors { . initial-ds ${tag} ${algorithm} ${type} "${digest}"; };\n`
}

/**
 * Mounts what programs trust over the files of the system: a certificate bundle, the trust stores of Java, and the root hints and keys of
 * resolvers. Returns a function that removes the mounts.
 */
export const bindTrust = (
  { world, trustAnchor }: Pick<Internet, 'world' | 'trustAnchor'>,
  { path: bundle, javaStore }: TrustBundle,
): (() => void) => {
  const pem = readFileSync(bundle)
  const store = readFileSync(javaStore)
  return bindAll([
    ...SYSTEM_BUNDLES.map((path) => [path, pem] as const),
    ...JAVA_STORES.map((path) => [path, store] as const),
    [ROOT_HINTS, rootHints(world)],
    ...ROOT_KEYS.map((path) => [path, `${trustAnchor.ds}\n`] as const),
    [BIND_KEYS, bindKeys(trustAnchor)],
  ])
}
