import { describe, expect, it } from 'vitest'
import { queryDns } from '../src/dns/index.ts'
import { createToolbox, openWorld, type ToolId, type WorldDocument } from '../src/index.ts'
import { FIXED_TIME } from '../src/testing/fake-clock.ts'

const cname = (target: string) => ({ records: { CNAME: { target, ttl: 60 } } })
const document: WorldDocument = {
  domains: {
    'shop.example': { records: { MX: [{ priority: 10, exchange: 'nothing.invalid' }] } },
    'half.example': {
      records: {
        MX: [
          { priority: 10, exchange: 'nothing.invalid' },
          { priority: 20, exchange: 'mx.half.example' },
          { priority: 30, exchange: 'a.shop.example' },
        ],
      },
    },
    'a.shop.example': cname('b.shop.example'),
    'b.shop.example': cname('c.shop.example'),
    'c.shop.example': { records: { A: ['198.51.100.7'], AAAA: [], TXT: ['at the end'] } },
    'void.shop.example': cname('b.void.shop.example'),
    'b.void.shop.example': cname('nothing.invalid'),
    'round.shop.example': cname('trip.shop.example'),
    'trip.shop.example': cname('round.shop.example'),
    'down.shop.example': cname('www.down.example'),
    'down.example': { dns: 'servfail' },
    'old.shop.example': { records: { DNAME: 'shop.example' } },
    'text.shop.example': cname('only.text.shop.example'),
    'only.text.shop.example': { records: { A: [], TXT: ['no address here'] } },
  },
}
const options = { seed: 'k3f9', scenario: 'healthy', at: FIXED_TIME, world: document, plan: 'enterprise' } as const
const { world } = openWorld(options, () => 0)
const run = async <Id extends ToolId>(id: Id, input: string) => createToolbox(options).run(id, input)
const codes = async (id: ToolId, input: string) => (await run(id, input)).findings.map(({ code }) => code)

