import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { networkOf, senderInput } from './spf-generator.input.ts'

const canonical = (text: string) => senderInput.parse(text)?.canonical

const word = fc.oneof(
  fc.constantFrom('mx', 'a', '-all', '~all', 'MX', '+mx', 'all', '?all', 'include:', 'ip4:', '/24', ','),
  fc.ipV4Extended(),
  fc.ipV6(),
  fc.domain(),
  fc.tuple(fc.ipV4(), fc.nat(40)).map(([address, bits]) => `${address}/${bits}`),
  fc.tuple(fc.ipV6(), fc.nat(140)).map(([address, bits]) => `ip6:${address}/${bits}`),
  fc.domain().map((host) => `include:${host}`),
  fc.string(),
)

describe('the senders of a domain', () => {
  it('are read from any text without an error, and their canonical form is read as itself', () => {
    const text = fc.oneof(
      anyText,
      fc.tuple(fc.domain(), fc.array(word)).map(([domain, words]) => [domain, ...words].join(' ')),
    )
    fc.assert(
      fc.property(text, (given) => {
        const once = canonical(given)
        expect(once === undefined || canonical(once) === once).toBe(true)
      }),
    )
  })

  // Quadratic parsing would take minutes here, far beyond the time limit of a test.
  it.each(['mx ', 'a', '/', '1', ':', ' ', 'include:', 'a.', '203.0.113.0/24,'])(
    'are read from a megabyte of %j or not at all, and their canonical form is read as itself',
    (unit) => {
      const once = canonical(`mail.example ${unit.repeat(1_000_000 / unit.length)}`)
      expect(once === undefined || canonical(once) === once).toBe(true)
    },
  )

  it('lose the host bits of a block', () => {
    expect(networkOf('203.0.113.77', 24)).toBe('203.0.113.0')
    expect(networkOf('203.0.113.77', 26)).toBe('203.0.113.64')
    expect(networkOf('203.0.113.77', 0)).toBe('0.0.0.0')
    expect(networkOf('2001:db8:ffff::1', 33)).toBe('2001:db8:8000::')
  })
})
