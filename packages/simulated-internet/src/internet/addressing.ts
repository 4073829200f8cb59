import { isInward } from '@netbox/core/network'

// The resolver that the tools use. It validates, and never has stale records.
export { TOOLS_RESOLVER } from '@netbox/core/dns'

/** A mapping from addresses of the world to addresses that programs on this machine can reach. */
export interface Addressing {
  readonly kind: 'namespace' | 'loopback'
  /** Returns the local address for an address of the world; undefined if there is none. */
  readonly toLocal: (address: string) => string | undefined
  /** Returns the world's address for a local address. Returns other addresses unchanged. */
  readonly toWorld: (address: string) => string
  /** The addresses in the answers of servers, if programs see others than the servers have. */
  readonly answers?: {
    /** Returns the address that programs see. */
    readonly address: (address: string) => string
    /** Returns the address of the world that a question is about. */
    readonly asked: (address: string) => string
    /** Returns a text of the world with the addresses that programs see. */
    readonly text: (text: string) => string
  }
}

/** The mapping inside a network namespace, in which all addresses of the world are local. */
export const namespaceAddressing: Addressing = {
  kind: 'namespace',
  toLocal: (address) => address,
  toWorld: (address) => address,
}

// The world has addresses in 192.0.2.0/24, 203.0.113.0/24, 198.51.100.0/24 and 198.18.0.0/15 (RFC 5737, RFC 2544). Each network is mapped
// to one on loopback.
const PLAN = [
  { world: '198.18.', local: '127.18.' },
  { world: '198.19.', local: '127.19.' },
  { world: '192.0.2.', local: '127.192.2.' },
  { world: '203.0.113.', local: '127.203.113.' },
  { world: '198.51.100.', local: '127.51.100.' },
] as const

// The first of the blocks 127.224.0.0/16 and so on, with local addresses for addresses that world documents define outside these networks.
const FIRST_OTHER = 224
const MOST_OTHERS = 1 << 17

/** Returns whether an address is one of this machine, which is no host of the world. */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Returns the IPv4 address in an IPv4-mapped IPv6 address, as sockets for both families show it; any other address unchanged. */
export const unmapped = (address = ''): string => address.replace(/^::ffff:(?=\d)/, '')

// All addresses of the world are valid, so a colon is enough to recognize IPv6.
const isIPv6 = (address: string): boolean => address.includes(':')

/**
 * Creates the mapping to loopback: 198.51.100.7 becomes 127.51.100.7. An address outside the networks of the world gets the next free
 * address of 127.224.0.0/16, and the blocks after it. IPv6 has only one loopback address, so IPv6 addresses of the world are
 * unreachable.
 */
export const createLoopbackAddressing = (): Addressing => {
  const locals = new Map<string, string>()
  const worlds = new Map<string, string>()
  const otherLocalOf = (address: string): string | undefined => {
    const known = locals.get(address)
    if (known !== undefined || locals.size >= MOST_OTHERS) return known
    const number = locals.size + 1
    const local = `127.${FIRST_OTHER + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
    locals.set(address, local)
    worlds.set(local, address)
    return local
  }
  return {
    kind: 'loopback',
    toLocal: (address) => {
      if (isIPv6(address)) return undefined
      const row = PLAN.find(({ world }) => address.startsWith(world))
      if (row !== undefined) return row.local + address.slice(row.world.length)
      return isInward(address) ? address : otherLocalOf(address)
    },
    toWorld: (address) => {
      const row = PLAN.find(({ local }) => address.startsWith(local))
      return row === undefined ? (worlds.get(address) ?? address) : row.world + address.slice(row.local.length)
    },
  }
}

/** The mapping for systems with a single loopback address, such as macOS: all hosts have that address. */
export const singleAddressing: Addressing = {
  kind: 'loopback',
  toLocal: (address) => (isIPv6(address) ? undefined : '127.0.0.1'),
  toWorld: (address) => address,
}
