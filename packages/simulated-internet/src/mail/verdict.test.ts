import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createToolbox, judgeMail } from '@netbox/core'
import { dkimKeyOf, queryDns } from '@netbox/core/dns'
import { authenticate } from 'mailauth'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { signMessage } from '../../test/support/sign-message.ts'
import { createResolver } from '../index.ts'
import { startControl } from '../control/start-control.ts'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'
import { verifySignature } from './verify-signature.ts'

const ED25519 = generateKeyPairSync('ed25519')
const RAW_KEY = ED25519.publicKey.export({ format: 'jwk' }).x ?? ''
const TXT = [`v=DKIM1; k=ed25519; p=${Buffer.from(RAW_KEY, 'base64url').toString('base64')}`]
const ED25519_WORLD = { domains: { 'ed._domainkey.shop.example': { records: { TXT } } } }

/** Sends a message to a domain's first mail server, signed by the author's domain. */
const send = async (internet: Internet, from: string, { dkim = {}, text = 'Hello.' } = {}): Promise<string> => {
  const { world, endpoints } = internet
  const { port = 0, host = '' } = endpoints.find(({ protocol }) => protocol === 'smtp') ?? {}
  const domain = from.slice(from.indexOf('@') + 1)
  const key = dkimKeyOf(world, domain)
  const transport = createTransport({ host, port, name: 'sender.example', tls: { rejectUnauthorized: false } })
  const signature =
    key === undefined ? {} : { domainName: domain, keySelector: key.selector, privateKey: key.privateKey, ...dkim }
  const { response } = await transport.sendMail({
    from,
    to: 'postmaster@mail.example',
    subject: 'A message',
    text,
    ...(Object.keys(signature).length === 0 ? {} : { dkim: signature }),
  })
  return response
}

