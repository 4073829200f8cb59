import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { propagationOf, queryDns, zoneOf } from '../src/dns/index.ts'
import { isWithin, zoneOf as zoneNameOf } from '../src/foundation/names.ts'
import { leadsToKnown } from '../src/known/leads-to-known.ts'
import { knownDocument } from '../src/known/with-known-facts.ts'
import { addressesOf, isInward, portOf, statedNetworksOf } from '../src/network/index.ts'
import { openWorld, openWorldFor } from '../src/runs/open-world.ts'
import { stateOfSigning } from '../src/world/zone-faults.ts'
import { createToolbox, scenarios, type ToolboxOptions, tools } from '../src/index.ts'
import type { WorldDocument } from '../src/world-document/world-document.ts'

const AT = Date.UTC(2026, 10, 28)
const SEEDS = ['a', 'k3f9', 'netbox', '7', 'zürich']
const known = knownDocument()
const domains = Object.entries(known.domains ?? {})
const hosts = Object.entries(known.hosts ?? {})
const wholeZones = domains.flatMap(([name, { complete }]) => (complete === true ? [name] : []))
const isOrdinary = ([name, { dns, records }]: (typeof domains)[number]): boolean =>
  dns === undefined &&
  !name.startsWith('*.') &&
  records?.TXT === undefined &&
  !wholeZones.some((zone) => isWithin(name, zone))
const names = [...new Set([...domains.filter(isOrdinary), ...hosts].map(([name]) => name))]
const worldsOf = (world?: WorldDocument) =>
  SEEDS.map((seed) => openWorld({ seed, scenario: 'healthy', at: AT, world }, () => AT).world)
const addressOf = (world?: WorldDocument) =>
  worldsOf(world).map((one) => queryDns(one, 'dns.google', 'A').records.map(({ address }) => address))
const run = (tool: string, input: string, options: ToolboxOptions = {}) =>
  createToolbox({ plan: 'enterprise', seed: 'k3f9', scenario: 'healthy', at: AT, ...options }).run(tool, input)

