import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { propagationOf } from '../../world/answers/propagation.ts'
import { aliasOf } from '../../world/names/aliases.ts'
import { createWorld } from '../../world/world.ts'
import { aRecordSimulation } from './a-record.simulation.ts'
import { aRecord } from './a-record.ts'

describeTool(aRecord, domainExamples, runner)

describe('a-record', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = aRecordSimulation.simulate(domain, world)
    return { world, result, ...finishReport(aRecordSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  it('lists the address that every other tool uses first', () => {
    for (const seed of seeds) {
      const { world, result } = look('www.shop.example', seed)
      expect(result.records[0]?.address, seed).toBe(addressOf(world, 'www.shop.example'))
    }
  })

  it('gives the whole set one TTL (RFC 2181, section 5.2), from which propagation counts down', () => {
    for (const seed of seeds) {
      const { world, result } = look('shop.example', seed)
      expect(new Set(result.records.map(({ ttl }) => ttl)), seed).toEqual(
        new Set([propagationOf(world, 'shop.example').ttl]),
      )
    }
  })

  it('calls an address with a colon AAAA and every other A', () => {
    for (const seed of seeds) {
      for (const { type, address } of look('shop.example', seed).result.records) {
        expect(type, address).toBe(address.includes(':') ? 'AAAA' : 'A')
      }
    }
  })

  it('has no records for a name whose alias dangles, and says that it points at nothing', async () => {
    const run = await fixedWorld('cname-dangling').run('a-record', 'www.shop.example')
    expect(run.result.records).toEqual([])
    expect(run.verdict.sentence).toBe('The name points at nothing.')
    expect(run.findings[0]).toMatchObject({ code: 'a-dangling', severity: 'critical' })
    expect(run.plot).toMatchObject({ records: [{ type: 'CNAME' }] })
  })

  it('shows nothing if validating resolvers refuse the answer, and the reason', async () => {
    const run = await fixedWorld('dnssec-bogus').run('a-record', 'shop.example')
    expect(run.result.records).toEqual([])
    expect(run.findings[0]).toMatchObject({ code: 'a-bogus', severity: 'critical' })
  })

  it('shows the alias before the addresses of its target', () => {
    const seed = seeds.find(
      (candidate) => aliasOf(look('www.shop.example', candidate).world, 'www.shop.example') !== undefined,
    )
    expect(seed).toBeDefined()
    const { plot, result } = look('www.shop.example', seed ?? '')
    if (plot.kind !== 'records') throw new Error(plot.kind)
    const [alias, ...addresses] = plot.records
    expect(alias).toMatchObject({ name: 'www.shop.example.', type: 'CNAME' })
    expect(addresses.map(({ name }) => name)).toEqual(result.records.map(() => alias?.value))
  })

  it('advises an IPv4 address for a reverse name with only IPv6', () => {
    const { result, findings } = look('ip6-2001-db8-0-0-0-0-0-25.harbour.example', 'k3f9')
    expect(result.records).toMatchObject([{ type: 'AAAA', address: '2001:db8::25' }])
    expect(findings.map(({ code }) => code)).toContain('a-no-ipv4')
  })
})
