import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryDns } from '../../dns/dns.ts'
import { scenarios } from '../../../test/support/scenarios.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { mailDnsOf } from './mail-dns.ts'
import { createWorld, type World } from '../world.ts'

const worlds = fc
  .tuple(fc.string({ maxLength: 8 }), fc.constantFrom(...scenarios))
  .map(([seed, { overrides }]) => createWorld(seed, FIXED_TIME, overrides))
const names = fc
  .tuple(
    fc.constantFrom('', 'www.', '_dmarc.', 's1._domainkey.', '_spf.', 'mx1.', 'shop-shop.edge.cdnquay.'),
    fc.constantFrom('example', 'mail.example', 'a.b.office.test', 'ledger.co.uk', 'mail.invalid', 'co.uk'),
  )
  .map((parts) => parts.join(''))
  .filter((name) => name.includes('.'))

describe('the DNS of mail servers', () => {
  it('answers as the resolver does with enough tries', () => {
    fc.assert(
      fc.property(worlds, names, (world, name) => {
        const dns = mailDnsOf(world)
        const asked = <Type extends 'A' | 'AAAA' | 'MX' | 'TXT'>(type: Type) => {
          const { outcome, records } = queryDns(world, name, type, { tries: 1000 })
          return outcome === 'failure' ? undefined : records
        }
        expect(dns.text(name)).toEqual(asked('TXT')?.map(({ value }) => value))
        expect(dns.exchanges(name)).toEqual(asked('MX')?.map(({ exchange }) => exchange))
        for (const family of ['A', 'AAAA'] as const)
          expect(dns.addresses(name, family)).toEqual(asked(family)?.map(({ address }) => address))
        expect(dns.dmarc(name)).toEqual(dns.text(`_dmarc.${name}`))
        const { outcome } = queryDns(world, name, 'MX', { tries: 1000 })
        expect(dns.exists(name)).toBe(outcome === 'failure' ? undefined : outcome !== 'nxdomain')
      }),
    )
  })

  const inManyWorlds = (claim: (world: World) => void) => {
    for (let index = 0; index < 200; index++) claim(createWorld(`mail-dns-${index}`, FIXED_TIME))
  }

  it('has no DMARC policy for all names below a suffix, and no failing top-level domain', () => {
    inManyWorlds((world) => {
      const dns = mailDnsOf(world)
      for (const suffix of ['example', 'co.uk'])
        expect([dns.text(`_dmarc.${suffix}`), dns.dmarc(suffix)]).toEqual([[], []])
    })
  })

  it('has no names below .invalid (RFC 6761, section 6.4)', () => {
    inManyWorlds((world) => {
      const dns = mailDnsOf({ ...world, overrides: { dnssec: 'secure' } })
      for (const name of ['mail.invalid', 'www.mail.invalid', '_dmarc.mail.invalid']) {
        expect(dns.exists(name)).toBe(false)
        expect([dns.text(name), dns.exchanges(name), dns.addresses(name, 'A')]).toEqual([[], [], []])
      }
    })
  })
})
