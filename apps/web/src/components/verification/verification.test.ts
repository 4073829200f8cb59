import type { Verification } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { codesOf, reasonOf, replyOf } from './verification.tsx'

const reply = (smtp_response_code: number | null, smtp_response_message: string | null) => ({
  smtp_response_code,
  smtp_response_message,
})

describe('the reply of a server', () => {
  it('is shown by its codes, including the enhanced one if there is one', () => {
    expect(codesOf(reply(550, '5.1.1 User unknown'))).toBe('550 5.1.1')
    expect(codesOf(reply(550, '550 5.1.1 User unknown'))).toBe('550 5.1.1')
    expect(codesOf(reply(250, 'Ok, 2.1.5 of them'))).toBe('250')
    expect(codesOf(reply(250, null))).toBe('250')
    expect(codesOf(reply(null, null))).toBeUndefined()
  })

  it('is shown in full with its code once', () => {
    expect(replyOf(reply(550, '550 5.1.1 User unknown'))).toBe('550 5.1.1 User unknown')
    expect(replyOf(reply(550, '5.1.1 User unknown'))).toBe('550 5.1.1 User unknown')
    expect(replyOf(reply(421, ''))).toBe('421')
    expect(replyOf(reply(null, 'timeout'))).toBeUndefined()
  })
})

describe('the reason', () => {
  const because = (known: Partial<Verification>) =>
    reasonOf({ status: 'unconfirmed', reason: null, retry_after: null, ...known })

  it('is the service’s, in words, with the time of the next try', () => {
    expect(because({ reason: 'greylisted', retry_after: 360 })).toBe('Greylisted. Next try in 6 min')
    expect(because({ reason: 'no_mailbox', status: 'invalid' })).toBe('No such mailbox')
    expect(because({ reason: 'moon_phase' })).toBe('Moon phase')
    expect(because({})).toBe('No clear answer')
    expect(because({ retry_after: 45 })).toBe('No clear answer. Next try in 45 s')
  })
})
