import { isIPv4 } from 'node:net'
import { isGlobalUnicast } from '../network/is-global-unicast.ts'
import { ResolverError } from '../network/network-errors.ts'
import type { Resolver, Exchange } from '../ports.ts'
import type { Reason } from '../verification-result.ts'

/** The addresses of a host, or the reason for not contacting it. */
export type Addresses =
  | { readonly addresses: readonly string[] }
  | { readonly refused: Extract<Reason, 'forbidden_address' | 'no_mail_server' | 'dns_failed'> }

/** A function that returns `true` for an address that may be contacted although it is not global unicast: for tests against loopback. */
export type Allow = (address: string) => boolean

/**
 * Looks up a host once. If any of its addresses is not global unicast, the verifier does not contact it at all, because an attacker could
 * use such a name to reach the internal network.
 */
export const findAddresses = async (
  host: string,
  resolver: Resolver,
  allow: Allow,
  signal: AbortSignal,
): Promise<Addresses> => {
  try {
    const { records } = await resolver.addresses(host, signal)
    if (records.length === 0) return { refused: 'no_mail_server' }
    if (!records.every((address) => isGlobalUnicast(address) || allow(address))) return { refused: 'forbidden_address' }
    return { addresses: oneOfEachKind(records) }
  } catch (error) {
    if (error instanceof ResolverError) return { refused: 'dns_failed' }
    throw error
  }
}

// Servers judge unknown IPv6 senders more strictly than IPv4 ones, so IPv6 is tried last.
const oneOfEachKind = (records: readonly string[]): string[] =>
  [records.find((address) => isIPv4(address)), records.find((address) => !isIPv4(address))].filter(
    (address) => address !== undefined,
  )

/** The mail servers of a domain in the order of use, or the reason why there are none. */
export type Route =
  | { readonly hosts: readonly string[] }
  | { readonly decided: Extract<Reason, 'no_such_domain' | 'null_mx' | 'dns_failed'> }

/** The cached lookup of a domain, shared by all its addresses. */
export interface Whereabouts {
  route?: Promise<Route>
  readonly addresses: Map<string, Promise<Addresses>>
}

// A zone may list hundreds of hosts; after ten unresponsive hosts, trying more is useless.
const MOST_HOSTS = 10

/**
 * Finds the hosts that accept mail of a domain: its MX records by preference (RFC 5321, section 5.1), or the domain itself without MX
 * records. A null MX (RFC 7505) means that the domain accepts no mail.
 */
export const findRoute = async (domain: string, resolver: Resolver, signal: AbortSignal): Promise<Route> => {
  try {
    const { exists, records } = await resolver.exchanges(domain, signal)
    if (!exists) return { decided: 'no_such_domain' }
    if (records.length === 0) return { hosts: [domain] }
    const hosts = inOrder(records)
    return hosts.length === 0 ? { decided: 'null_mx' } : { hosts: hosts.slice(0, MOST_HOSTS) }
  } catch (error) {
    if (error instanceof ResolverError) return { decided: 'dns_failed' }
    throw error
  }
}

/*
 * Hosts of one preference are sorted by name, not shuffled: servers that greylist may have separate lists, and recognize the verifier only
 * if it contacts the same server again.
 */
const inOrder = (records: readonly Exchange[]): string[] => {
  const named = records
    .map(({ host, preference }) => ({ host: host.toLowerCase().replace(/\.$/, ''), preference }))
    .filter(({ host }) => host !== '')
  const sorted = named.toSorted((a, b) => a.preference - b.preference || (a.host < b.host ? -1 : 1))
  return [...new Set(sorted.map(({ host }) => host))]
}
