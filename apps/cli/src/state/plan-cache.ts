import type { User } from '@netbox/contract'
import type { Environment } from '../environment.ts'
import { chosenApiUrl, CACHE_LIFETIME, type CachedPlan, planFile, planState } from './plan.ts'
import { removePrivate, writePrivate } from './private-file.ts'

type Surroundings = Pick<Environment, 'token' | 'stateFolder' | 'apiUrl' | 'config'>

const write = (environment: Surroundings, cached: CachedPlan): void => {
  try {
    writePrivate(planFile(environment), `${JSON.stringify(cached)}\n`)
  } catch {
    // If the cache can't be written, the next run fetches the plan again.
  }
}

/** Caches the plan for seven days, or until the subscription ends. */
export const cachePlan = (
  environment: Surroundings,
  { email, plan }: Pick<User, 'email' | 'plan'>,
  { now = Date.now(), ends }: { readonly now?: number; readonly ends?: number | undefined } = {},
): void => {
  const until = Math.min(now + CACHE_LIFETIME, ends === undefined || ends <= now ? Number.POSITIVE_INFINITY : ends)
  write(environment, { apiUrl: chosenApiUrl(environment), email, plan, checked: now, until })
}

/** Records a failed request. Keeps the cached plan. */
export const noteFailure = (environment: Surroundings, now = Date.now()): void => {
  const { cached } = planState(environment, now)
  const nothing = { apiUrl: chosenApiUrl(environment), email: '', plan: 'free', checked: 0, until: 0 } as const
  write(environment, { ...(cached ?? nothing), tried: now })
}

/** Removes the cached plan. */
export const clearCachedPlan = (environment: Surroundings): void => {
  try {
    removePrivate(planFile(environment))
  } catch {
    // If the cached plan can't be removed, it stays until it expires.
  }
}
