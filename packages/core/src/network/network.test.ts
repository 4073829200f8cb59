import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicResolversOf, queryDns, reverseNameOf } from '../dns/index.ts'
import { openWorld } from '../runs/open-world.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import {
  addressesOf,
  blockLists,
  listingsOf,
  networkOf,
  pathOf,
  pathQualityOf,
  pingTimesOf,
  portOf,
  portStatesOf,
  reverseDnsOf,
  specialPurposeOf,
} from './index.ts'
import { acceptedNames } from '../../test/support/names.ts'

const worldFor = (scenario: ScenarioText, seed = 'k3f9') =>
  openWorld({ seed, scenario, at: FIXED_TIME }, () => FIXED_TIME).world

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))

describe('a host that the user serves', () => {
  it('has the address of the user’s machine, or its own with ports that lead there, and open ports or only the stated ones', () => {
    const portsOf = (host: object) => {
      const { world } = openWorld({ seed: 'k3f9', world: { hosts: { 'app.shop.example': host } } }, () => FIXED_TIME)
      const isMachine = 'servedBy' in host && host.servedBy === 'self'
      expect(addressesOf(world, 'app.shop.example').includes('192.0.2.2')).toBe(isMachine)
      return [25, 443, 8080].map((port) => portOf(world, 'app.shop.example', port)?.state)
    }
    expect(portsOf({ servedBy: 'self' })).toEqual(['open', 'open', 'open'])
    expect(portsOf({ servedBy: 'self', ports: { 443: 'open', 8080: 'silent' } })).toEqual(['refused', 'open', 'silent'])
    expect(portsOf({ servedBy: { 25: ':1', 443: ':2', 8080: ':3' } })).toEqual(['open', 'open', 'open'])
    expect(portsOf({ servedBy: { 443: ':2' }, ports: { 443: 'refused' } })[1]).toBe('refused')
  })
})

describe('a host', () => {
  it.each(['', 'no name', 'localhost', 'missing.invalid', 'co.uk', '1.2.3', '198.51.100.256', '_dmarc.shop.example'])(
    'that does not exist has no facts: %j',
    (host) => {
      const world = worldFor('healthy')
      expect(addressesOf(world, host)).toEqual([])
      expect(portOf(world, host, 25)).toBeUndefined()
      expect(pathOf(world, host)).toBeUndefined()
      expect(pingTimesOf(world, host, 10)).toEqual([])
      expect(networkOf(world, host)).toBeUndefined()
      expect(listingsOf(world, host)).toEqual([])
    },
  )

  it('may be written in upper or lower case, with a trailing dot', () => {
    const world = worldFor('random')
    expect(portOf(world, 'MX1.Mail.Example.', 25)).toEqual(portOf(world, 'mx1.mail.example', 25))
    expect(networkOf(world, '2001:DB8:0007::1')).toEqual(networkOf(world, '2001:db8:7::1'))
  })

  it('has the same ports one at a time and together', () => {
    fc.assert(
      fc.property(seeds, anyScenario, acceptedNames, (seed, scenario, name) => {
        const world = worldFor(scenario, seed)
        const ports = [22, 25, 53, 443, 8080]
        expect(portStatesOf(world, name, ports) ?? []).toEqual(
          ports.flatMap((port) => portOf(world, name, port)?.state ?? []),
        )
      }),
    )
  })

  it('has the addresses of its records, for any seed and scenario', () => {
    fc.assert(
      fc.property(seeds, anyScenario, acceptedNames, (seed, scenario, name) => {
        const world = worldFor(scenario, seed)
        const options = { validates: false, tries: 1000 }
        const records = (['A', 'AAAA'] as const).flatMap((type) => queryDns(world, name, type, options).records)
        expect(addressesOf(world, name)).toEqual(records.map(({ address }) => address))
      }),
    )
  })
})

describe('a special-purpose address', () => {
  it.each(['10.0.0.1', '127.0.0.1', '::1', 'fe80::1', '224.0.0.1'])('has no owner and no route: %s', (address) => {
    const world = worldFor('random')
    expect(specialPurposeOf(address)?.source).toMatch(/^RFC \d/)
    expect(networkOf(world, address)).toBeUndefined()
    expect(pathOf(world, address)).toEqual({ roundTrip: null, loss: 1, ttl: null, hops: [] })
    expect(pingTimesOf(world, address, 2)).toEqual([null, null])
    expect(portOf(world, address, 80)).toMatchObject({ state: 'silent', time: null, loss: 1 })
    expect(reverseDnsOf(world, address)?.hostname).toBeNull()
  })

  it('is distinguished from texts that are not addresses', () => {
    expect(specialPurposeOf('shop.example')).toBeUndefined()
    expect(reverseDnsOf(worldFor('random'), 'shop.example')).toBeUndefined()
  })
})

