/** The resolver that the tools ask: it validates, and has no old copies. */
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
const PLAN = [
  { world: '198.18.', local: '127.18.' },
  { world: '198.19.', local: '127.19.' },
  { world: '192.0.2.', local: '127.192.2.' },
  { world: '203.0.113.', local: '127.203.113.' },
  { world: '198.51.100.', local: '127.51.100.' },
] as const

const localOf = (address: string): string => {
  const row = PLAN.find(({ world }) => address.startsWith(world))
  return row === undefined ? address : row.local + address.slice(row.world.length)
}

const worldOf = (address: string): string => {
  const row = PLAN.find(({ local }) => address.startsWith(local))
  return row === undefined ? address : row.world + address.slice(row.local.length)
}

// An address of the world is IPv4 or IPv6, and only IPv6 addresses contain a colon.
const isIPv6 = (address: string): boolean => address.includes(':')

/**
 * Maps addresses of the world to loopback: 198.51.100.7 is 127.51.100.7. IPv6 has only one loopback address, so IPv6 hosts are unreachable.
 */
export const loopbackAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv6(address) ? undefined : localOf(address)),
  toWorld: worldOf,
}

/** With a single loopback address, as on macOS, every host is there. */
export const singleAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv6(address) ? undefined : '127.0.0.1'),
  toWorld: (address) => address,
}
