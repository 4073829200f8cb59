import { fakeClock } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { createTimeouts, ProviderFailure } from './payment-provider.ts'
import { once, orFailure, orMissing, within } from './stripe/calls.ts'

describe('the time for the payment provider', () => {
  it('decreases with the clock, and never below zero', () => {
    const clock = fakeClock()
    const timeouts = createTimeouts(clock, { whole: 1000, call: 400 })
    expect(within(timeouts)).toEqual({ timeout: 400 })
    clock.advance(700)
    expect(timeouts.left()).toBe(300)
    expect(within(timeouts)).toEqual({ timeout: 300 })
    clock.advance(299)
    expect(within(timeouts)).toEqual({ timeout: 1 })
    clock.advance(10)
    expect(timeouts.left()).toBe(0)
    expect(() => within(timeouts)).toThrow(expect.objectContaining({ kind: 'unreachable' }))
  })

  /** Creates a call that fails several times because of another call with the same key, and then succeeds. */
  const meeting = (times: number, failure = new ProviderFailure('conflict', 'in use', {})) => {
    const clock = fakeClock()
    const start = clock.now()
    let calls = 0
    const work = once(clock, createTimeouts(clock, { whole: 900, call: 900 }), async () => {
      calls += 1
      if (calls <= times) throw failure
      return 'done'
    })
    return { work, calls: () => calls, waited: () => clock.now() - start }
  }

  it('includes the wait for another call with the same key', async () => {
    const { work, calls, waited } = meeting(2)
    expect(await work).toBe('done')
    expect([calls(), waited()]).toEqual([3, 600])
  })

  it('ends with the last call that could still get a response', async () => {
    const { work, calls } = meeting(9)
    await expect(work).rejects.toMatchObject({ kind: 'conflict' })
    // After calls at 0, 300 and 600 ms, 300 ms are left, too little for another pause and call.
    expect(calls()).toBe(3)
  })

  it('is not spent on failures for another reason', async () => {
    const { work, calls } = meeting(1, new ProviderFailure('refused', 'no', {}))
    await expect(work).rejects.toMatchObject({ kind: 'refused' })
    expect(calls()).toBe(1)
  })
})

describe('an answer of the payment provider', () => {
  it('is undefined for a missing object where that is not a failure', async () => {
    const missing = new ProviderFailure('missing', 'no such customer', {})
    expect(await orMissing(Promise.reject(missing))).toBeUndefined()
    expect(await orMissing(Promise.resolve('here'))).toBe('here')
    await expect(orFailure(Promise.reject(missing))).rejects.toBe(missing)
    expect(await orFailure(Promise.resolve('here'))).toBe('here')
  })

  it('is a known billing failure in any other case', async () => {
    await expect(orMissing(Promise.reject(new TypeError('no')))).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(orFailure(Promise.reject(new TypeError('no')))).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
