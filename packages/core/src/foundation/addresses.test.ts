import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../test/support/any-text.ts'
import { groupsOf, parseAddress, parseV4, parseV6 } from './addresses.ts'
import { prefixOf } from '../world/hosts/subnets.ts'

describe('addresses', () => {
  it.each(['198.51.100.25', '0.0.0.0', '255.255.255.255'])('reads %s', (text) => {
    expect(parseV4(text)).toBe(text)
  })

  it.each(['198.051.100.25', '010.0.0.1', '256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.4 ', '0x7f.0.0.1', '1.2.3.-4', ''])(
    'refuses %j as IPv4',
    (text) => {
      expect(parseV4(text)).toBeUndefined()
    },
  )

  it.each([
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0db8::0001:0:0:1', '2001:db8::1:0:0:1'],
    ['::', '::'],
    ['::ffff:198.51.100.1', '::ffff:c633:6401'],
  ])('writes %s as in RFC 5952: %s', (text, canonical) => {
    expect(parseV6(text)).toBe(canonical)
  })

  it.each([
    'fe80::1%eth0',
    '2001:db8::1::2',
    ':::',
    '2001:db8',
    '12345::',
    '1:2:3:4:5:6:7:8:9',
    '[::1]',
    '2001:db8::1/64',
  ])('refuses %j as IPv6', (text) => {
    expect(parseV6(text)).toBeUndefined()
  })

  it('reads every IPv6 address in canonical form as itself', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = parseV6(text)
        expect(canonical).toBeDefined()
        expect(parseV6(canonical ?? '')).toBe(canonical)
        expect(groupsOf(canonical ?? '')).toHaveLength(8)
      }),
    )
  })

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(() => parseAddress(text)).not.toThrow()
      }),
    )
  })

  it('returns the /24 of an IPv4 and the /48 of an IPv6 address', () => {
    expect(prefixOf('198.51.100.25')).toBe('198.51.100.0/24')
    expect(prefixOf('2001:db8:a::1')).toBe('2001:db8:a::/48')
    expect(prefixOf('2001:db8::7')).toBe('2001:db8::/48')
    expect(prefixOf('::1')).toBe('::/48')
  })
})
