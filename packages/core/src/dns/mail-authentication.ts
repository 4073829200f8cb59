import { parseDomain } from '../inputs/host.ts'
import { missingOf } from '../world/existence.ts'
import { appliedDmarcOf, dkimOf, spfOf } from '../world/policies.ts'
import type { World } from '../world/world.ts'

/** The records by which receivers judge mail of a domain: SPF, DKIM and DMARC. */
export interface MailAuthentication {
  readonly spf: SpfFacts
  /** The key that signs the mail (RFC 6376), `bits` long; null where the domain does not sign. */
  readonly dkim: { readonly selector: string; readonly bits: number } | null
  readonly dmarc: DmarcFacts
}

/** The SPF policy of a domain (RFC 7208). */
export interface SpfFacts {
  /** `lookups`: it costs more than ten DNS lookups. `syntax`: a term is unknown. `duplicate`: there are two records. */
  readonly state: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate'
  /** The records that begin with `v=spf1`. */
  readonly records: readonly string[]
  /** The terms of the first record behind its version. */
  readonly terms: readonly string[]
  /** The domains that the first record includes. */
  readonly includes: readonly string[]
  /** DNS lookups that an evaluation costs; ten are allowed (section 4.6.4). */
  readonly lookups: number
}

/** The DMARC policy that receivers apply to mail of a domain (RFC 9989). */
export interface DmarcFacts {
  readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'
  /** The domain that publishes the policy: the domain itself or one above it. */
  readonly domain: string
  /** The TXT record at `_dmarc` of that domain; null where there is none. */
  readonly record: string | null
}

/**
 * Returns how a domain authenticates its mail, as `spf-check` and `email-deliverability` find it. Undefined for a domain that has
 * no mail, and for a text that is no domain.
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
  if (name === undefined || missingOf(world, name, 'mail') !== undefined) return undefined
  const { state, records, terms, tree, lookups } = spfOf(world, name)
  const { configured, selector, bits } = dkimOf(world, name)
  return {
    spf: { state, records, terms, includes: tree?.includes.map((child) => child.domain) ?? [], lookups },
    dkim: configured ? { selector, bits } : null,
    dmarc: appliedDmarcOf(world, name),
  }
}
