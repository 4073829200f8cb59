import { describe, expect, it } from 'vitest'
import { splitQuery } from './split-query.ts'

describe('a query', () => {
  it.each(['mail.example mx', 'mx mail.example', 'npx netbox mx mail.example', '  mail.example   mx '])(
    'is an input and a word in %j',
    (text) => {
      expect(splitQuery(text)).toMatchObject({ subject: { text: 'mail.example', kind: 'domain' }, words: 'mx' })
    },
  )

  it('may be a whole command', () => {
    expect(splitQuery('npx netbox mx-record mail.example --seed k3f9 --scenario=mx-down')).toEqual({
      subject: { text: 'mail.example', kind: 'domain' },
      words: 'mx-record',
      seed: 'k3f9',
      scenario: 'mx-down',
    })
  })

  it('finds the address in an error', () => {
    const error = '550 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org'
    expect(splitQuery(error).subject).toEqual({ text: '203.0.113.9', kind: 'address' })
  })
})
