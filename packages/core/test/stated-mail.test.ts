import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailAuthenticationOf } from '../src/dns/index.ts'
import { dkimPublicKeyOf } from '../src/world/mail/dkim-keys.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { createWorld } from '../src/world/world.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'
import { casesOf } from './support/runner.ts'

/* For any stated records, all tools, the library and the header analyzer have the same verdict. */

type Domain = NonNullable<WorldDocument['domains']>[string]

const RSA = dkimPublicKeyOf(createWorld('k3f9', FIXED_TIME), 'shop.example')
const ED25519 = `${'A'.repeat(43)}=`

const failing = fc.constantFrom<Domain>({ dns: 'nxdomain' }, { dns: 'servfail' }, { dns: 'silent' })

/** Draws a name: no statement, another answer than records, or some texts. */
const nameWith = (texts: fc.Arbitrary<string>): fc.Arbitrary<Domain | undefined> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: failing },
    { weight: 6, arbitrary: fc.array(texts, { maxLength: 2 }).map((TXT) => ({ records: { TXT } })) },
  )

const listOf = (start: fc.Arbitrary<string>, tags: readonly string[], separator: string): fc.Arbitrary<string> =>
  fc
    .tuple(start, fc.array(fc.constantFrom(...tags), { maxLength: 4 }))
    .map(([first, all]) => [first, ...all].join(separator))

const spf = listOf(
  fc.constantFrom('v=spf1', 'v=spf1', 'v=spf1', ' v=spf1', '"v=spf1', 'v=spf2'),
  [
    'ip4:192.0.2.1',
    'a',
    'mx',
    'a:no.invalid',
    'include:news.shop.example',
    'include:shop.example',
    'redirect=news.shop.example',
    'exists:no.invalid',
    'ip4:x',
    'ipv4:192.0.2.1',
    '?all',
    '~all',
    '-all',
  ],
  ' ',
)
const dmarc = listOf(
  fc.constantFrom('v=DMARC1', 'v=DMARC1', 'v=DMARC1', 'V = DMARC1', 'v=dmarc1', ' v=DMARC1', 'p=none', 'hello'),
  [
    'p=none',
    'p=quarantine',
    'p=reject',
    'p=x',
    'sp=none',
    'sp=reject',
    'np=none',
    'sp=x',
    't=y',
    'psd=n',
    'rua=mailto:a@b.example',
  ],
  ';',
)
const dkim = listOf(
  fc.constantFrom('v=DKIM1', 'v=DKIM1', 'k=rsa', 'v=DKIM2', 'hello'),
  [
    `p=${RSA}`,
    `p=${RSA}`,
    'p=',
    'p=!',
    `p=${ED25519}`,
    'k=rsa',
    'k=ed25519',
    'h=sha1',
    'h=sha1:sha256',
    's=email',
    's=x',
    't=y',
    't=s',
    'v=DKIM1',
  ],
  '; ',
)

type Drawn = Readonly<Record<string, Domain | undefined>>

const documents: fc.Arbitrary<Drawn> = fc.record({
  'shop.example': nameWith(spf).map((domain) => (domain?.dns === undefined ? domain : undefined)),
  'news.shop.example': nameWith(spf),
  '_dmarc.shop.example': nameWith(dmarc),
  '_dmarc.news.shop.example': nameWith(dmarc),
  's9._domainkey.shop.example': nameWith(dkim),
  's9._domainkey.news.shop.example': nameWith(dkim),
})

const texts = (name: string, ...TXT: string[]): Drawn => ({ [name]: { records: { TXT } } })

// One for each verdict that must occur, whatever is drawn.
const examples: readonly Drawn[] = [
  texts('shop.example', 'v=spf1 include:missing.invalid -all'),
  texts('shop.example', 'v=spf1 nothing -all'),
  texts('shop.example', 'v=spf1 -all', 'v=spf1 ~all'),
  { 'news.shop.example': { dns: 'servfail' } },
  texts('_dmarc.shop.example', 'v=DMARC1; p=rejct'),
  { '_dmarc.shop.example': { dns: 'servfail' } },
  { '_dmarc.shop.example': { dns: 'nxdomain' } },
  texts('_dmarc.shop.example', 'v=DMARC1; p=reject'),
  texts('s9._domainkey.shop.example', `v=DKIM1; p=${RSA}`),
  texts('s9._domainkey.shop.example', 'v=DKIM1; p=!'),
  texts('s9._domainkey.shop.example', 'v=DKIM1; p='),
]

