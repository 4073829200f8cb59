import { describe, expect, it } from 'vitest'
import { queryDns, type RecordType } from '../src/dns/index.ts'
import { createToolbox, openWorld, type ToolId, type WorldDocument } from '../src/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'

const document: WorldDocument = {
  domains: {
    'shop.example': {
      complete: true,
      records: { NS: ['ns1.shop.example'], TXT: ['v=spf1 -all'], CAA: ['letsencrypt.org'] },
    },
    'ns1.shop.example': { records: { A: ['198.51.100.1'] } },
    'www.shop.example': { records: { CNAME: 'web.a.shop.example' } },
    'web.a.shop.example': { records: { A: ['198.51.100.2'] } },
    '*.dyn.shop.example': { records: { A: ['198.51.100.3'], TXT: ['any'] } },
    'one.dyn.shop.example': { records: { TXT: ['one'] } },
    'lost.shop.example': { records: { CNAME: 'typo.shop.example' } },
    // A wildcard next to the seed's names.
    '*.open.example': { records: { CNAME: 'www.open.example' } },
    'www.open.example': { records: { A: ['198.51.100.4'] } },
    // Mail
    'null.example': { records: { MX: [{ priority: 0, exchange: '.' }] } },
    'bare.example': { complete: true, records: { A: ['198.51.100.5'] } },
    'mail-only.example': { complete: true, records: { MX: [{ priority: 1, exchange: 'null.example' }] } },
  },
  hosts: { 'bare.example': { smtp: { state: 'open' } } },
}
const optionsFor = (seed: string) =>
  ({ seed, scenario: 'healthy', at: FIXED_TIME, world: document, plan: 'enterprise' }) as const
const seeds = ['k3f9', '1', '2', '3', '4']
const run = async <Id extends ToolId>(id: Id, input: string, seed = 'k3f9') =>
  createToolbox(optionsFor(seed)).run(id, input)
const outcomeIn = (seed: string) => {
  const { world } = openWorld(optionsFor(seed), () => 0)
  return (name: string, type: RecordType = 'A') => queryDns(world, name, type, { validates: false }).outcome
}

describe('a complete zone', () => {
  it.each(seeds)('has no other names and no other types, seed %s', (seed) => {
    const outcomeOf = outcomeIn(seed)
    for (const name of ['mx1', 'mail', 'api', 'ns2', '_dmarc', 's1._domainkey', '_submission._tcp', 'x.www', 'typo'])
      expect(outcomeOf(`${name}.shop.example`), name).toBe('nxdomain')
    for (const type of ['A', 'AAAA', 'MX', 'SRV', 'TLSA'] as const)
      expect(outcomeOf('shop.example', type), type).toBe('no-data')
    for (const type of ['NS', 'SOA', 'TXT', 'CAA'] as const) expect(outcomeOf('shop.example', type), type).toBe('found')
    expect(outcomeOf('ns1.shop.example', 'AAAA')).toBe('no-data')
    expect(outcomeOf('ns1.shop.example', 'TXT')).toBe('no-data')
    expect(outcomeOf('a.shop.example')).toBe('no-data')
    expect(outcomeOf('www.shop.example')).toBe('found')
    expect(outcomeOf('lost.shop.example')).toBe('nxdomain')
  })

  it('shows the same in every tool', async () => {
    for (const seed of seeds) {
      expect((await run('a-record', 'shop.example', seed)).result.records, seed).toEqual([])
      expect((await run('mx-record', 'shop.example', seed)).result.records).toEqual([])
      expect((await run('txt-record', 'shop.example', seed)).result.records.map(({ value }) => value)).toEqual([
        'v=spf1 -all',
      ])
      expect((await run('txt-record', 'ns1.shop.example', seed)).findings[0]?.code).toBe('txt-unresolved')
      expect((await run('a-record', 'mail.shop.example', seed)).findings[0]?.code).toBe('a-unresolved')
      expect((await run('cname-lookup', 'lost.shop.example', seed)).findings[0]?.code).toBe('cname-dangling')
      const { result } = await run('email-deliverability', 'bare.example', seed)
      expect(result).toMatchObject({ spf_valid: false, dkim_configured: false, dmarc_policy: 'missing' })
    }
  })

  it('does not cover the names of other zones', () => {
    expect(outcomeIn('k3f9')('www.corp.example')).toBe('found')
  })
})

