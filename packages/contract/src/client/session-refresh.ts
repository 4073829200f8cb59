import type { Clock } from '@netbox/core'
import { isRetryable } from './api-client-error.ts'
import type { SignIn } from './read-signed-in.ts'
import type { SessionStore } from './session-store.ts'

/** The time between two checks of a session, in milliseconds. Source: spec §4. */
export const REFRESH_TICK = 30_000

/** The number of checks before its expiry at which a session is refreshed. Source: spec §4. */
export const REFRESH_MARGIN_TICKS = 3

/** The first wait after a refresh that failed, in milliseconds; each further one is twice as long. */
export const FIRST_BACK_OFF = 200

/** Runs one piece of work at a time among all who share it; a browser's tabs share `navigator.locks`. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The parts of refreshing: the store, the call that refreshes, a clock, and a lock if tabs share a session. */
export interface SessionRefreshOptions {
  readonly store: SessionStore
  /** Exchanges a refresh token. Rejects with an `ApiClientError`. */
  readonly exchange: (refreshToken: string) => Promise<SignIn>
  readonly clock: Clock
  readonly lock?: Lock | undefined
  /** For how long a refresh that fails is tried again, in milliseconds; default one tick. */
  readonly maxRetryTime?: number | undefined
}

/** Keeps a session fresh while it is started. */
export interface SessionRefresh {
  /** Looks at the session now and on every tick, until `stop`. */
  readonly start: () => void
  readonly stop: () => void
  /** Refreshes when expiry is near. */
  readonly tick: () => Promise<void>
  /** Refreshes now; concurrent callers share one exchange. Returns the valid token, if there is one. */
  readonly refresh: () => Promise<string | undefined>
  /** Returns the stored token, refreshed first when it has expired. */
  readonly token: () => Promise<string | undefined>
}

/**
 * Creates the refresher of a session: it is refreshed when it is within 3 ticks of 30 s of its expiry (spec §4), tried again
 * with growing waits from 200 ms on within one tick. Only a refusal of the API ends the session; while it can't be reached
 * or fails, the session is kept and the next tick tries again.
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
    // Another tab was faster, or signed out.
    if (stored?.refresh?.token !== wanted) return stored?.token
    try {
      const next = await exchangeWithRetry(wanted)
      // The user may have signed out, or in to another account, before the response.
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
      // Any error may be gone on the next tick.
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
      // The wait rejects when it is stopped, which is how the loop ends.
      run(ticking.signal).catch(() => undefined)
    },
    stop: () => {
      ticking?.abort()
      ticking = undefined
    },
    token: () => (remaining() > 0 ? Promise.resolve(store.read()?.token) : refresh()),
  }
}
