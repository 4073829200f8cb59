import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { createWorld } from '../../world/world.ts'
import { dnsDiagnosticSimulation } from './dns-diagnostic.simulation.ts'
import { dnsDiagnostic } from './dns-diagnostic.ts'

describeTool(dnsDiagnostic, domainExamples, runner)

describe('dns-diagnostic', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = dnsDiagnosticSimulation.simulate(domain, world)
    return { world, result, ...finishReport(dnsDiagnosticSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  const statusOf = (overrides: Overrides, name: string, seed: string) =>
    look('alias' in overrides ? 'www.shop.example' : 'shop.example', seed, overrides).result.checks.find(
      (check) => check.name === name,
    )?.status

  it('is in no category of the dashboard and not on the free plan', () => {
    expect(dnsDiagnostic).not.toHaveProperty('dashboard')
    expect(dnsDiagnostic).toMatchObject({
      free: false,
      limits: { free: 0, pro: 250, enterprise: -1 },
      picker: { category: 'dns', id: 'dns' },
    })
  })

  it('has one finding for each check, of the same severity', () => {
    for (const seed of seeds) {
      const { result, findings, plot } = look('shop.example', seed)
      const told = findings.map(({ severity, title }) => `${severity} ${title}.`).toSorted()
      expect(result.checks.map(({ status, detail }) => `${status} ${detail}`).toSorted(), seed).toEqual(told)
      if (plot.kind !== 'list') throw new Error(plot.kind)
      expect(plot.items.map(({ label }) => label)).toEqual(result.checks.map(({ name }) => name))
    }
  })

  it.each([
    ['Addresses', { alias: 'dangling' }, 'critical'],
    ['Mail servers', { exchange: 'first-silent' }, 'critical'],
    ['SPF', { spf: 'lookups' }, 'critical'],
    ['SPF', { spf: 'missing' }, 'critical'],
    ['DNSSEC', { dnssec: 'bogus' }, 'critical'],
    ['DNSSEC', { dnssec: 'insecure' }, 'info'],
    ['DNSSEC', { dnssec: 'secure' }, 'pass'],
    ['Propagation', { propagation: 'partial' }, 'warning'],
    ['Propagation', { propagation: 'complete' }, 'pass'],
  ] as const)('%s with %o: %s', (name, overrides, status) => {
    for (const seed of seeds.slice(0, 30)) expect(statusOf(overrides, name, seed), seed).toBe(status)
  })

  it('counts the failed checks in its verdict and recommends the first step', async () => {
    const { result, verdict } = await fixedWorld('dnssec-bogus').run('dns-diagnostic', 'shop.example')
    expect(result.checks.filter(({ status }) => status === 'critical').map(({ name }) => name)).toEqual([
      'Addresses',
      'DNSSEC',
    ])
    expect(verdict).toMatchObject({
      severity: 'critical',
      sentence: 'Two of two checks have failed.',
      detail: "Start with Addresses: Validating resolvers can't resolve shop.example.",
    })
  })

  it('notes an unsigned zone, as dnssec-check does, and does not call it broken', () => {
    const overrides = { spf: 'valid', dnssec: 'insecure', propagation: 'complete' } as const
    const noted = seeds
      .map((seed) => look('shop.example', seed, overrides))
      .filter(({ verdict }) => verdict.severity === 'info')
    expect(noted.length).toBeGreaterThan(0)
    for (const { verdict } of noted) {
      expect(verdict.sentence).toBe('Nothing is broken; one of seven checks has a note.')
      expect(verdict.detail).toContain('The zone is not signed')
    }
  })

  it('reports a domain without problems', () => {
    const well = {
      exchange: 'answers',
      spf: 'valid',
      dnssec: 'secure',
      propagation: 'complete',
      alias: 'resolves',
    } as const
    const verdicts = seeds
      .map((seed) => look('shop.example', seed, well))
      .filter(({ result }) => result.checks.every(({ status }) => status === 'pass'))
    expect(verdicts.length).toBeGreaterThan(0)
    for (const { verdict } of verdicts)
      expect(verdict).toMatchObject({ severity: 'pass', sentence: 'All seven checks pass.' })
  })
})
