import { describe, expect, it } from 'vitest'
import { publicResolversOf, queryDns, rootServers, TOOLS_RESOLVER, zoneOf } from '../dns/index.ts'
import { addressesOf, listingsOf, pathQualityOf, portOf, reverseDnsOf } from '../network/index.ts'
import { openWorld } from '../runs/open-world.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import { webServerOf } from '../web/index.ts'
import type { World } from './world.ts'
import { isOfRegistry } from './overrides-at.ts'

const REGISTRIES = ['rdap.arin.net', 'whois.ripe.net', 'rdap.nic.example', 'whois.nic.co.uk', 'data.iana.org']
const faults = scenarios.map(({ name }) => name).filter((name) => name !== 'random')

const worldFor = (scenario: ScenarioText) =>
  openWorld({ seed: 'k3f9', scenario, at: FIXED_TIME }, () => FIXED_TIME).world

describe('a registry', () => {
  it.each(faults)('resolves and has a valid certificate in %s', (scenario) => {
    const world = worldFor(scenario)
    for (const name of REGISTRIES) {
      expect(queryDns(world, name, 'A', { validates: true, tries: 1000 }).records.length).toBeGreaterThan(0)
      expect(addressesOf(world, name).length).toBeGreaterThan(0)
      const { certificate, handshake, protocols = [] } = webServerOf(world, name) ?? {}
      expect(certificate?.notAfter).toBeGreaterThan(FIXED_TIME)
      expect(Object.keys(certificate ?? {})).toEqual(['names', 'issuer', 'notBefore', 'notAfter'])
      expect([certificate?.names, handshake]).toEqual([[name], undefined])
      expect(protocols).toContain('TLSv1.2')
    }
  })

  it('has the faults of a scenario that names it', () => {
    const world = worldFor('cert-expired:nic.example+dnssec-bogus:arin.net')
    expect(webServerOf(world, 'rdap.nic.example')?.certificate.notAfter).toBeLessThan(FIXED_TIME)
    expect(zoneOf(world, 'rdap.arin.net')?.dnssec).toBe('bogus')
    expect(zoneOf(world, 'rdap.nic.test')?.dnssec).toBe('secure')
  })

  it.each(['shop.example', 'nic.shop.example', 'whois.nic.shop.example', 'mynic.example', 'iana.org.example'])(
    'is not %s',
    (name) => expect(isOfRegistry(name)).toBe(false),
  )
})

const UPPER_ZONES = ['.', 'net', 'example', 'co.uk', 'act.edu.au']

describe('the infrastructure', () => {
  const addressesIn = (world: World): string[] => [
    TOOLS_RESOLVER,
    ...publicResolversOf(world).map(({ address }) => address),
    ...UPPER_ZONES.flatMap((zone) => zoneOf(world, zone)?.nameservers ?? []).flatMap(({ addresses }) => addresses),
    ...REGISTRIES.flatMap((name) => addressesOf(world, name)),
  ]

  it.each(faults)('loses no packets, has open ports, and is on no block list in %s', (scenario) => {
    const world = worldFor(scenario)
    for (const address of addressesIn(world)) {
      expect(pathQualityOf(world, address)?.loss, address).toBe(0)
      expect([portOf(world, address, 53)?.state, portOf(world, address, 443)?.state], address).toEqual(['open', 'open'])
      expect(listingsOf(world, address), address).toEqual([])
      const { hostname, confirmed } = reverseDnsOf(world, address) ?? {}
      expect([hostname === null, confirmed], address).toContain(true)
    }
  })

  it('answers every query for the root, for suffixes and for registries at the first try', () => {
    const world = worldFor('packet-loss')
    for (const name of [...UPPER_ZONES, ...REGISTRIES])
      expect(queryDns(world, name, 'SOA', { tries: 1 }).outcome, name).not.toBe('timeout')
  })

  it.each([
    ['packet-loss:a.root-servers.net', ['a.root-servers.net'], ['b.root-servers.net']],
    ['packet-loss:root-servers.net', ['a.root-servers.net', 'm.root-servers.net'], ['ns1.registry-dns.example']],
    ['packet-loss:registry-dns.example', ['ns1.registry-dns.example'], ['a.root-servers.net']],
    ['packet-loss:rdap.nic.example', ['rdap.nic.example'], ['rdap.nic.test']],
  ] as const)('has the faults of %s', (scenario, faulty, others) => {
    const world = worldFor(scenario)
    for (const name of faulty) expect(pathQualityOf(world, name)?.loss, name).toBe(0.2)
    for (const name of others) expect(pathQualityOf(world, name)?.loss, name).toBe(0)
  })

  it('shares no address with other hosts', () => {
    const world = worldFor('healthy')
    const own = new Set(addressesIn(world))
    const others = ['shop', 'mail', 'a', 'b', 'c', 'd', 'e'].flatMap((label) =>
      ['example', 'test', 'net', 'co.uk'].flatMap((top) =>
        ['', 'www.', 'mx1.', 'ns1.', 'ns2.', 'api.'].map((host) => `${host}${label}.${top}`),
      ),
    )
    for (const name of others)
      expect(
        addressesOf(world, name).filter((address) => own.has(address)),
        name,
      ).toEqual([])
  })
})

describe('a root server', () => {
  it('has its name and its addresses of the real internet, in both directions', () => {
    const world = worldFor('healthy')
    const hosts = zoneOf(world, '.')?.nameservers.map(({ host }) => host)
    expect(hosts).toEqual(Array.from('abcdefghijklm', (letter) => `${letter}.root-servers.net`))
    expect(zoneOf(world, 'root-servers.net')?.nameservers.map(({ host }) => host)).toEqual(hosts)
    for (const [name, [v4, v6]] of rootServers) {
      expect(queryDns(world, name, 'A').records[0]).toMatchObject({ address: v4 })
      expect(queryDns(world, name, 'AAAA').records[0]).toMatchObject({ address: v6 })
      for (const address of [v4, v6]) expect(reverseDnsOf(world, address)?.hostname).toBe(name)
    }
    expect(zoneOf(world, '.')?.soa.primary).toBe('a.root-servers.net')
  })
})
