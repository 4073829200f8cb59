import { expect, it } from 'vitest'
import { summaryScale } from './summary.tsx'

const line = (amount: number | null) => ({ plan: 'free', text: '', amount }) as const

it('draws ten times as much one step longer, and no limit another step longer', () => {
  const [ten = 0, hundred = 0, endless = 0] = summaryScale([line(10), line(100), line(null)])
  expect(hundred - ten).toBe(ten)
  expect(endless - hundred).toBe(ten)
})

it('never draws nothing, nor more than the available space', () => {
  expect(summaryScale([line(1), line(20), line(100)])[0]).toBeGreaterThan(0)
  expect(Math.max(...summaryScale([line(300), line(100_000), line(null)]))).toBeLessThanOrEqual(120)
})
