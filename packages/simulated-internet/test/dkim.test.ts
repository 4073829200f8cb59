import { dkimKeyOf } from '@netbox/core/dns'
import { openWorld, scenarios } from '@netbox/core'
import { FIXED_TIME } from '@netbox/core/testing'
import { authenticate } from 'mailauth'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { createResolver } from '../src/index.ts'

/* A program signs a message with the DKIM key of a domain. mailauth verifies the signature with only the world's DNS. */
const DOMAINS = Array.from({ length: 12 }, (_, index) => `shop${index}.example`)

/** Signs a message with nodemailer. */
const signed = async (domain: string, selector: string, privateKey: string): Promise<string> => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail({
    from: `Ana <ana@${domain}>`,
    to: 'ben@inbox.example',
    subject: 'Hello',
    text: 'A mail that is signed.',
    dkim: { domainName: domain, keySelector: selector, privateKey },
  })
  if (!Buffer.isBuffer(message)) throw new TypeError('nodemailer gives a buffer, as it was asked to')
  return message.toString()
}

describe('a mail signed with the DKIM key of a domain', () => {
  it.each(scenarios.map(({ name }) => name))(
    'is verified by mailauth, and refused when its text changed: %s',
    async (scenario) => {
      const options = { seed: 'k3f9', scenario, at: FIXED_TIME }
      const { world } = openWorld(options, () => FIXED_TIME)
      const { resolve } = createResolver({ ...options, validates: false, tries: 1000 })
      const resultsOf = async (mail: string) => {
        const { dkim } = await authenticate(mail, {
          trustReceived: false,
          resolver: async (name, type) => resolve(name, type as 'TXT'),
        })
        return dkim.results.map(({ status, signingDomain }) => [signingDomain, status.result])
      }
      let count = 0
      for (const domain of DOMAINS) {
        const key = dkimKeyOf(world, domain)
        if (key === undefined) continue
        count++
        const mail = await signed(domain, key.selector, key.privateKey)
        expect(await resultsOf(mail)).toEqual([[domain, 'pass']])
        expect(await resultsOf(mail.replace('is signed', 'was changed'))).toEqual([[domain, 'neutral']])
      }
      expect(count).toBeGreaterThan(5)
    },
  )
})
