import { describe, expect, it } from 'vitest'
import { manualClock } from '../../test/support/manual-clock.ts'
import { NOW, signedIn } from '../../test/support/signed-in.ts'
import { ApiClientError, isRetryable } from './api-client-error.ts'
import { readSignedIn, type SignIn } from './read-signed-in.ts'
import { createSessionRefresh, type Lock } from './session-refresh.ts'
import { createSessionStore, memoryStorage, type SessionEvent } from './session-store.ts'

const session = (name?: string, expiresAt?: number): SignIn => readSignedIn(signedIn(name, expiresAt)) as SignIn
const failure = (status?: number) => new ApiClientError('It failed.', { code: 'x', status })

type Outcome = SignIn | Error

/** Creates a refresher whose exchange returns these outcomes in order, then repeats the last one. */
const setUp = (
  outcomes: readonly Outcome[],
  {
    storage = memoryStorage(),
    lock,
    maxRetryTime,
  }: { storage?: ReturnType<typeof memoryStorage>; lock?: Lock; maxRetryTime?: number } = {},
) => {
  const clock = manualClock(NOW * 1000)
  const store = createSessionStore(storage)
  const asked: { at: number; token: string }[] = []
  const events: SessionEvent[] = []
  store.subscribe((event) => events.push(event))
  const exchange = async (token: string): Promise<SignIn> => {
    asked.push({ at: clock.now() - NOW * 1000, token })
    const outcome = outcomes[Math.min(asked.length, outcomes.length) - 1]
    if (outcome === undefined || outcome instanceof Error) throw outcome ?? failure()
    return outcome
  }
  const refresh = createSessionRefresh({ store, clock, exchange, lock, maxRetryTime })
  return { clock, store, asked, events, refresh }
}

describe('ticks', () => {
  it('refresh a session of ten minutes when it is within 3 ticks of 30 s of its expiry, and not before', async () => {
    const { clock, store, asked, refresh } = setUp([session('b', NOW + 1200)])
    store.save(session('a'), 'signed_in')
    refresh.start()
    await clock.advance(509_999)
    expect(asked).toEqual([])
    await clock.advance(1)
    expect(asked).toEqual([{ at: 510_000, token: 'refresh-a' }])
    expect(store.read()?.token).toBe('access-b')
    await clock.advance(599_999)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect(asked).toHaveLength(2)
    refresh.stop()
  })

  it('check at once when they start, and no longer after they stop', async () => {
    const { clock, store, asked, refresh } = setUp([failure(503)])
    store.save(session('a', NOW + 10), 'signed_in')
    refresh.start()
    refresh.start()
    await clock.advance(0)
    expect(asked).toHaveLength(1)
    await clock.advance(30_000)
    refresh.stop()
    const before = asked.length
    await clock.advance(600_000)
    expect(asked.length).toBe(before)
  })

  it('ignore a bare token and a signed-out user', async () => {
    const { clock, store, asked, refresh } = setUp([session('b')])
    refresh.start()
    await clock.advance(600_000)
    store.save({ token: 'bare' }, 'signed_in')
    await clock.advance(600_000)
    expect(asked).toEqual([])
    expect(await refresh.token()).toBe('bare')
    refresh.stop()
  })

  it('continue after a failed lock', async () => {
    let broken = true
    const lock: Lock = (work) => (broken ? Promise.reject(new Error('no lock')) : work())
    const { clock, store, refresh } = setUp([session('b', NOW + 1200)], { lock })
    store.save(session('a', NOW + 60), 'signed_in')
    refresh.start()
    await clock.advance(0)
    broken = false
    await clock.advance(30_000)
    expect(store.read()?.token).toBe('access-b')
    refresh.stop()
  })
})

