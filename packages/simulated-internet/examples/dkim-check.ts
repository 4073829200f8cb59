import { openWorld } from '@netbox/core'
import { dkimKeyOf } from '@netbox/core/dns'
import { createResolver } from '@netbox/simulated-internet'
import { authenticate } from 'mailauth'
import { createTransport } from 'nodemailer'

const options = { seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z' } as const
const domain = 'shop.example'

// The first program under test signs its mail. The public key for its private key is in this world's DNS.
const key = dkimKeyOf(openWorld(options, Date.now).world, domain)
if (key === undefined) throw new Error(`${domain} does not sign its mail.`)
const transport = createTransport({ streamTransport: true, buffer: true })
const { message } = await transport.sendMail({
  from: `ana@${domain}`,
  to: 'ben@inbox.example',
  subject: 'Your order',
  text: 'It is on its way.',
  dkim: { domainName: domain, keySelector: key.selector, privateKey: key.privateKey },
})

// The second program under test verifies signatures. It looks up the public key in this world's DNS.
const { resolve } = createResolver(options)
const check = async (mail: string): Promise<void> => {
  const { dkim } = await authenticate(mail, {
    trustReceived: false,
    resolver: async (name, type) => resolve(name, type as 'TXT'),
  })
  for (const { signingDomain, selector, status } of dkim.results)
    console.log(`${selector}._domainkey.${signingDomain}: ${status.result} ${status.comment || ''}`.trimEnd())
}
if (!Buffer.isBuffer(message)) throw new TypeError('nodemailer gives a buffer, as it was asked to')
const text = message.toString()
await check(text)
await check(text.replace('on its way', 'paid twice'))
