import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../test/support/any-text.ts'
import { parseEmailAddress } from './email-address.ts'

describe('email addresses', () => {
  it.each([
    ['ann@example.com', 'ann@example.com', 'ann@example.com'],
    ['  Ann.Bee+tag@Example.COM ', 'Ann.Bee+tag@Example.COM', 'ann.bee+tag@example.com'],
    ['ann@münchen.example', 'ann@xn--mnchen-3ya.example', 'ann@xn--mnchen-3ya.example'],
    ["o'neil@mail.example.co", "o'neil@mail.example.co", "o'neil@mail.example.co"],
  ])('reads %j', (text, email, key) => {
    expect(parseEmailAddress(text)).toEqual({ email, key })
  })

  it.each([
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@@example.com',
    'ann @example.com',
    '"ann"@example.com',
    'Ann <ann@example.com>',
    'ann@example.com, bob@example.com',
    'ann@example.com;bob@example.com',
    'ann@example.com\r\nBcc: bob@example.com',
    'ann\0@example.com',
    '.ann@example.com',
    'ann..bee@example.com',
    'ann@-example.com',
    'änn@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a.'.repeat(130)}com`,
  ])('refuses %j', (text) => {
    expect(parseEmailAddress(text)).toBeUndefined()
  })

  it('refuses any address that could change a header or an SMTP command', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('a', '.', '@', '\r', '\n', '<', '>', ',', ':', ' ', '"', '\0', 'é', ';'),
    })
    // Most random texts have an invalid domain. These have a valid one, so that the local part is tested.
    const named = fc.oneof(nasty, anyText).map((name) => `${name}@example.com`)
    fc.assert(
      fc.property(fc.oneof(named, nasty, anyText, fc.emailAddress()), (text) => {
        const parsed = parseEmailAddress(text)
        return parsed === undefined || /^[!-;=?-~]+@[a-z0-9.-]+$/i.test(parsed.email)
      }),
      { numRuns: 2000 },
    )
  })
})
