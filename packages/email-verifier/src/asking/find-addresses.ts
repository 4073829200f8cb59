import { isIPv4 } from 'node:net'
import { isGlobalUnicast } from '../network/is-global-unicast.ts'
import { ResolverError } from '../network/network-errors.ts'
import type { Resolver } from '../ports.ts'
import type { Reason } from '../verification-result.ts'

/** The address of a host, or the reason why it is not contacted. */
export type Addresses =
  | { readonly addresses: readonly string[] }
  | { readonly refused: Extract<Reason, 'forbidden_address' | 'no_mail_server' | 'dns_failed'> }

/** Says which addresses may be contacted although they are not global unicast: for tests against loopback. */
export type Allow = (address: string) => boolean

/**
 * Looks a host up, once. If any of its addresses is not global unicast it is not contacted at all: a name that leads
 * outside and inside is how a stranger would have us knock at doors of our own network.
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

// Servers judge a stranger's IPv6 address more strictly than IPv4, so that is tried last.
const oneOfEachKind = (records: readonly string[]): string[] =>
  [records.find((address) => isIPv4(address)), records.find((address) => !isIPv4(address))].filter(
    (address) => address !== undefined,
  )
