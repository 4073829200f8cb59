import { expect, it } from 'vitest'
import { mailAuthenticationOf } from '../src/dns/index.ts'
import type { Finding } from '../src/reports/report.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

/* Every tool reads a stated DMARC record as a receiver does (RFC 9989). */

type Domains = NonNullable<WorldDocument['domains']>

const SHOP = 'shop.example'
const NEWS = 'news.shop.example'
const SPF: Domains[string] = { records: { TXT: ['v=spf1 ip4:192.0.2.1 ~all'] } }
const record = (...texts: string[]): Domains[string] => ({ records: { TXT: texts } })

const options = (domains: Domains) =>
  ({ seed: 'k3f9', scenario: 'healthy', world: { domains }, at: FIXED_TIME }) as const

/** Returns what each tool and the library say of the DMARC policy of a domain. */
const everywhere = async (stated: Domains, domain = SHOP) => {
  const domains = { [domain]: SPF, ...stated }
  const tools = createToolbox({ ...options(domains), plan: 'enterprise' })
  const { world } = openWorld(options(domains), () => FIXED_TIME)
  const mail = await tools.run('email-deliverability', domain)
  const headers = await tools.run(
    'header-analyzer',
    `From: ana@${domain}\nReturn-Path: <ana@${domain}>\nReceived: from x ([203.0.113.25]) by mx.inbox.example with ESMTPS`,
  )
  const others = [
    await tools.run('txt-record', `_dmarc.${domain}`),
    await tools.run('spf-check', domain),
    await tools.run('spf-generator', `${domain} mx`),
  ]
  const findings = [mail, headers, ...others].flatMap((run): readonly Finding[] => run.findings)
  return {
    codes: findings.map(({ code }) => code).filter((code) => code.includes('dmarc')),
    titles: findings.filter(({ code }) => code.includes('dmarc')).map(({ title }) => title),
    advice: findings.map(({ advice }) => advice),
    details: findings.map(({ detail }) => detail).join('\n'),
    policy: mailAuthenticationOf(world, domain)?.dmarc,
    tool: mail.result.dmarc_policy,
    analyzed: headers.result.dmarc_result,
    points: mail.result.deliverability_score,
  }
}

it.each<[string, Domains, string, string, string]>([
  [
    'sp=none above, and nothing here (4.7)',
    { '_dmarc.shop.example': record('v=DMARC1; p=reject; sp=none'), '_dmarc.news.shop.example': { dns: 'nxdomain' } },
    NEWS,
    'none',
    SHOP,
  ],
  [
    'sp=reject above p=none, and nothing here (4.7)',
    { '_dmarc.shop.example': record('v=DMARC1; p=none; sp=reject'), '_dmarc.news.shop.example': { dns: 'nxdomain' } },
    NEWS,
    'reject',
    SHOP,
  ],
  ['p=reject here', { '_dmarc.shop.example': record('v=DMARC1; p=reject') }, SHOP, 'reject', SHOP],
  ['t=y here (4.7)', { '_dmarc.shop.example': record('v=DMARC1; p=reject; t=y') }, SHOP, 'quarantine', SHOP],
  [
    'no name at _dmarc here, and a policy above (4.10.1)',
    { '_dmarc.news.shop.example': { dns: 'nxdomain' }, '_dmarc.shop.example': record('v=DMARC1; p=quarantine') },
    NEWS,
    'quarantine',
    SHOP,
  ],
  [
    'an invalid policy with a report address (4.10.1)',
    { '_dmarc.shop.example': record('v=DMARC1; p=rejct; rua=mailto:dmarc@shop.example') },
    SHOP,
    'none',
    SHOP,
  ],
  [
    'two records here, and a policy above (4.10)',
    {
      '_dmarc.news.shop.example': record('v=DMARC1; p=none', 'v=DMARC1; p=reject'),
      '_dmarc.shop.example': record('v=DMARC1; p=quarantine'),
    },
    NEWS,
    'quarantine',
    SHOP,
  ],
])('the policy that applies is the same everywhere: %s', async (_what, stated, domain, policy, publisher) => {
  const found = await everywhere(stated, domain)
  expect(found.policy).toMatchObject({ policy, domain: publisher })
  expect([found.tool, found.analyzed]).toEqual([policy, 'fail'])
})

