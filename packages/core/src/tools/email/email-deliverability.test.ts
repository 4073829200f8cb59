import { HEALTHY } from '../../world/decisions.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casesOf, runner } from '../../../test/support/runner.ts'
import { describeTool } from '../../testing/describe-tool.ts'
import { FIXED_TIME } from '../../testing/fake-clock.ts'
import type { Overrides } from '../../world/decisions.ts'
import { dmarcOf, spfOf } from '../../world/answers/mail-dns.ts'
import { createWorld } from '../../world/world.ts'
import { SCORES } from './email-deliverability.facts.ts'
import { emailDeliverabilitySimulation } from './email-deliverability.simulation.ts'
import { emailDeliverability } from './email-deliverability.ts'

describeTool(
  emailDeliverability,
  {
    accepts: {
      'mail.example': 'mail.example',
      'ana@Harbour.example': 'harbour.example',
      'https://shop.example/cart': 'shop.example',
      'm\u00fcnchen.example': 'xn--mnchen-3ya.example',
      'quay.example.': 'quay.example',
    },
    refuses: ['198.51.100.25', 'mail', 'mail..example', 'ma il.example', 'a'.repeat(1_000_000)],
  },
  runner,
)

const healthy = HEALTHY
const seeds = Array.from({ length: casesOf(150) }, (_, index) => `deliver-${index}`)

const run = (seed: string, overrides: Overrides = {}) => {
  const world = createWorld(seed, FIXED_TIME, overrides)
  const result = emailDeliverabilitySimulation.simulate('mail.example', world)
  const report = emailDeliverabilitySimulation.report(result, world, 'mail.example')
  return { world, result, report, codes: report.findings.map(({ code }) => code) }
}

