import { parseDomain } from '../inputs/host.ts'
import type { DmarcPolicy } from '../protocols/dmarc-policy.ts'
import type { SpfPolicy } from '../protocols/spf-policy.ts'
import { missingOf } from '../world/answers/existence.ts'
import { dkimOf, type DomainKey, dmarcOf, spfOf } from '../world/answers/mail-dns.ts'
import type { World } from '../world/world.ts'

/** How receivers authenticate mail of a domain: by SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989). */
export interface MailAuthentication {
  readonly spf: SpfPolicy
  readonly dkim: DomainKey
  readonly dmarc: DmarcPolicy
}

/**
 * Returns the SPF policy at a name, as `spf-check` finds it. The name is a domain, or a service that domains include. Returns `undefined`
 * for a name that can't have an SPF record, and for a text that is not a domain.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'spf-permerror', at: 0 }, () => 0)
 * const policy = spfPolicyOf(world, 'mail.example')
 * policy?.state // => 'lookups'
 * spfPolicyOf(world, policy?.tree?.includes[0]?.domain ?? '')?.state // => 'valid'
 * spfPolicyOf(world, 'missing.invalid') // => undefined
 */
export const spfPolicyOf = (world: World, name: string): SpfPolicy | undefined => {
  const domain = parseDomain(name)
  return domain === undefined || missingOf(world, domain, 'text') !== undefined ? undefined : spfOf(world, domain)
}

/**
 * Returns how a domain authenticates its mail, as `email-deliverability` finds it. Returns `undefined` for a domain that has no mail, and
 * for a text that is not a domain.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'dmarc-none', at: 0 }, () => 0)
 * const found = mailAuthenticationOf(world, 'mail.example')
 * found?.spf.state // => 'valid'
 * found?.dmarc.policy // => 'none'
 * mailAuthenticationOf(world, 'missing.invalid') // => undefined
 */
export const mailAuthenticationOf = (world: World, domain: string): MailAuthentication | undefined => {
  const name = parseDomain(domain)
  return name === undefined || missingOf(world, name, 'mail') !== undefined ? undefined : authenticationOf(world, name)
}

/** Returns how a domain authenticates its mail, if it has mail. */
export const authenticationOf = (world: World, domain: string): MailAuthentication => ({
  spf: spfOf(world, domain),
  dkim: dkimOf(world, domain),
  dmarc: dmarcOf(world, domain),
})
