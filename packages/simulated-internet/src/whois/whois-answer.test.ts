import { openWorld } from '@netbox/core'
import { registrationOf } from '@netbox/core/dns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastAddressOf, objectOf, whoisAnswer } from './whois-answer.ts'

const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z' }, Date.now)

describe('whoisAnswer', () => {
  it('shows the registration of a domain, even for a name below it', () => {
    const { text, isFound } = whoisAnswer(world, 'www.shop.example\r')
    const registration = registrationOf(world, 'shop.example')
    expect(isFound).toBe(true)
    expect(text).toContain(`\r\nDomain Name: shop.example\r\nRegistrar: ${registration?.registrar}\r\n`)
    for (const host of registration?.nameservers ?? []) expect(text).toContain(`\r\nName Server: ${host}\r\n`)
  })

  it('shows the network of an address', () => {
    expect(whoisAnswer(world, 'n + 198.51.100.25').text).toMatch(
      /NetRange: 198\.51\.100\.0 - 198\.51\.100\.255\r\nCIDR: 198\.51\.100\.0\/24\r\nOriginAS: AS\d+\r\n/,
    )
    expect(whoisAnswer(world, '10.1.2.3').text).toContain('CIDR: 10.0.0.0/8\r\n')
  })

  it.each(['co.uk', '', 'no domain!', '25.100.51.198.in-addr.arpa'])('finds nothing for %j', (query) => {
    expect(whoisAnswer(world, query)).toMatchObject({ isFound: false, text: expect.stringContaining('No match for') })
  })

  it.each([
    ['-T dn,ace shop.de', 'shop.de'],
    ['domain shop.example', 'shop.example'],
    ['shop.jp/e', 'shop.jp'],
    ['-V Md5.5.17 2001:db8::7', '2001:db8::7'],
    ['Shop.Example.', 'shop.example'],
    ['n + 198.51.100.0/24', '198.51.100.0'],
    ['2001:db8:5::/48', '2001:db8:5::'],
  ])('reads the query of a client: %j', (query, asked) => {
    expect(objectOf(query)).toBe(asked)
  })

  it('answers any text with printable lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xd7ff).map((code) => String.fromCodePoint(code)) }), (query) => {
        expect(whoisAnswer(world, query).text).toMatch(/^[ -~\r\n]*$/)
      }),
    )
  })
})

describe('lastAddressOf', () => {
  it.each([
    ['198.51.100.0/24', '198.51.100.255'],
    ['198.18.0.0/15', '198.19.255.255'],
    ['2001:db8:5::/48', '2001:db8:5:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('of %s is %s', (prefix, last) => {
    expect(lastAddressOf(prefix)).toBe(last)
  })
})
