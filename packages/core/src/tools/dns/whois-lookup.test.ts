import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { createWorld } from '../../world/world.ts'
import { whoisLookupSimulation } from './whois-lookup.simulation.ts'
import { whoisLookup } from './whois-lookup.ts'

describeTool(whoisLookup, domainExamples, runner)

describe('whois-lookup', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = whoisLookupSimulation.simulate(domain, world)
    return { world, result, ...finishReport(whoisLookupSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  const codes = (result: Partial<ReturnType<typeof look>['result']>, seed = 'k3f9') => {
    const { world, result: given } = look('shop.example', seed)
    return whoisLookupSimulation.report({ ...given, ...result }, world, 'shop.example').findings.map(({ code }) => code)
  }

  it('was created in the past and ends in the future', () => {
    for (const seed of seeds) {
      const { result } = look('shop.example', seed)
      expect(Date.parse(result.creation_date ?? ''), seed).toBeLessThan(FIXED_TIME)
      expect(Date.parse(result.expiration_date ?? ''), seed).toBeGreaterThan(FIXED_TIME)
    }
  })

  it('shows the registered domain for a name below it, and says so', () => {
    const { result, findings } = look('www.shop.example', 'k3f9')
    expect(result).toEqual(look('shop.example', 'k3f9').result)
    expect(findings.map(({ code }) => code)).toContain('whois-below')
  })

  it('warns within thirty days of the end, with the days in the verdict', () => {
    const days = (seed: string) =>
      Math.floor((Date.parse(look('shop.example', seed).result.expiration_date ?? '') - FIXED_TIME) / 86_400_000)
    const soon = Array.from({ length: 2000 }, (_, index) => `soon-${index}`).filter((seed) => days(seed) < 30)
    expect(soon.length).toBeGreaterThan(0)
    for (const seed of soon) {
      const { verdict, findings } = look('shop.example', seed)
      expect(
        findings.map(({ code }) => code),
        seed,
      ).toContain('whois-expiring')
      expect(verdict.sentence, seed).toBe(
        `The registration expires in ${days(seed)} ${days(seed) === 1 ? 'day' : 'days'}.`,
      )
    }
    for (const seed of seeds.filter((candidate) => days(candidate) >= 30)) {
      expect(
        look('shop.example', seed).findings.map(({ code }) => code),
        seed,
      ).toContain('whois-expiry')
    }
  })

  it('warns from exactly thirty days on', () => {
    const inDays = (days: number) => ({ expiration_date: new Date(FIXED_TIME + days * 86_400_000).toISOString() })
    expect(codes(inDays(29.9))).toContain('whois-expiring')
    expect(codes(inDays(30))).toContain('whois-expiry')
  })

  it('advises a transfer lock if it is missing', () => {
    expect(codes({ status: ['ok'] })).toContain('whois-unlocked')
    expect(codes({ status: ['clientTransferProhibited'] })).toContain('whois-locked')
  })

  it('reports a single nameserver as broken, and several in one network as a risk', () => {
    expect(codes({ nameservers: ['ns1.shop.example'] })).toContain('whois-one-server')
    const found = seeds.flatMap((seed) => look('shop.example', seed).findings.map(({ code }) => code))
    expect(found).toContain('whois-one-network')
    expect(found).toContain('whois-networks')
  })

  it('names the operator of all nameservers, or the glue if they are in the domain', () => {
    for (const seed of seeds) {
      const { result, findings } = look('shop.example', seed)
      const own = result.nameservers[0]?.endsWith('.shop.example') === true
      expect(
        findings.map(({ code }) => code),
        seed,
      ).toContain(own ? 'whois-own-servers' : 'whois-one-operator')
    }
  })
})
