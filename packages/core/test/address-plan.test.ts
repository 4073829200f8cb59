import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propagationOf, rootServerAt, zoneOf } from '../src/dns/index.ts'
import { inNetwork } from '../src/foundation/addresses.ts'
import { addressesOf, addressPlan, pathOf, specialPurposeOf } from '../src/network/index.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { acceptedNames } from './support/names.ts'

const domains = fc.oneof(
  acceptedNames,
  fc.constantFrom('mail.example', 'www.shop.example', 'mx1.mail.example', 'ns1.zonecraft.example', 'co.uk'),
  fc.constantFrom('missing.invalid', 'a.b.shop.example', '_dmarc.shop.example', 'harvest-trap.example'),
  fc.constantFrom('25.100.51.198.in-addr.arpa', '2.0.0.127.harvest-trap.example', '_spf.helpdesk.example'),
)
const seeds = fc.string({ minLength: 1, maxLength: 12 })

it('the address plan contains every address that a world generates, except addresses of root servers, in a range marked as used', () => {
  const used = addressPlan.filter((range) => range.used)
  fc.assert(
    fc.property(seeds, fc.constantFrom(...scenarios), domains, (seed, { name }, domain) => {
      const { world } = openWorld({ seed, scenario: name, at: FIXED_TIME }, () => FIXED_TIME)
      const zone = zoneOf(world, domain)
      const found = [
        ...addressesOf(world, domain),
        ...(zone?.nameservers.flatMap((server) => server.addresses) ?? []),
        ...propagationOf(world, domain).flatMap(({ resolver, address }) => [resolver.address, address ?? []].flat()),
        ...(pathOf(world, domain)?.hops.flatMap(({ address }) => address ?? []) ?? []),
      ].filter((address) => specialPurposeOf(address) === undefined && rootServerAt(address) === undefined)
      for (const address of found) {
        const ranges = used.filter(({ prefix }) => {
          const [base = '', bits] = prefix.split('/')
          return inNetwork(address, base, Number(bits))
        })
        expect(ranges, address).toHaveLength(1)
      }
    }),
  )
})
