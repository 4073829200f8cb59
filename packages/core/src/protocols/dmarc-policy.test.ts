import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../../test/support/runner.ts'
import { judgeDmarc } from '../../test/support/mailauth.ts'
import { discoverDmarc, dmarcPolicyOf, isAligned, readDmarcPolicy } from './dmarc-policy.ts'
import type { MailDns } from './mail-dns.ts'

const dnsOf = (
  records: Readonly<Record<string, readonly string[] | null>>,
  missing: readonly string[] = [],
): MailDns => {
  const text = (name: string) => {
    const found = Object.hasOwn(records, name) ? records[name] : []
    return found === null ? undefined : found
  }
  return {
    text,
    dmarc: (domain) => text(`_dmarc.${domain}`),
    exchanges: () => [],
    addresses: (name) => (missing.includes(name) ? [] : ['192.0.2.25']),
    reverseNames: () => [],
    exists: (name) => !missing.includes(name),
  }
}

/** Returns the DMARC result if one domain passed SPF. */
const evaluate = (dns: MailDns, author: string, domain: string) => {
  const found = discoverDmarc(dns, author)
  if (found === undefined) return { result: 'temperror' }
  const { record } = found
  if (record?.actions === undefined) return { result: 'none' }
  const aligned = isAligned(dns, author, found, { domain, isStrict: record.isStrict.spf })
  const { policy } = dmarcPolicyOf(dns, author, found)
  return { result: aligned === undefined ? 'temperror' : aligned ? 'pass' : 'fail', policy }
}

const NAMES = [
  'example',
  'mail.example',
  'news.mail.example',
  'a.news.mail.example',
  'shop.example',
  'b.c.d.e.f.g.mail.example',
  'co.uk',
  'mail.co.uk',
]
const names = fc.constantFrom(...NAMES)
const actions = fc.constantFrom('none', 'quarantine', 'reject', 'REJECT', 'x')
const tags = fc.oneof(
  fc.tuple(fc.constantFrom('p', 'sp', 'np', 'P'), actions),
  fc.tuple(fc.constantFrom('aspf', 'adkim'), fc.constantFrom('s', 'r', 'S', 'x')),
  fc.tuple(fc.constantFrom('t', 'psd'), fc.constantFrom('y', 'n', 'u')),
  fc.tuple(fc.constant('rua'), fc.constantFrom('mailto:dmarc@mail.example', 'nobody', 'mailto:a@b.example!10m')),
)
const records = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom('p=reject', 'p=none', 'p = quarantine ', ''), fc.array(tags, { maxLength: 4 }))
      .map(([policy, all]) => ['v=DMARC1', policy, ...all.map((tag) => tag.join('='))].join('; ')),
  },
  fc.constantFrom(
    'V=DMARC1;p=reject',
    'v=DMARC1',
    'v=dmarc1; p=reject',
    'v=DMARC10; p=reject',
    'p=reject; v=DMARC1',
    'x',
  ),
)
const zones = fc.dictionary(
  names.map((name) => `_dmarc.${name}`),
  fc.oneof(
    { weight: 9, arbitrary: records.map((record) => [record]) },
    fc.array(records, { maxLength: 2 }),
    fc.constant(null),
  ),
)

describe('a DMARC policy', () => {
  it('is found and applied as in mailauth, for any records', async () => {
    await fc.assert(
      fc.asyncProperty(zones, fc.subarray(NAMES), names, names, async (zone, missing, author, domain) => {
        const dns = dnsOf(zone, missing)
        const { result, policy } = evaluate(dns, author, domain)
        const judged = await judgeDmarc(dns, author, [domain])
        expect(result).toBe(judged?.result)
        if (result === 'pass' || result === 'fail') expect(policy).toBe(judged?.policy)
      }),
      { numRuns: casesOf(2000) },
    )
  })

  it('of names below an organizational domain is the policy of this domain, and names that do not exist have another one', () => {
    const dns = dnsOf({ '_dmarc.mail.example': ['v=DMARC1; p=none; sp=quarantine; np=reject'] }, ['no.mail.example'])
    const actionFor = (author: string) => readDmarcPolicy(dns, author).policy
    expect(actionFor('mail.example')).toBe('none')
    expect(actionFor('news.mail.example')).toBe('quarantine')
    expect(actionFor('no.mail.example')).toBe('reject')
    expect(actionFor('shop.example')).toBe('missing')
  })

  it('is one step weaker during its domain’s test (t=y)', () => {
    const dns = dnsOf({ '_dmarc.mail.example': ['v=DMARC1; p=reject; t=y'] })
    expect(evaluate(dns, 'mail.example', 'shop.example')).toEqual({ result: 'fail', policy: 'quarantine' })
  })

  it('aligns names of one organization unless it requires the same name', () => {
    const relaxed = dnsOf({ '_dmarc.mail.example': ['v=DMARC1; p=reject'] })
    const strict = dnsOf({ '_dmarc.mail.example': ['v=DMARC1; p=reject; aspf=s'] })
    expect(evaluate(relaxed, 'mail.example', 'bounce.mail.example').result).toBe('pass')
    expect(evaluate(strict, 'mail.example', 'bounce.mail.example').result).toBe('fail')
  })
})
