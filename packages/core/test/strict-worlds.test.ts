import { describe, expect, it } from 'vitest'
import { queryDns, zoneOf } from '../src/dns/index.ts'
import { createToolbox, factSources, isLeftOutOf } from '../src/index.ts'
import { openWorld } from '../src/runs/open-world.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

const SEEDS = ['a', 'k3f9', 'netbox', '7', 'zürich']
const listed: WorldDocument = {
  strict: true,
  domains: { '*.dev.shop.example': { records: { A: ['198.51.100.7'] } } },
  hosts: { 'www.shop.example': {}, 'api.corp.example': {}, 'pay.corp.example': { servedBy: { 443: ':4009' } } },
}
const worldsOf = (world: WorldDocument) =>
  SEEDS.map((seed) => openWorld({ seed, scenario: 'healthy', at: 0, world }, () => 0).world)

describe('a strict world', () => {
  it.each([
    ['www.shop.example', 'found'],
    ['any.dev.shop.example', 'found'],
    ['dns.google', 'found'],
    ['api.openai.com', 'found'],
    ['mail.shop.example', 'nxdomain'],
    ['typo.example', 'nxdomain'],
    ['www.typo.example', 'nxdomain'],
    ['redis', 'nxdomain'],
    // The zone of a listed name exists, without records of its own.
    ['corp.example', 'no-data'],
    ['shop.example', 'no-data'],
    ['localhost', 'found'],
  ])('answers for %s with %s', (name, outcome) => {
    for (const world of worldsOf(listed)) expect(queryDns(world, name, 'A').outcome).toBe(outcome)
  })

  it('has the servers and policies that listed names need', () => {
    for (const world of worldsOf({ strict: true, hosts: { 'shop.example': {} } })) {
      expect(queryDns(world, '_dmarc.shop.example', 'TXT').outcome).toBe('found')
      const exchanges = queryDns(world, 'shop.example', 'MX').records.map(({ exchange }) => exchange)
      const servers = ['shop.example', 'example', '.'].flatMap(
        (zone) => zoneOf(world, zone)?.nameservers.map(({ host }) => host) ?? [],
      )
      expect(exchanges).not.toEqual([])
      for (const host of [...exchanges, ...servers])
        expect(`${host} ${queryDns(world, host, 'A').outcome}`).toBe(`${host} found`)
    }
  })

  it('tells names that nobody listed from those that no world has', () => {
    const [world] = worldsOf(listed)
    if (world === undefined) throw new Error('There is no world.')
    for (const name of ['typo.example', 'mail.shop.example', 'redis']) expect(isLeftOutOf(world, name)).toBe(true)
    for (const name of [
      'www.shop.example',
      'dns.google',
      'nobody.invalid',
      'com',
      'corp.example',
      '1.2.0.192.in-addr.arpa',
    ])
      expect(`${name} ${isLeftOutOf(world, name)}`).toBe(`${name} false`)
  })

  it('is the world of the tools too', async () => {
    const box = createToolbox({ plan: 'enterprise', seed: 'k3f9', scenario: 'healthy', world: listed })
    expect((await box.run('a-record', 'typo.example')).verdict.sentence).toBe('There is no such name.')
    expect((await box.run('a-record', 'www.shop.example')).verdict.severity).toBe('pass')
    expect((await box.run('a-record', 'api.openai.com')).verdict.sentence).not.toBe('There is no such name.')
  })
})

it('facts have a source: the first of document, known internet, scenario and seed', () => {
  const sourceOf = factSources({ scenario: 'mx-down:pay.example', world: listed }, 0)
  const sources = ['www.shop.example', 'x.dev.shop.example', '198.51.100.7', 'dns.google', '8.8.8.8', 'www.pay.example']
  expect(sources.map(sourceOf)).toEqual(['document', 'document', 'document', 'known', 'known', 'scenario'])
  expect(sourceOf('pay.corp.example')).toBe('map')
  expect(sourceOf('mail.example')).toBe('seed')
  for (const subject of ['8.8.8.8.in-addr.arpa', 'api.openai.com']) expect(sourceOf(subject)).toBe('known')
  expect(factSources({ scenario: 'mx-down', world: { known: false } }, 0)('dns.google')).toBe('scenario')
  expect(factSources({}, 0)('dns.google')).toBe('known')
})
