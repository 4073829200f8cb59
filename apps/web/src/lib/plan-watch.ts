import type { Client, ClientSession } from '@netbox/contract'
import { type Clock, planFromTier } from '@netbox/core'

/** The delay between a sign-in or a page load and the request for the subscription, in milliseconds. Source: spec §4, §9. */
const SUBSCRIPTION_DELAY = 1000
/** The interval of checks after the end of a plan, in milliseconds: a renewal may arrive late. */
const OVERDUE = 60 * 60_000
/** The longest wait, in milliseconds: browsers limit timers to 24 days, and timers stop while a computer sleeps. */
const LONGEST = 24 * 60 * 60_000

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
export const createPlanWatch = ({ session, client, clock }: PlanWatchOptions): PlanWatch => {
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
