import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { octetsOfAddress } from './octets.ts'

describe('the octets of an address', () => {
  const canonical = (address: string) =>
    new SocketAddress({ address, family: isIPv4(address) ? 'ipv4' : 'ipv6' }).address

  it('are those that the system reads', () => {
    const address = fc.oneof(
      fc.ipV4().map((text) => ['A', text] as const),
      fc.ipV6().map((text) => ['AAAA', text] as const),
    )
    fc.assert(
      fc.property(address, ([family, text]) => {
        const octets = Buffer.from(octetsOfAddress(text, family) ?? [])
        const groups = octets.toString('hex').match(/.{4}/g) ?? []
        expect(canonical(family === 'A' ? octets.join('.') : groups.join(':'))).toBe(canonical(text))
      }),
    )
  })

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    ':',
    ':::',
    '1::2::3',
    'fe80::1%eth0',
    '::g',
    '::1.2.3',
  ])('are undefined for %j, which Node refuses too', (text) => {
    expect([isIPv4(text), isIPv6(text.replace('%eth0', '%'))]).toEqual([false, false])
    expect([octetsOfAddress(text, 'A'), octetsOfAddress(text, 'AAAA')]).toEqual([undefined, undefined])
  })
})
