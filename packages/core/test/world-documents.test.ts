import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptanceOf, dkimKeyOf, mailHostAt, mailRuleFor, queryDns } from '../src/dns/index.ts'
import { WorldDocumentError } from '../src/errors/document-errors.ts'
import { portStatesOf } from '../src/network/index.ts'
import { createToolbox } from '../src/runs/create-toolbox.ts'
import { openWorld } from '../src/runs/open-world.ts'
import { readWorld } from '../src/world-document/read-world.ts'
import { type WorldDocument, worldFileSchema, worldSchema } from '../src/world-document/world-document.ts'
import { scenarios, type ScenarioText } from '../src/scenarios/index.ts'
import type { ResultOf, ToolId } from '../src/catalogue/catalogue.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'
import { tools } from '../src/tools/index.ts'

const example: WorldDocument = {
  domains: {
    'shop.example': {
      records: { MX: [{ priority: 10, exchange: 'mx1.corp.example' }], TXT: ['v=spf1 mx -all'] },
      scenario: 'cert-expired',
    },
    'gone.example': { dns: 'nxdomain' },
    'broken.example': { dns: 'servfail' },
    'slow.example': { dns: 'silent' },
  },
  hosts: {
    'mx1.corp.example': { smtp: { state: 'refused', greylist: false }, ports: { 25: 'refused' } },
    'www.shop.example': { certificate: { expires: '2026-12-01' } },
  },
  addresses: { '198.51.100.7': { listed: ['harvest-trap.example'], ptr: 'mx1.corp.example' } },
}

const seeds = ['k3f9', 'one', 'two', 'three', 'four']
const options = { at: '2026-11-20T00:00:00Z', plan: 'enterprise' } as const

const runOf = async <Id extends ToolId>(
  tool: Id,
  input: string,
  world: WorldDocument,
  seed = 'k3f9',
  scenario?: ScenarioText,
) => createToolbox({ ...options, seed, world, scenario }).run(tool, input)

const resultOf = async <Id extends ToolId>(
  tool: Id,
  input: string,
  world: WorldDocument,
  seed?: string,
): Promise<ResultOf<Id>> => (await runOf(tool, input, world, seed)).result

const codesOf = async (tool: ToolId, input: string, world: WorldDocument, seed?: string) =>
  (await runOf(tool, input, world, seed)).findings.map(({ code }) => code)

const worldOf = (world: WorldDocument, seed: string) =>
  openWorld({ seed, world, scenario: 'healthy', at: options.at }, () => FIXED_TIME).world

