import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { createWorld } from '../../world/world.ts'
import { nameserversOf } from '../../world/names/nameservers.ts'
import { soaRecordSimulation } from './soa-record.simulation.ts'
import { soaRecord } from './soa-record.ts'

describeTool(soaRecord, domainExamples, runner)

describe('soa-record', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = soaRecordSimulation.simulate(domain, world)
    return { world, result, ...finishReport(soaRecordSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  it('shows the first nameserver as the primary', () => {
    for (const seed of seeds) {
      const { world, result } = look('shop.example', seed)
      expect(result.primary_ns, seed).toBe(nameserversOf(world, 'shop.example')[0])
    }
  })

  it('shows the zone’s record for a name below the zone, and says so', () => {
    const { result, findings } = look('www.shop.example', 'k3f9')
    expect(result).toEqual({ ...look('shop.example', 'k3f9').result, domain: 'www.shop.example' })
    expect(findings.map(({ code }) => code)).toContain('soa-parent-zone')
  })

  it('has a serial with the day of the last change, which is not in the future', () => {
    const today = Number(new Date(FIXED_TIME).toISOString().slice(0, 10).replaceAll('-', ''))
    for (const seed of seeds) {
      const { result, plot, findings } = look('shop.example', seed)
      if (plot.kind !== 'timeline') throw new Error(plot.kind)
      const day = Math.floor((result.serial ?? 0) / 100)
      expect(day, seed).toBeLessThanOrEqual(today)
      expect(plot.events[0]?.time.slice(0, 10).replaceAll('-', ''), seed).toBe(String(day))
      expect(
        findings.map(({ code }) => code),
        seed,
      ).toContain('soa-serial')
    }
  })

  it('shows last change, current time, next refresh and expiry in this order', () => {
    for (const seed of seeds) {
      const { plot, result } = look('shop.example', seed)
      if (plot.kind !== 'timeline') throw new Error(plot.kind)
      const [changed = 0, refresh = 0, end = 0] = plot.events.map(({ time }) => Date.parse(time))
      expect(changed, seed).toBeLessThanOrEqual(FIXED_TIME)
      expect(refresh, seed).toBeGreaterThan(FIXED_TIME)
      expect(refresh - FIXED_TIME, seed).toBeLessThanOrEqual((result.refresh ?? 0) * 1000)
      expect(end, seed).toBeGreaterThan(refresh)
    }
  })

  it('judges every timer by the numbers in the result', () => {
    const judged = (values: Partial<typeof base>) => {
      const world = createWorld('k3f9', FIXED_TIME)
      return soaRecordSimulation.report({ ...base, ...values }, world, 'shop.example').findings.map(({ code }) => code)
    }
    const base = {
      ...look('shop.example', 'k3f9').result,
      refresh: 14_400,
      retry: 900,
      expire: 1_209_600,
      minimum: 3600,
    }
    expect(judged({})).toEqual(['soa-serial', 'soa-refresh', 'soa-retry', 'soa-expire', 'soa-minimum'])
    expect(judged({ refresh: 86_400 })).toContain('soa-refresh-range')
    expect(judged({ refresh: 600, retry: 300 })).toContain('soa-refresh-range')
    expect(judged({ retry: 14_400 })).toContain('soa-retry-long')
    expect(judged({ expire: 15_300 })).toContain('soa-expire-early')
    expect(judged({ expire: 604_800 })).toContain('soa-expire-range')
    expect(judged({ minimum: 86_400 })).toContain('soa-minimum-long')
    expect(judged({ serial: 7 })).toContain('soa-serial-form')
  })
})
