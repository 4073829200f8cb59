import { expect, it } from 'vitest'
import { evaluateSpf, mailAuthenticationOf, spfPolicyOf } from '../src/dns/index.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { mailDnsOf } from '../src/world/answers/mail-dns.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

/* Every tool reads a stated SPF record as a receiver does (RFC 7208). */

type Domains = NonNullable<WorldDocument['domains']>

const DOMAIN = 'a.example'
const options = (domains: Domains) =>
  ({ seed: 'k3f9', scenario: 'healthy', world: { domains }, at: FIXED_TIME }) as const
const toolsIn = (domains: Domains) => createToolbox({ ...options(domains), plan: 'enterprise' })
const record = (...texts: string[]): Domains[string] => ({ records: { TXT: texts } })
const numbered = (count: number, make: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index + 1)).join(' ')

/** Returns what each tool and the library say of the record of a domain. */
const everywhere = async (domains: Domains, domain = DOMAIN) => {
  const tools = toolsIn(domains)
  const { world } = openWorld(options(domains), () => FIXED_TIME)
  const policy = spfPolicyOf(world, domain)
  expect(mailAuthenticationOf(world, domain)?.spf).toEqual(policy)
  const check = await tools.run('spf-check', domain)
  const texts = await tools.run('txt-record', domain)
  const whole = await tools.run('dns-diagnostic', domain)
  const mail = await tools.run('email-deliverability', domain)
  const included = await tools.run('spf-generator', `b.example ${domain}`)
  return {
    policy,
    check,
    state: policy?.state,
    isValid: [
      check.result.valid,
      texts.findings.some(({ code }) => code === 'txt-spf'),
      whole.findings.some(({ code, severity }) => code === 'dns-spf' && severity === 'pass'),
      mail.result.spf_valid,
      included.findings.every(({ code }) => code !== 'spfgen-include-broken'),
    ],
  }
}

const MISSING: Domains[string] = { dns: 'nxdomain' }
const NOWHERE = Array.from({ length: 3 }, (_, index) => [`no${index + 1}.example`, MISSING] as const)
const CLIENTS = Array.from({ length: 11 }, (_, index) => ({ priority: index, exchange: `mx${index}.b.example` }))

it.each<[string, Domains, string, string]>([
  [
    'that includes itself five times: more than ten lookups (4.6.4)',
    { [DOMAIN]: record('v=spf1 include:a.example include:a.example include:a.example include:a.example -all') },
    'lookups',
    'spf-lookups',
  ],
  [
    'that includes a missing name (5.2)',
    { [DOMAIN]: record('v=spf1 include:no1.example -all'), 'no1.example': MISSING },
    'include',
    'spf-include',
  ],
  [
    'that redirects to a missing name (6.1)',
    { [DOMAIN]: record('v=spf1 redirect=no1.example'), 'no1.example': MISSING },
    'include',
    'spf-include',
  ],
  [
    'that includes a name whose nameservers fail (5.2)',
    { [DOMAIN]: record('v=spf1 include:b.example -all'), 'b.example': { dns: 'servfail' } },
    'failure',
    'spf-failure',
  ],
  [
    'that includes a name whose nameservers are silent (5.2)',
    { [DOMAIN]: record('v=spf1 include:b.example -all'), 'b.example': { dns: 'silent' } },
    'failure',
    'spf-failure',
  ],
  [
    'with three names that do not exist (4.6.4)',
    { [DOMAIN]: record('v=spf1 a:no1.example a:no2.example a:no3.example -all'), ...Object.fromEntries(NOWHERE) },
    'voids',
    'spf-voids',
  ],
  [
    'whose mx term has eleven hosts (4.6.4)',
    { [DOMAIN]: { records: { TXT: ['v=spf1 mx -all'], MX: CLIENTS } } },
    'hosts',
    'spf-hosts',
  ],
  ['in quotes (4.5)', { [DOMAIN]: record('"v=spf1 mx -all"') }, 'missing', 'spf-unread'],
  ['with a no-break space (4.5)', { [DOMAIN]: record('v=spf1\u00a0mx -all') }, 'missing', 'spf-unread'],
])('no tool calls a record valid %s', async (_what, domains, state, code) => {
  const found = await everywhere(domains)
  expect(found.state).toBe(state)
  expect(found.isValid).toEqual([false, false, false, false, false])
  expect(found.check.findings[0]).toMatchObject({ code, severity: 'critical' })
  expect(found.check.verdict.severity).toBe('critical')
  expect(found.check.findings.map((finding) => finding.code)).not.toContain('spf-missing')
  expect(JSON.stringify(found.check).length).toBeLessThan(5000)
})