describe('a TCP port', () => {
  it.each([0, -1, 65_536, 2.5, Number.NaN])('is a whole number: %d is refused', (port) => {
    expect(() => portOf(worldFor('random'), 'shop.example', port)).toThrow(
      `A TCP port is a whole number from 1 to 65535, not ${port}.`,
    )
  })

  it('has a time exactly if a reply comes back', () => {
    fc.assert(
      fc.property(seeds, acceptedNames, fc.integer({ min: 1, max: 65_535 }), (seed, name, port) => {
        const found = portOf(worldFor('random', seed), name, port)
        expect(found?.time === null).toBe(found?.state === 'silent')
      }),
    )
  })
})

describe('the addresses of a host', () => {
  const statesOf = (scenario: ScenarioText, host: string) => {
    const world = worldFor(scenario)
    return addressesOf(world, host).map((address) => portOf(world, address, 443)?.state)
  }
  const isV6 = (address: string): boolean => address.includes(':')

  it('are silent or refuse over IPv6 alone, for every host and seed', () => {
    fc.assert(
      fc.property(
        seeds,
        acceptedNames,
        fc.constantFrom<ScenarioText>('ipv6-silent', 'ipv6-refused'),
        (seed, name, scenario) => {
          const world = worldFor(scenario, seed)
          const addresses = addressesOf(world, name)
          expect(addresses.some(isV6)).toBe(addresses.length > 0)
          const broken = scenario === 'ipv6-silent' ? 'silent' : 'refused'
          for (const address of addresses)
            expect(portOf(world, address, 443)?.state).toBe(isV6(address) ? broken : 'open')
        },
      ),
    )
  })

  it('are silent at the first alone, and the machines of other domains keep theirs', () => {
    expect(statesOf('first-address-silent', 'shop.example').slice(0, 2)).toEqual(['silent', 'open'])
    expect(statesOf('first-address-silent:shop.example', 'shop.example').slice(0, 2)).toEqual(['silent', 'open'])
    expect(statesOf('first-address-silent:shop.example', 'harbour.example')).not.toContain('silent')
    expect(statesOf('first-address-silent', 'mx1.shop.example')).not.toContain('silent')
    expect(statesOf('first-address-silent', 'ns1.shop.example')).not.toContain('silent')
  })
})

describe('a path', () => {
  it('loses probes exactly as its loss says, and ends at the host', () => {
    fc.assert(
      fc.property(seeds, anyScenario, acceptedNames, (seed, scenario, name) => {
        const world = worldFor(scenario, seed)
        const path = pathOf(world, name)
        const lost = pingTimesOf(world, name, 10).filter((time) => time === null).length
        expect(lost > 0).toBe((path?.loss ?? 0) > 0)
        if (path === undefined) return
        if (path.hops.length === 0) {
          expect([networkOf(world, name), path.ttl, lost]).toEqual([undefined, null, 10])
          return
        }
        expect(path.hops.at(-1)?.address === null).toBe(lost === 10)
        expect(path.hops.at(-1)?.network).toEqual(networkOf(world, name))
        expect(path.ttl).toBe(65 - path.hops.length)
      }),
    )
  })

  it('to an address that is gone ends without a reply, and the next address replies', () => {
    const world = worldFor('first-address-silent')
    const [first = '', next = ''] = addressesOf(world, 'shop.example')
    for (const gone of ['shop.example', first]) {
      expect(pingTimesOf(world, gone, 3)).toEqual([null, null, null])
      expect(pathOf(world, gone)?.hops.at(-1)).toMatchObject({
        address: null,
        hostname: null,
        times: [null, null, null],
      })
      expect(pathQualityOf(world, gone)?.loss).toBe(1)
    }
    expect(pathOf(world, next)?.hops.at(-1)?.address).toBe(next)
    expect(pathOf(worldFor('healthy'), first)?.hops.at(-1)?.address).toBe(first)
  })

  it.each([0, 1001, 1.5])('is tested with a whole number of packets: %d is refused', (count) => {
    expect(() => pingTimesOf(worldFor('random'), 'shop.example', count)).toThrow(/from 1 to 1000/)
  })
})