describe('the known internet', () => {
  it('has names that exist in every world, with the stated records', () => {
    for (const world of worldsOf())
      for (const name of names) {
        const { A, AAAA = [], MX = [] } = known.domains?.[name]?.records ?? {}
        // Some names have addresses of one family.
        const [type, stated] = A?.length === 0 ? (['AAAA', AAAA] as const) : (['A', A ?? []] as const)
        const { outcome, records } = queryDns(world, name, type, { validates: false })
        expect(`${name} ${outcome}`).toBe(`${name} found`)
        if (stated.length > 0 && !stated.includes('client'))
          expect(records.map(({ address }) => address)).toEqual(stated)
        expect(queryDns(world, name, 'MX', { validates: false }).records).toMatchObject(MX.length === 0 ? {} : MX)
        for (const { exchange } of MX) expect(addressesOf(world, exchange)).not.toEqual([])
      }
  })

  it.each([
    ['10.0.0.1.sslip.io', 'A', ['10.0.0.1']],
    ['www-192-168-7-20.app.nip.io', 'A', ['192.168.7.20']],
    ['7f000001.traefik.me', 'A', ['127.0.0.1']],
    ['--1.sslip.io', 'AAAA', ['::1']],
    ['www.sslip.io', 'A', []],
    ['a.b.sslip.io', 'A', []],
    ['localtest.me', 'AAAA', ['::1']],
    ['any.name.localtest.me', 'A', ['127.0.0.1']],
    ['shop.lvh.me', 'A', ['127.0.0.1']],
    ['traefik.me', 'A', ['127.0.0.1']],
    ['myip.opendns.com', 'A', ['192.0.2.2']],
    ['whoami.akamai.net', 'A', ['192.0.2.2']],
    ['traefik.me', 'AAAA', []],
    ['ipv4.icanhazip.com', 'AAAA', []],
    ['ipv6.icanhazip.com', 'A', []],
    ['api6.ipify.org', 'A', []],
  ] as const)('answers for %s %s with %j', (name, type, expected) => {
    for (const world of worldsOf()) {
      const { outcome, records } = queryDns(world, name, type)
      expect(records.map(({ address }) => address)).toEqual(expected)
      expect(outcome).toBe(expected.length === 0 ? 'no-data' : 'found')
      for (const { address } of records) {
        // Addresses of clients themselves, and those that a name contains, are no hosts: nothing is routed there.
        expect(statedNetworksOf(world).filter((network) => network.startsWith(address))).toEqual([])
        if (isInward(address)) expect(portOf(world, address, 443)?.state).not.toBe('open')
      }
    }
  })

  it('has the address of the client as text', () => {
    for (const world of worldsOf())
      expect(queryDns(world, 'o-o.myaddr.l.google.com', 'TXT').records).toMatchObject([{ value: '192.0.2.2' }])
  })

  it('has the names of its addresses', () => {
    for (const world of worldsOf())
      for (const [address, { ptr }] of Object.entries(known.addresses ?? {})) {
        expect(leadsToKnown(address)).toBe(true)
        expect(addressesOf(world, ptr ?? '')).toContain(address)
      }
  })

  it('has the DNSSEC states of its zones, also in a scenario', () => {
    const worlds = [...worldsOf(), openWorld({ scenario: 'dnssec-bogus', at: AT }, () => AT).world]
    for (const world of worlds)
      for (const [name, { dnssec }] of domains) {
        if (dnssec === undefined) continue
        const state = stateOfSigning(dnssec)
        expect(`${name} ${zoneOf(world, name)?.dnssec}`).toBe(`${name} ${state}`)
        expect(queryDns(world, name, 'A').outcome).toBe(state === 'bogus' ? 'failure' : 'found')
        expect(queryDns(world, name, 'A', { validates: false }).outcome).toBe('found')
        if (dnssec !== 'nsec-missing') continue
        // Nothing proves that a record or a name is missing.
        expect(queryDns(world, name, 'SRV').outcome).toBe('failure')
        expect(queryDns(world, `missing.qzvx.${name}`, 'A').outcome).toBe('failure')
        expect(queryDns(world, `missing.qzvx.${name}`, 'A', { validates: false }).outcome).toBe('nxdomain')
      }
  })

  it('has names whose nameservers do not answer', () => {
    for (const world of worldsOf())
      for (const [name, { dns }] of domains)
        if (dns !== undefined) expect(`${name} ${queryDns(world, name, 'A').outcome}`).toBe(`${name} failure`)
  })

  it.each(['healthy', 'cert-expired'] as const)('has the faults of badssl.com in tools, in %s', async (scenario) => {
    const sentenceOf = async (name: string) =>
      (await run('https-test', `${name}.badssl.com`, { scenario })).verdict.sentence
    expect(await sentenceOf('expired')).toContain('expired')
    expect(await sentenceOf('self-signed')).toContain('self-signed')
    expect(await sentenceOf('untrusted-root')).toContain('an authority that clients do not trust')
    expect(await sentenceOf('wrong.host')).toContain('for another name')
    expect(await sentenceOf('incomplete-chain')).toContain('intermediate')
    expect(await sentenceOf('tls-v1-0')).toContain('only protocols that clients refuse')
    for (const name of ['rc4', 'http']) expect(await sentenceOf(name)).toContain('no server')
    expect(await sentenceOf('sha256')).toContain(scenario === 'healthy' ? 'private' : 'expired')
  })

  it('stays out of runs that do not lead there, and no function of it runs', async () => {
    const inputs: Record<string, string> = {
      ip: '198.51.100.25',
      email: 'ana@shop.example',
      hostPort: 'shop.example:443',
    }
    const calls = vi.fn<() => void>()
    // Test files share their modules, so this test loads core again with a layer that counts.
    vi.resetModules()
    vi.doMock(import('../src/known/with-known-facts.ts'), async (original) => {
      const real = await original()
      return { ...real, withKnownFacts: (stated) => (calls(), real.withKnownFacts(stated)) }
    })
    onTestFinished(() => {
      vi.doUnmock('../src/known/with-known-facts.ts')
      vi.resetModules()
    })
    const counted = await import('../src/index.ts')
    const runCounted = (tool: string, input: string, options: ToolboxOptions = {}) =>
      counted
        .createToolbox({ plan: 'enterprise', seed: 'k3f9', scenario: 'healthy', at: AT, ...options })
        .run(tool, input)
    for (const { id, input } of tools) {
      const text = inputs[input.type] ?? 'shop.example'
      await runCounted(id, text).catch(() => undefined)
      await runCounted(id, text, { world: { hosts: { 'www.shop.example': {} } } }).catch(() => undefined)
    }
    expect(calls).not.toHaveBeenCalled()
    await runCounted('a-record', 'dns.google')
    await runCounted('mx-record', 'shop.example', {
      world: { domains: { 'shop.example': { records: { MX: [{ priority: 1, exchange: 'smtp.google.com' }] } } } },
    })
    // Once for the world, and once for the source that the report names.
    expect(calls).toHaveBeenCalledTimes(3)
  })

  it('is found by names in addresses of mail, URLs, ports, reverse names and IP addresses', () => {
    const found = ['ana@GMAIL.com', 'https://api.github.com/x', 'dns.google:53', '8.8.8.8', '2001:4860:4860::8888']
    for (const text of [...found, '8.8.8.8.in-addr.arpa', 'a.b.badssl.com'])
      expect(`${text} ${leadsToKnown(text)}`).toBe(`${text} true`)
    for (const text of ['shop.example', 'notgoogle.com', 'com', '18.8.8.8', '198.51.100.1', 'google.com.example'])
      expect(`${text} ${leadsToKnown(text)}`).toBe(`${text} false`)
  })

  it('is named as the source in reports about its names', async () => {
    const detailOf = async (tool: string, input: string, world?: WorldDocument) =>
      (await run(tool, input, { world })).verdict.detail
    const remark = (name: string) => `Facts about ${name} are stated by the known internet.`
    expect(await detailOf('a-record', 'dns.google')).toContain(remark('dns.google'))
    expect(await detailOf('https-test', 'expired.badssl.com')).toContain(remark('expired.badssl.com'))
    expect(await detailOf('ptr-lookup', '8.8.8.8')).toContain(remark('8.8.8.8'))
    expect(await detailOf('email-validation', 'ana@gmail.com')).toContain(remark('gmail.com'))
    const own: WorldDocument = { domains: { 'dns.google': { records: { A: ['198.51.100.8'] } } } }
    for (const [input, world] of [
      ['shop.example', undefined],
      // The seed has the facts about a name that nobody lists.
      ['nobody.badssl.com', undefined],
      ['dns.google', own],
      ['dns.google', { known: false }],
    ] as const)
      expect(await detailOf('a-record', input, world)).not.toContain('known internet')
  })

  it('is where no record of a seed leads', () => {
    for (const seed of SEEDS)
      for (const name of ['shop.example', 'www.shop.example', 'example.com', 'mail.co.uk', 'a.dev', 'nic.io']) {
        const { world } = openWorldFor({ seed, at: AT }, () => AT, false)
        const zone = zoneOf(world, name)
        const targets = [
          ...(zone?.nameservers.map(({ host }) => host) ?? []),
          ...queryDns(world, name, 'MX').records.map(({ exchange }) => exchange),
          ...queryDns(world, name, 'CNAME').records.map(({ target }) => target),
          ...propagationOf(world, name).map(({ resolver }) => resolver.address),
          ...addressesOf(world, name),
        ]
        expect(targets.filter((target) => leadsToKnown(target) && zoneNameOf(target) !== zoneNameOf(name))).toEqual([])
      }
  })

  it('stays out of runs about names that exist by every seed, because it says no more of them', () => {
    const others = hosts.map(([name]) => name).filter((name) => !leadsToKnown(name))
    expect(others.length).toBeGreaterThan(300)
    const factsIn = (name: string, options: ToolboxOptions, isKnown: boolean) => {
      const { world } = openWorldFor({ at: AT, ...options }, () => AT, isKnown)
      const answers = (['A', 'AAAA', 'CNAME', 'MX', 'TXT'] as const).map((type) => queryDns(world, name, type))
      return { answers, port: portOf(world, name, 443) }
    }
    const inFaults = scenarios.map(({ name: scenario }) => ({ seed: 'k3f9', scenario }))
    for (const [index, name] of others.entries())
      for (const options of index % 80 === 0 ? inFaults : [{ seed: SEEDS[index % SEEDS.length] }])
        expect(factsIn(name, options, true)).toEqual(factsIn(name, options, false))
  })
})

describe('a world document wins over the known internet', () => {
  it.each<[string, WorldDocument, readonly string[] | undefined]>([
    ['by records', { domains: { 'dns.google': { records: { A: ['198.51.100.8'] } } } }, ['198.51.100.8']],
    ['by a zone as a whole', { domains: { 'dns.google': { complete: true } } }, []],
    ['by an answer for the name', { domains: { 'dns.google': { dns: 'nxdomain' } } }, []],
    ['by your own server', { hosts: { 'dns.google': { servedBy: 'self' } } }, ['192.0.2.2']],
    ['but not by facts of the host', { hosts: { 'dns.google': { ports: { 53: 'open' } } } }, ['8.8.8.8', '8.8.4.4']],
    ['but not by a scenario', { domains: { 'dns.google': { scenario: 'mx-down' } } }, ['8.8.8.8', '8.8.4.4']],
    ['without it', { known: false }, undefined],
  ])('%s', (_how, world, expected) => {
    for (const found of addressOf(world))
      if (expected === undefined) expect(found).not.toContain('8.8.8.8')
      else expect(found.toSorted()).toEqual(expected.toSorted())
  })
})
