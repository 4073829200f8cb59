import { describe, expect, it } from 'vitest'
import { minimize } from './minimize.ts'

const numbers = Array.from({ length: 40 }, (_, index) => index)

describe('minimize', () => {
  it.each([1, 4])('keeps exactly the facts that a failure needs, %i at once', async (jobs) => {
    for (const needed of [[7], [3, 31], [0, 20, 39]]) {
      const fails = async (facts: readonly number[]) => needed.every((fact) => facts.includes(fact))
      const { facts, tried } = await minimize(numbers, { fails, jobs, most: 1000 })
      expect(facts).toEqual(needed)
      expect(tried).toBeLessThanOrEqual(120)
    }
  })

  it('ends at its number of tries, with a set that failed', async () => {
    const fails = async (facts: readonly number[]) => facts.includes(3) && facts.includes(31)
    const { facts, tried } = await minimize(numbers, { fails, jobs: 2, most: 10 })
    expect(tried).toBeLessThanOrEqual(10)
    expect(facts).toEqual(expect.arrayContaining([3, 31]))
  })
})
