import type { Addresses } from './find-addresses.ts'
import { ResolverError } from '../network/network-errors.ts'
import type { Exchange, Resolver } from '../ports.ts'
import type { Reason } from '../verification-result.ts'

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