describe('a block list', () => {
  const reversed = (address: string): string => reverseNameOf(address)?.replace(/\.(?:in-addr|ip6)\.arpa$/, '') ?? ''

  it.each(blockLists)('lists its test points and no others: $name', ({ zone, testPoints, returnCode, ttl }) => {
    const world = worldFor('healthy')
    for (const address of testPoints.listed)
      expect(queryDns(world, `${reversed(address)}.${zone}`, 'A').records).toEqual([{ address: returnCode, ttl }])
    for (const address of testPoints.unlisted)
      expect(queryDns(world, `${reversed(address)}.${zone}`, 'A').outcome).toBe('nxdomain')
  })

  it('answers for an address exactly if it lists it', () => {
    fc.assert(
      fc.property(seeds, fc.ipV4(), fc.constantFrom(...blockLists), (seed, address, list) => {
        const world = worldFor('random', seed)
        const { outcome } = queryDns(world, `${reversed(address)}.${list.zone}`, 'A', { tries: 1000 })
        const isTestPoint = list.testPoints.listed.includes(address)
        expect(outcome === 'found').toBe(isTestPoint || listingsOf(world, address).includes(list))
      }),
    )
  })

  const answerOf = (scenario: ScenarioText, name: string, server?: string) =>
    queryDns(worldFor(scenario), name, 'A', { server }).records.map(({ address }) => address)
  const harvestTrap = (address: string): string => `${reversed(address)}.harvest-trap.example`

  it('that refuses gives each resolver a code of its own, and lists nobody', () => {
    const [resolver] = publicResolversOf(worldFor('healthy'))
    for (const scenario of ['block-lists-refuse', 'block-lists-refuse:harvest-trap.example'] as const) {
      for (const address of ['198.51.100.25', '127.0.0.1', '127.0.0.2']) {
        expect(answerOf(scenario, harvestTrap(address))).toEqual(['127.255.255.255'])
        expect(answerOf(scenario, harvestTrap(address), resolver?.address)).toEqual(['127.255.255.254'])
      }
      const [text] = queryDns(worldFor(scenario), harvestTrap('198.51.100.25'), 'TXT').records
      expect(text?.value).toMatch(/^Query refused/)
    }
    expect(listingsOf(worldFor('block-lists-refuse+block-listed'), '198.51.100.25')).toEqual([])
    expect(
      answerOf('block-lists-refuse:harvest-trap.example', `${reversed('127.0.0.1')}.relay-census.example`),
    ).toEqual([])
  })

  it('that is dead lists every address, even its unlisted test point, for the domain of the scenario only', () => {
    const [mail = ''] = addressesOf(worldFor('healthy'), 'mx1.shop.example')
    const dead = worldFor('block-list-dead')
    const [list, ...others] = blockLists.filter(
      ({ zone }) => queryDns(dead, `${reversed('127.0.0.1')}.${zone}`, 'A').outcome === 'found',
    )
    expect(others).toEqual([])
    const inDead = (address: string): string => `${reversed(address)}.${list?.zone}`
    expect(answerOf('block-list-dead', inDead('203.0.113.77'))).toEqual(['127.0.0.2'])
    expect(answerOf('block-list-dead:shop.example', inDead(mail))).toEqual(['127.0.0.2'])
    expect(answerOf('block-list-dead:shop.example', inDead('127.0.0.1'))).toEqual(['127.0.0.2'])
    expect(answerOf('block-list-dead:shop.example', inDead('203.0.113.77'))).toEqual([])
    expect(listingsOf(dead, '203.0.113.77')).toEqual([])
  })

  it('answers in the zone that a document gives it too, with its entries, refusals and test points', () => {
    const lists = { 'zen.lists.org': 'Mailwatch Combined' }
    const answerIn = (scenario: ScenarioText, address: string) => {
      const { world } = openWorld({ seed: 'k3f9', scenario, at: FIXED_TIME, world: { lists } }, () => FIXED_TIME)
      const { outcome, records } = queryDns(world, `${reversed(address)}.zen.lists.org`, 'A')
      return records[0]?.address ?? outcome
    }
    expect(answerIn('healthy', '127.0.0.2')).toBe('127.0.0.2')
    expect(answerIn('healthy', '127.0.0.1')).toBe('nxdomain')
    expect(answerIn('block-lists-refuse', '198.51.100.25')).toBe('127.255.255.255')
    expect(answerIn('block-list-dead:mailwatch-combined.example', '198.51.100.25')).toBe('127.0.0.2')
  })
})
