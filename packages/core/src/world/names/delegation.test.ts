import { describe, expect, it } from 'vitest'
import { queryDns, registrationOf, zoneOf } from '../../dns/index.ts'
import { blockLists } from './block-lists.ts'
import { MAIL_HOSTS } from './companies.ts'
import { openWorld } from '../../runs/open-world.ts'
import { scenarios, type ScenarioText } from '../../scenarios/index.ts'
import type { WorldDocument } from '../../world-document/world-document.ts'

const AT = Date.UTC(2026, 10, 20)
const worldOf = (seed = 'k3f9', scenario: ScenarioText = 'healthy', world?: WorldDocument) =>
  openWorld({ seed, scenario, at: AT, ...(world === undefined ? {} : { world }) }, () => AT).world
const outcomeOf = (world: ReturnType<typeof worldOf>, name: string) =>
  queryDns(world, name, 'A', { tries: 1000 }).outcome

describe('names that never exist', () => {
  it.each([
    'shop.invalid',
    'printer.local',
    'abcdef.onion',
    'name.alt',
    'nas.lan',
    'mail.corp.internal',
    'onion',
    'lan',
  ])('%s has no records in any scenario; the root denies it', (name) => {
    for (const { name: scenario } of scenarios) {
      const world = worldOf('k3f9', scenario)
      for (const type of ['A', 'MX', 'TXT', 'NS', 'SOA', 'CNAME'] as const)
        expect(queryDns(world, name, type, { tries: 1000 })).toMatchObject({
          outcome: 'nxdomain',
          authority: { zone: '.' },
        })
      expect(registrationOf(world, name)).toBeUndefined()
    }
  })

  it.each([
    'missing.example',
    'missing.test',
    'missing.com',
    'www.missing.example',
    'mx1.missing.com',
    '_dmarc.missing.test',
  ])('%s is not registered; its parent zone denies it', (name) => {
    const zone = name.slice(name.lastIndexOf('.') + 1)
    expect(queryDns(worldOf(), name, 'A')).toMatchObject({ outcome: 'nxdomain', authority: { zone } })
    expect(zoneOf(worldOf(), name)?.name).toBe(zone)
    expect(registrationOf(worldOf(), name)).toBeUndefined()
  })

  it('include zones below arpa that are not in the reverse zones, unless a document defines them', () => {
    expect(queryDns(worldOf(), 'nat.arpa', 'A')).toMatchObject({
      outcome: 'nxdomain',
      authority: { zone: 'arpa' },
    })
    const world = worldOf('k3f9', 'healthy', {
      domains: { 'nat.arpa': { records: { A: ['192.0.0.170', '192.0.0.171'] } } },
    })
    expect(queryDns(world, 'nat.arpa', 'A').records).toHaveLength(2)
    expect(zoneOf(world, 'nat.arpa')?.name).toBe('nat.arpa')
    expect(outcomeOf(world, 'arpa')).toBe('no-data')
  })

  it('include no platform tenant whose label would be too long', () => {
    const label = 'a'.repeat(60)
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(queryDns(worldOf(seed), `${label}.shop.example`, 'CNAME').outcome).not.toBe('found')
  })

  it.each(['localhost', 'app.localhost'])('%s has the loopback addresses, and no other records', (name) => {
    expect(queryDns(worldOf(), name, 'A').records).toMatchObject([{ address: '127.0.0.1' }])
    expect(queryDns(worldOf(), name, 'AAAA').records).toMatchObject([{ address: '::1' }])
    for (const type of ['MX', 'TXT', 'CNAME'] as const) expect(queryDns(worldOf(), name, type).outcome).toBe('no-data')
  })

  it('exist if a world document defines them', () => {
    const stated = {
      domains: {
        'files.corp.lan': { records: { A: ['198.51.100.7'] } },
        'missing.example': { records: { A: ['198.51.100.8'] } },
      },
    }
    const world = worldOf('k3f9', 'healthy', stated)
    for (const name of ['files.corp.lan', 'missing.example', 'www.missing.example', 'www.corp.lan'])
      expect(outcomeOf(world, name), name).toBe('found')
    expect(zoneOf(world, 'files.corp.lan')?.name).toBe('corp.lan')
    expect(outcomeOf(world, 'www.other.lan')).toBe('nxdomain')
  })
})

describe('names that exist', () => {
  const seeds = Array.from({ length: 400 }, (_, index) => `seed-${index}`)

  it.each([
    'shop.example',
    'www.shop.example',
    'mail.a-b.com',
    'mx1.shop.test',
    'ns2.shop.co.uk',
    'webmail.shop.example',
    'api2.shop.example',
  ])('%s does for every seed', (name) => {
    for (const seed of seeds) expect(outcomeOf(worldOf(seed), name), seed).toBe('found')
  })

  it('are all block lists and mail hosts of the world', () => {
    for (const seed of seeds.slice(0, 20)) {
      for (const { zone } of blockLists) expect(outcomeOf(worldOf(seed), `2.0.0.127.${zone}`), zone).toBe('found')
      for (const host of MAIL_HOSTS) expect(outcomeOf(worldOf(seed), `mx2.${host}`), host).toBe('found')
    }
  })

  it('are half of all other names directly below a domain, so that a typo can give NXDOMAIN', () => {
    const existing = seeds.filter((seed) => outcomeOf(worldOf(seed), 'wwww.shop.example') === 'found').length
    // Four standard deviations of 400 fair coins.
    expect(Math.abs(existing - 200)).toBeLessThan(40)
  })

  it('are the same names in every scenario of a seed', () => {
    for (const name of ['wwww.shop.example', 'printer7.shop.example', 'q4-report.shop.example']) {
      const kinds = scenarios
        .filter(({ name: scenario }) => scenario !== 'dnssec-bogus')
        .map(
          ({ name: scenario }) =>
            queryDns(worldOf('42', scenario), name, 'CNAME', { tries: 1000 }).outcome !== 'nxdomain',
        )
      expect(new Set(kinds).size, name).toBe(1)
    }
  })
})