describe('stated aliases', () => {
  it('are all in the answer, in order, for every type', () => {
    const aliases = [
      { name: 'a.shop.example', target: 'b.shop.example', ttl: 60 },
      { name: 'b.shop.example', target: 'c.shop.example', ttl: 60 },
    ]
    expect(queryDns(world, 'a.shop.example', 'A')).toEqual({
      outcome: 'found',
      records: [{ address: '198.51.100.7', ttl: 3600 }],
      aliases,
    })
    expect(queryDns(world, 'a.shop.example', 'TXT')).toMatchObject({ records: [{ value: 'at the end' }], aliases })
    expect(queryDns(world, 'a.shop.example', 'AAAA')).toMatchObject({ outcome: 'no-data', aliases })
    expect(queryDns(world, 'a.shop.example', 'CNAME')).toMatchObject({
      records: [{ target: 'b.shop.example' }],
      aliases: [],
    })
  })

  it('follow from a DNAME record for all names below it', async () => {
    const redirection = { owner: 'old.shop.example', to: 'shop.example', target: 'c.shop.example', ttl: 3600 }
    expect(queryDns(world, 'c.old.shop.example', 'A')).toMatchObject({
      records: [{ address: '198.51.100.7' }],
      aliases: [{ name: 'c.old.shop.example', target: 'c.shop.example', redirection }],
    })
    expect(queryDns(world, 'old.shop.example', 'DNAME').records).toEqual([{ target: 'shop.example', ttl: 3600 }])
    expect((await run('a-record', 'c.old.shop.example')).result.records).toMatchObject([{ address: '198.51.100.7' }])
    expect((await run('cname-lookup', 'c.old.shop.example')).result.cname).toBe('c.shop.example')
  })

  it('lead to a missing name, to a circle, to a failing zone or to a name without addresses', () => {
    const outcomeOf = (name: string) => queryDns(world, name, 'A').outcome
    expect(queryDns(world, 'void.shop.example', 'A')).toMatchObject({ outcome: 'nxdomain', authority: { zone: '.' } })
    for (const type of ['NS', 'SOA', 'MX', 'TXT'] as const)
      expect(queryDns(world, 'void.shop.example', type), type).toMatchObject({ outcome: 'nxdomain', records: [] })
    expect(outcomeOf('round.shop.example')).toBe('failure')
    expect(outcomeOf('down.shop.example')).toBe('failure')
    expect(outcomeOf('text.shop.example')).toBe('no-data')
    for (const name of ['void', 'round', 'down', 'text'])
      expect(queryDns(world, `${name}.shop.example`, 'CNAME').outcome, name).toBe('found')
  })

  it('are drawn hop by hop by a-record, txt-record and cname-lookup', async () => {
    const chain = [
      { name: 'a.shop.example.', type: 'CNAME', value: 'b.shop.example.' },
      { name: 'b.shop.example.', type: 'CNAME', value: 'c.shop.example.' },
    ]
    expect((await run('a-record', 'a.shop.example')).plot).toMatchObject({
      records: [...chain, { name: 'c.shop.example.', type: 'A', value: '198.51.100.7' }],
    })
    expect((await run('txt-record', 'a.shop.example')).plot).toMatchObject({
      records: [...chain, { name: 'c.shop.example.', type: 'TXT' }],
    })
    const { result, plot, findings } = await run('cname-lookup', 'a.shop.example')
    expect(result).toEqual({ domain: 'a.shop.example', cname: 'b.shop.example', ttl: 60 })
    expect(plot).toMatchObject({
      links: ['a.shop.example', 'b.shop.example', 'c.shop.example', '198.51.100.7'].map((label) => ({ label })),
    })
    expect(findings.map(({ code }) => code)).toContain('cname-chain')
    expect(findings.map(({ code }) => code)).not.toContain('cname-direct')
  })

  it('are shown by cname-lookup even if they lead nowhere', async () => {
    const found = async (name: string) => {
      const { result, findings } = await run('cname-lookup', `${name}.shop.example`)
      return [result.cname, findings[0]?.code]
    }
    expect(await found('void')).toEqual(['b.void.shop.example', 'cname-dangling'])
    expect(await found('round')).toEqual(['trip.shop.example', 'cname-endless'])
    expect(await found('down')).toEqual(['www.down.example', 'cname-unresolved'])
    expect(await found('text')).toEqual(['only.text.shop.example', 'cname-unresolved'])
  })

  it.each([
    ['a-record', 'a-dangling', 'a-unresolved'],
    ['mx-record', 'mx-unresolved', 'mx-unresolved'],
    ['txt-record', 'txt-unresolved', 'txt-unresolved'],
    ['dns-diagnostic', 'dns-address', 'dns-address'],
    ['ping-test', 'ping-unresolved', 'ping-unresolved'],
    ['email-deliverability', 'deliver-unresolved', 'deliver-unresolved'],
  ] as const)('%s reports a dangling alias and one that never ends', async (tool, dangling, endless) => {
    expect(await codes(tool, 'void.shop.example')).toContain(dangling)
    expect(await codes(tool, 'round.shop.example')).toContain(endless)
    const { findings } = await run(tool, 'round.shop.example')
    expect(findings[0]?.detail).toMatch(/form a circle/)
  })
})

describe('a mail server without an address', () => {
  it('is skipped by senders; without any other, no mail arrives', async () => {
    const only = await run('mx-record', 'shop.example')
    expect(only.result.records).toEqual([{ priority: 10, exchange: 'nothing.invalid', ttl: 3600 }])
    expect(only.verdict.sentence).toBe('No mail arrives at this domain.')
    expect(only.findings[0]).toMatchObject({ code: 'mx-no-address', severity: 'critical' })
    const half = await run('mx-record', 'half.example')
    expect(half.plot).toMatchObject({ exchanges: [{ outcome: 'no-address', to: 0 }, { outcome: 'open' }, {}] })
    expect(half.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['mx-no-address', 'mx-alias-host']))
    expect(await codes('email-deliverability', 'half.example')).toContain('deliver-first-refuses')
    const { result, findings } = await run('email-validation', 'ana@half.example')
    expect(result.mx_check).toBe(true)
    expect(findings.map(({ title }) => title)).toContain('nothing.invalid has no address, but mx.half.example answers')
    expect((await run('email-validation', 'ana@shop.example')).result.mx_check).toBe(false)
  })
})