// A server that no drawn record permits, so that the evaluation reaches the end.
const headersOf = (domain: string, kind: 'rsa' | 'ed25519' | null, bits: number | null): string =>
  [
    `From: ana@${domain}`,
    `Return-Path: <ana@${domain}>`,
    'Received: from x ([192.0.2.250]) by mx.inbox.example with ESMTPS',
    `DKIM-Signature: v=1; a=${kind ?? 'rsa'}-sha256; d=${domain}; s=s9; h=from; bh=${'A'.repeat(43)}=; b=${Buffer.alloc((bits ?? 512) / 8).toString('base64')}`,
  ].join('\n')

const SPF_RESULTS: Readonly<Record<string, readonly string[]>> = {
  missing: ['none'],
  failure: ['temperror'],
  valid: ['neutral', 'softfail', 'fail'],
}
const DKIM_RESULTS: Readonly<Record<string, string>> = { valid: 'neutral', failure: 'temperror' }
const DMARC_CODES: Readonly<Record<string, readonly string[]>> = {
  none: ['txt-dmarc-none', 'txt-dmarc-testing', 'txt-dmarc-reports'],
  quarantine: ['txt-dmarc', 'txt-dmarc-testing', 'txt-dmarc-reports'],
  reject: ['txt-dmarc', 'txt-dmarc-reports'],
}

it('all surfaces agree on SPF, DKIM and DMARC for any stated records', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(documents, fc.constantFrom('shop.example', 'news.shop.example'), async (drawn, domain) => {
      // A document cannot state records below a name that has another answer.
      const isBelow = (name: string) =>
        drawn['news.shop.example']?.dns !== undefined && name.endsWith('.news.shop.example')
      const domains = Object.fromEntries(
        Object.entries(drawn).filter(
          (entry): entry is [string, Domain] => entry[1] !== undefined && !isBelow(entry[0]),
        ),
      )
      const options = { seed: 'k3f9', scenario: 'healthy', world: { domains }, at: FIXED_TIME } as const
      const tools = createToolbox({ ...options, plan: 'enterprise' })
      const found = mailAuthenticationOf(openWorld(options, () => FIXED_TIME).world, domain)
      const mail = await tools.run('email-deliverability', domain)
      if (found === undefined) {
        expect(mail.result).toMatchObject({ spf_valid: false, dkim_configured: false })
        return
      }
      const { state, policy, publisher } = {
        state: found.spf.state,
        policy: found.dmarc.policy,
        publisher: found.dmarc.domain,
      }
      seen.add(`spf ${state}`).add(`dmarc ${policy}`).add(`dkim ${found.dkim.state}`)

      expect(mail.result.spf_valid).toBe(state === 'valid')
      expect((await tools.run('spf-check', domain)).result.valid).toBe(state === 'valid')
      expect(mail.result.dkim_configured).toBe(found.dkim.state === 'valid')
      expect(mail.result.dmarc_policy).toBe(policy)

      const { result } = await tools.run(
        'header-analyzer',
        headersOf(domain, found.dkim.kind ?? null, found.dkim.bits ?? null),
      )
      expect(SPF_RESULTS[state] ?? ['permerror']).toContain(result.spf_result)
      if (found.dkim.selector === 's9') expect(result.dkim_result).toBe(DKIM_RESULTS[found.dkim.state] ?? 'permerror')
      if (policy === 'missing' || policy === 'discarded') expect(result.dmarc_result).toBe('none')
      else if (policy === 'failure') expect(['temperror', 'unknown']).toContain(result.dmarc_result)
      else expect(['fail', 'unknown', 'temperror']).toContain(result.dmarc_result)

      const { findings } = await tools.run('txt-record', `_dmarc.${domain}`)
      const [code] = findings.map((finding) => finding.code)
      if (publisher === domain && DMARC_CODES[policy] !== undefined) expect(DMARC_CODES[policy]).toContain(code)
      else expect(code).toMatch(/^txt-(?:dmarc-(?:above|missing|discarded|failure)|unresolved)$/)
      const key = await tools.run('txt-record', `s9._domainkey.${domain}`)
      if (found.dkim.selector === 's9')
        expect(/^txt-dkim(?:-short|-testing)?$/.test(key.findings[0]?.code ?? '')).toBe(found.dkim.state === 'valid')
    }),
    {
      numRuns: casesOf(400),
      examples: examples.map((drawn): [Drawn, 'news.shop.example' | 'shop.example'] => [
        drawn,
        'news.shop.example' in drawn ? 'news.shop.example' : 'shop.example',
      ]),
    },
  )
  for (const verdict of ['spf valid', 'spf syntax', 'spf include', 'spf duplicate', 'spf failure', 'dmarc discarded'])
    expect(seen).toContain(verdict)
  for (const verdict of [
    'dmarc failure',
    'dmarc missing',
    'dmarc reject',
    'dkim valid',
    'dkim invalid',
    'dkim revoked',
  ])
    expect(seen).toContain(verdict)
}, 60_000)
