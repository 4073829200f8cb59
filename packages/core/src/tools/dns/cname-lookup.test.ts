import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { createWorld } from '../../world/world.ts'
import { cnameLookupSimulation } from './cname-lookup.simulation.ts'
import { cnameLookup } from './cname-lookup.ts'

describeTool(cnameLookup, domainExamples, runner)

describe('cname-lookup', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = cnameLookupSimulation.simulate(domain, world)
    return { world, result, ...finishReport(cnameLookupSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  it('finds no alias at the top of a zone (RFC 1034, section 3.6.2)', () => {
    for (const seed of seeds) {
      const { result, findings } = look('shop.example', seed)
      expect(result, seed).toEqual({ domain: 'shop.example', cname: null, ttl: null })
      expect(
        findings.map(({ code }) => code),
        seed,
      ).toEqual(['cname-apex-free'])
    }
  })

  it('has a TTL exactly if there is an alias, and both kinds of names exist', () => {
    const results = seeds.map((seed) => look('www.shop.example', seed).result)
    for (const { cname, ttl } of results) expect(ttl === null).toBe(cname === null)
    expect(new Set(results.map(({ cname }) => cname === null)).size).toBe(2)
  })

  it('ends the chain at the address of the name', () => {
    for (const seed of seeds) {
      const { world, plot } = look('www.shop.example', seed)
      if (plot.kind !== 'chain') throw new Error(plot.kind)
      expect(plot.links.at(-1)?.label, seed).toBe(addressOf(world, 'www.shop.example'))
    }
  })

  it('warns of a takeover if the target does not exist', async () => {
    const run = await fixedWorld('cname-dangling').run('cname-lookup', 'www.shop.example')
    expect(run.result.cname).not.toBeNull()
    expect(run.findings[0]).toMatchObject({ code: 'cname-dangling', severity: 'critical' })
    expect(run.findings[0]?.detail).toMatch(/takeover/)
    expect(run.plot).toMatchObject({ links: [{ severity: 'pass' }, { severity: 'critical', label: run.result.cname }] })
  })

  it('reports for the target of a dangling alias the same as for the alias: that name does not exist', async () => {
    const { result } = await fixedWorld('cname-dangling').run('cname-lookup', 'www.shop.example')
    for (const tool of ['cname-lookup', 'a-record', 'dns-propagation', 'ping-test', 'smtp-test'] as const) {
      const { findings } = await fixedWorld('cname-dangling').run(tool, result.cname ?? '')
      expect(findings[0]?.severity, tool).toBe('critical')
      expect(findings[0]?.detail, tool).toMatch(/^The name was given up and no longer exists, so /)
      expect(findings[0]?.advice, tool).not.toMatch(/remove or repair the alias/)
    }
  })

  it('finds no alias at the top of a zone, even if all others dangle', async () => {
    const { result, findings } = await fixedWorld('cname-dangling').run('cname-lookup', 'shop.example')
    expect(result.cname).toBeNull()
    expect(findings.map(({ code }) => code)).toEqual(['cname-apex-free'])
  })
})
