import { expect, it } from 'vitest'
import { systemClock } from './clock.ts'
import { createBackgroundJob } from './background-job.ts'

const FOREVER = 1_000_000

/** A job whose pause ends only when a test wakes it. */
const roundsOf = (round: (count: number, signal: AbortSignal) => boolean | Promise<boolean>) => {
  const failures: unknown[] = []
  let count = 0
  const rounds = createBackgroundJob({
    clock: systemClock(),
    round: async (signal) => round(++count, signal),
    rest: () => FOREVER,
    onFailure: (error) => failures.push(error),
  })
  return { ...rounds, failures, count: () => count }
}

it('rests between rounds, but not where there is more to do', async () => {
  const rounds = roundsOf((count) => count < 3)
  rounds.start()
  rounds.start()
  await expect.poll(rounds.count).toBe(3)
  rounds.wake()
  await expect.poll(rounds.count).toBe(4)
  await rounds.stop()
  expect(rounds.count()).toBe(4)
})

it('does another round for who wakes it during one', async () => {
  const rounds = roundsOf((count) => {
    if (count === 1) rounds.wake()
    return false
  })
  rounds.start()
  await expect.poll(rounds.count).toBe(2)
  await rounds.stop()
})

it('goes on after a round that failed, and says why it did', async () => {
  const rounds = roundsOf((count) => {
    if (count === 1) throw new Error('away')
    return false
  })
  rounds.start()
  await expect.poll(() => rounds.failures).toEqual([new Error('away')])
  rounds.wake()
  await expect.poll(rounds.count).toBe(2)
  await rounds.stop()
})

it('tells the round that is going on to end, and waits for it', async () => {
  let hasEnded = false
  const rounds = roundsOf(async (_count, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    hasEnded = true
    return true
  })
  rounds.start()
  await expect.poll(rounds.count).toBe(1)
  await rounds.stop()
  expect(hasEnded).toBe(true)
  expect(rounds.count()).toBe(1)
})

it('begins again after it was stopped', async () => {
  const rounds = roundsOf(() => false)
  rounds.start()
  await rounds.stop()
  expect(rounds.count()).toBe(1)
  rounds.start()
  await expect.poll(rounds.count).toBe(2)
  await rounds.stop()
})
