import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOfRefusal, outcomeOfReply, phrases } from './outcome-of-reply.ts'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'No such user',
    'mailbox full',
    'Greylisted',
    'blocked by spamhaus',
    'account disabled',
    'relay denied',
  ),
)

describe('outcomeOfReply', () => {
  it('uses an enhanced code before any phrase', () => {
    expect(outcomeOfReply({ code: 550, enhanced: '5.1.1', text: '5.1.1 Blocked, see spamhaus' })).toBe('no_mailbox')
    expect(outcomeOfReply({ code: 550, enhanced: '5.2.2', text: 'No such user' })).toBe('full')
    expect(outcomeOfReply({ code: 552, enhanced: '5.1.1', text: 'Over quota' })).toBe('no_mailbox')
    expect(outcomeOfReply({ code: 451, enhanced: '4.2.2', text: 'Greylisted' })).toBe('full')
  })

  it('never blames the recipient for a refusal of us by the code 5.7.x or 4.7.x, with any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(4, 5), fc.nat(999), text, (kind, detail, said) => {
        const outcome = outcomeOfReply({ code: kind * 100 + 50, enhanced: `${kind}.7.${detail}`, text: said })
        expect(kind === 5 ? ['refused_us'] : ['refused_us', 'greylisted']).toContain(outcome)
      }),
    )
  })

  it('never reports a missing mailbox for codes other than 5.1.x or 550', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), text, (code, said) => {
        fc.pre(code !== 550 && !/\(#5\.1/.test(said))
        expect(['no_mailbox', 'disabled']).not.toContain(outcomeOfReply({ code, text: said }))
      }),
    )
  })

  it('accepts only 250 and 251', () => {
    for (let code = 200; code < 600; code++) {
      expect(outcomeOfReply({ code, text: 'Recipient ok' }) === 'accepted', String(code)).toBe(
        code === 250 || code === 251,
      )
    }
  })

  it('ignores an enhanced code of another class than the reply', () => {
    expect(outcomeOfReply({ code: 450, enhanced: '5.1.1', text: 'Hm' })).toBe('temporary')
    expect(outcomeOfReply({ code: 550, enhanced: '4.2.2', text: 'Hm' })).toBe('cannot_tell')
  })

  it('reports no mailbox as full, disabled or gone that only gets much mail', () => {
    const busy = 'The user you are trying to contact is receiving mail at a rate that prevents additional messages'
    expect(outcomeOfReply({ code: 550, enhanced: '5.2.1', text: busy })).toBe('cannot_tell')
    expect(outcomeOfReply({ code: 450, enhanced: '4.2.1', text: busy })).toBe('temporary')
  })

  it('treats a text that is not a reply to RCPT as a protocol error', () => {
    expect(outcomeOfReply({ code: 354, text: 'Go on' })).toBe('protocol_error')
    expect(outcomeOfReply({ code: 600, text: '' })).toBe('protocol_error')
  })

  it.each([
    ['Recipient address rejected: User unknown in virtual mailbox table', 'no_mailbox'],
    ['Requested action not taken: mailbox unavailable', 'no_mailbox'],
    ['<ana@mail.test>: Recipient address rejected: undeliverable address', 'no_mailbox'],
    ['Unrouteable address', 'no_mailbox'],
    ["This user doesn't have a mail.test account", 'no_mailbox'],
    ['sorry, no mailbox here by that name', 'no_mailbox'],
    ['The user ana does not exist', 'no_mailbox'],
    ['Unknown recipient', 'no_mailbox'],
    ['Utilisateur inconnu', 'no_mailbox'],
    ['Mailbox disabled for this recipient', 'disabled'],
    ['This account has been suspended', 'disabled'],
    ['The recipient is over quota', 'full'],
    ['mailbox full', 'full'],
    ['Your IP address 192.0.2.1 is blocked, no such user', 'refused_us'],
    ['Client host [192.0.2.1] blocked using zen.spamhaus.org; no such user', 'refused_us'],
    ['Relay access denied', 'refused_us'],
    ['Sender verify failed', 'refused_us'],
    ['The sending IP has no reverse DNS', 'refused_us'],
    ['Rejected due to local policy', 'refused_us'],
    ['Something else', 'cannot_tell'],
    ['', 'cannot_tell'],
  ])('reads 550 %s as %s', (said, outcome) => {
    expect(outcomeOfReply({ code: 550, text: said })).toBe(outcome)
  })
})

describe('outcomeOfRefusal', () => {
  it('is about us or about time, never about the recipient', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 599 }),
        fc.constantFrom(undefined, '1.1', '2.1', '2.2', '7.1', '7.0'),
        text,
        (code, detail, said) => {
          const enhanced = detail === undefined ? undefined : `${Math.floor(code / 100)}.${detail}`
          expect(['refused_us', 'greylisted', 'temporary']).toContain(outcomeOfRefusal({ code, enhanced, text: said }))
        },
      ),
    )
  })

  it('is not temporary when the code is permanent', () => {
    expect(outcomeOfRefusal({ code: 554, text: 'No' })).toBe('refused_us')
    expect(outcomeOfRefusal({ code: 421, text: 'Busy' })).toBe('temporary')
  })
})

describe('the table of phrases', () => {
  it('has a source for each', () => {
    expect(phrases.length).toBeGreaterThan(30)
    for (const { source } of phrases) expect(source).toMatch(/\w{3}/)
  })

  it('searches phrases about us before phrases about the recipient', () => {
    const [, ...others] = phrases
    const first = (outcome: string) => others.findIndex((phrase) => phrase.outcome === outcome)
    const lastOfUs = others.findLastIndex(({ outcome }) => outcome === 'refused_us')
    for (const outcome of ['full', 'disabled', 'no_mailbox']) expect(first(outcome)).toBeGreaterThan(lastOfUs)
  })

  it('finishes with the worst of texts', () => {
    const worst = [
      'user '.repeat(400),
      'client host '.repeat(170),
      'temporarily deferred '.repeat(100),
      'your ip '.repeat(256),
      ' '.repeat(2048),
    ]
    // This takes two milliseconds on an idle machine. A backtracking pattern would take minutes, and the test fails after seconds.
    for (const said of worst)
      for (const code of [450, 550]) expect(outcomeOfReply({ code, text: said + said })).toBeDefined()
  })
})
