import {
  type Client,
  type ClientSession,
  SESSION_KEY,
  type SessionEvent,
  type StoredSession,
  TOKEN_KEY,
} from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { createPlanWatch } from './plan-watch.ts'
import type { SessionState } from './session-state.ts'

// The wait before the session is read, in milliseconds. It is needed because another tab writes the session's two keys one after the other.
const SETTLED = 50
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
// The time after which a check counts as unanswered, in milliseconds. A later answer still counts.
const PATIENCE = 10_000

/** The dependencies of keeping a session. */
export interface KeepSessionOptions {
  readonly session: Pick<ClientSession, 'store' | 'load' | 'update' | 'start' | 'stop'>
  readonly client: Pick<Client, 'call'>
  /** Publishes the signed-in user to the page. */
  readonly show: (state: SessionState) => void
  readonly clock: Clock
}

/** The functions that keep a session up to date: the user, the plan, the token, and changes in other tabs. */
export interface SessionKeeper {
  /**
   * Verifies the stored session. During an outage, shows the stored user and retries until there is a response. A token without a stored
   * user is checked twice at most, and then removed.
   */
  load(): Promise<void>
  /** Applies the changes of another tab; `key` as in the storage event, null for everything. */
  changedElsewhere(key: string | null): void
  /** Checks the subscription now, for example when the user returns from a payment. Rejects if the service can't be reached. */
  readonly refreshPlan: () => Promise<void>
}

/** Synchronizes the session of the page with the stored one. */
export const keepSession = (options: KeepSessionOptions): SessionKeeper => {
  const { session, show, clock } = options
  const plan = createPlanWatch(options)
  let shownId: string | undefined

  const showStored = (stored: StoredSession | undefined, isUnanswered = false): void => {
    if (stored?.user !== undefined) {
      show({ status: 'user', user: stored.user, ...(isUnanswered ? { isUnanswered } : {}) })
      session.start()
    } else if (stored === undefined) {
      show({ status: 'anonymous' })
      session.stop()
      plan.cancel()
    }
    shownId = stored?.user?.id
  }

  session.store.subscribe((event: SessionEvent, stored) => {
    showStored(stored)
    if (event === 'signed_in' || event === 'initial_session') plan.begin()
    else if (event === 'user_updated') plan.goOn()
  })

  const check = async (): Promise<{ readonly kind: 'signed_in' | 'signed_out' | 'unknown' }> => {
    const answered = new AbortController()
    const late = clock
      .wait(PATIENCE, answered.signal)
      .catch(() => undefined)
      .then(() => ({ kind: 'unknown' }) as const)
    return Promise.race([session.load(), late]).finally(() => answered.abort())
  }

  const load = async (): Promise<void> => {
    let isLast = false
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const { kind } = await check()
      const stored = session.store.read()
      if (stored === undefined || kind === 'signed_in') return showStored(stored)
      // If another token was stored during the verification, the loop verifies that token next.
      if (kind === 'unknown') {
        if (stored.user !== undefined) showStored(stored, true)
        else if (isLast) return session.store.clear()
        else isLast = true
      }
      await clock.wait(wait)
    }
  }

  const takeOver = async (): Promise<void> => {
    await clock.wait(SETTLED)
    const stored = session.store.read()
    // Other code has stored a token without a session, so the token is verified as at the start.
    if (stored !== undefined && stored.user === undefined) return load()
    const isOther = stored?.user?.id !== shownId
    showStored(stored)
    if (stored === undefined) return undefined
    return isOther ? plan.begin() : plan.goOn()
  }

  return {
    load,
    refreshPlan: plan.refresh,
    changedElsewhere: (key) => {
      if (key === null || key === TOKEN_KEY || key === SESSION_KEY) void takeOver()
    },
  }
}