describe('the verdict on a message', () => {
  it('is of the connection, of the real message and of the keys of the world', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    await send(internet, 'ana@shop.example')
    const [message] = internet.messages
    expect(message?.verdict).toMatchObject({
      spf: { result: 'fail', domain: 'shop.example' },
      dkim: { result: 'pass', signatures: [{ result: 'pass', domain: 'shop.example' }] },
      dmarc: { result: 'pass', domain: 'shop.example', policy: 'reject', disposition: 'none' },
      listed: [],
      reverse: { hostname: null, confirmed: false },
      tls: true,
    })
    expect(message?.text).toMatch(
      /^Return-Path: .*\r\nAuthentication-Results: [\w.-]+;\r\n\tspf=fail .*;\r\n\tdkim=pass /,
    )
  })

  it('is in the words of header-analyzer, which finds the same', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    await send(internet, 'ana@shop.example')
    const [message] = internet.messages
    const box = createToolbox({ seed: 'k3f9', scenario: 'healthy', plan: 'enterprise' })
    const { result, findings } = await box.run('header-analyzer', message?.text.split('\r\n\r\n')[0] ?? '')
    expect(result.domain).toBe('shop.example')
    expect(findings.find(({ code }) => code === 'analyzer-claims')?.title).toContain('dkim=pass, dmarc=pass')
  })

  it('fails for a forged message, which the server accepts by default and refuses with dmarc: enforce', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    const [first] = queryDns(internet.world, 'mail.example', 'MX').records
    const hosts = { [first?.exchange ?? '']: { smtp: { dmarc: 'enforce' as const } } }
    const forged = { dkim: { privateKey: dkimKeyOf(internet.world, 'mail.example')?.privateKey } }
    await send(internet, 'ana@shop.example', forged)
    expect(internet.messages[0]?.verdict).toMatchObject({
      dkim: { result: 'fail', signatures: [{ result: 'fail', domain: 'shop.example' }] },
      dmarc: { result: 'fail', disposition: 'reject' },
    })
    await internet.set({ world: { hosts } })
    await expect(send(internet, 'ana@shop.example', forged)).rejects.toThrow(/550 5\.7\.1 Rejected by the DMARC policy/)
    expect(await send(internet, 'ana@shop.example')).toMatch(/^250/)
    await internet.set({ scenario: 'dmarc-none' })
    expect(await send(internet, 'ana@shop.example', forged)).toMatch(/^250/)
  })

  it('verifies Ed25519 keys of a world document', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: ED25519_WORLD })
    const text = signMessage(
      'From: ana@shop.example\r\nSubject: Hi\r\n',
      'Hello.\r\n',
      ED25519.privateKey,
      'shop.example',
      'ed',
    )
    const delivery = { client: '192.0.2.1', helo: 'sender.example', from: 'ana@shop.example', tls: false }
    const judge = (message: string) => judgeMail(internet.world, { ...delivery, text: message }, verifySignature).dkim
    expect(judge(text).signatures).toMatchObject([{ result: 'pass' }])
    expect(judge(text.replace('Hello', 'Hullo')).signatures).toMatchObject([{ reason: 'the body has changed' }])
    expect(judge(text.replace('Subject: Hi', 'Subject: Ho')).signatures).toMatchObject([
      { reason: 'a signed field has changed' },
    ])
  })

  it.each(['spki', 'pkcs1'] as const)(
    'verifies a published RSA key in the form %s (RFC 6376, section 3.6.1)',
    (type) => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
      const header = 'from:ana@shop.example\r\ndkim-signature:b='
      const data = {
        kind: 'rsa',
        key: publicKey.export({ type, format: 'der' }).toString('base64'),
        signature: sign('sha256', Buffer.from(header), privateKey).toString('base64'),
        header,
        body: 'Hello.\r\n',
        // The padding at the end is optional.
        bodyHash: createHash('sha256').update('Hello.\r\n').digest('base64').replace('=', ''),
        length: undefined,
      } as const
      expect(verifySignature(data)).toBe('pass')
      expect(verifySignature({ ...data, header: `${header}x` })).toBe('signature')
      expect(verifySignature({ ...data, body: 'Hello!\r\n' })).toBe('body')
    },
  )

  it('is about octets: a body in ISO 8859-1 and a header in UTF-8 verify, and a text that is changed in one octet fails', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: ED25519_WORLD })
    const { port = 0, host = '' } = internet.endpoints.find(({ protocol }) => protocol === 'smtp') ?? {}
    const transport = createTransport({ host, port, name: 'sender.example', tls: { rejectUnauthorized: false } })
    const subject = Buffer.from('Subject: déjà').toString('latin1')
    const text = signMessage(
      `From: ana@shop.example\r\n${subject}\r\n`,
      'Voil\u00e0\u00a0!\r\n',
      ED25519.privateKey,
      'shop.example',
      'ed',
    )
    const resolver = createResolver({ seed: 'k3f9', scenario: 'healthy', world: ED25519_WORLD })
    for (const [raw, result] of [
      [text, 'pass'],
      [text.replace('\u00e0', '\u00e1'), 'fail'],
    ] as const) {
      const octets = Buffer.from(raw, 'latin1')
      await transport.sendMail({
        envelope: { from: 'ana@shop.example', to: 'postmaster@mail.example' },
        raw: octets,
      })
      expect(internet.messages.at(-1)?.verdict.dkim.result).toBe(result)
      const { dkim } = await authenticate(octets, {
        ip: '192.0.2.1',
        resolver: async (name, type) => resolver.resolve(name, type as 'TXT'),
      })
      expect(dkim.results[0]?.status.result === 'pass').toBe(result === 'pass')
    }
    expect(internet.messages[0]?.text).toContain('Subject: déjà')
  })

  it('is at /messages/{n}/verdict', async () => {
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    await using control = await startControl(internet)
    await send(internet, 'ana@shop.example')
    const get = async (path: string) =>
      fetch(control.url + path, { headers: { authorization: `Bearer ${control.token}` } })
    expect(await (await get('/messages/0/verdict')).json()).toEqual(
      JSON.parse(JSON.stringify(internet.messages[0]?.verdict)),
    )
    expect((await get('/messages/1/verdict')).status).toBe(404)
  })
})
