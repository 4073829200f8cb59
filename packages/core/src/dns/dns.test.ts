import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../runs/open-world.ts'
import { createToolbox } from '../runs/create-toolbox.ts'
import { scenarios, type ScenarioText } from '../scenarios/index.ts'
import { FIXED_TIME } from '../testing/fake-clock.ts'
import type { ToolId } from '../catalogue/catalogue.ts'
import { acceptanceOf, mailHostAt, queryDns, zoneNameOf } from './index.ts'
import { reverseNameOf } from './records.ts'
import { machineOf } from '../world/hosts/machines.ts'
import { addressOfReverseName, arpaOf } from '../foundation/names.ts'
import { lossAt } from '../world/hosts/reach.ts'
import { nameserversOf } from '../world/names/nameservers.ts'
import { acceptedNames as domains, labels } from '../../test/support/names.ts'

const seeds = fc.string({ minLength: 1, maxLength: 12 })
const anyScenario = fc.constantFrom(...scenarios.map(({ name }) => name))
const addresses = fc.oneof(
  fc.ipV4().filter((text) => !text.startsWith('0.')),
  fc.ipV6().map((text) => new URL(`http://[${text}]/`).hostname.slice(1, -1)),
)

const boxFor = (seed: string, scenario: ScenarioText) =>
  createToolbox({ seed, scenario, at: FIXED_TIME, plan: 'enterprise' })
const worldFor = (seed: string, scenario: ScenarioText) =>
  openWorld({ seed, scenario, at: FIXED_TIME }, () => FIXED_TIME).world
const resultOf = async <Id extends ToolId>(seed: string, scenario: ScenarioText, id: Id, input: string) =>
  (await boxFor(seed, scenario).run(id, input)).result

// With this many tries, no answer is lost: the answers match the answers of the tools' resolver.
const plain = { tries: 1000 }

