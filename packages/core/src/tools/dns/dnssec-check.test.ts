import { describe, expect, it } from 'vitest'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import { createToolbox } from '../../runs/create-toolbox.ts'
import { zoneFaultNames, zoneFaults } from '../../world/zone-faults.ts'
import type { Overrides } from '../../world/decisions.ts'
import { createWorld } from '../../world/world.ts'
import { dnssecCheckSimulation } from './dnssec-check.simulation.ts'
import { dnssecCheck } from './dnssec-check.ts'

describeTool(dnssecCheck, domainExamples, runner)

describe('dnssec-check', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, overrides)
    const result = dnssecCheckSimulation.simulate(domain, world)
    return { world, result, ...finishReport(dnssecCheckSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  it.each([
    ['secure', 'SECURE', true, true],
    ['insecure', 'INSECURE', false, false],
    ['bogus', 'BOGUS', true, false],
  ] as const)('reports a zone that is %s as %s', (dnssec, status, enabled, valid) => {
    for (const seed of seeds) {
      const { result } = look('shop.example', seed, { dnssec })
      expect(result, seed).toMatchObject({ status, dnssec_enabled: enabled, chain_valid: valid })
      expect(result.algorithms, seed).toHaveLength(enabled ? 1 : 0)
    }
  })

  it('draws the chain from the root through the top-level domain to the zone', () => {
    const { plot } = look('www.shop.example', 'k3f9', { dnssec: 'secure' })
    if (plot.kind !== 'chain') throw new Error(plot.kind)
    expect(plot.links.map(({ label }) => label)).toEqual(['.', 'example.', 'shop.example.'])
    for (const { detail } of plot.links) expect(detail).toMatch(/^key tag \d+, /)
  })

  it('breaks the chain at the zone if the DS record names another key', async () => {
    const run = await fixedWorld('dnssec-bogus').run('dnssec-check', 'shop.example')
    expect(run.verdict).toMatchObject({
      severity: 'critical',
      sentence: 'Users of validating resolvers cannot reach this name.',
    })
    expect(run.findings[0]).toMatchObject({ code: 'dnssec-bogus', severity: 'critical' })
    expect(run.findings[0]?.detail).toMatch(/SERVFAIL/)
    expect(run.plot).toMatchObject({ links: [{ severity: 'pass' }, { severity: 'pass' }, { severity: 'critical' }] })
  })

  it.each(zoneFaultNames)('says what is wrong with a zone that is %s', async (fault) => {
    const run = await createToolbox({
      plan: 'enterprise',
      seed: 'k3f9',
      scenario: 'healthy',
      world: { domains: { 'shop.example': { dnssec: fault } } },
    }).run('dnssec-check', 'shop.example')
    const { state, problem, repair } = zoneFaults[fault]
    expect(run.result).toMatchObject({ status: state.toUpperCase(), chain_valid: state === 'secure' })
    expect(run.verdict.severity).toBe(state === 'insecure' ? 'info' : 'critical')
    expect(run.findings[0]?.detail).toContain(problem)
    expect(run.findings[0]?.advice).toContain(repair)
    expect(JSON.stringify(run.plot)).toContain(problem)
  })

  it('advises the key tag of the zone’s real key', () => {
    for (const seed of seeds) {
      const { findings, figures } = look('shop.example', seed, { dnssec: 'bogus' })
      const tag = figures.find(({ label }) => label === 'Key tag of the zone')?.value
      expect(findings[0]?.advice, seed).toContain(`key tag ${tag}`)
    }
  })

  it('never claims that a missing name resolves', () => {
    for (const dnssec of ['secure', 'insecure'] as const) {
      const { verdict, findings } = look('nothing.here.shop.example', 'k3f9', { dnssec })
      expect(verdict).toMatchObject({ severity: 'critical', sentence: 'There is no such name.' })
      expect(findings[0]?.code).toBe('dnssec-unresolved')
    }
  })

  it('does not call an unsigned zone broken', () => {
    const { verdict, findings } = look('shop.example', 'k3f9', { dnssec: 'insecure' })
    expect(verdict.severity).toBe('info')
    expect(findings.map(({ code }) => code)).toEqual(['dnssec-unsigned', 'dnssec-parent'])
  })
})
