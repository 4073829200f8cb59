import { parseDomain } from '../inputs/host.ts'
import { isRegistered } from '../world/answers/existence.ts'
import type { World } from '../world/world.ts'
import * as zones from '../world/answers/zones.ts'
import { nameserversOf } from '../world/names/nameservers.ts'

/** The registration of a domain: the facts about it in WHOIS (RFC 3912) and RDAP (RFC 9083). */
export interface Registration {
  readonly domain: string
  readonly registrar: string
  /** Epoch milliseconds. */
  readonly created: number
  /** Epoch milliseconds; always later than the world's time. */
  readonly expires: number
  /** EPP status codes (RFC 5731, section 2.3), such as `clientTransferProhibited`. */
  readonly status: readonly string[]
  /** The nameservers to which the registry delegates the domain. */
  readonly nameservers: readonly string[]
}

/**
 * Returns the registration of the domain that contains a name, as `whois-lookup` shows it. Returns `undefined` for names that nobody
 * registered: suffixes such as `co.uk`, reverse names, names below `.invalid`, `missing.example`, and texts that are not domains.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const registration = registrationOf(world, 'www.shop.example')
 * registration?.domain // => 'shop.example'
 * registration?.status // => ['clientTransferProhibited', 'clientDeleteProhibited']
 * registrationOf(world, 'co.uk') // => undefined
 * registrationOf(world, 'missing.example') // => undefined
 */
export const registrationOf = (world: World, name: string): Registration | undefined => {
  const domain = parseDomain(name)
  if (domain === undefined || !isRegistered(world, domain)) return undefined
  return { ...zones.registrationOf(world, domain), nameservers: nameserversOf(world, domain) }
}
