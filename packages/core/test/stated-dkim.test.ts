import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { mailAuthenticationOf } from '../src/dns/index.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

/* Every tool reads a stated DKIM key as a receiver does (RFC 6376, 8301, 8463). */

type Domains = NonNullable<WorldDocument['domains']>

const SHOP = 'shop.example'
const KEY = 's9._domainkey.shop.example'

const rsa = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')
const bare = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'pkcs1', format: 'der' })
    .toString('base64')
const ed25519 = (): string =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')

const LONG = rsa(2048)
const SIGNATURE = {
  v: '1',
  a: 'rsa-sha256',
  d: SHOP,
  s: 's9',
  h: 'from:to',
  bh: Buffer.alloc(32).toString('base64'),
  b: Buffer.alloc(256).toString('base64'),
}

const options = (domains: Domains) =>
  ({ seed: 'k3f9', scenario: 'healthy', world: { domains }, at: FIXED_TIME }) as const

/** Returns the DKIM result of a signature with changed tags. */
const analyze = async (domains: Domains, changed: Readonly<Record<string, string | undefined>> = {}) => {
  const tags = Object.entries({ ...SIGNATURE, ...changed }).filter(([, value]) => value !== undefined)
  const { result, findings } = await createToolbox({ ...options(domains), plan: 'enterprise' }).run(
    'header-analyzer',
    `From: ana@${SHOP}\nDKIM-Signature: ${tags.map((tag) => tag.join('=')).join('; ')}`,
  )
  return { result: result.dkim_result, titles: findings.map(({ title }) => title).join('\n') }
}

/** Returns what each tool and the library say of the key at `s9._domainkey`. */
const everywhere = async (key: Domains[string], changed?: Readonly<Record<string, string>>) => {
  const domains = { [KEY]: key }
  const tools = createToolbox({ ...options(domains), plan: 'enterprise' })
  const { world } = openWorld(options(domains), () => FIXED_TIME)
  const mail = await tools.run('email-deliverability', SHOP)
  const text = await tools.run('txt-record', KEY)
  const shown = mail.findings.find(({ code }) => code.includes('dkim'))
  return {
    library: mailAuthenticationOf(world, SHOP)?.dkim,
    configured: mail.result.dkim_configured,
    shown,
    text: text.findings[0],
    detail: text.verdict.detail,
    analyzed: await analyze(domains, changed),
  }
}

const record = (...texts: string[]): Domains[string] => ({ records: { TXT: texts } })

it.each([
  [512, 'critical', false],
  [768, 'critical', false],
  [1024, 'info', true],
  [1536, 'info', true],
  [2048, 'pass', true],
  [4096, 'pass', true],
] as const)('an RSA key of %i bits is named as it is', async (bits, severity, isValid) => {
  const b = Buffer.alloc(bits / 8).toString('base64')
  const { library, configured, shown, text, detail, analyzed } = await everywhere(
    record(`v=DKIM1; k=rsa; p=${rsa(bits)}`),
    { b },
  )
  expect(library).toMatchObject({ selector: 's9', kind: 'rsa', bits, state: isValid ? 'valid' : 'invalid' })
  expect(configured).toBe(isValid)
  for (const finding of [shown, text]) {
    expect(finding?.severity).toBe(severity)
    expect(finding?.title).toContain(`${bits} bits`)
  }
  expect(detail).toContain(`${bits} bits`)
  expect(analyzed.result).toBe(isValid ? 'neutral' : 'permerror')
})

it('an RSA key without the frame of its algorithm has the same length', async () => {
  const { library } = await everywhere(record(`v=DKIM1; p=${bare(2048)}`))
  expect(library).toMatchObject({ state: 'valid', bits: 2048 })
})

it('an Ed25519 key has no RSA size', async () => {
  const changed = { a: 'ed25519-sha256', b: Buffer.alloc(64).toString('base64') }
  const found = await everywhere(record(`v=DKIM1; k=ed25519; p=${ed25519()}`), changed)
  expect(found.library).toMatchObject({ selector: 's9', state: 'valid', kind: 'ed25519', bits: undefined })
  expect(found.configured).toBe(true)
  for (const finding of [found.shown, found.text]) {
    expect(finding).toMatchObject({ severity: 'pass' })
    expect(finding?.title).toContain('Ed25519')
  }
  expect(JSON.stringify(found)).not.toMatch(/\d bits/)
  expect(found.analyzed.result).toBe('neutral')
})