describe.each(seeds)('the facts of a world document, seed %s', (seed) => {
  it('show a stated mail server in every tool about mail', async () => {
    const { records } = await resultOf('mx-record', 'shop.example', example, seed)
    expect(records).toEqual([{ priority: 10, exchange: 'mx1.corp.example', ttl: 3600 }])
    expect(await codesOf('mx-record', 'shop.example', example, seed)).toContain('mx-refused')
    expect((await resultOf('smtp-test', 'mx1.corp.example:25', example, seed)).reachable).toBe(false)
    expect((await resultOf('smtp-test', 'mx1.corp.example:587', example, seed)).reachable).toBe(false)
    expect((await resultOf('tcp-port-test', 'mx1.corp.example:25', example, seed)).status).toBe('CLOSED')
    expect((await resultOf('email-validation', 'ana@shop.example', example, seed)).mx_check).toBe(false)
    const standing = await resultOf('email-deliverability', 'shop.example', example, seed)
    expect(standing.spf_valid).toBe(true)
    expect(standing.recommendations.join(' ')).toContain('mx1.corp.example')
    expect((await resultOf('dns-diagnostic', 'shop.example', example, seed)).mx).toEqual([
      { priority: 10, exchange: 'mx1.corp.example' },
    ])
    const { world } = openWorld({ seed, world: example, scenario: 'healthy', at: options.at }, () => FIXED_TIME)
    expect(queryDns(world, 'shop.example', 'MX').records).toEqual(records)
    expect(mailHostAt(world, 'mx1.corp.example')).toMatchObject({
      address: '198.51.100.7',
      greetingName: 'mx1.corp.example',
      answer: 'refused',
      recipients: 'verified',
    })
    expect(acceptanceOf(world, 'mx1.corp.example', { local: 'postmaster', domain: 'shop.example' })).toBe('exists')
    expect(acceptanceOf(world, 'mx1.shop.example', { local: 'postmaster', domain: 'shop.example' })).toBe('not-served')
  })

  it('show an address that is listed and has a PTR record, whose name has that address', async () => {
    for (const subject of ['198.51.100.7', 'mx1.corp.example']) {
      const { ip, sources } = await resultOf('blacklist-check', subject, example, seed)
      expect(ip).toBe('198.51.100.7')
      expect(sources.filter(({ listed }) => listed).map(({ name }) => name)).toEqual(['Harvest Trap'])
    }
    expect(await resultOf('ptr-lookup', '198.51.100.7', example, seed)).toMatchObject({
      hostname: 'mx1.corp.example',
      valid: true,
    })
    expect(await codesOf('email-deliverability', 'shop.example', example, seed)).toContain('deliver-listed')
    const world = worldOf(example, seed)
    expect(queryDns(world, '7.100.51.198.in-addr.arpa', 'PTR').records).toEqual([
      { host: 'mx1.corp.example', ttl: 3600 },
    ])
    expect(queryDns(world, '7.100.51.198.harvest-trap.example', 'A').outcome).toBe('found')
    expect(queryDns(world, '100.51.198.harvest-trap.example', 'A').outcome).toBe('no-data')
    expect(queryDns(world, '7.100.51.198.relay-census.example', 'A').outcome).toBe('nxdomain')
    const elsewhere: WorldDocument = {
      ...example,
      domains: { 'mx1.corp.example': { records: { A: ['203.0.113.5'] } } },
    }
    expect((await resultOf('ptr-lookup', '198.51.100.7', elsewhere, seed)).valid).toBe(false)
    const silent: WorldDocument = { addresses: { '198.51.100.7': { ptr: null } } }
    expect((await resultOf('ptr-lookup', '198.51.100.7', silent, seed)).hostname).toBeNull()
  })

  it('hold for all hosts at an address together, by any of their names', async () => {
    const A = ['198.51.100.7']
    const shared: WorldDocument = {
      domains: { 'a.example': { records: { A } }, 'b.example': { records: { A } }, 'c.example': { records: { A } } },
      hosts: {
        'a.example': { ports: { 80: 'open' } },
        'b.example': { ports: { 81: 'refused' }, smtp: { greylist: true } },
        'c.example': { smtp: { state: 'open', rules: [{ do: { reply: '450 4.3.2 Later' } }] } },
      },
    }
    const world = worldOf(shared, seed)
    for (const name of ['a.example', 'b.example', 'c.example', ...A]) {
      expect(portStatesOf(world, name, [80, 81, 25]), name).toEqual(['open', 'refused', 'open'])
      expect(mailHostAt(world, name).recipients, name).toBe('greylisted')
      const event = { kind: 'recipient', from: 'ana@shop.example', to: ['ben@a.example'] } as const
      expect(mailRuleFor(world, name, event, new Map(), FIXED_TIME)?.effect, name).toMatchObject({ code: 450 })
    }
  })

  it('show the expiry of a certificate, and a scenario of one domain', async () => {
    expect((await resultOf('https-test', 'shop.example', example, seed)).expires_in_days).toBeLessThan(0)
    const open = {
      ...example,
      hosts: { 'www.shop.example': { ...example.hosts?.['www.shop.example'], ports: { 443: 'open' } } },
    } as const
    expect((await resultOf('https-test', 'www.shop.example', open, seed)).expires_in_days).toBe(11)
    const old: WorldDocument = {
      hosts: { 'www.shop.example': { certificate: { expires: '2019-05-01' }, ports: { 443: 'open' } } },
    }
    const { creation_date: created } = await resultOf('whois-lookup', 'shop.example', old, seed)
    expect((created ?? '') < '2019-02-01').toBe(true)
    expect(await codesOf('https-test', 'www.shop.example', old, seed)).toContain('https-expired')
  })

  it('have a DNS state for every tool and for resolvers', async () => {
    const world = worldOf(example, seed)
    for (const name of ['gone.example', 'www.gone.example', 'mx1.gone.example']) {
      expect(queryDns(world, name, 'A').outcome, name).toBe('nxdomain')
      expect(queryDns(world, name, 'CNAME').authority?.zone, name).toBe('example')
      expect((await runOf('a-record', name, example, seed)).verdict.sentence).toBe('There is no such name.')
      expect((await resultOf('cname-lookup', name, example, seed)).cname).toBeNull()
    }
    expect((await resultOf('whois-lookup', 'gone.example', example, seed)).status).toEqual(['clientHold'])
    for (const [name, outcome] of [
      ['www.broken.example', 'failure'],
      ['www.slow.example', 'timeout'],
    ] as const) {
      for (const type of ['A', 'MX', 'TXT', 'SOA'] as const) {
        expect(queryDns(world, name, type).outcome, name).toBe(outcome)
        expect(queryDns(world, name, type, { validates: false }).outcome, name).toBe(outcome)
      }
      for (const tool of ['a-record', 'mx-record', 'txt-record', 'spf-check', 'soa-record', 'cname-lookup'] as const)
        expect((await runOf(tool, name, example, seed)).verdict.sentence, tool).toBe('Resolvers give no answer.')
      expect((await runOf('dns-propagation', name, example, seed)).verdict.sentence).toBe('Resolvers give no answer.')
      const { servers } = await resultOf('dns-propagation', name, example, seed)
      expect(servers.every(({ status }) => status === 'failed')).toBe(true)
    }
    for (const { id } of tools.filter(({ input }) => input.type === 'Domain Name')) {
      for (const domain of ['gone.example', 'broken.example', 'slow.example'])
        expect((await runOf(id, domain, example, seed)).findings.length, `${id} ${domain}`).toBeGreaterThan(0)
    }
  })

  it('show stated policies: DMARC, DKIM, and SPF by its text', async () => {
    const policies = (spf: string, others: WorldDocument['domains'] = {}): WorldDocument => ({
      domains: {
        'shop.example': { records: { TXT: [spf, 'other'] } },
        '_dmarc.shop.example': { records: { TXT: ['v=DMARC1; p=quarantine; sp=none'] } },
        's9._domainkey.shop.example': { records: { TXT: [`v=DKIM1; k=ed25519; p=${'A'.repeat(43)}=`] } },
        ...others,
      },
    })
    const valid = policies('v=spf1 ip4:198.51.100.0/24 ~all')
    expect(await resultOf('email-deliverability', 'shop.example', valid, seed)).toMatchObject({
      spf_valid: true,
      dkim_configured: true,
      dmarc_policy: 'quarantine',
    })
    expect(await codesOf('txt-record', 's9._domainkey.shop.example', valid, seed)).toContain('txt-dkim')
    expect(dkimKeyOf(worldOf(valid, seed), 'shop.example')).toBeUndefined()
    expect((await resultOf('spf-check', 'shop.example', valid, seed)).mechanisms).toEqual([
      'ip4:198.51.100.0/24',
      '~all',
    ])
    const claims: readonly (readonly [WorldDocument, string])[] = [
      [policies('v=spf1 ipv4:198.51.100.1 -all'), 'spf-syntax'],
      [policies('v=spf1 +all'), 'spf-pass-all'],
      [policies('v=spf1 mx'), 'spf-neutral'],
      [policies('hello'), 'spf-missing'],
      [policies('v=spf1 include:none.example -all', { 'none.example': { records: { TXT: [] } } }), 'spf-include'],
      [policies('v=spf1 redirect=none.example', { 'none.example': { records: { TXT: ['x'] } } }), 'spf-include'],
      [policies('v=spf1 include:shop.example -all'), 'spf-lookups'],
      [
        policies(`v=spf1 ${Array.from({ length: 11 }, (_, index) => `a:h${index}.example`).join(' ')} -all`),
        'spf-lookups',
      ],
      [{ domains: { 'shop.example': { records: { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] } } } }, 'spf-duplicate'],
    ]
    for (const [document, code] of claims)
      expect(await codesOf('spf-check', 'shop.example', document, seed)).toContain(code)
  })

  it('follow stated aliases, and make deep names and their targets exist', async () => {
    const document: WorldDocument = {
      domains: {
        'www.shop.example': { records: { CNAME: { target: 'web.shop.example', ttl: 60 } } },
        'web.shop.example': { records: { CNAME: 'a.b.c.corp.example' } },
        'a.b.c.corp.example': { records: { A: ['198.51.100.8'], AAAA: [] } },
        'lost.shop.example': { records: { CNAME: 'www.gone.example' } },
        'gone.example': { dns: 'nxdomain' },
        '_acme-challenge.shop.example': { records: { TXT: ['token'] } },
        '_sip._tcp.shop.example': {
          records: { SRV: [{ priority: 0, weight: 5, port: 5060, host: 'sip.voice.corp.example' }] },
        },
        'shop.example': {
          records: {
            NS: ['ns1.dns.corp.example'],
            CAA: ['letsencrypt.org'],
            SOA: {
              primary: 'ns1.dns.corp.example',
              mailbox: 'dns@corp.example',
              serial: 7,
              refresh: 3600,
              retry: 900,
              expire: 604_800,
              minimum: 60,
            },
          },
        },
        'bare.example': { records: { A: [] } },
      },
    }
    const world = worldOf(document, seed)
    expect(queryDns(world, 'www.shop.example', 'A').records).toEqual([{ address: '198.51.100.8', ttl: 3600 }])
    expect((await resultOf('a-record', 'www.shop.example', document, seed)).records).toEqual([
      { type: 'A', address: '198.51.100.8', ttl: 3600 },
    ])
    expect(await resultOf('cname-lookup', 'www.shop.example', document, seed)).toEqual({
      domain: 'www.shop.example',
      cname: 'web.shop.example',
      ttl: 60,
    })
    expect(await codesOf('cname-lookup', 'lost.shop.example', document, seed)).toContain('cname-dangling')
    expect(queryDns(world, 'lost.shop.example', 'A').outcome).toBe('nxdomain')
    expect(queryDns(world, 'b.c.corp.example', 'A').outcome).toBe('no-data')
    expect(queryDns(world, '_acme-challenge.shop.example', 'TXT').records).toEqual([{ value: 'token', ttl: 3600 }])
    expect(queryDns(world, '_sip._tcp.shop.example', 'SRV').records).toHaveLength(1)
    expect(queryDns(world, 'sip.voice.corp.example', 'A').outcome).toBe('found')
    expect(queryDns(world, 'shop.example', 'CAA').records).toEqual([
      { flags: 0, tag: 'issue', value: 'letsencrypt.org', ttl: 3600 },
    ])
    expect((await resultOf('whois-lookup', 'shop.example', document, seed)).nameservers).toEqual([
      'ns1.dns.corp.example',
    ])
    expect(await resultOf('soa-record', 'shop.example', document, seed)).toMatchObject({
      primary_ns: 'ns1.dns.corp.example',
      admin_email: 'dns@corp.example',
      serial: 7,
    })
    expect(queryDns(world, 'bare.example', 'A').outcome).toBe('no-data')
    expect(queryDns(world, 'bare.example', 'MX').outcome).toBe('found')
    expect((await runOf('a-record', 'bare.example', document, seed)).verdict.sentence).toBe(
      'There is no address at this name.',
    )
  })
})

