import { describe, expect, it, vi } from 'vitest'
import { systemClock } from './platform.ts'

describe('systemClock', () => {
  it('returns the time of the machine', () => {
    vi.useFakeTimers({ now: 1234 })
    expect(systemClock.now()).toBe(1234)
    vi.useRealTimers()
  })

  it('waits for the given time', async () => {
    vi.useFakeTimers()
    let done = false
    const waiting = systemClock.wait(1000).then(() => (done = true))
    await vi.advanceTimersByTimeAsync(999)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(done).toBe(true)
    vi.useRealTimers()
  })

  it('ends a cancelled wait with the reason of its signal, before and during it', async () => {
    const controller = new AbortController()
    const waiting = systemClock.wait(60_000, controller.signal)
    const reason = new Error('The reader has left.')
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(systemClock.wait(60_000, controller.signal)).rejects.toBe(reason)
  })
})
