import { discoverDmarc, type DmarcPolicy, dmarcPolicyOf, type DmarcRecord, isAligned } from './dmarc-policy.ts'
import type { MailDns } from './mail-dns.ts'

/** A domain that a receiver has checked, with the result of SPF or of one DKIM signature. */
export interface CheckedDomain {
  readonly domain: string
  readonly result: string
}

/** The result of DMARC for a message (RFC 9989, section 5.3). */
export interface DmarcEvaluation {
  readonly result: 'pass' | 'fail' | 'none' | 'temperror'
  /** Whether SPF passes for an aligned domain. */
  readonly spf: boolean
  /** Whether a signature of an aligned domain passes. */
  readonly dkim: boolean
  readonly policy: DmarcPolicy
  /** The applicable record; undefined if there is none. */
  readonly record: DmarcRecord | undefined
}

/** Evaluates DMARC for a message of an author's domain, from the results of SPF and DKIM. */
export const evaluateDmarc = (
  dns: MailDns,
  author: string,
  { spf, signatures }: { readonly spf: CheckedDomain | undefined; readonly signatures: readonly CheckedDomain[] },
): DmarcEvaluation => {
  const found = discoverDmarc(dns, author)
  const policy = dmarcPolicyOf(dns, author, found)
  const none = { spf: false, dkim: false, policy, record: found?.record }
  if (found === undefined) return { ...none, result: 'temperror' }
  if (policy.policy === 'missing' || policy.policy === 'discarded') return { ...none, result: 'none' }
  const aligned = (method: 'spf' | 'dkim', { domain }: CheckedDomain): boolean | undefined =>
    isAligned(dns, author, found, { domain, isStrict: found.record?.isStrict[method] ?? false })
  const checked = [
    ...(spf === undefined ? [] : [{ ...spf, method: 'spf' as const, isAligned: aligned('spf', spf) }]),
    ...signatures.map((one) => ({ ...one, method: 'dkim' as const, isAligned: aligned('dkim', one) })),
  ]
  const passes = (name: string): boolean =>
    checked.some(({ method, result, isAligned: fits }) => method === name && result === 'pass' && fits === true)
  const outcome = { ...none, spf: passes('spf'), dkim: passes('dkim') }
  if (outcome.spf || outcome.dkim) return { ...outcome, result: 'pass' }
  // DNS fails, so the check could pass later.
  const isOpen = checked.some(
    ({ result, isAligned: fits }) =>
      (result === 'temperror' && fits !== false) || (result === 'pass' && fits === undefined),
  )
  return { ...outcome, result: isOpen || policy.policy === 'failure' ? 'temperror' : 'fail' }
}
