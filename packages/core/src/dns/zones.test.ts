import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../runs/open-world.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import {
  isNewerSerial,
  propagationOf,
  publicResolversOf,
  queryDns,
  registrationOf,
  trustChainOf,
  zoneOf,
  zoneStateOf,
} from './index.ts'
import { acceptedNames } from '../../test/support/names.ts'

const worldFor = (seed: string, scenario: ScenarioText) =>
  openWorld({ seed, scenario, at: FIXED_TIME }, () => FIXED_TIME).world

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
const names = fc.oneof(
  acceptedNames,
  fc.constantFrom('.', 'example', 'co.uk', 'uk', 'arpa', 'missing.invalid', '_dmarc.example'),
  fc.constantFrom('25.100.51.198.in-addr.arpa', '2.0.0.127.harvest-trap.example'),
)

describe('a zone', () => {
  it('has the NS and SOA records that resolvers return at its top', () => {
    fc.assert(
      fc.property(seeds, anyScenario, names, (seed, scenario, name) => {
        const world = worldFor(seed, scenario)
        const zone = zoneOf(world, name)
        if (zone === undefined) throw new Error(`${name} is in no zone`)
        // Nobody looks up the root by name.
        if (zone.name === '.') return
        const options = { validates: false, tries: 1000 }
        expect(queryDns(world, zone.name, 'SOA', options).records).toEqual([zone.soa])
        const hosts = queryDns(world, zone.name, 'NS', options).records.map(({ host }) => host)
        expect(zone.nameservers.map(({ host }) => host)).toEqual(hosts)
        for (const { host, addresses } of zone.nameservers) {
          const records = (['A', 'AAAA'] as const).flatMap((type) => queryDns(world, host, type, options).records)
          expect(addresses).toEqual(records.map(({ address }) => address))
        }
      }),
    )
  })

  it('is the one that denies a missing name', () => {
    fc.assert(
      fc.property(seeds, names, (seed, name) => {
        const world = worldFor(seed, 'random')
        const { aliases, authority } = queryDns(world, name, 'PTR', { validates: false, tries: 1000 })
        if (authority === undefined || aliases.length > 0) return
        expect(zoneOf(world, name)?.name).toBe(authority.zone)
      }),
    )
  })

  it('leads through its parents to the root, along the chain of trust', () => {
    fc.assert(
      fc.property(seeds, names, (seed, name) => {
        const world = worldFor(seed, 'random')
        const above: string[] = []
        for (let zone = zoneOf(world, name); zone !== undefined; zone = zoneOf(world, zone.parent ?? ''))
          above.unshift(zone.name)
        const chain = trustChainOf(world, name).map(({ zone }) => (zone === '.' ? zone : zone.slice(0, -1)))
        expect(above).toEqual(chain)
        expect(zoneOf(world, name)?.dnssec).toBe(trustChainOf(world, name).at(-1)?.state)
        expect(zoneStateOf(world, name)).toBe(zoneOf(world, name)?.dnssec)
      }),
    )
  })

  it('has no nameserver address of a zone above it, so clients see each referral', () => {
    fc.assert(
      fc.property(
        seeds,
        anyScenario,
        fc.constantFrom('shop.example', 'mail.test', 'www.shop.co.uk'),
        (seed, scenario, name) => {
          const world = worldFor(seed, scenario)
          const seen = new Set<string>()
          for (let zone = zoneOf(world, name); zone !== undefined; zone = zoneOf(world, zone.parent ?? '')) {
            const own = new Set(zone.nameservers.flatMap(({ addresses }) => addresses))
            expect([...own].filter((address) => seen.has(address))).toEqual([])
            for (const address of own) seen.add(address)
          }
        },
      ),
    )
  })

  it.each(['', 'no name', 'a..example', '198.51.100.25'])('is none for %j', (text) => {
    const world = worldFor('k3f9', 'healthy')
    expect(zoneOf(world, text)).toBeUndefined()
    expect(zoneStateOf(world, text)).toBeUndefined()
    expect(registrationOf(world, text)).toBeUndefined()
    expect(propagationOf(world, text)).toEqual([])
  })
})

describe('a public resolver', () => {
  it('answers a query as the propagation of a change requires', () => {
    fc.assert(
      fc.property(seeds, anyScenario, names, (seed, scenario, name) => {
        const world = worldFor(seed, scenario)
        const answers = propagationOf(world, name)
        if (answers.length === 0) return
        expect(answers.map(({ resolver }) => resolver)).toEqual(publicResolversOf(world))
        for (const { resolver, status, address } of answers) {
          const type = address?.includes(':') === true ? 'AAAA' : 'A'
          const { outcome, records } = queryDns(world, name, type, { server: resolver.address, tries: 1000 })
          expect(outcome === 'failure').toBe(status === 'failed')
          expect(records[0]?.address ?? null).toBe(address)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('answers with the IPv6 address of a host that has no other', () => {
    const addresses = propagationOf(worldFor('k3f9', 'ssrf-mapped'), 'a.example').map(({ address }) => address)
    expect(addresses).toContain('::ffff:7f00:1')
  })
})

it('a serial number is newer if it is less than half of all numbers ahead', () => {
  const cases = [
    [1, 0, true],
    [0, 0xffff_ffff, true],
    [0, 1, false],
    [0x8000_0000, 0, false],
    [5, 5, false],
  ] as const
  for (const [serial, than, newer] of cases) expect(isNewerSerial(serial, than)).toBe(newer)
})
