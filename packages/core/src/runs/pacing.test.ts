import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tools } from '../tools/index.ts'
import { dashboardSteps, firstProgress, homeSteps } from './pacing.ts'

const total = (steps: readonly { wait: number }[]) => steps.reduce((sum, { wait }) => sum + wait, 0)

describe('pacing', () => {
  it('waits 500, 800, 1000 and 600 ms on the home page and shows 10, 25, 50, 75 and 90', () => {
    expect(homeSteps.map(({ wait }) => wait)).toEqual([500, 800, 1000, 600])
    expect([firstProgress('home'), ...homeSteps.map(({ progress }) => progress)]).toEqual([10, 25, 50, 75, 90])
  })

  it('rises by 15 every 300 ms on the dashboard and waits at 90', () => {
    expect(dashboardSteps(2400)).toEqual([
      { wait: 300, progress: 15 },
      { wait: 300, progress: 30 },
      { wait: 300, progress: 45 },
      { wait: 300, progress: 60 },
      { wait: 300, progress: 75 },
      { wait: 300, progress: 90 },
      { wait: 300, progress: 90 },
      { wait: 300, progress: 90 },
    ])
  })

  it('takes exactly the simulated delay, for any delay', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (delay) => {
        expect(total(dashboardSteps(delay))).toBe(delay)
      }),
    )
  })

  it('has a delay of 400 ms to 5 s for every tool', () => {
    for (const { id, delay } of tools) {
      expect(delay, id).toBeGreaterThanOrEqual(400)
      expect(delay, id).toBeLessThanOrEqual(5000)
    }
  })
})
