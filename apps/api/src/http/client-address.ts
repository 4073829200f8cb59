import { BlockList, isIP } from 'node:net'

/** Tells which client a request comes from. */
export interface ClientAddresses {
  /** Whether the peer may speak for others. */
  isTrusted(peer: string): boolean
  /** The client's address: the peer's, or what trusted proxies say. A header of anybody else counts for nothing. */
  clientOf(peer: string, forwardedFor: string | undefined): string
}

const MAPPED = '::ffff:'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Brings an address into one form: no zone, no brackets, an IPv4 address in IPv6 clothes as IPv4. */
export const plainAddress = (address: string): string => {
  if (isIP(address) === 4) return address
  const bare =
    address
      .trim()
      .replace(/^\[|\]$/g, '')
      .split('%')[0] ?? ''
  const mapped = bare.toLowerCase().startsWith(MAPPED) ? bare.slice(MAPPED.length) : bare
  return isIP(mapped) === 4 ? mapped : bare.toLowerCase()
}

const addProxy = (list: BlockList, proxy: string): void => {
  const [address = '', prefix] = proxy.split('/')
  if (prefix === undefined) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, Number(prefix), familyOf(address))
}

/** Whether a text names an address or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** Makes the reader of client addresses. `proxies` are addresses and networks in CIDR notation. */
export const createClientAddresses = (proxies: readonly string[]): ClientAddresses => {
  const list = new BlockList()
  for (const proxy of proxies) addProxy(list, proxy)
  const isTrusted = (peer: string): boolean => {
    const address = plainAddress(peer)
    return isIP(address) !== 0 && list.check(address, familyOf(address))
  }
  return {
    isTrusted,
    clientOf: (peer, forwardedFor) => {
      let client = plainAddress(peer)
      if (forwardedFor === undefined || proxies.length === 0) return client
      // From the right: each proxy appended the address that it saw, and only as far as proxies are ours is that true.
      for (const hop of forwardedFor.split(',').toReversed()) {
        if (!isTrusted(client)) return client
        const address = plainAddress(hop)
        if (isIP(address) === 0) return client
        client = address
      }
      return client
    },
  }
}

const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...right]
}

/** Gives what limits are counted by: the address, or the /64 network of an IPv6 address, which one customer has whole. */
export const limiterKey = (address: string): string => {
  if (isIP(address) !== 6) return address
  const network = groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
