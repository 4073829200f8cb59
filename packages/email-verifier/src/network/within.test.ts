import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../test/support/manual-clock.ts'
import { within } from './within.ts'

const tooLate = (): Error => new Error('Too late.')
const never = new Promise<never>(() => {})

describe('waiting within a time', () => {
  it('returns the result of the work, and leaves no timer', async () => {
    const clock = manualClock()
    expect(await within(Promise.resolve('done'), { clock, milliseconds: 10, tooLate })).toBe('done')
    await expect(within(Promise.reject(tooLate()), { clock, milliseconds: 10, tooLate })).rejects.toThrow('Too late.')
    expect(clock.waiting()).toBe(0)
  })

  it('throws after the time limit, not a millisecond before', async () => {
    const clock = manualClock()
    const waiting = within(never, { clock, milliseconds: 10, tooLate })
    clock.advance(9)
    expect(clock.waiting()).toBe(1)
    clock.advance(1)
    await expect(waiting).rejects.toThrow('Too late.')
  })

  it('throws the reason of the signal, even of one that was aborted before', async () => {
    const clock = manualClock()
    const stop = new AbortController()
    const { signal } = stop
    const reason = new Error('The user went away.')
    const waiting = within(never, { clock, milliseconds: 10, signal, tooLate })
    stop.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(within(never, { clock, milliseconds: 10, signal, tooLate })).rejects.toBe(reason)
    expect(clock.waiting()).toBe(0)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('ignores work that fails after the limit', async () => {
    const clock = manualClock()
    const failing = new AbortController()
    const work = new Promise<never>((_, reject) => {
      failing.signal.addEventListener('abort', () => reject(new Error('Nobody listens.')))
    })
    const waiting = within(work, { clock, milliseconds: 10, tooLate })
    clock.advance(10)
    await expect(waiting).rejects.toThrow('Too late.')
    const unhandled: unknown[] = []
    const note = (error: unknown): number => unhandled.push(error)
    process.on('unhandledRejection', note)
    failing.abort()
    await nextTurn()
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('the clock of the machine', () => {
  it('returns the time and waits at least as long as requested', async () => {
    const before = performance.now()
    await systemClock.wait(5)
    expect(performance.now() - before).toBeGreaterThanOrEqual(4)
    const [earlier, now, later] = [Date.now(), systemClock.now(), Date.now()]
    expect(now).toBeGreaterThanOrEqual(earlier)
    expect(now).toBeLessThanOrEqual(later)
  })

  it('stops waiting with the given reason', async () => {
    const stop = new AbortController()
    const waiting = systemClock.wait(60_000, stop.signal)
    stop.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    await expect(systemClock.wait(60_000, stop.signal)).rejects.toBe('enough')
  })
})
