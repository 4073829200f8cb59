import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VerificationResult } from '../src/index.ts'
import { type Exim, eximDomains, findExim, startExim } from './support/exim.ts'
import type { Zones } from './support/loopback-dns.ts'
import { verifierFor } from './verify-against-servers.ts'

const program = findExim()
if (program === undefined) {
  const missing = 'Exim is not installed (Debian: apt-get install exim4-daemon-light)'
  if (process.env['NETBOX_REQUIRE_EXIM'] === '1') throw new Error(missing)
  console.warn(`\n  ${missing}: THE TESTS AGAINST A REAL MAIL SERVER ARE SKIPPED.\n`)
}

const { real, catchAll, grey } = eximDomains
const zones: Zones = {
  [real]: { mx: [[10, 'mx.real.example']] },
  [catchAll]: { mx: [[10, 'mx.real.example']] },
  [grey]: { mx: [[10, 'mx.real.example']] },
  'elsewhere.example': { mx: [[10, 'mx.real.example']] },
  'mx.real.example': { a: ['127.0.0.1'] },
}

describe.skipIf(program === undefined)('against a mail server that is not ours', () => {
  let exim: Exim
  beforeAll(async () => {
    exim = await startExim(program ?? '')
  })
  afterAll(() => exim.stop())

  const verifier = async () => (await verifierFor(zones, exim.port, { randomLocalPart: () => 'q7nobody' })).verifier

  it('distinguishes mailboxes from missing names, over an encrypted connection', async () => {
    const found: VerificationResult[] = []
    const asked = [`ana@${real}`, `bob@${real}`, `nobody.here@${real}`]
    for await (const result of (await verifier()).verifyMany(asked)) found.push(result)
    expect(found.toSorted((one, other) => (one.email < other.email ? -1 : 1))).toMatchObject([
      { email: asked[0], status: 'valid', reason: 'mailbox_exists', smtp_response_code: 250 },
      { email: asked[1], status: 'valid', reason: 'mailbox_exists', smtp_response_code: 250 },
      {
        email: asked[2],
        status: 'invalid',
        reason: 'no_mailbox',
        smtp_server: 'mx.real.example',
        smtp_response_code: 550,
        smtp_response_message: expect.stringContaining('5.1.1 The mailbox does not exist'),
      },
    ])
    expect(await exim.log()).toMatch(/ X=TLS\S* .*rejected RCPT <nobody\.here@/)
  })

  it('detects a domain that accepts every name', async () => {
    expect(await (await verifier()).verify(`anyone@${catchAll}`)).toMatchObject({
      status: 'catch-all',
      reason: 'accepts_all',
    })
  })

  it('returns to a server that greylists, and is accepted', async () => {
    const first = await (await verifier()).verify(`ana@${grey}`)
    expect(first).toMatchObject({ status: 'unconfirmed', reason: 'greylisted', retry_after: 300 })
    const second = await (await verifier()).verify(`ana@${grey}`, { attempts: first.verification_attempts })
    expect(second).toMatchObject({ status: 'valid', reason: 'mailbox_exists', verification_attempts: 2 })
  })

  it('does not blame the recipient if the server refuses to relay', async () => {
    expect(await (await verifier()).verify('ana@elsewhere.example')).toMatchObject({
      status: 'unconfirmed',
      reason: 'refused_us',
    })
  })

  it('never sends a message', async () => {
    const log = await exim.log()
    expect(log).toContain('rejected RCPT')
    // Exim logs `<=` for an accepted message, and also logs clients that break its rules.
    expect(log).not.toContain('<=')
    expect(log).not.toMatch(/protocol|synchronization|unexpected|lost|dropped/i)
  })

  it('is not contacted at all without the loopback option of tests', async () => {
    const before = await exim.log()
    const strict = (await verifierFor(zones, exim.port, { allow: () => false })).verifier
    expect(await strict.verify(`ana@${real}`)).toMatchObject({ reason: 'forbidden_address' })
    expect(await exim.log()).toBe(before)
  })
})