describe('email-deliverability', () => {
  it('agrees with SPF and DMARC in the other tools', () => {
    for (const seed of seeds) {
      const { world, result } = run(seed)
      expect(result.spf_valid).toBe(spfOf(world, 'mail.example').state === 'valid')
      expect(result.dmarc_policy).toBe(dmarcOf(world, 'mail.example').policy)
    }
  })

  it('adds its parts up to the score, a hundred at most', () => {
    for (const seed of seeds) {
      const { result, report } = run(seed)
      const parts = report.plot.kind === 'gauge' ? report.plot.parts : []
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(result.deliverability_score)
      expect(parts.reduce((sum, { of }) => sum + of, 0)).toBe(100)
      expect(parts.filter(({ points, of, severity }) => points > of || (points === 0 && severity === 'pass'))).toEqual(
        [],
      )
    }
  })

  it('has no recommendation without a problem', () => {
    for (const seed of seeds) {
      const { result, report } = run(seed, healthy)
      expect(result.deliverability_score).toBeGreaterThanOrEqual(90)
      expect(result.recommendations).toEqual([])
      expect(report.sentence).toContain('every reason')
    }
  })

  it('is never good while the first mail server is silent or its PTR record is stale', () => {
    for (const seed of seeds) {
      const silent = run(seed, { ...healthy, exchange: 'first-silent' })
      expect(silent.result.deliverability_score).toBeLessThan(90)
      expect(silent.codes).toContain('deliver-first-silent')
      const nameless = run(seed, { ...healthy, reverse: 'mismatch' })
      expect(nameless.result.deliverability_score).toBeLessThan(90)
      expect(nameless.codes).toContain('deliver-reverse-mismatch')
    }
  })

  // The facts that a fault changes, from good to bad.
  const ladders = {
    listings: [{ listed: false }, { listed: true }],
    exchanges: [{ exchange: 'answers' }, { exchange: 'first-silent' }],
    spf: [{ spf: 'valid' }, { spf: 'missing' }],
    dkim: [{ dkim: true }, { dkim: false }],
    dmarc: [{ dmarc: 'reject' }, { dmarc: 'quarantine' }, { dmarc: 'none' }, { dmarc: 'missing' }],
    reverse: [{ reverse: 'matches' }, { reverse: 'mismatch' }],
  } as const satisfies Record<string, readonly Overrides[]>

  it('never decreases when a fault is repaired, with any other faults', () => {
    const steps = Object.values<readonly Overrides[]>(ladders)
    const levels = fc.tuple(...steps.map((ladder) => fc.nat(ladder.length - 1)))
    fc.assert(
      fc.property(fc.constantFrom(...seeds), levels, fc.nat(steps.length - 1), (seed, chosen, part) => {
        const scoreAt = (at: readonly number[]) =>
          run(seed, Object.assign({}, ...steps.map((ladder, index) => ladder[at[index] ?? 0]))).result
            .deliverability_score
        const repaired = chosen.map((level, index) => (index === part ? Math.max(0, level - 1) : level))
        const [before, after] = [scoreAt(chosen), scoreAt(repaired)]
        if (repaired[part] === chosen[part]) expect(after).toBe(before)
        else expect(after).toBeGreaterThan(before)
      }),
    )
  })

  it('loses more for a listed sender than for a missing signature, and more for that than for a silent fallback', () => {
    const { listings, dkim, exchanges } = SCORES
    const unsigned = dkim['1024 to 2047 bits'] - dkim['no valid key']
    expect(listings['on no block list'] - listings['on a block list']).toBeGreaterThan(unsigned)
    expect(unsigned).toBeGreaterThan(exchanges['all answer'] - exchanges['a fallback does not answer'])
    for (const seed of seeds) {
      const score = (fault: Overrides) => run(seed, { ...healthy, ...fault }).result.deliverability_score
      expect(score({ listed: true })).toBeLessThan(score({ dkim: false }))
    }
  })

  it('lists the states of each part from best to worst, 100 points at best', () => {
    const parts = Object.values<Readonly<Record<string, number>>>(SCORES).map((states) => Object.values(states))
    for (const points of parts) expect(points).toEqual(points.toSorted((one, other) => other - one))
    expect(parts.reduce((sum, [best = 0]) => sum + best, 0)).toBe(100)
  })

  it('counts a fallback that refuses connections as one that is silent', () => {
    const known = new Set<string>()
    for (const seed of seeds) {
      const { exchange: _, ...others } = healthy
      const { report, codes } = run(seed, others)
      const code = codes.find((one) => one.startsWith('deliver-fallback'))
      if (code === undefined || report.plot.kind !== 'gauge') continue
      known.add(code)
      expect(report.plot.parts.find(({ label }) => label === 'Mail servers')?.points).toBe(17)
    }
    expect([...known].toSorted()).toEqual(['deliver-fallback-refuses', 'deliver-fallback-silent'])
  })

  it('never advises to send from another address while one is listed', () => {
    for (const seed of seeds) {
      const { result } = run(seed, { ...healthy, listed: true })
      expect(result.recommendations.join(' ')).not.toMatch(/send from another/)
    }
  })

  it('recommends the fix for each fault, the worst first', () => {
    const faults = [
      [{ spf: 'lookups' }, 'deliver-spf-lookups'],
      [{ spf: 'missing' }, 'deliver-spf-missing'],
      [{ spf: 'duplicate' }, 'deliver-spf-duplicate'],
      [{ spf: 'syntax' }, 'deliver-spf-syntax'],
      [{ dmarc: 'none' }, 'deliver-dmarc-none'],
      [{ dmarc: 'missing' }, 'deliver-dmarc-missing'],
      [{ dkim: false }, 'deliver-dkim-missing'],
      [{ reverse: 'mismatch' }, 'deliver-reverse-mismatch'],
      [{ listed: true }, 'deliver-listed'],
    ] as const
    for (const [fault, code] of faults) {
      const { result, report, codes } = run('k3f9', { ...healthy, ...fault })
      expect(codes).toContain(code)
      expect(result.recommendations).toEqual([report.findings.find((finding) => finding.code === code)?.advice])
      expect(result.deliverability_score).toBeLessThan(run('k3f9', healthy).result.deliverability_score)
    }
    const { result, report } = run('k3f9', { ...healthy, dmarc: 'none', spf: 'missing' })
    expect(result.recommendations[0]).toBe(report.findings.find(({ severity }) => severity === 'critical')?.advice)
  })
})
