import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bannerOf, clientName, MAIL_PROGRAMS, mailReply, type MailReplyKind, statusOf } from './mail-software.ts'

const kinds = 'hello startTls sender recipient unknown relay greylisted signIn stored tooLarge bye'.split(
  ' ',
) as MailReplyKind[] // The cast is safe: the record's keys are these names.
const programs = fc.constantFrom(...MAIL_PROGRAMS)

describe('a mail program', () => {
  it('dates its greeting as in RFC 5322', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_000 }), (at) => {
        const date = new Date(at).toUTCString()
        expect(bannerOf('Sendmail 8.18.1', at)).toBe(`Sendmail 8.18.1/8.18.1; ${date}`)
        expect(bannerOf('Exim 4.96', at)).toBe(`Exim 4.96 ${date.replace('GMT', '+0000')}`)
      }),
    )
  })

  it('begins each reply with its status, and names its subject', () => {
    fc.assert(
      fc.property(programs, fc.constantFrom(...kinds), fc.domain(), fc.nat(86_399), (program, kind, to, wait) => {
        const reply = mailReply(program, kind, { host: 'mx1.mail.example', to, wait, from: to, client: 'us', id: '7' })
        const status = statusOf(program, kind)
        expect(reply.startsWith(`${status} `)).toBe(true)
        expect(status).toMatch(/^[245]\d\d(?: [245]\.\d\.\d)?$/)
        // An enhanced status code has the class of its reply (RFC 2034, section 4).
        expect(status.charAt(4) === '' || status.charAt(4) === status.charAt(0)).toBe(true)
        expect(reply).not.toContain('undefined')
      }),
    )
  })

  it('says how long a greylisted sender has to wait', () => {
    expect(mailReply('Postfix', 'greylisted', { to: 'ana@mail.example', wait: 300 })).toBe(
      '450 4.2.0 <ana@mail.example>: Recipient address rejected: Greylisted for 300 seconds',
    )
    expect(mailReply('Sendmail 8.18.1', 'greylisted', { wait: 3725 })).toContain('01:02:05')
  })

  it('names a client by its address in brackets (RFC 5321, section 4.1.3)', () => {
    expect(clientName('127.0.0.1')).toBe('[127.0.0.1]')
    expect(clientName('::1', 'client.example')).toBe('client.example [IPv6:::1]')
  })
})