it.each<[string, Domains[string], string, string]>([
  ['p that is not base64', record('v=DKIM1; p=not a key!'), 'invalid', 'its p tag is not base64'],
  ['p that is no key', record('v=DKIM1; p=QUJD'), 'invalid', 'its p tag is not an RSA key'],
  ['an RSA key as Ed25519', record(`v=DKIM1; k=ed25519; p=${LONG}`), 'invalid', 'its p tag is not an Ed25519 key'],
  ['another version', record(`v=DKIM2; p=${LONG}`), 'invalid', 'its version is DKIM2, not DKIM1'],
  ['v that is not first', record(`k=rsa; v=DKIM1; p=${LONG}`), 'invalid', 'its version is not the first tag'],
  ['a repeated tag', record(`v=DKIM1; p=${LONG}; p=${LONG}`), 'invalid', 'it has more than one p tag'],
  ['an empty tag', record(`v=DKIM1;; p=${LONG}`), 'invalid', 'it has an empty tag'],
  ['a part that is no tag', record(`v=DKIM1; rsa; p=${LONG}`), 'invalid', "'rsa' is not a tag"],
  ['no p', record('v=DKIM1; k=rsa'), 'invalid', 'it has no p tag'],
  ['an unknown key type', record(`v=DKIM1; k=dsa; p=${LONG}`), 'invalid', 'receivers know no key type dsa'],
  ['h=sha1 only', record(`v=DKIM1; h=sha1; p=${LONG}`), 'invalid', 'it allows only sha1'],
  ['s without email', record(`v=DKIM1; s=tlsrpt; p=${LONG}`), 'invalid', 'its s tag excludes email'],
  ['two records', record(`v=DKIM1; p=${LONG}`, `p=${LONG}`), 'invalid', 'there are 2 records at its name'],
  ['an empty p', record('v=DKIM1; p='), 'revoked', 'its p tag is empty, so it is revoked'],
])('no tool accepts a key record with %s', async (_what, key, state, why) => {
  const { library, configured, shown, text, detail, analyzed } = await everywhere(key)
  expect(library?.state).toBe(state)
  expect(configured).toBe(false)
  expect(shown).toMatchObject({ code: 'deliver-dkim-invalid', severity: 'critical' })
  expect(text).toMatchObject({ code: 'txt-dkim-invalid', severity: 'critical' })
  for (const said of [shown?.title, text?.title, detail, analyzed.titles]) expect(said).toContain(why)
  expect(analyzed.result).toBe('permerror')
})

it.each(['servfail', 'silent'] as const)('a failing key name is a temporary error: %s', async (dns) => {
  // Every selector of the domain fails, whatever the seed chooses.
  const domains: Domains = { '_domainkey.shop.example': { dns } }
  const { world } = openWorld(options(domains), () => FIXED_TIME)
  expect(mailAuthenticationOf(world, SHOP)?.dkim.state).toBe('failure')
  const { findings } = await createToolbox({ ...options(domains), plan: 'enterprise' }).run(
    'email-deliverability',
    SHOP,
  )
  expect(findings).toContainEqual(expect.objectContaining({ code: 'deliver-dkim-failure', severity: 'critical' }))
  expect((await analyze(domains)).result).toBe('temperror')
})

it('a domain without key names does not sign', async () => {
  const domains: Domains = { '_domainkey.shop.example': { dns: 'nxdomain' } }
  const { world } = openWorld(options(domains), () => FIXED_TIME)
  expect(mailAuthenticationOf(world, SHOP)?.dkim.state).toBe('missing')
  expect((await analyze(domains)).result).toBe('permerror')
})

it('of several stated keys, a valid one counts', async () => {
  const domains = { 'old._domainkey.shop.example': record('v=DKIM1; p='), [KEY]: record(`v=DKIM1; p=${LONG}`) }
  const last = { [KEY]: record(`v=DKIM1; p=${LONG}`), 'old._domainkey.shop.example': record('v=DKIM1; p=') }
  for (const stated of [domains, last]) {
    const { world } = openWorld(options(stated), () => FIXED_TIME)
    expect(mailAuthenticationOf(world, SHOP)?.dkim).toMatchObject({ selector: 's9', state: 'valid', bits: 2048 })
  }
})

it('a key in test mode (t=y) is reported', async () => {
  const { shown, text } = await everywhere(record(`v=DKIM1; t=y; p=${LONG}`))
  expect([shown?.code, text?.code]).toEqual(['deliver-dkim-testing', 'txt-dkim-testing'])
})

it.each<[string, Readonly<Record<string, string | undefined>>, string]>([
  ['a repeated tag (3.2)', { 'd ': SHOP }, 'it has more than one d tag'],
  ['an empty tag (3.2)', { h: 'from:to;' }, 'it has an empty tag'],
  ['a part that is no tag (3.2)', { b: `${SIGNATURE.b}; rsa` }, "'rsa' is not a tag"],
  ['an unknown canonicalization (3.5)', { c: 'relaxed/nowsp' }, 'receivers know no canonicalization relaxed/nowsp'],
  ['an unknown query method (3.5)', { q: 'https' }, 'receivers know no query method https'],
  ['a body hash that is not base64 (3.5)', { bh: 'no hash!' }, 'its bh= tag is not a SHA-256 hash'],
  ['a body hash of another length (3.5)', { bh: 'YQ==' }, 'its bh= tag is not a SHA-256 hash'],
  ['a signature that is not base64 (3.5)', { b: 'no-base64!' }, 'its b= tag is not base64'],
  ['a length that is not a number (3.5)', { l: 'all' }, 'its l= tag is not a number'],
  ['an end before its time (3.5)', { t: '1767200000', x: '1767100000' }, 'it expires before it is made'],
  ['an SHA-1 algorithm (RFC 8301)', { a: 'rsa-sha1' }, 'receivers do not accept its algorithm'],
])('a signature with %s is a permanent error', async (_what, changed, why) => {
  const domains = { [KEY]: record(`v=DKIM1; p=${LONG}`) }
  expect((await analyze(domains)).result).toBe('neutral')
  const { result, titles } = await analyze(domains, changed)
  expect(result).toBe('permerror')
  expect(titles).toContain(why)
})

it('a key with t=s does not allow an identity in a subdomain (3.6.1)', async () => {
  const changed = { i: `@news.${SHOP}` }
  expect((await analyze({ [KEY]: record(`v=DKIM1; p=${LONG}`) }, changed)).result).toBe('neutral')
  const strict = await analyze({ [KEY]: record(`v=DKIM1; t=s; p=${LONG}`) }, changed)
  expect(strict.result).toBe('permerror')
  expect(strict.titles).toContain('t=s')
})
