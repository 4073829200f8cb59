import { judgeMail, openWorld, scenarios } from '@netbox/core'
import { dkimKeyOf, mailHostAt, queryDns, type World } from '@netbox/core/dns'
import { FIXED_TIME } from '@netbox/core/testing'
import { authenticate } from 'mailauth'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { createResolver } from '../src/index.ts'
import { verifySignature } from '../src/mail/verify-signature.ts'
import { isWhole } from './support/judged-worlds.ts'

/*
 * mailauth and the verdict of the simulated mail servers must agree about the same messages, with the same DNS: mail of a domain from its own
 * server, from a stranger and through another domain, signed well, with a wrong key, by another domain or not at all, and changed on the way.
 */
const DOMAINS = Array.from({ length: 4 }, (_, index) => `shop${index}.example`)
// The scenarios that change what a verdict depends on; `npm run judges` has all.
const kinds = scenarios
  .filter(({ group }) => isWhole || group === undefined || group === 'mail' || group === 'names')
  .map(({ name }) => name)
const SIGNERS = ['own', 'stolen', 'other', 'none'] as const
const CHANGES = [
  (mail: string) => mail,
  (mail: string) => mail.replace('as it was written', 'as it was changed'),
  (mail: string) => mail.replace('Subject: News', 'Subject: Olds'),
  // Relaxed canonicalization ignores these.
  (mail: string) => mail.replace('Subject: News', 'Subject:   News').replace(/\r\n$/, '  \r\n\r\n'),
  (mail: string) => mail.replace('From: ', 'From: Eve <eve@forged.test>\r\nFrom: '),
]

const serverOf = (world: World, domain: string): string => {
  const [first] = queryDns(world, domain, 'MX', { validates: false, tries: 1000 }).records
  return mailHostAt(world, first?.exchange ?? domain).address
}

const write = async (world: World, domain: string, signer: (typeof SIGNERS)[number], text: string): Promise<string> => {
  const domainName = signer === 'other' ? 'newsletters.example' : domain
  const [own, other] = [dkimKeyOf(world, domainName), dkimKeyOf(world, 'mail.example')]
  const privateKey = signer === 'stolen' ? other?.privateKey : own?.privateKey
  const signed = signer !== 'none' && own !== undefined && privateKey !== undefined
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail({
    from: `Ana <ana@${domain}>`,
    to: 'ben@mail.example',
    subject: 'News',
    text,
    ...(signed ? { dkim: { domainName, keySelector: own.selector, privateKey } } : {}),
  })
  if (!Buffer.isBuffer(message)) throw new TypeError('nodemailer gives a buffer, as it was asked to')
  return message.toString()
}

describe('the verdict on a message', () => {
  const counted = { pass: 0, fail: 0, all: 0 }
  it.each(kinds)('equals the verdict of mailauth: %s', async (scenario) => {
    const options = { seed: 'k3f9', scenario, at: FIXED_TIME }
    const { world } = openWorld(options, () => FIXED_TIME)
    const { resolve } = createResolver({ ...options, tries: 1000 })
    for (const [index, domain] of DOMAINS.entries()) {
      for (const signer of SIGNERS) {
        const mail = await write(world, domain, signer, 'A text as it was written.\r\n\r\n')
        const change = CHANGES[(index + SIGNERS.indexOf(signer)) % CHANGES.length] ?? CHANGES[0]
        const text = change?.(mail) ?? mail
        const client = [serverOf(world, domain), '192.0.2.77'][index % 2] ?? ''
        const from = signer === 'other' ? 'bounces@newsletters.example' : `ana@${domain}`
        const verdict = judgeMail(world, { client, helo: `mx1.${domain}`, from, text, tls: true }, verifySignature)
        const judged = await authenticate(text, {
          ip: client,
          helo: `mx1.${domain}`,
          sender: from,
          mta: 'mx1.mail.example',
          trustReceived: false,
          strict: true,
          resolver: async (name, type) => resolve(name, type as 'TXT'),
        })
        const where = `${domain}, ${signer}, ${scenario}\n${text}`
        expect(verdict.spf.result, where).toBe(judged.spf === false ? 'none' : judged.spf.status.result)
        // mailauth says neutral of a signature whose body has changed.
        expect(
          verdict.dkim.signatures.map(({ result }) => result === 'pass'),
          where,
        ).toEqual(
          judged.dkim.results
            .filter(({ signingDomain }) => signingDomain)
            .map(({ status }) => status.result === 'pass'),
        )
        expect(verdict.dmarc.result, where).toBe(judged.dmarc === false ? 'permerror' : judged.dmarc.status.result)
        counted.all++
        if (verdict.dmarc.result === 'pass') counted.pass++
        if (verdict.dmarc.result === 'fail') counted.fail++
      }
    }
  })

  it('is checked with 400 messages, of which many pass and many fail', () => {
    expect(counted.all).toBeGreaterThanOrEqual(400)
    expect(counted.pass).toBeGreaterThan(100)
    expect(counted.fail).toBeGreaterThan(100)
  })
})
