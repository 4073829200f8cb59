import { isIPv4 } from 'node:net'
import { isGlobalUnicast } from '../network/is-global-unicast.ts'
import { ResolverError } from '../network/network-errors.ts'
import type { Resolver } from '../ports.ts'
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
