import { isIPv4 } from 'node:net'

/** The resolver that the tools ask: it validates, and has no old copies. */
export const TOOLS_RESOLVER = '192.0.2.53'

/** How addresses of the world become addresses that programs of this machine can reach. */
export interface Addressing {
  readonly kind: 'namespace' | 'loopback'
  /** Returns where an address of the world is reached here; undefined if it is not. */
  readonly toLocal: (address: string) => string | undefined
  /** Returns the address of the world that a local one stands for; the same where it stands for none. */
  readonly toWorld: (address: string) => string
}

/** Every address of the world is this machine's: inside a network namespace. */
export const namespaceAddressing: Addressing = {
  kind: 'namespace',
  toLocal: (address) => address,
  toWorld: (address) => address,
}

// 192.0.2.0/24, 203.0.113.0/24, 198.51.100.0/24 and 198.18.0.0/15: the address plan of the world (RFC 5737, RFC 2544), and the
// networks of loopback that stand for them.
const PLAN: readonly (readonly [world: string, local: string])[] = [
  ['198.18.', '127.18.'],
  ['198.19.', '127.19.'],
  ['192.0.2.', '127.192.2.'],
  ['203.0.113.', '127.203.113.'],
  ['198.51.100.', '127.51.100.'],
]

const localOf = (address: string): string => {
  const row = PLAN.find(([world]) => address.startsWith(world))
  return row === undefined ? address : row[1] + address.slice(row[0].length)
}

const worldOf = (address: string): string => {
  const row = PLAN.find(([, local]) => address.startsWith(local))
  return row === undefined ? address : row[0] + address.slice(row[1].length)
}

/**
 * Addresses of the world become addresses of loopback: 198.51.100.7 is 127.51.100.7. IPv6 has one loopback address only, so
 * nothing is reached by it.
 */
export const loopbackAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv4(address) ? localOf(address) : undefined),
  toWorld: worldOf,
}

/** Where loopback has one address, as on macOS, every host is there. */
export const singleAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv4(address) ? '127.0.0.1' : undefined),
  toWorld: (address) => address,
}
