import { expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createBackgroundJob } from './background-job.ts'

const FOREVER = 1_000_000

/** Creates a job whose pause ends only when a test wakes it. */
const jobOf = (run: (count: number, signal: AbortSignal) => boolean | Promise<boolean>) => {
  const failures: unknown[] = []
  let count = 0
  const job = createBackgroundJob({
    clock: systemClock(),
    run: async (signal) => run(++count, signal),
    pause: () => FOREVER,
    onFailure: (error) => failures.push(error),
  })
  return { ...job, failures, count: () => count }
}

it('pauses between runs, unless there is more to do', async () => {
  const job = jobOf((count) => count < 3)
  job.start()
  job.start()
  await expect.poll(job.count).toBe(3)
  job.wake()
  await expect.poll(job.count).toBe(4)
  await job.stop()
  expect(job.count()).toBe(4)
})

it('runs again after a wake during a run', async () => {
  const job = jobOf((count) => {
    if (count === 1) job.wake()
    return false
  })
  job.start()
  await expect.poll(job.count).toBe(2)
  await job.stop()
})

it('continues after a failed run, and reports its error', async () => {
  const job = jobOf((count) => {
    if (count === 1) throw new Error('away')
    return false
  })
  job.start()
  await expect.poll(() => job.failures).toEqual([new Error('away')])
  job.wake()
  await expect.poll(job.count).toBe(2)
  await job.stop()
})

it('aborts the current run and waits for its end', async () => {
  let hasEnded = false
  const job = jobOf(async (_count, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    hasEnded = true
    return true
  })
  job.start()
  await expect.poll(job.count).toBe(1)
  await job.stop()
  expect(hasEnded).toBe(true)
  expect(job.count()).toBe(1)
})

it('starts again after a stop', async () => {
  const job = jobOf(() => false)
  job.start()
  await job.stop()
  expect(job.count()).toBe(1)
  job.start()
  await expect.poll(job.count).toBe(2)
  await job.stop()
})