it('a record in quotes is shown, with the reason why receivers ignore it', async () => {
  const { check } = await everywhere({ [DOMAIN]: record('"v=spf1 mx -all"') })
  expect(check.result.spf_record).toBe('"v=spf1 mx -all"')
  expect(check.findings[0]?.title).toBe('Receivers ignore the SPF record: it begins with a quotation mark')
})

it('terms after all cost no lookups and are reported (5.1)', async () => {
  const domains = { [DOMAIN]: record(`v=spf1 -all ${numbered(11, (number) => `include:a${number}.example`)}`) }
  const { policy, check, isValid } = await everywhere(domains)
  expect(policy).toMatchObject({ state: 'valid', lookups: 0, tree: { includes: [] } })
  expect(isValid).toEqual([true, true, true, true, true])
  expect(check.findings.find(({ code }) => code === 'spf-ignored')?.title).toBe(
    'Receivers ignore include:a1.example, include:a2.example, include:a3.example and 8 more terms',
  )
})

it.each([
  ['v=spf1 mx ptr -all', 'spf-ptr', 'warning'],
  ['v=spf1 mx +all', 'spf-pass-all', 'critical'],
])('the headline of %s follows its worst finding', async (text, code, severity) => {
  const { verdict, findings, plot } = await toolsIn({ [DOMAIN]: record(text) }).run('spf-check', DOMAIN)
  expect(findings[0]).toMatchObject({ code, severity })
  expect(verdict.severity).toBe(severity)
  expect(plot).toMatchObject({ root: { severity } })
})

it('a headline is not positive above +all', async () => {
  const { verdict } = await toolsIn({ [DOMAIN]: record('v=spf1 +all') }).run('spf-check', DOMAIN)
  expect(verdict.sentence).toBe('Any server may send mail for this domain.')
})

it('a redirect takes the place of an all term', async () => {
  const macro = await toolsIn({ [DOMAIN]: record('v=spf1 redirect=%{d}.b.example') }).run('spf-check', DOMAIN)
  expect(macro.findings.map(({ code }) => code)).toContain('spf-redirect')
  expect(macro.findings.map(({ code }) => code)).not.toContain('spf-neutral')
  const plain = { [DOMAIN]: record('v=spf1 redirect=b.example'), 'b.example': record('v=spf1 ip4:192.0.2.1 -all') }
  const { findings } = await toolsIn(plain).run('spf-check', DOMAIN)
  expect(findings.map(({ code }) => code)).toContain('spf-ending')
})

it('spf-check sees a record wherever txt-record does', async () => {
  const domains = { 'a.b.shop.example': record('v=spf1 ip4:192.0.2.1 -all') }
  const tools = toolsIn(domains)
  const { result } = await tools.run('spf-check', 'a.b.shop.example')
  expect(result).toMatchObject({ valid: true, spf_record: 'v=spf1 ip4:192.0.2.1 -all' })
  expect((await tools.run('txt-record', 'a.b.shop.example')).findings[0]).toMatchObject({ code: 'txt-spf' })
})

it('names with other characters are found as in DNS, however they are spelled', () => {
  const { world } = openWorld(
    options({
      [DOMAIN]: record('v=spf1 exists:%{l}.users.example include:x+y.example -all'),
      'users.example': { complete: true },
      [String.raw`ana\043shop.users.example`]: { records: { A: ['192.0.2.77'] } },
      [String.raw`x\+y.example`]: record('v=spf1 ip4:192.0.2.1 -all'),
    }),
    () => FIXED_TIME,
  )
  const resultOf = (local: string, address: string) =>
    evaluateSpf(mailDnsOf(world), { address, domain: DOMAIN, sender: `${local}@${DOMAIN}`, helo: DOMAIN }).result
  expect([resultOf('ana+shop', '203.0.113.9'), resultOf('bo', '192.0.2.1'), resultOf('bo', '203.0.113.9')]).toEqual([
    'pass',
    'pass',
    'fail',
  ])
  expect(spfPolicyOf(world, DOMAIN)?.state).toBe('valid')
})

it('the terms that find nothing permit nobody, and are named from the first on', async () => {
  const stated = { [DOMAIN]: { records: { TXT: ['v=spf1 a mx -all'], A: [], MX: [] } } }
  const check = await toolsIn(stated).run('spf-check', DOMAIN)
  expect(check.findings).toContainEqual(expect.objectContaining({ code: 'spf-empty', severity: 'warning' }))
  expect(check.verdict.detail).toBe('The record permits nobody, with two lookups of ten.')
})
