import { describe, expect, it } from 'vitest'
import type { TreeNode } from '../../reports/plot.ts'
import { finishReport } from '../../reports/report.ts'
import { domainExamples } from '../../../test/domain-examples.ts'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import { fixedWorld } from '../../testing/fixed-world.ts'
import type { Overrides } from '../../world/decisions.ts'
import { createWorld } from '../../world/world.ts'
import { spfCheckSimulation } from './spf-check.simulation.ts'
import { spfCheck } from './spf-check.ts'

describeTool(spfCheck, domainExamples, runner)

describe('spf-check', () => {
  const look = (domain: string, seed: string, overrides: Overrides = {}) => {
    const world = createWorld(seed, FIXED_TIME, { dnssec: 'secure', ...overrides })
    const result = spfCheckSimulation.simulate(domain, world)
    return { world, result, ...finishReport(spfCheckSimulation.report(result, world, domain)) }
  }
  const seeds = Array.from({ length: casesOf(200) }, (_, index) => `seed-${index}`)

  const codes = (overrides: Overrides, seed = 'k3f9') =>
    look('mail.example', seed, overrides).findings.map(({ code }) => code)

  it('never advises p=quarantine to a domain without DMARC reports', () => {
    const adviceFor = (dmarc: 'missing' | 'none') =>
      seeds
        .flatMap((seed) => look('mail.example', seed, { spf: 'valid', dmarc }).findings)
        .find(({ code }) => code === 'spf-softfail')?.advice
    expect(adviceFor('missing')).toMatch(/^Publish DMARC with p=none/)
    expect(adviceFor('none')).toMatch(/^Once the DMARC reports show/)
  })

  it('is valid exactly when nothing critical was found', () => {
    for (const seed of seeds) {
      const { result, findings } = look('mail.example', seed)
      expect(result.valid, seed).toBe(findings.every(({ severity }) => severity !== 'critical'))
    }
  })

  it('lists its warnings with the titles of the findings', () => {
    for (const seed of seeds) {
      const { result, findings } = look('mail.example', seed)
      const bad = findings.filter(({ severity }) => severity === 'critical' || severity === 'warning')
      expect(result.warnings, seed).toEqual(bad.map(({ title }) => title))
    }
  })

  it('splits the record into its mechanisms and lists its includes', () => {
    for (const seed of seeds) {
      const { result } = look('mail.example', seed)
      if (result.spf_record === null) continue
      expect(['v=spf1', ...result.mechanisms].join(' '), seed).toBe(result.spf_record)
      const named = result.mechanisms.filter((term) => term.startsWith('include:')).map((term) => term.slice(8))
      expect(result.includes, seed).toEqual(named)
    }
  })

  it('has no record if the policy is missing', () => {
    const { result, verdict } = look('mail.example', 'k3f9', { spf: 'missing' })
    expect(result).toMatchObject({ spf_record: null, valid: false, includes: [], mechanisms: [] })
    expect(verdict).toMatchObject({
      severity: 'critical',
      sentence: 'No record says who may send mail for this domain.',
    })
  })

  it('counts the lookups beyond the limit (RFC 7208, section 4.6.4)', async () => {
    const run = await fixedWorld('spf-permerror').run('spf-check', 'mail.example')
    expect(run.result.valid).toBe(false)
    expect(run.findings[0]).toMatchObject({ code: 'spf-lookups', severity: 'critical' })
    const needed = Number(run.figures.find(({ label }) => label === 'DNS lookups')?.value)
    expect(needed).toBeGreaterThan(10)
    expect(run.verdict.sentence).toBe(`Receivers give up: ${needed} lookups, and ten are allowed.`)
  })

  it('marks in the tree the records that are never read: as many as exceed the limit', () => {
    const flat = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(flat)]
    for (const seed of seeds) {
      const { plot, figures } = look('mail.example', seed, { spf: 'lookups' })
      if (plot.kind !== 'tree') throw new Error(plot.kind)
      const unread = flat(plot.root).filter(({ detail }) => detail.endsWith('never read'))
      expect(unread.length, seed).toBe(Number(figures[1]?.value) - 10)
    }
  })

  it('names the invalid term and the correct one', () => {
    const { findings } = look('mail.example', 'k3f9', { spf: 'syntax' })
    expect(findings[0]).toMatchObject({
      code: 'spf-syntax',
      severity: 'critical',
      title: "'ipv4:198.51.100.0/24' is not an SPF term",
    })
    expect(findings[0]?.advice).toContain("'ip4:198.51.100.0/24'")
  })

  it('refuses two records (RFC 7208, section 3.2) and draws both', () => {
    const { findings, plot } = look('mail.example', 'k3f9', { spf: 'duplicate' })
    expect(findings[0]).toMatchObject({ code: 'spf-duplicate', severity: 'critical' })
    if (plot.kind !== 'tree') throw new Error(plot.kind)
    expect(plot.root.children.at(-1)).toMatchObject({ label: 'mail.example, second record', severity: 'critical' })
  })

  it('judges the end of the record, ~all together with the DMARC policy', () => {
    const ending = { '-all': 'spf-ending', '~all': 'spf-ending', '?all': 'spf-neutral' } as const
    const seen = new Set<string>()
    for (const seed of seeds) {
      const all = look('mail.example', seed, { spf: 'valid' }).result.mechanisms.at(-1) as keyof typeof ending // Every record of the world has one of these endings.
      seen.add(all)
      expect(codes({ spf: 'valid', dmarc: 'reject' }, seed), seed).toContain(ending[all])
      if (all === '~all') expect(codes({ spf: 'valid', dmarc: 'none' }, seed), seed).toContain('spf-softfail')
    }
    expect(seen.size).toBe(3)
  })
})
