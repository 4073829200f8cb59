import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { statedNetworksOf } from '@netbox/core/network'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { InternetServer, Surroundings } from '../internet/internet-server.ts'
import { SYSTEM_BUNDLES } from '../tls/trust-bundle.ts'

/** The networks of the world. They are reserved for documentation and benchmarks (RFC 5737, RFC 2544, RFC 3849). */
const NETWORKS = ['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '192.0.2.0/24', '2001:db8::/32'] as const

// The addresses of this machine. Without them, the C library would leave out addresses of a family in its results (AI_ADDRCONFIG).
const OWN_ADDRESSES = ['192.0.2.2/32', '2001:db8:ffff::2/128'] as const

const runProgram = (program: string, given: readonly string[], input?: string): void => {
  const { status, stderr, error } = spawnSync(program, given, { input, encoding: 'utf8' })
  if (error !== undefined || status !== 0)
    throw new Error(`${program} ${given.join(' ')}: ${error?.message ?? stderr.trim()}`)
}

/** Sets a kernel variable, unless it already has the value. In containers, these variables are read-only. */
const setKernel = (name: string, value: string): void => {
  const path = `/proc/sys/net/${name}`
  if (readFileSync(path, 'utf8').trim().replaceAll(/\s+/g, ' ') !== value) writeFileSync(path, value)
}

/** Adds every address of the world to this namespace. Throws if the namespace has another network. */
export const setUpAddresses = (isPrivileged: boolean): void => {
  const other = Object.keys(networkInterfaces()).find((name) => name !== 'lo')
  if (other !== undefined) throw new Error(`The namespace has the network interface ${other}, so it is not isolated.`)
  const lines = [
    'link set lo up',
    ...NETWORKS.map((network) => `route add local ${network} dev lo`),
    ...OWN_ADDRESSES.map((address) => `address add ${address} dev lo`),
  ]
  runProgram('ip', ['-batch', '-'], `${lines.join('\n')}\n`)
  // Allows a server to bind an address that no interface has; IPv6 needs this before the address is routed.
  setKernel('ipv4/ip_nonlocal_bind', '1')
  setKernel('ipv6/ip_nonlocal_bind', '1')
  // Allows users to run `ping` without a capability.
  setKernel('ipv4/ping_group_range', isPrivileged ? '0 2147483647' : '0 0')
}

/** Adds the addresses that world documents state outside the networks of the world to this namespace, now and after each change. */
export const routeStatedNetworks = ({ live }: Pick<Surroundings, 'live'>): InternetServer => {
  const routed = new Set<string>()
  const route = (): void => {
    const fresh = statedNetworksOf(live.now()).filter((network) => !routed.has(network))
    for (const network of fresh) routed.add(network)
    const lines = fresh.map((network) => `route replace local ${network} dev lo\n`)
    if (lines.length > 0) runProgram('ip', ['-batch', '-'], lines.join(''))
  }
  route()
  return { endpoints: [], refresh: async () => route(), close: async () => undefined }
}

const withoutOtherSources = (nsswitch: string): string =>
  /^hosts:.*$/m.test(nsswitch) ? nsswitch.replace(/^hosts:.*$/m, 'hosts: files dns') : `${nsswitch}\nhosts: files dns\n`

const RESOLVER_FILE = '/etc/resolv.conf'
const RESOLVER_TEXT = `nameserver ${TOOLS_RESOLVER}\noptions trust-ad\n`

/** Writes the resolver's address into the system's own file, which containers with a common network share. */
export const writeResolver = (): void => writeFileSync(RESOLVER_FILE, RESOLVER_TEXT)

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

/** Mounts these files over those of the system, in this mount namespace only. */
export const bindFiles = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  try {
    for (const [index, [path, text]] of boundFiles().entries()) {
      const file = join(folder, String(index))
      writeFileSync(file, text, { mode: 0o644 })
      if (existsSync(path)) runProgram('mount', ['--bind', file, path])
    }
    // Hides a name service cache daemon, which would return answers from the real internet.
    if (existsSync('/run/nscd')) runProgram('mount', ['-t', 'tmpfs', 'none', '/run/nscd'])
  } finally {
    // The mounts continue to work after the folder is removed.
    rmSync(folder, { recursive: true })
  }
}

/** Mounts a certificate bundle over those of the system, in this mount namespace only. */
export const bindTrustBundle = (path: string): void => {
  for (const bundle of SYSTEM_BUNDLES) if (existsSync(bundle)) runProgram('mount', ['--bind', path, bundle])
}
