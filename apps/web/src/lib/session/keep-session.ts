import {
  type Client,
  type ClientSession,
  SESSION_KEY,
  type SessionEvent,
  type StoredSession,
  TOKEN_KEY,
} from '@netbox/contract'
import { type Clock, DAY, HOUR, planFromTier } from '@netbox/core'
import type { SessionState } from './session.ts'

/** The delay between a sign-in or a page load and the request for the subscription, in milliseconds. Source: spec §4, §9. */
const SUBSCRIPTION_DELAY = 1000
/** The interval of checks after the end of a plan, in milliseconds: a renewal may arrive late. */
const OVERDUE = HOUR
/** The longest wait, in milliseconds: browsers limit timers to 24 days, and timers stop while a computer sleeps. */
const LONGEST = DAY

/** The dependencies of watching a plan. */
export interface PlanWatchOptions {
  readonly session: Pick<ClientSession, 'store' | 'update'>
  readonly client: Pick<Client, 'call'>
  readonly clock: Clock
}

/** The synchronization of the user's plan with the service. */
export interface PlanWatch {
  /** Checks the plan after a second, for example after a sign-in, and then whenever the plan is due to end. */
  begin(): void
  /** Schedules a check for the end of the plan if none is scheduled. Called when another tab has stored a new end. */
  goOn(): void
  /** Checks the plan now. Rejects if the service can't be reached. */
  readonly refresh: () => Promise<void>
  cancel(): void
}

const untilEnd = (end: string | null | undefined, now: number): number | undefined => {
  if (end === null || end === undefined) return undefined
  const left = Date.parse(end) - now
  return left > 0 ? Math.min(left, LONGEST) : OVERDUE
}

/**
 * Watches a plan and requests the subscription when the plan is due to end. The date is not enough: a subscription continues if
 * it was renewed, or while its payment is retried.
 */
const createPlanWatch = ({ session, client, clock }: PlanWatchOptions): PlanWatch => {
  let watching: AbortController | undefined
  let refreshing: Promise<void> | undefined

  const ask = async (): Promise<void> => {
    const asked = session.store.read()?.user
    if (asked === undefined) return
    const { data } = await client.call('subscription.status')
    const plan = planFromTier(data.subscription_tier, data.subscribed)
    const now = session.store.read()?.user
    // The user has signed out, or another user has signed in, before the response.
    if (now?.id !== asked.id) return
    if (now.plan !== plan || now.planExpiry !== data.subscription_end)
      session.update({ plan, planExpiry: data.subscription_end })
  }

  const refresh = (): Promise<void> => {
    refreshing ??= ask().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const nextWait = (): number | undefined => untilEnd(session.store.read()?.user?.planExpiry, clock.now())

  const follow = async (first: number | undefined, signal: AbortSignal): Promise<void> => {
    for (let wait = first; wait !== undefined && !signal.aborted; wait = nextWait()) {
      await clock.wait(wait, signal)
      // Without a response, the plan stays unchanged.
      await refresh().catch(() => undefined)
    }
  }

  const watch = (first: number | undefined): void => {
    watching?.abort()
    const controller = new AbortController()
    watching = controller
    // The wait rejects when it is cancelled, which ends the watch.
    follow(first, controller.signal)
      .catch(() => undefined)
      .finally(() => {
        if (watching === controller) watching = undefined
      })
  }

  return {
    refresh,
    begin: () => watch(SUBSCRIPTION_DELAY),
    goOn: () => {
      if (watching === undefined) watch(nextWait())
    },
    cancel: () => {
      watching?.abort()
      watching = undefined
    },
  }
}

// The wait before the session is read, in milliseconds. It is needed because another tab writes the session's two keys one after the other.
const SETTLED = 50
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
// The time after which a check counts as unanswered, in milliseconds. A later answer still counts.
const SESSION_TIMEOUT = 10_000

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
      .wait(SESSION_TIMEOUT, answered.signal)
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
