import {
  ApiClientError,
  type Client,
  type ClientSession,
  createSessionStore,
  type HeldUser,
  memoryStorage,
  systemClock,
  TOKEN_KEY,
  type TokenStorage,
  type User,
} from '@netbox/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepSession } from './keep-session.ts'
import type { SessionState } from './session.ts'

const ana: User = { id: 'u1', email: 'ana@mail.example', plan: 'free', is_admin: false }
const ben: User = { ...ana, id: 'u2', email: 'ben@mail.example' }
type Loaded = Awaited<ReturnType<ClientSession['load']>>
const away: Loaded = {
  kind: 'unknown',
  user: undefined,
  error: new ApiClientError('Away.', { code: 'cannot_connect' }),
}

/** Simulates a service that refuses the stored token: removes the token. */
const refused = (items: TokenStorage): Loaded => {
  items.removeItem(TOKEN_KEY)
  return { kind: 'signed_out' }
}

/** The subscription that the mocked service returns. */
interface Told {
  tier: string | Error
  end: string | null
}

/**
 * Creates a keeper with a real store. `load` returns the outcomes in turn, each after `answered`; `tier` is the plan of the subscription,
 * which a test may change.
 */
const setUp = (
  outcomes: readonly ((items: TokenStorage) => Loaded)[] = [],
  tier: string | Error = 'free',
  answered = async (): Promise<void> => undefined,
) => {
  const told: Told = { tier, end: null }
  const items = memoryStorage()
  const store = createSessionStore(items)
  const shown: SessionState[] = []
  const calls: string[] = []
  let loads = 0
  const session = {
    store,
    load: async () => {
      loads += 1
      await answered()
      return (outcomes[Math.min(loads, outcomes.length) - 1] ?? (() => away))(items)
    },
    update: (change: Partial<HeldUser>) => {
      const stored = store.read()
      if (stored?.user !== undefined) store.save({ ...stored, user: { ...stored.user, ...change } }, 'user_updated')
    },
    start: () => calls.push('start'),
    stop: () => calls.push('stop'),
  }
  const call = async (id: string) => {
    calls.push(id)
    if (told.tier instanceof Error) throw told.tier
    return {
      data: {
        subscribed: true,
        subscription_tier: told.tier,
        subscription_end: told.end,
        subscription_renews: false,
        subscription_past_due: false,
        subscription_next_tier: null,
      },
    }
  }
  const keeper = keepSession({
    session,
    // The cast is safe, because the keeper calls only the endpoint of the subscription.
    client: { call: call as unknown as Client['call'] },
    show: (state) => shown.push(state),
    clock: systemClock,
  })
  return { items, store, shown, calls, told, keeper, loads: () => loads, last: () => shown.at(-1) }
}

const saved = ({ store }: ReturnType<typeof setUp>, user: User = ana) =>
  store.save({ token: `token-${user.id}`, user }, 'signed_in')