describe('a run with a world document', () => {
  it('contains it in canonical form, and can be replayed from there byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tools),
        fc.string({ minLength: 1, maxLength: 8 }),
        // The document already has an expired certificate.
        fc.constantFrom(
          ...scenarios.map(({ name }) => name).filter((name) => name === 'cert-expired' || !name.startsWith('cert-')),
        ),
        async ({ id, placeholder }, seed, scenario) => {
          const first = await runOf(id, placeholder, structuredClone(example), seed, scenario)
          expect(first.world).toEqual(readWorld(example).document)
          const { world, scenario: said, at, input } = structuredClone(first)
          const again = await createToolbox({ plan: 'enterprise' }).run(id, input, { seed, scenario: said, at, world })
          expect(JSON.stringify(again)).toBe(JSON.stringify(first))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('without statements has the bytes of a run without one, except for the empty document', async () => {
    for (const { id, placeholder } of tools) {
      const { world, ...run } = await runOf(id, placeholder, {})
      expect(world).toEqual({})
      expect(run).toEqual(await createToolbox({ ...options, seed: 'k3f9' }).run(id, placeholder))
    }
  })

  it('leaves other facts to the seed', async () => {
    for (const { id } of tools.filter(({ input }) => input.type === 'Domain Name')) {
      const { world: _stated, ...run } = await runOf(id, 'harbour.test', example)
      expect(run, id).toEqual(await createToolbox({ ...options, seed: 'k3f9' }).run(id, 'harbour.test'))
    }
  })

  it('is refused with the field', async () => {
    const document = { domains: { shop: {} } }
    await expect(runOf('mx-record', 'shop.example', document)).rejects.toMatchObject({
      code: 'invalid_input',
      title: 'Invalid world',
      message: "domains.shop: 'shop' is not a domain name.",
    })
  })
})

describe('the JSON Schema of world documents', () => {
  const validate = new Ajv2020({ strict: false }).compile(worldSchema)

  it('accepts the documents that netbox accepts', () => {
    for (const document of [example, readWorld(example).document, {}])
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
  })

  it('accepts zone files only in world files', () => {
    const document = { domains: { 'shop.example': { zone: './shop.example.zone' } } }
    expect(validate(document)).toBe(false)
    const validateFile = new Ajv2020({ strict: false }).compile(worldFileSchema)
    for (const file of [document, example]) expect(validateFile(file), JSON.stringify(validateFile.errors)).toBe(true)
    expect(validateFile({ domain: {} })).toBe(false)
  })

  it.each([
    { domain: {} },
    { domains: { 'shop.example': { zone: 'x' } } },
    { domains: { 'shop.example': { records: { NS: [] } } } },
    { domains: { 'shop.example': { records: { MX: [{ exchange: 'a.example' }] } } } },
    { domains: { 'shop.example': { records: { TYPE65: ['0'] } } } },
    { domains: { 'shop.example': { records: { TXT: ['\u001b[2J'] } } } },
    { domains: { 'shop.example': { records: { TXT: [{ strings: ['\\256'] }] } } } },
    { hosts: { 'a.example': { ports: { 25: 'shut' } } } },
    { addresses: { '198.51.100.7': { listed: true } } },
  ])('refuses %j, as netbox does', (document) => {
    expect(validate(document)).toBe(false)
    expect(() => readWorld(document as WorldDocument)).toThrow(WorldDocumentError)
  })
})
