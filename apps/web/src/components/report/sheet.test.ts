import { severities } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tallyOf } from './sheet.tsx'

describe('tallyOf', () => {
  it('counts worst first, in words', () => {
    const findings = (['pass', 'critical', 'pass', 'warning', 'pass', 'info'] as const).map((severity) => ({
      severity,
    }))
    expect(tallyOf(findings).map(({ words }) => words)).toEqual(['1 critical', '1 warning', '1 info', '3 passed'])
  })

  it('counts each finding exactly once', () => {
    const finding = fc.record({ severity: fc.constantFrom(...severities) })
    fc.assert(
      fc.property(fc.array(finding), (findings) => {
        const total = tallyOf(findings).reduce((sum, { words }) => sum + Number.parseInt(words, 10), 0)
        expect(total).toBe(findings.length)
      }),
    )
  })
})
