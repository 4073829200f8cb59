import { parseDomain } from '../inputs/host.ts'
import { missingOf } from '../world/answers/existence.ts'
import type { DkimKey } from '../protocols/dkim-key.ts'
import type { DmarcPolicy as AppliedDmarc } from '../protocols/dmarc-policy.ts'
import type { SpfState } from '../protocols/spf-policy.ts'
import { dkimOf, dmarcOf, spfOf } from '../world/answers/mail-dns.ts'
import type { World } from '../world/world.ts'

/** The records by which receivers authenticate mail of a domain: SPF, DKIM and DMARC. */
export interface MailAuthentication {
  readonly spf: SpfPolicy
  readonly dkim: DkimPolicy
  readonly dmarc: DmarcPolicy
}

/** The SPF policy of a domain (RFC 7208). */
export interface SpfPolicy {
  /**
   * What a receiver finds. `missing`: no record. `duplicate`: more than one record. `syntax`: an
   * invalid term. `include`: an included domain has no valid record. `lookups`: an evaluation needs more than ten DNS lookups. `voids`: more
   * than two of them find nothing. `hosts`: a term needs more than ten mail servers. `failure`: DNS fails, which is a temporary error.
   */
  readonly state: SpfState
  /** The records that begin with `v=spf1`. */
  readonly records: readonly string[]
  /** The terms of the first record after its version. */
  readonly terms: readonly string[]
  /** The domains that the first record includes. */
  readonly includes: readonly string[]
  /** The number of DNS lookups in an evaluation; ten are allowed (section 4.6.4). */
  readonly lookups: number
}

/** The DKIM key of a domain as receivers read it (RFC 6376). */
export interface DkimPolicy {
  readonly selector: string
  /**
   * `missing`: the domain does not sign. `revoked`: the `p` tag is empty. `invalid`: receivers cannot use the key. `failure`: DNS fails,
   * which is a temporary error.
   */
  readonly state: DkimKey['state']
  /** The kind of the key; null if it cannot be read. */
  readonly kind: 'rsa' | 'ed25519' | null
  /** The length of an RSA key; null for any other key. */
  readonly bits: number | null
}

/** The DMARC policy that receivers apply to mail of a domain (RFC 9989). */
export interface DmarcPolicy {
  /**
   * What a domain asks receivers to do with mail that fails DMARC, after the tags `sp`, `np` and `t`. `missing`: no record. `discarded`:
   * there is one, but receivers discard it. `failure`: DNS fails, which is a temporary error.
   */
  readonly policy: AppliedDmarc['policy']
  /** The domain that publishes the policy: the domain itself or one above it. */
  readonly domain: string
  /** The TXT record at `_dmarc` of that domain; null if there is none. */
  readonly record: string | null
}

/**
 * Returns the SPF policy at a name, as `spf-check` finds it. The name is a domain, or a service that domains include. Returns `undefined`
 * for a name that can't have an SPF record, and for a text that is not a domain.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'spf-permerror', at: 0 }, () => 0)
 * const policy = spfPolicyOf(world, 'mail.example')
 * policy?.state // => 'lookups'
 * spfPolicyOf(world, policy?.includes[0] ?? '')?.state // => 'valid'
 * spfPolicyOf(world, 'missing.invalid') // => undefined
 */
export const spfPolicyOf = (world: World, name: string): SpfPolicy | undefined => {
  const domain = parseDomain(name)
  return domain === undefined || missingOf(world, domain, 'text') !== undefined ? undefined : readSpf(world, domain)
}

const readSpf = (world: World, domain: string): SpfPolicy => {
  const { state, records, terms, tree, lookups } = spfOf(world, domain)
  return { state, records, terms, includes: tree?.includes.map((child) => child.domain) ?? [], lookups }
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
  if (name === undefined || missingOf(world, name, 'mail') !== undefined) return undefined
  const { policy, domain: publisher, record = null } = dmarcOf(world, name)
  const { selector, state, kind = null, bits = null } = dkimOf(world, name)
  return {
    spf: readSpf(world, name),
    dkim: { selector, state, kind, bits },
    dmarc: { policy, domain: publisher, record },
  }
}
