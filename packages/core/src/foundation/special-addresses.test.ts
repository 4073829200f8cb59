import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from './addresses.ts'
import { specialBlockOf } from './special-addresses.ts'

describe('specialBlockOf', () => {
  // The first and last address of each block, as in the IANA registries.
  it.each([
    ['0.0.0.0', '0.255.255.255', '0.0.0.0/8', 'RFC 791'],
    ['10.0.0.0', '10.255.255.255', '10.0.0.0/8', 'RFC 1918'],
    ['100.64.0.0', '100.127.255.255', '100.64.0.0/10', 'RFC 6598'],
    ['127.0.0.0', '127.255.255.255', '127.0.0.0/8', 'RFC 1122'],
    ['169.254.0.0', '169.254.255.255', '169.254.0.0/16', 'RFC 3927'],
    ['172.16.0.0', '172.31.255.255', '172.16.0.0/12', 'RFC 1918'],
    ['192.0.0.0', '192.0.0.255', '192.0.0.0/24', 'RFC 6890'],
    ['192.88.99.0', '192.88.99.255', '192.88.99.0/24', 'RFC 7526'],
    ['192.168.0.0', '192.168.255.255', '192.168.0.0/16', 'RFC 1918'],
    ['224.0.0.0', '239.255.255.255', '224.0.0.0/4', 'RFC 5771'],
    ['240.0.0.0', '255.255.255.254', '240.0.0.0/4', 'RFC 1112'],
    ['255.255.255.255', '255.255.255.255', '255.255.255.255/32', 'RFC 919'],
    ['::', '::', '::/128', 'RFC 4291'],
    ['::1', '::1', '::1/128', 'RFC 4291'],
    ['::2', '::feff:ffff', '::/96', 'RFC 4291'],
    ['::ffff:0:0', '::ffff:ffff:ffff', '::ffff:0:0/96', 'RFC 4291'],
    ['64:ff9b::', '64:ff9b::ffff:ffff', '64:ff9b::/96', 'RFC 6052'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:1::/48', 'RFC 8215'],
    ['100::', '100::ffff:ffff:ffff:ffff', '100::/64', 'RFC 6666'],
    ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', '100:0:0:1::/64', 'RFC 9780'],
    ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', '2001::/32', 'RFC 4380'],
    ['2001:1::', '2001:1:ffff:ffff:ffff:ffff:ffff:ffff', '2001::/23', 'RFC 2928'],
    ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', '2001:2::/48', 'RFC 5180'],
    ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', '2001:10::/28', 'RFC 4843'],
    ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', '2001:20::/28', 'RFC 7343'],
    ['2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff', '2001:30::/28', 'RFC 9374'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2002::/16', 'RFC 3056'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff::/20', 'RFC 9637'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '5f00::/16', 'RFC 9602'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fc00::/7', 'RFC 4193'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe80::/10', 'RFC 4291'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fec0::/10', 'RFC 3879'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ff00::/8', 'RFC 4291'],
  ])('finds %s and %s in %s (%s)', (first, last, block, source) => {
    for (const address of [first, last]) {
      const found = specialBlockOf(parseAddress(address) ?? '')
      expect([found?.block, found?.source.split(',')[0]], address).toEqual([block, source])
    }
  })

  it.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2001:200::',
    '2003::',
    '2606:4700::1',
    '4000::',
    'fbff::1',
    'fe7f::1',
  ])('treats %s as an ordinary address', (address) => {
    expect(specialBlockOf(address)).toBeUndefined()
  })

  it('does not include the address space of the simulated internet', () => {
    const spaces = fc.oneof(
      fc.tuple(fc.constantFrom('192.0.2', '198.51.100', '203.0.113'), fc.nat(255)).map((parts) => parts.join('.')),
      fc.tuple(fc.constantFrom(18, 19), fc.nat(255), fc.nat(255)).map((parts) => `198.${parts.join('.')}`),
      fc.tuple(fc.nat(0xffff), fc.nat(0xffff)).map(([a, b]) => `2001:db8:${a.toString(16)}::${b.toString(16)}`),
    )
    fc.assert(
      fc.property(spaces, (address) => {
        expect(specialBlockOf(parseAddress(address) ?? '')).toBeUndefined()
      }),
    )
  })
})