describe('a refresh that fails', () => {
  it('is tried again after 200 ms and then twice as long each time, within 30 s', async () => {
    const { clock, store, asked, refresh } = setUp([failure(503)])
    store.save(session('a', NOW + 60), 'signed_in')
    const done = refresh.refresh()
    await clock.advance(60_000)
    await done
    expect(asked.map(({ at }) => at)).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400])
    expect(store.read()?.token).toBe('access-a')
  })

  it('is tried again for at most the program’s maximum time', async () => {
    const { clock, store, asked, refresh } = setUp([failure(503)], { maxRetryTime: 2000 })
    store.save(session('a', NOW + 60), 'signed_in')
    const done = refresh.refresh()
    await clock.advance(60_000)
    await done
    expect(asked.map(({ at }) => at)).toEqual([0, 200, 600, 1400])
    expect(store.read()?.token).toBe('access-a')
  })

  it.each([
    ['no answer', undefined],
    ['500', 500],
    ['502', 502],
    ['503', 503],
    ['504', 504],
    ['408', 408],
    ['429', 429],
    ['a page instead of an answer', 200],
  ])('for %s never signs a user out', async (_, status) => {
    const { clock, store, events, refresh } = setUp([failure(status)])
    store.save(session('a', NOW + 60), 'signed_in')
    refresh.start()
    await clock.advance(3_600_000)
    expect(store.read()).toEqual(session('a', NOW + 60))
    expect(events).toEqual(['signed_in'])
    refresh.stop()
  })

  it.each([400, 401, 403, 404])('with %d signs out at once', async (status) => {
    const { store, asked, events, refresh } = setUp([failure(status)])
    store.save(session('a'), 'signed_in')
    expect(await refresh.refresh()).toBeUndefined()
    expect(store.read()).toBeUndefined()
    expect(asked).toHaveLength(1)
    expect(events).toEqual(['signed_in', 'signed_out'])
  })

  it('has no effect if the service recovers in time', async () => {
    const { clock, store, events, refresh } = setUp([failure(), failure(503), session('b', NOW + 1200)])
    store.save(session('a', NOW + 60), 'signed_in')
    refresh.start()
    await clock.advance(700)
    expect(store.read()?.token).toBe('access-b')
    expect(events).toEqual(['signed_in', 'token_refreshed'])
    refresh.stop()
  })
})

describe('single flight', () => {
  it('makes one exchange for concurrent callers', async () => {
    const { store, asked, refresh } = setUp([session('b', NOW + 1200)])
    store.save(session('a'), 'signed_in')
    const tokens = await Promise.all(Array.from({ length: 50 }, () => refresh.refresh()))
    expect(new Set(tokens)).toEqual(new Set(['access-b']))
    expect(asked).toHaveLength(1)
  })

  it('makes another one later', async () => {
    const { store, asked, refresh } = setUp([session('b'), session('c')])
    store.save(session('a'), 'signed_in')
    await refresh.refresh()
    expect(await refresh.refresh()).toBe('access-c')
    expect(asked.map(({ token }) => token)).toEqual(['refresh-a', 'refresh-b'])
  })

  it('uses the session that another tab got while it waited for the lock, and not the old token', async () => {
    const storage = memoryStorage()
    const other = createSessionStore(storage)
    const lock: Lock = async (work) => {
      other.save(session('other'), 'token_refreshed')
      return work()
    }
    const { store, asked, refresh } = setUp([failure(401)], { storage, lock })
    store.save(session('a'), 'signed_in')
    expect(await refresh.refresh()).toBe('access-other')
    expect(asked).toEqual([])
  })

  it('does not restore a session that was signed out in the meantime', async () => {
    const clock = manualClock(NOW * 1000)
    const store = createSessionStore()
    const exchange = async (): Promise<SignIn> => {
      store.clear()
      return session('b')
    }
    const refresh = createSessionRefresh({ store, clock, exchange })
    store.save(session('a'), 'signed_in')
    expect(await refresh.refresh()).toBeUndefined()
    expect(store.read()).toBeUndefined()
  })
})

describe('the token of a call', () => {
  it('is the stored one while it is valid, without a request', async () => {
    const { store, asked, refresh } = setUp([session('b')])
    store.save(session('a', NOW + 1), 'signed_in')
    expect(await refresh.token()).toBe('access-a')
    expect(asked).toEqual([])
  })

  it('is a new one after it has expired', async () => {
    const { store, refresh } = setUp([session('b', NOW + 600)])
    store.save(session('a', NOW), 'signed_in')
    expect(await refresh.token()).toBe('access-b')
  })

  it('is undefined without a session', async () => {
    expect(await setUp([failure()]).refresh.token()).toBeUndefined()
  })
})

describe('isRetryable', () => {
  it('is false for an error that is not a failed call', () => {
    expect(isRetryable(new Error('odd'))).toBe(false)
  })
})