describe('a kept session', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows the user, and loads the subscription a second later', async () => {
    const kept = setUp([], 'Enterprise')
    saved(kept)
    expect(kept.last()).toEqual({ status: 'user', user: ana })
    await vi.advanceTimersByTimeAsync(999)
    expect(kept.calls).not.toContain('subscription.status')
    await vi.advanceTimersByTimeAsync(1)
    expect(kept.last()).toEqual({ status: 'user', user: { ...ana, plan: 'enterprise', planExpiry: null } })
  })

  it('keeps the plan of the sign-in if the subscription can’t be loaded', async () => {
    const kept = setUp([], new ApiClientError('Away.', { code: 'x', status: 503 }))
    saved(kept, { ...ana, plan: 'pro' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(kept.last()?.user?.plan).toBe('pro')
  })

  it('loads no subscription if the user signs out within the second', async () => {
    const kept = setUp()
    saved(kept)
    kept.store.clear()
    await vi.advanceTimersByTimeAsync(5000)
    expect(kept.last()).toEqual({ status: 'anonymous' })
    expect(kept.calls).not.toContain('subscription.status')
    expect(kept.calls).toContain('stop')
  })

  it('is verified again during an outage, less and less often, and signs no user out', async () => {
    const kept = setUp([() => ({ ...away, user: ana })])
    saved(kept)
    void kept.keeper.load()
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.loads()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
    expect(kept.loads()).toBe(4)
    expect(kept.shown.every(({ status }) => status === 'user')).toBe(true)
    expect(kept.last()?.isUnanswered).toBe(true)
  })

  it('is shown as unanswered after ten seconds without a response, until the response', async () => {
    let answer = (): void => undefined
    const kept = setUp([() => ({ kind: 'signed_in', user: ana })], 'free', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      saved(kept)
    })
    kept.items.setItem('auth_token', 'token-u1')
    kept.items.setItem('auth_session', JSON.stringify({ token: 'token-u1', user: ana }))
    void kept.keeper.load()
    await vi.advanceTimersByTimeAsync(9999)
    expect(kept.shown).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(kept.last()).toEqual({ status: 'user', user: ana, isUnanswered: true })
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.last()).toEqual({ status: 'user', user: ana })
  })

  it('is checked twice, and then removed, if only a token is stored', async () => {
    const kept = setUp()
    kept.items.setItem(TOKEN_KEY, 'bare')
    void kept.keeper.load()
    await vi.advanceTimersByTimeAsync(999)
    expect(kept.shown).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(kept.last()).toEqual({ status: 'anonymous' })
    expect(kept.items.getItem(TOKEN_KEY)).toBeNull()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kept.loads()).toBe(2)
  })

  it('stays unknown while a bare token can’t be verified, and ends when the token is refused', async () => {
    const kept = setUp([() => away, refused])
    kept.items.setItem(TOKEN_KEY, 'bare')
    void kept.keeper.load()
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.shown).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.last()).toEqual({ status: 'anonymous' })
  })

  it('ends when another tab signs out', async () => {
    const kept = setUp()
    saved(kept)
    kept.items.removeItem(TOKEN_KEY)
    kept.keeper.changedElsewhere(TOKEN_KEY)
    await vi.advanceTimersByTimeAsync(50)
    expect(kept.last()).toEqual({ status: 'anonymous' })
  })

  it('becomes the session of another tab’s sign-in, with its subscription', async () => {
    const kept = setUp([], 'pro')
    kept.items.setItem(TOKEN_KEY, 'token-u2')
    kept.keeper.changedElsewhere(TOKEN_KEY)
    // Another tab writes the rest of the session a moment after the token.
    kept.items.setItem('auth_session', JSON.stringify({ token: 'token-u2', user: ben }))
    await vi.advanceTimersByTimeAsync(50)
    expect(kept.last()).toEqual({ status: 'user', user: ben })
    expect(kept.loads()).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.last()?.user?.plan).toBe('pro')
  })

  it('verifies a token that was stored without a session', async () => {
    const kept = setUp([refused])
    kept.items.setItem(TOKEN_KEY, 'bare')
    kept.keeper.changedElsewhere(TOKEN_KEY)
    await vi.advanceTimersByTimeAsync(50)
    expect(kept.loads()).toBe(1)
    expect(kept.last()).toEqual({ status: 'anonymous' })
  })

  it('verifies a token that was stored while the previous one was verified', async () => {
    const kept = setUp([() => ({ kind: 'signed_out' }), refused])
    kept.items.setItem(TOKEN_KEY, 'another')
    void kept.keeper.load()
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.shown).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.loads()).toBe(2)
    expect(kept.last()).toEqual({ status: 'anonymous' })
  })

  describe('of a plan that ends', () => {
    const DAY = 24 * 60 * 60_000
    const END = '2026-12-20T00:00:00.000Z'
    const checks = ({ calls }: ReturnType<typeof setUp>) => calls.filter((id) => id === 'subscription.status').length

    beforeEach(() => void vi.setSystemTime('2026-11-20T00:00:00.000Z'))

    const onPro = async () => {
      const kept = setUp([], 'pro')
      kept.told.end = END
      saved(kept)
      await vi.advanceTimersByTimeAsync(1000)
      expect(kept.last()?.user).toEqual({ ...ana, plan: 'pro', planExpiry: END })
      return kept
    }

    it('checks it at that moment, although it is further away than a timer can count', async () => {
      const kept = await onPro()
      await vi.advanceTimersByTimeAsync(30 * DAY - 2000)
      Object.assign(kept.told, { tier: 'free', end: null })
      expect(kept.last()?.user?.plan).toBe('pro')
      await vi.advanceTimersByTimeAsync(1000)
      expect(kept.last()?.user).toEqual({ ...ana, plan: 'free', planExpiry: null })
      const before = checks(kept)
      await vi.advanceTimersByTimeAsync(10 * DAY)
      expect(checks(kept)).toBe(before)
    })

    it('keeps it while the service confirms it or can’t answer, and checks again every hour', async () => {
      const kept = await onPro()
      await vi.advanceTimersByTimeAsync(30 * DAY)
      kept.told.tier = new ApiClientError('Away.', { code: 'x', status: 503 })
      await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)
      expect(kept.last()?.user?.plan).toBe('pro')
      Object.assign(kept.told, { tier: 'pro', end: '2027-01-20T00:00:00.000Z' })
      await vi.advanceTimersByTimeAsync(60 * 60_000)
      expect(kept.last()?.user?.planExpiry).toBe('2027-01-20T00:00:00.000Z')
    })

    it('uses an end that another tab stored', async () => {
      const kept = setUp([], 'free')
      saved(kept)
      await vi.advanceTimersByTimeAsync(1000)
      const bought = { ...ana, plan: 'pro' as const, planExpiry: END }
      kept.items.setItem('auth_session', JSON.stringify({ token: 'token-u1', user: bought }))
      kept.keeper.changedElsewhere('auth_session')
      await vi.advanceTimersByTimeAsync(50)
      expect(kept.last()?.user).toEqual(bought)
      await vi.advanceTimersByTimeAsync(31 * DAY)
      expect(kept.last()?.user?.plan).toBe('free')
    })

    it('stops checking after a sign-out', async () => {
      const kept = await onPro()
      kept.store.clear()
      const before = checks(kept)
      await vi.advanceTimersByTimeAsync(40 * DAY)
      expect(checks(kept)).toBe(before)
    })
  })

  it('checks the plan on request, once for concurrent requests, and reports a failure', async () => {
    const kept = setUp([], 'free')
    saved(kept)
    await vi.advanceTimersByTimeAsync(1000)
    kept.told.tier = 'pro'
    await Promise.all([kept.keeper.refreshPlan(), kept.keeper.refreshPlan()])
    expect(kept.last()?.user?.plan).toBe('pro')
    expect(kept.calls.filter((id) => id === 'subscription.status')).toHaveLength(2)
    kept.told.tier = new ApiClientError('Away.', { code: 'x', status: 503 })
    await expect(kept.keeper.refreshPlan()).rejects.toThrow('Away.')
    expect(kept.last()?.user?.plan).toBe('pro')
  })

  it('ignores other stored entries', async () => {
    const kept = setUp()
    kept.keeper.changedElsewhere('netbox_theme')
    await vi.advanceTimersByTimeAsync(100)
    expect(kept.shown).toEqual([])
  })
})
