import type { Clock } from '@netbox/core'
import { isRetryable } from './api-client-error.ts'
import type { SignIn } from './read-signed-in.ts'
import type { SessionStore } from './session-store.ts'

/** The time between two checks of a session, in milliseconds. Source: spec §4. */
export const REFRESH_TICK = 30_000

/** The time before a session's expiry in which the session is refreshed, in ticks. Source: spec §4. */
export const REFRESH_MARGIN_TICKS = 3

/** The first wait after a failed refresh, in milliseconds; each further wait is twice as long. */
export const FIRST_BACK_OFF = 200

/** A lock that runs one task at a time among all programs that share it; the tabs of a browser share `navigator.locks`. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The parts of a refresh: the store, the call that refreshes, a clock, and a lock if tabs share a session. */
export interface SessionRefreshOptions {
  readonly store: SessionStore
  /** Exchanges a refresh token. Rejects with an `ApiClientError`. */
  readonly exchange: (refreshToken: string) => Promise<SignIn>
  readonly clock: Clock
  readonly lock?: Lock | undefined
  /** The time for retries of a failed refresh, in milliseconds; default one tick. */
  readonly maxRetryTime?: number | undefined
}

/** A refresher, which renews a session before the session expires. */
export interface SessionRefresh {
  /** Checks the session now and on every tick, until `stop`. */
  readonly start: () => void
  readonly stop: () => void
  /** Refreshes the session if it is about to expire. */
  readonly tick: () => Promise<void>
  /** Refreshes now; concurrent callers share one exchange. Returns the valid token, if there is one. */
  readonly refresh: () => Promise<string | undefined>
  /** Returns the stored token, refreshed first if it has expired. */
  readonly token: () => Promise<string | undefined>
}

/**
 * Creates the refresher of a session. It refreshes in the last 3 ticks (30 s each) before expiry (spec §4), and retries for up to one tick,
 * with growing waits that start at 200 ms. Only a refusal of the API ends the session; if the API is unreachable or fails, the next tick
 * tries again.
 */
export const createSessionRefresh = ({
  store,
  exchange,
  clock,
  lock = (work) => work(),
  maxRetryTime = REFRESH_TICK,
}: SessionRefreshOptions): SessionRefresh => {
  let running: Promise<string | undefined> | undefined
  let ticking: AbortController | undefined

  const exchangeWithRetry = async (refreshToken: string): Promise<SignIn> => {
    const end = clock.now() + maxRetryTime
    for (let wait = FIRST_BACK_OFF; ; wait *= 2) {
      try {
        return await exchange(refreshToken)
      } catch (error) {
        if (!isRetryable(error) || clock.now() + wait >= end) throw error
        await clock.wait(wait)
      }
    }
  }

  const refreshOnce = async (wanted: string): Promise<string | undefined> => {
    const stored = store.read()
    // Another tab has refreshed the session first, or signed out.
    if (stored?.refresh?.token !== wanted) return stored?.token
    try {
      const next = await exchangeWithRetry(wanted)
      // The user may have signed out, or into another account, before the response.
      if (store.read()?.refresh?.token === wanted) store.save(next, 'token_refreshed')
    } catch (error) {
      if (!isRetryable(error) && store.read()?.refresh?.token === wanted) store.clear()
    }
    return store.read()?.token
  }

  const refresh = (): Promise<string | undefined> => {
    const stored = store.read()
    const wanted = stored?.refresh?.token
    if (wanted === undefined) return Promise.resolve(stored?.token)
    running ??= lock(() => refreshOnce(wanted)).finally(() => {
      running = undefined
    })
    return running
  }

  const remaining = (): number => {
    const expiresAt = store.read()?.refresh?.expiresAt
    return expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - clock.now()
  }

  const tick = async (): Promise<void> => {
    if (remaining() <= REFRESH_MARGIN_TICKS * REFRESH_TICK) await refresh()
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      // The next tick may succeed after any error.
      await tick().catch(() => undefined)
      await clock.wait(REFRESH_TICK, signal)
    }
  }

  return {
    tick,
    refresh,
    start: () => {
      if (ticking !== undefined) return
      ticking = new AbortController()
      // Stopping rejects the wait, and that ends the loop.
      run(ticking.signal).catch(() => undefined)
    },
    stop: () => {
      ticking?.abort()
      ticking = undefined
    },
    token: () => (remaining() > 0 ? Promise.resolve(store.read()?.token) : refresh()),
  }
}
