import { expect, it } from 'vitest'
import { awaitPlan } from './overview.tsx'

/** Waits for a plan that arrives after some checks; `isAway` returns whether a check gets no response. */
const waited = async (arrivesAfter: number, isAway: (check: number) => boolean = () => false) => {
  let checks = 0
  let hasPlan = arrivesAfter === 0
  const waits: number[] = []
  await awaitPlan({
    check: async () => {
      checks += 1
      if (isAway(checks)) throw new Error('Away.')
      hasPlan ||= checks >= arrivesAfter
    },
    hasPlan: () => hasPlan,
    wait: async (milliseconds) => void waits.push(milliseconds),
  })
  return { checks, waits, hasPlan, seconds: waits.reduce((sum, wait) => sum + wait, 0) / 1000 }
}

it('checks less and less often for a pending plan, for about a minute', async () => {
  const { checks, waits, seconds } = await waited(Number.POSITIVE_INFINITY)
  expect(checks).toBe(waits.length + 1)
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  expect(seconds).toBeGreaterThan(45)
  expect(seconds).toBeLessThan(75)
})

it('continues for some seconds with an existing plan, because a better one may follow', async () => {
  const { checks, seconds } = await waited(0)
  expect(checks).toBeGreaterThan(3)
  expect(seconds).toBeLessThan(10)
})

it('continues if the service can’t answer', async () => {
  expect(await waited(1, (check) => check < 4)).toMatchObject({ hasPlan: true, checks: 5 })
})

it('ends when the wait is cancelled', async () => {
  const wait = async (): Promise<void> => Promise.reject(new Error('Gone.'))
  await expect(awaitPlan({ check: async () => undefined, hasPlan: () => false, wait })).rejects.toThrow('Gone.')
})