describe('a wildcard (RFC 4592)', () => {
  it('applies to names below it that do not exist, and to no others', () => {
    const outcomeOf = outcomeIn('k3f9')
    for (const name of ['two', 'a.b', '*']) expect(outcomeOf(`${name}.dyn.shop.example`), name).toBe('found')
    expect(outcomeOf('two.dyn.shop.example', 'MX')).toBe('no-data')
    expect(outcomeOf('dyn.shop.example')).toBe('no-data')
    expect(outcomeOf('one.dyn.shop.example')).toBe('no-data')
    // The closest existing ancestor of this name has no wildcard below it (section 3.3.1).
    expect(outcomeOf('x.one.dyn.shop.example')).toBe('nxdomain')
    expect(outcomeOf('two.shop.example')).toBe('nxdomain')
  })

  it('is shown by the tools, and hides the names of the seed', async () => {
    expect((await run('a-record', 'anything.dyn.shop.example')).result.records).toEqual([
      { type: 'A', address: '198.51.100.3', ttl: 3600 },
    ])
    expect((await run('cname-lookup', 'api.open.example')).result.cname).toBe('www.open.example')
    expect((await run('cname-lookup', 'www.open.example')).result.cname).toBeNull()
  })
})

it('a private address is reachable where a document defines it, and has only a stated PTR record', async () => {
  const world: WorldDocument = {
    domains: { 'office.example': { records: { A: ['10.0.0.5', '93.184.216.34'] } } },
    hosts: { 'office.example': { ports: { 443: 'open' } } },
  }
  for (const seed of seeds) {
    const box = createToolbox({ ...optionsFor(seed), world })
    expect((await box.run('tcp-port-test', '10.0.0.5:443')).result.status, seed).toBe('OPEN')
    expect((await box.run('ping-test', '10.0.0.5')).result.packets_received).toBeGreaterThan(0)
    expect((await box.run('ptr-lookup', '10.0.0.5')).result.hostname).toBeNull()
    expect((await box.run('ping-test', '10.0.0.6')).result.packets_received).toBe(0)
  }
})

describe('mail without a mail server', () => {
  it('is refused by a null MX (RFC 7505), which every mail tool names', async () => {
    const { result, verdict, findings } = await run('mx-record', 'null.example')
    expect(result.records).toEqual([{ priority: 0, exchange: '.', ttl: 3600 }])
    expect(verdict).toMatchObject({ severity: 'info', sentence: 'This domain accepts no mail.' })
    expect(findings.map(({ code }) => code)).toEqual(['mx-null'])
    const address = await run('email-validation', 'ana@null.example')
    expect(address.result).toMatchObject({ mx_check: false, deliverable: false })
    expect(address.findings.map(({ title }) => title)).toContain('null.example accepts no mail')
    const standing = await run('email-deliverability', 'null.example')
    expect(standing.findings[0]?.title).toBe('null.example accepts no mail')
    const diagnostic = await run('dns-diagnostic', 'null.example')
    expect(diagnostic.result.mx).toEqual([{ priority: 0, exchange: '.' }])
    expect(diagnostic.findings.find(({ code }) => code === 'dns-mail')?.severity).toBe('pass')
  })

  it('goes to the addresses of the domain without an MX record (RFC 5321, section 5.1)', async () => {
    const { result, plot, findings } = await run('mx-record', 'bare.example')
    expect(result.records).toEqual([])
    expect(plot).toMatchObject({
      exchanges: [{ exchange: 'bare.example', address: '198.51.100.5', outcome: 'open' }],
    })
    expect(findings.map(({ code }) => code)).toContain('mx-implicit')
    expect((await run('email-validation', 'ana@bare.example')).result.mx_check).toBe(true)
    expect((await run('dns-diagnostic', 'bare.example')).result.mx).toEqual([])
  })

  it('may be all that a domain has', async () => {
    const { result, findings } = await run('dns-diagnostic', 'mail-only.example')
    expect(result).toMatchObject({ a: [], mx: [{ priority: 1, exchange: 'null.example' }] })
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['dns-address', 'dns-mail']))
  })
})