describe('a DNS answer', () => {
  it('contains the records that the tools show, for any seed and scenario', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, domains, async (seed, scenario, domain) => {
        const world = worldFor(seed, scenario)
        const mx = await resultOf(seed, scenario, 'mx-record', domain)
        expect(queryDns(world, domain, 'MX', plain).records).toEqual(mx.records)
        const a = await resultOf(seed, scenario, 'a-record', domain)
        for (const type of ['A', 'AAAA'] as const) {
          const shown = a.records.filter((record) => record.type === type).map(({ address, ttl }) => ({ address, ttl }))
          expect(queryDns(world, domain, type, plain).records).toEqual(shown)
        }
        const txt = await resultOf(seed, scenario, 'txt-record', domain)
        expect(queryDns(world, domain, 'TXT', plain).records).toEqual(txt.records)
        const { cname } = await resultOf(seed, scenario, 'cname-lookup', domain)
        expect(queryDns(world, domain, 'CNAME', plain).records.map(({ target }) => target)).toEqual(
          cname === null ? [] : [cname],
        )
        const soa = await resultOf(seed, scenario, 'soa-record', domain)
        const whois = await resultOf(seed, scenario, 'whois-lookup', domain)
        const [start] = queryDns(world, domain, 'SOA', plain).records
        const servers = queryDns(world, domain, 'NS', plain).records.map(({ host }) => host)
        if (start !== undefined) {
          expect([start.primary, start.serial]).toEqual([soa.primary_ns, soa.serial])
          expect(servers).toEqual(whois.nameservers)
        }
      }),
    )
  })

  it('fails if dnssec-check finds the zone bogus, and only then', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, domains, async (seed, scenario, domain) => {
        const { status } = await resultOf(seed, scenario, 'dnssec-check', domain)
        const { outcome } = queryDns(worldFor(seed, scenario), domain, 'MX', { tries: 1000 })
        expect(outcome === 'failure').toBe(status === 'BOGUS')
      }),
    )
  })

  it('has the PTR record that ptr-lookup shows, for both address families', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, addresses, async (seed, scenario, address) => {
        const { hostname } = await resultOf(seed, scenario, 'ptr-lookup', address)
        expect(addressOfReverseName(arpaOf(address))).toBe(address)
        expect(
          queryDns(worldFor(seed, scenario), arpaOf(address), 'PTR', plain).records.map(({ host }) => host),
        ).toEqual(hostname === null ? [] : [hostname])
      }),
    )
  })

  it('gets lost in a lossy network, more often with fewer tries', () => {
    const world = worldFor('k3f9', 'packet-loss')
    const lost = (tries: number) =>
      Array.from({ length: 500 }, (_, index) => queryDns(world, `host${index}.example`, 'A', { tries })).filter(
        ({ outcome }) => outcome === 'timeout',
      ).length
    // A fifth of 500, within four standard deviations.
    expect(lost(1)).toBeGreaterThan(64)
    expect(lost(1)).toBeLessThan(136)
    expect(lost(4)).toBeLessThan(8)
    const healthy = worldFor('k3f9', 'healthy')
    expect(queryDns(healthy, 'mail.example', 'A', { tries: 1 }).outcome).toBe('found')
  })

  it('gets lost only on the way to the nameservers, however lossy the path to the host itself', () => {
    const names = Array.from({ length: 400 }, (_, index) => `host.shop${index}.example`)
    const world = worldFor('k3f9', 'random')
    const lossTo = (host = '') => lossAt(world, machineOf(world, host))
    const sound = names.filter((name) => lossTo(name) > 0.1 && lossTo(nameserversOf(world, name)[0]) === 0)
    const lossy = names.filter((name) => lossTo(name) === 0 && lossTo(nameserversOf(world, name)[0]) > 0)
    expect(sound.length).toBeGreaterThan(10)
    const lost = (some: readonly string[]) =>
      some.flatMap((name) =>
        (['A', 'MX', 'TXT', 'NS', 'SOA', 'SRV', 'CAA', 'PTR'] as const).filter(
          (type) => queryDns(world, name, type, { tries: 1 }).outcome === 'timeout',
        ),
      ).length
    expect(lost(sound)).toBe(0)
    expect(lost(lossy)).toBeGreaterThan(0)
  })

  it('has the stated times to live, and the lowest one of a set, as the tools show them', async () => {
    const soa = { primary: 'ns1.shop.example', mailbox: 'a@shop.example', serial: 1, refresh: 2, retry: 3, expire: 4 }
    const records = {
      A: [
        { address: '198.51.100.1', ttl: 600 },
        { address: '198.51.100.2', ttl: 60 },
      ],
      AAAA: [{ address: '2001:db8::1', ttl: 30 }],
      NS: [{ host: 'ns1.shop.example', ttl: 120 }],
      SOA: { ...soa, minimum: 300, ttl: 900 },
    }
    const document = { domains: { 'shop.example': { records } } }
    const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world: document }, () => 0)
    const ttls = (['A', 'AAAA', 'NS', 'SOA'] as const).map((type) =>
      queryDns(world, 'shop.example', type).records.map(({ ttl }) => ttl),
    )
    expect(ttls).toEqual([[60, 60], [30], [120], [900]])
    const run = await createToolbox({ seed: 'k3f9', at: FIXED_TIME, world: document }).run('a-record', 'shop.example')
    expect(run.result.records.map(({ ttl }) => ttl)).toEqual([60, 60, 30])
  })

  it('reports a missing name', () => {
    const world = worldFor('k3f9', 'cname-dangling')
    expect(queryDns(world, 'www.mail.example', 'A', plain).outcome).toBe('nxdomain')
    expect(queryDns(world, 'www.mail.example', 'CNAME', plain).outcome).toBe('found')
    const [alias] = queryDns(world, 'www.mail.example', 'CNAME', plain).records
    for (const type of ['A', 'CNAME', 'MX', 'TXT'] as const)
      expect(queryDns(world, alias?.target ?? '', type, plain).outcome, type).toBe('nxdomain')
    for (const name of ['a..example', '', '198.51.100.25', 'x'.repeat(300)])
      expect(queryDns(world, name, 'A', plain).outcome, name).toBe('nxdomain')
  })

  it('reports a missing name for an address without a PTR record, and for special-purpose addresses', () => {
    const world = worldFor('k3f9', 'healthy')
    for (const address of ['10.0.0.1', '127.0.0.1', '192.168.1.1', '::1', 'fe80::1'])
      expect(queryDns(world, arpaOf(address), 'PTR', plain), address).toMatchObject({
        outcome: 'nxdomain',
        records: [],
      })
    expect(queryDns(world, arpaOf('198.51.100.25'), 'PTR', plain).outcome).toBe('found')
  })

  it('has wildcards only if a document defines them, because other names are missing', () => {
    for (let index = 0; index < 200; index++) {
      const name = `*.shop${index}.example`
      const { world } = openWorld({ seed: 'k3f9', scenario: 'random', at: 0 }, () => 0)
      expect(queryDns(world, name, 'A', { validates: false, tries: 1000 })).toMatchObject({
        outcome: 'nxdomain',
        aliases: [],
      })
    }
    const { world } = openWorld({ seed: 'k3f9', at: 0 }, () => 0)
    for (const name of ['*.example', 'www.*.example', String.raw`\000.example`, '_x.example'])
      expect([queryDns(world, name, 'A').outcome, zoneNameOf(world, name)], name).toEqual(['nxdomain', 'example'])
    const document = { domains: { '*.shop.example': { records: { A: ['198.51.100.7'] } } } }
    const { world: stated } = openWorld({ seed: 'k3f9', at: 0, world: document }, () => 0)
    for (const name of ['*.shop.example', 'mx1.mx1.shop.example'])
      expect(queryDns(stated, name, 'A').records).toMatchObject([{ address: '198.51.100.7' }])
  })

  it('has no SOA and NS records below the top of a zone', () => {
    const world = worldFor('k3f9', 'healthy')
    expect(queryDns(world, 'www.mail.example', 'SOA', plain).outcome).toBe('no-data')
    expect(queryDns(world, 'www.mail.example', 'NS', plain).outcome).toBe('no-data')
    expect(queryDns(world, 'mail.example', 'SOA', plain).records[0]?.mailbox).toBe('hostmaster.mail.example')
  })

  it('contains the submission servers of a domain', () => {
    const world = worldFor('k3f9', 'healthy')
    const [first] = queryDns(world, 'mail.example', 'MX').records
    expect(queryDns(world, '_submission._tcp.mail.example', 'SRV').records[0]).toMatchObject({
      port: 587,
      host: first?.exchange,
    })
    expect(queryDns(world, '_sip._tcp.mail.example', 'SRV').outcome).toBe('nxdomain')
    expect(queryDns(world, '_tcp.mail.example', 'SRV').outcome).toBe('no-data')
  })

  it('allows only the authority that issued the certificate to issue another one', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `shop${index}.example`)
    const found = names.flatMap((name) => queryDns(worldFor('k3f9', 'healthy'), name, 'CAA').records)
    expect(found.length).toBeGreaterThan(5)
    expect(found.length).toBeLessThan(35)
    for (const { value } of found)
      expect(['quayside-ca', 'open-harbour-trust', 'meridian-tls']).toContain(value.replace('.example', ''))
  })
})

