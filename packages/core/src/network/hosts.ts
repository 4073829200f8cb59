import { parseHost } from '../inputs/host.ts'
import { parseAddress } from '../foundation/addresses.ts'
import { missingOf } from '../world/answers/existence.ts'
import * as hosts from '../world/hosts/hosts.ts'
import { reverseTimeOf } from '../world/hosts/reach.ts'
import type { World } from '../world/world.ts'

/**
 * Reads the name or address of an existing host; undefined for any other text. A name in a zone with invalid signatures counts, because a
 * client may use a resolver that does not validate.
 */
export const readHost = (world: World, text: string): string | undefined => {
  const host = parseHost(text)
  return host !== undefined && missingOf(world, host) === undefined ? host : undefined
}

/**
 * Returns the addresses of a host name, IPv4 first, following aliases. For an address, returns that address; for a name without addresses,
 * an empty list.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const [first] = queryDns(world, 'mx1.mail.example', 'A').records
 * addressesOf(world, 'mx1.mail.example')[0] === first?.address // => true
 * addressesOf(world, '198.51.100.25') // => ['198.51.100.25']
 * addressesOf(world, 'missing.invalid') // => []
 */
export const addressesOf = (world: World, host: string): readonly string[] => {
  const found = readHost(world, host)
  return found === undefined ? [] : hosts.addressesOf(world, found)
}

/** The reverse DNS of an address: the host name in its PTR record. */
export interface ReverseDns {
  /** Null if there is no PTR record. */
  readonly hostname: string | null
  /** Whether the host name resolves to the address (forward-confirmed reverse DNS, the `iprev` of RFC 8601). */
  readonly confirmed: boolean
  /** Milliseconds until the reverse zone answers. */
  readonly time: number
}

/**
 * Returns the host name in the PTR record of an address, as `ptr-lookup` finds it, or `undefined` for a text that is not an address.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const [address = ''] = addressesOf(world, 'mx1.mail.example')
 * reverseDnsOf(world, address)?.hostname // => 'mx1.mail.example'
 * reverseDnsOf(world, '10.0.0.1')?.hostname // => null
 */
export const reverseDnsOf = (world: World, address: string): ReverseDns | undefined => {
  const canonical = parseAddress(address)
  if (canonical === undefined) return undefined
  const { hostname, confirmed } = hosts.reverseOf(world, canonical)
  return { hostname, confirmed, time: reverseTimeOf(world, canonical) }
}
