import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

const parse = (text: string): Address | undefined => {
  // Some proxies add brackets and a zone, which are removed; an IPv4-mapped IPv6 address becomes IPv4.
  const bare =
    text
      .trim()
      .replace(/^\[|\]$/g, '')
      .split('%')[0] ?? ''
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined
}

const networkOf = (text: string): [Address, number] => {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Returns whether a text is an address or a network in CIDR notation. */
export const isNetwork = (text: string): boolean =>
  ipaddr.isValidCIDR(text) || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Returns whether a network is too large to consist of proxies only. */
export const isCatchAll = (text: string): boolean => {
  const [network, bits] = networkOf(text)
  // The largest private networks are 10.0.0.0/8 and fc00::/7.
  return bits < (network.kind() === 'ipv4' ? 8 : 7)
}

/** Creates the reader of client addresses. `proxies` are addresses and networks in CIDR notation. */
export const createClientAddresses = (proxies: readonly string[]) => {
  const networks = proxies.map(networkOf)
  const isProxy = (address: Address): boolean =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  return {
    /** Returns whether a peer is one of our proxies. */
    isTrusted: (peer: string): boolean => {
      const address = parse(peer)
      return address !== undefined && isProxy(address)
    },
    /** Returns the client's address: the peer's, or the one that trusted proxies forwarded. Headers of other peers are ignored. */
    clientOf: (peer: string, forwardedFor: string): string => {
      if (networks.length === 0 && isIPv4(peer)) return peer
      let client = parse(peer)
      // The list is read from the right: each proxy appended the address that it saw, which is reliable as long as the proxy is trusted.
      for (const hop of forwardedFor.split(',').toReversed()) {
        if (client === undefined || !isProxy(client)) break
        const address = parse(hop)
        if (address === undefined) break
        client = address
      }
      return client?.toString() ?? peer
    },
  }
}

/** Returns the key for rate limits: the address, or the /64 network of an IPv6 address, which belongs to one customer. */
export const limiterKey = (address: string): string => {
  if (isIPv4(address)) return address
  const parsed = parse(address)
  if (parsed === undefined || parsed.kind() === 'ipv4') return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

/** Returns whether an address is this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)

/** The headers with which proxies tell the client, the original request, or themselves. */
const FORWARDING = /^(?:forwarded|via|x-(?:forwarded|original|envoy)\b.*|x-real-ip|(?:.+-)?client-ip|.+-connecting-ip)$/

/**
 * Returns whether a request comes from this machine. Forwarding headers reveal a proxy on this machine, but not every proxy sets one, so
 * this check alone protects no secrets.
 */
export const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopback(socket.remoteAddress) && !Object.keys(headers).some((name) => FORWARDING.test(name))

const LOOPBACK_NAMES = new Set(['localhost', '[::1]'])

/** Returns whether a URL points to this machine. */
export const isThisMachine = (url: string): boolean => {
  const { hostname } = new URL(url)
  return LOOPBACK_NAMES.has(hostname) || isLoopback(hostname)
}
