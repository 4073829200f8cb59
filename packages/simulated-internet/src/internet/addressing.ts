import { isIPv4 } from 'node:net'

/** The resolver of the tools: it validates, and has no stale copies. */
export const TOOLS_RESOLVER = '192.0.2.53'

/** Maps addresses of the world to addresses that programs on this machine can reach. */
export interface Addressing {
  readonly kind: 'namespace' | 'loopback'
  /** Returns the local address for an address of the world; undefined if there is none. */
  readonly toLocal: (address: string) => string | undefined
  /** Returns the world's address for a local one; other addresses are returned unchanged. */
  readonly toWorld: (address: string) => string
}

/** Inside a network namespace, every address of the world belongs to this machine. */
export const namespaceAddressing: Addressing = {
  kind: 'namespace',
  toLocal: (address) => address,
  toWorld: (address) => address,
}

// 192.0.2.0/24, 203.0.113.0/24, 198.51.100.0/24 and 198.18.0.0/15 are the world's address plan (RFC 5737, RFC 2544); each has a loopback
// network.
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
 * Maps addresses of the world to loopback: 198.51.100.7 is 127.51.100.7. IPv6 has only one loopback address, so IPv6 hosts are unreachable.
 */
export const loopbackAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv4(address) ? localOf(address) : undefined),
  toWorld: worldOf,
}

/** With a single loopback address, as on macOS, every host is there. */
export const singleAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv4(address) ? '127.0.0.1' : undefined),
  toWorld: (address) => address,
}
