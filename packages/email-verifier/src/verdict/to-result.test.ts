import { verificationStatuses } from '@netbox/product'
import { describe, expect, it } from 'vitest'
import { reasonOf, toResult } from './to-result.ts'
import { reasons, verdicts } from './verdicts.ts'

const address = { local: 'ana', domain: 'mail.test' }
const base = { email: 'ana@mail.test', address, attempts: 0 } as const

// The rows of the design: status, and the minimum and maximum of the confidence.
const rows: Readonly<Record<string, readonly [string, number, number]>> = {
  mailbox_exists: ['valid', 95, 95],
  catch_all_unknown: ['unconfirmed', 55, 55],
  provider_accepts_all: ['unconfirmed', 55, 55],
  accepts_all: ['catch-all', 55, 55],
  no_mailbox: ['invalid', 90, 99],
  null_mx: ['invalid', 90, 99],
  no_such_domain: ['invalid', 90, 99],
  no_mail_server: ['invalid', 90, 99],
  bad_syntax: ['invalid', 90, 99],
  disabled: ['invalid', 90, 99],
  full: ['suspicious', 40, 60],
  disposable_domain: ['suspicious', 40, 60],
  greylisted: ['unconfirmed', 20, 40],
  temporary: ['unconfirmed', 20, 40],
  refused_us: ['unconfirmed', 20, 40],
  cannot_tell: ['unconfirmed', 20, 40],
  domain_limit: ['unconfirmed', 20, 40],
  no_connect: ['unreachable', 0, 20],
  timeout: ['unreachable', 0, 20],
  protocol_error: ['unreachable', 0, 20],
  forbidden_address: ['unreachable', 0, 20],
  dns_failed: ['unreachable', 0, 20],
}

describe('the table of verdicts', () => {
  it('has the status and the confidence of each reason in its row', () => {
    expect([...reasons].toSorted()).toEqual(Object.keys(rows).toSorted())
    for (const reason of reasons) {
      const { status, confidence } = verdicts[reason]
      const [expected, least = 0, most = 0] = rows[reason] ?? []
      expect(status, reason).toBe(expected)
      expect(confidence, reason).toBeGreaterThanOrEqual(least)
      expect(confidence, reason).toBeLessThanOrEqual(most)
    }
  })

  it('reaches every status', () => {
    expect(new Set(reasons.map((reason) => verdicts[reason].status))).toEqual(new Set(verificationStatuses))
  })
})

describe('reasonOf', () => {
  const provider = { name: 'Any', acceptsAll: true }

  it('of an accepted address depends on the random name, unless the provider accepts all', () => {
    const plain = { disposable: false }
    expect(reasonOf('accepted', { ...plain, catchAll: 'refuses_unknown' })).toBe('mailbox_exists')
    expect(reasonOf('accepted', { ...plain, catchAll: 'accepts_all' })).toBe('accepts_all')
    expect(reasonOf('accepted', { ...plain, catchAll: 'unknown' })).toBe('catch_all_unknown')
    expect(reasonOf('accepted', plain)).toBe('catch_all_unknown')
    expect(reasonOf('accepted', { ...plain, catchAll: 'refuses_unknown', provider })).toBe('provider_accepts_all')
  })

  it('of any other outcome is the outcome, for any provider', () => {
    for (const found of ['no_mailbox', 'disabled', 'full', 'greylisted', 'refused_us', 'no_connect'] as const) {
      expect(reasonOf(found, { provider, disposable: false })).toBe(found)
    }
  })

  it('is a disposable domain unless the address is invalid', () => {
    for (const found of [
      'accepted',
      'full',
      'greylisted',
      'temporary',
      'refused_us',
      'no_connect',
      'dns_failed',
    ] as const) {
      expect(reasonOf(found, { disposable: true }), found).toBe('disposable_domain')
    }
    for (const found of ['no_mailbox', 'disabled', 'null_mx', 'no_such_domain', 'no_mail_server'] as const) {
      expect(reasonOf(found, { disposable: true }), found).toBe(found)
    }
  })
})

describe('toResult', () => {
  it('has a retry time exactly if time may change the result', () => {
    for (const found of reasons) {
      if (found === 'mailbox_exists' || found === 'accepts_all' || found === 'catch_all_unknown') continue
      const { retry_after } = toResult({ ...base, found })
      expect(retry_after, found).toBe(['greylisted', 'temporary', 'dns_failed'].includes(found) ? 360 : null)
    }
  })

  it('has the enhanced code before the text once', () => {
    const messageOf = (enhanced: string | undefined, text: string) =>
      toResult({ ...base, found: 'no_mailbox', reply: { code: 550, enhanced, text } }).smtp_response_message
    expect(messageOf('5.1.1', 'No such user')).toBe('5.1.1 No such user')
    expect(messageOf('5.1.1', '5.1.1 No such user')).toBe('5.1.1 No such user')
    expect(messageOf(undefined, 'No such user')).toBe('No such user')
  })

  it('limits a message to one line of 512 characters, none of them cut', () => {
    const text = `a\r\nb\0\u001B[0m\u2028\u202E${'😀'.repeat(400)}`
    const { smtp_response_message: message } = toResult({ ...base, found: 'no_mailbox', reply: { code: 550, text } })
    expect(message).toMatch(/^a b \[0m (?:😀)+$/u)
    expect(message?.length).toBeLessThanOrEqual(512)
    expect(message).not.toMatch(/\p{Cs}/u)
  })
})
