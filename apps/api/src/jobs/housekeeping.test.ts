import { FIXED_TIME } from '@netbox/core/testing'
import { beforeEach, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { createMetrics } from '../metrics.ts'
import { rateLimitsOver } from '../../test/support/rate-limits.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createHousekeeping } from './housekeeping.ts'

const MINUTE = 60_000
const FOREVER = 1000 * MINUTE

/** Creates a clock on which a minute passes, for all waiters, on demand. */
const minuteClock = () => {
  const real = systemClock()
  let now = FIXED_TIME
  const waiting: (() => void)[] = []
  return {
    now: () => now,
    wait: (_milliseconds: number, signal?: Parameters<typeof real.wait>[1]) =>
      Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), real.wait(FOREVER, signal)]),
    waiting: () => waiting.length,
    pass: () => {
      now += MINUTE
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

describeOnEveryEngine('housekeeping', (open) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
    for (const table of ['rate_limits', 'login_attempts'] as const) await database.writer.deleteFrom(table).execute()
    await database.writer.deleteFrom('heartbeats').execute()
  })

  const processAt = (clock: ReturnType<typeof minuteClock>, purge: (signal: AbortSignal) => Promise<void>) => {
    const warnings: string[] = []
    const metrics = createMetrics()
    const housekeeping = createHousekeeping({
      database,
      clock,
      rateLimits: rateLimitsOver(database, clock),
      log: { warn: (_fields, message) => warnings.push(message) },
      metrics,
      purge,
    })
    return { ...housekeeping, warnings, metrics: () => metrics.text() }
  }
  const allWait = async (clock: ReturnType<typeof minuteClock>, count: number): Promise<void> => {
    await expect.poll(clock.waiting, { interval: 1 }).toBe(count)
  }
  const beats = async () => (await database.queries.selectFrom('heartbeats').selectAll().execute()).length

  it('cleans up once an hour, in one of several processes', async () => {
    const clock = minuteClock()
    let purges = 0
    const purge = async () => {
      purges += 1
    }
    const processes = [processAt(clock, purge), processAt(clock, purge), processAt(clock, purge)]
    for (const one of processes) one.start()
    for (let minute = 0; minute < 60; minute++) {
      await allWait(clock, processes.length)
      expect(purges).toBeLessThanOrEqual(1)
      clock.pass()
    }
    await allWait(clock, processes.length)
    for (const one of processes) await one.stop()
    expect(purges).toBe(2)
    expect(await beats()).toBe(61)
  })

  it('records the minutes during the cleanup, and can be stopped', async () => {
    const clock = minuteClock()
    let isTold = false
    const one = processAt(clock, async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      isTold = true
    })
    one.start()
    for (let minute = 0; minute < 3; minute++) {
      await allWait(clock, 1)
      clock.pass()
    }
    await allWait(clock, 1)
    expect(await beats()).toBe(4)
    await one.stop()
    expect(isTold).toBe(true)
  })

  it('deletes rate limit counters every minute, once their window has passed', async () => {
    const clock = minuteClock()
    const counter = (key: string, expires_at: number) => ({ key, points: 1, expires_at })
    const rows = [counter('over', clock.now() - 1), counter('ends now', clock.now())]
    await database.writer.insertInto('rate_limits').values(rows).execute()
    const left = async () => {
      const found = await database.queries
        .selectFrom('rate_limits')
        .select('key')
        .where('key', 'in', ['over', 'ends now'])
        .execute()
      return found.map(({ key }) => key)
    }
    const one = processAt(clock, async () => {})
    one.start()
    await allWait(clock, 1)
    expect(await left()).toEqual(['ends now'])
    clock.pass()
    await allWait(clock, 1)
    expect(await left()).toEqual([])
    await one.stop()
  })

  it('leaves its turn to another process when it fails', async () => {
    const clock = minuteClock()
    const failing = processAt(clock, () => Promise.reject(new Error('away')))
    failing.start()
    await expect.poll(() => failing.warnings).toEqual(['housekeeping failed and will be retried'])
    await failing.stop()
    const text = await failing.metrics()
    expect(text).toMatch(/^netbox_housekeeping_failures_total 1$/m)
    expect(text).toContain(`netbox_housekeeping_last_success_timestamp_seconds ${FIXED_TIME / 1000}\n`)
    let purges = 0
    const other = processAt(clock, async () => {
      purges += 1
    })
    other.start()
    await expect.poll(() => purges).toBe(1)
    await other.stop()
  })
})
