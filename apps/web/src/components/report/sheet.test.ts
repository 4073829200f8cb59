import { severities } from '@netbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tallyOf, splitWhole } from './sheet.tsx'

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

const whole = (text: string) => splitWhole(text).flatMap((piece) => (piece.isWhole ? [piece.text] : []))

describe('splitWhole', () => {
  it('keeps numbers with their units, and names, in one piece', () => {
    expect(whole('It answers in 82.6 ms, every time.')).toEqual(['82.6 ms,'])
    expect(whole('It stands for www-shop.edge.cdnquay.example.')).toEqual(['www-shop.edge.cdnquay.example.'])
    expect(whole('The registration is valid for another 2 years.')).toEqual(['2 years.'])
    expect(whole('Browsers stop every visitor with a full-page warning.')).toEqual(['full-page'])
    expect(whole('Mail still arrives, ten seconds late.')).toEqual([])
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          splitWhole(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
