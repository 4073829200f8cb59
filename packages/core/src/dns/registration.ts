import { parseDomain } from '../inputs/host.ts'
import { isRegistrable } from '../world/existence.ts'
import type { World } from '../world/world.ts'
import * as zones from '../world/zones.ts'

/** The registration of a domain: the facts that WHOIS (RFC 3912) and RDAP (RFC 9083) hold about it. */
export interface Registration {
  readonly domain: string
  readonly registrar: string
  /** Epoch milliseconds. */
  readonly created: number
  /** Epoch milliseconds; always after the present of the world. */
  readonly expires: number
  /** EPP status codes (RFC 5731, section 2.3), such as `clientTransferProhibited`. */
  readonly status: readonly string[]
  /** The nameservers that the registry delegates the domain to. */
  readonly nameservers: readonly string[]
}

/**
 * Returns the registration of the domain that a name belongs to, as `whois-lookup` shows it. Undefined where nobody can register:
 * at suffixes such as `co.uk`, at reverse names, below `.invalid`, and for a text that is no domain.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const registration = registrationOf(world, 'www.shop.example')
 * registration?.domain // => 'shop.example'
 * registration?.status // => ['clientTransferProhibited', 'clientDeleteProhibited']
 * registrationOf(world, 'co.uk') // => undefined
 */
export const registrationOf = (world: World, name: string): Registration | undefined => {
  const domain = parseDomain(name)
  if (domain === undefined || !isRegistrable(domain)) return undefined
  return { ...zones.registrationOf(world, domain), nameservers: zones.nameserversOf(world, domain) }
}