describe('a mail host', () => {
  it('answers if smtp-test reaches it, and has the extensions that smtp-test shows', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, domains, async (seed, scenario, domain) => {
        const world = worldFor(seed, scenario)
        for (const { exchange } of queryDns(world, domain, 'MX', plain).records) {
          const { address, answer, answers, tls, stripped, greetingName, greetingTime, extensions } = mailHostAt(
            world,
            exchange,
          )
          expect(answers).toBe(answer === 'open')
          expect(extensions.includes('STARTTLS')).toBe(tls && !stripped)
          const port = await resultOf(seed, scenario, 'tcp-port-test', `${exchange}:25`)
          expect(port.response_time === null).toBe(answer === 'silent')
          const result = await resultOf(seed, scenario, 'smtp-test', `${exchange}:25`)
          expect(answers).toBe(result.reachable)
          if (!answers) continue
          expect([tls && !stripped, greetingTime]).toEqual([result.supports_tls, result.response_time])
          expect(queryDns(world, greetingName, 'A', plain).records.map((record) => record.address)).toEqual([address])
        }
      }),
    )
  })

  it('has the recipients that email-validation finds', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, anyScenario, domains, labels, async (seed, scenario, domain, local) => {
        const world = worldFor(seed, scenario)
        const answering = queryDns(world, domain, 'MX', plain).records.find(
          ({ exchange }) => mailHostAt(world, exchange).answers,
        )
        const { deliverable } = await resultOf(seed, scenario, 'email-validation', `${local}@${domain}`)
        const state = answering === undefined ? 'refused' : acceptanceOf(world, answering.exchange, { local, domain })
        expect(deliverable).toBe({ exists: true, refused: false, any: null, later: null, 'not-served': null }[state])
      }),
    )
  })

  it('accepts no recipient of a domain that it does not serve', () => {
    const world = worldFor('k3f9', 'healthy')
    const host = queryDns(world, 'mail.example', 'MX').records[0]?.exchange ?? ''
    expect(acceptanceOf(world, host, { local: 'postmaster', domain: 'mail.example' })).toBe('exists')
    expect(acceptanceOf(world, `mx1.elsewhere.example`, { local: 'postmaster', domain: 'mail.example' })).toBe(
      'not-served',
    )
  })

  it('refuses a missing mailbox to a known sender', () => {
    const names = Array.from({ length: 40 }, (_, index) => `person-${index}`)
    // By default, a few hosts greylist; this is one of them.
    const worlds = Array.from({ length: 200 }, (_, index) => worldFor(`seed ${index}`, 'random'))
    const found = worlds.flatMap((world) => {
      const host = queryDns(world, 'mail.example', 'MX', plain).records[0]?.exchange ?? ''
      return mailHostAt(world, host).recipients === 'greylisted' ? [{ world, host }] : []
    })
    const [one] = found
    if (one === undefined) throw new Error('no host of two hundred greylists')
    const states = names.map((local) =>
      acceptanceOf(one.world, one.host, { local, domain: 'mail.example', known: true }),
    )
    expect(new Set(states)).toEqual(new Set(['exists', 'refused']))
  })

  it('recognizes a sender that it has greylisted before', () => {
    const world = worldFor('k3f9', 'greylisting')
    const host = queryDns(world, 'mail.example', 'MX').records[0]?.exchange ?? ''
    const recipient = { local: 'ana', domain: 'mail.example' }
    expect(acceptanceOf(world, host, recipient)).toBe('later')
    expect(acceptanceOf(world, host, { ...recipient, known: true })).toBe('exists')
  })
})

describe('the name by which an address is looked up', () => {
  it.each([
    ['203.0.113.9', '9.113.0.203.in-addr.arpa'],
    ['2001:db8::9', '9.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
    ['::1', `1.${'0.'.repeat(31)}ip6.arpa`],
    ['2001:DB8:1:2:3:4:5:6', '6.0.0.0.5.0.0.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
    ['mail.example', undefined],
  ])('of %s', (address, name) => {
    expect(reverseNameOf(address)).toBe(name)
  })
})