it.each([
  ['p=reject; sp=none; np=quarantine', 'quarantine'],
  ['p=reject; np=none', 'none'],
  ['p=none; sp=reject', 'reject'],
])('np, else sp, applies to names that do not exist: %s', async (tags, policy) => {
  const stated = { '_dmarc.shop.example': record(`v=DMARC1; ${tags}`), 'no.shop.example': { dns: 'nxdomain' } } as const
  const { tool, analyzed, codes } = await everywhere(stated, 'no.shop.example')
  expect([tool, analyzed]).toEqual([policy, 'fail'])
  expect(codes).toContain('txt-dmarc-above')
})

it.each<[string, readonly string[], string]>([
  ['an unknown policy (4.7)', ['v=DMARC1; p=rejct'], 'p=rejct is not a policy'],
  ['two records (4.10)', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'there are 2 of them at one name'],
  ['a repeated tag (4.7)', ['v=DMARC1; p=reject; p=none'], 'it has more than one p tag'],
  ['p before v (4.7)', ['p=reject; v=DMARC1'], 'it does not begin with v=DMARC1'],
  ['a version in small letters (4.8)', ['v=dmarc1; p=reject'], 'its version is dmarc1, not DMARC1'],
  ['a leading space (4.8)', [' v=DMARC1; p=reject'], 'it begins with white space'],
  ['a quotation mark (4.8)', ['"v=DMARC1; p=reject"'], 'it begins with a quotation mark'],
  ['no version (4.7)', ['p=reject; rua=mailto:dmarc@shop.example'], 'it does not begin with v=DMARC1'],
])('a discarded record is shown with the reason: %s', async (_what, texts, why) => {
  const found = await everywhere({ '_dmarc.shop.example': record(...texts) })
  expect([found.policy?.policy, found.tool, found.analyzed]).toEqual(['discarded', 'discarded', 'none'])
  expect(found.codes).toEqual(['deliver-dmarc-discarded', 'analyzer-dmarc-discarded', 'txt-dmarc-discarded'])
  for (const title of found.titles)
    expect(title).toBe(
      `Receivers discard the DMARC ${texts.length === 1 ? 'record' : 'records'} at _dmarc.shop.example: ${why}`,
    )
  expect(found.details).toContain('here receivers discard the record')
  // Another record would only make one more.
  expect(found.advice.filter((advice) => /(?:publish|add) .*dmarc/i.test(advice))).toEqual([])
})

it.each(['servfail', 'silent'] as const)('a failing _dmarc name is a temporary error: %s', async (dns) => {
  const found = await everywhere({ '_dmarc.shop.example': { dns } })
  expect([found.policy?.policy, found.tool, found.analyzed]).toEqual(['failure', 'failure', 'temperror'])
  expect(found.codes).toEqual(['deliver-dmarc-failure', 'analyzer-dmarc-temperror'])
  expect(found.advice.filter((advice) => /(?:publish|add) .*dmarc/i.test(advice))).toEqual([])
})

it('a domain in a bogus zone has no readable policy', async () => {
  const tools = createToolbox({ seed: 'k3f9', scenario: 'dnssec-bogus', at: FIXED_TIME, plan: 'enterprise' })
  const { result } = await tools.run('email-deliverability', SHOP)
  expect(result.dmarc_policy).toBe('failure')
})

it('a policy in test mode gets the points of the policy that applies', async () => {
  const testing = await everywhere({ '_dmarc.shop.example': record('v=DMARC1; p=reject; t=y') })
  const enforced = await everywhere({ '_dmarc.shop.example': record('v=DMARC1; p=quarantine') })
  expect(testing.points).toBe(enforced.points)
  expect(testing.codes).toContain('deliver-dmarc-testing')
  expect(testing.codes).toContain('txt-dmarc-testing')
})
