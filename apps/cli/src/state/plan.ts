import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, MINUTE, parsePlan, type PlanId, plans } from '@netbox/core'
import { notAmong } from '../texts/messages.ts'
import { configKeys } from './config-file.ts'
import type { Environment } from '../environment.ts'
import { fieldsOf, parseJson } from './json.ts'
import type { User } from '@netbox/contract'
import { removePrivate, writePrivate } from './private-file.ts'

/** Returns the plan whose limits apply. */
export type PlanSource = () => PlanId

/** The age in milliseconds at which the plan is fetched again. */
const REFRESH_AFTER = DAY
/** The time for which a cached plan stays valid while the service is unreachable, in milliseconds. */
export const CACHE_LIFETIME = 7 * DAY
/** The pause after a failed request, in milliseconds. */
const RETRY_AFTER = 15 * MINUTE
/** The age in milliseconds from which the plan is fetched again for a refused run, because the user may have just bought another plan. */
const RECHECK_AFTER = MINUTE
/** The maximum time by which a cached plan may be newer than the clock, in milliseconds, because clocks are corrected. */
const CLOCK_SKEW = 5 * MINUTE

/** The plan in the cache, from the service. Times are epoch milliseconds. */
export interface CachedPlan {
  /** The address of the service; the plan applies to this service only. */
  readonly apiUrl: string
  readonly email: string
  readonly plan: PlanId
  readonly checked: number
  readonly until: number
  /** The time of the last failed request. */
  readonly tried?: number
}

/** The plan and the state of its cache. */
export interface PlanState {
  /** `visitor`: not signed in · `fresh` · `stale`: valid, but due for a refresh · `expired` */
  readonly kind: 'visitor' | 'fresh' | 'stale' | 'expired'
  /** The plan whose limits apply. */
  readonly plan: PlanId
  readonly cached?: CachedPlan
  /** Whether a visitor chose the plan, with NETBOX_PLAN or in the configuration. */
  readonly isChosen?: true
}

type PlanEnvironment = Pick<Environment, 'token' | 'stateFolder' | 'apiUrl' | 'config' | 'chosenPlan'>

/** Returns the configured address of the service, as written. */
export const chosenApiUrl = ({ apiUrl, config }: Pick<Environment, 'apiUrl' | 'config'>): string =>
  apiUrl ?? config().apiUrl ?? configKeys.apiUrl.otherwise

/** Returns whether an address of the service is configured. */
export const hasChosenApiUrl = ({ apiUrl, config }: Pick<Environment, 'apiUrl' | 'config'>): boolean =>
  (apiUrl ?? config().apiUrl) !== undefined

/** Returns the folder that contains the session and the plan. */
export const accountFolder = ({ stateFolder }: Pick<Environment, 'stateFolder'>): string => join(stateFolder, 'account')

/** Returns the path of the plan file. Each token in NETBOX_TOKEN has its own file, named after a hash of the token. */
export const planFile = (environment: Pick<PlanEnvironment, 'token' | 'stateFolder'>): string => {
  const { token } = environment
  const mark =
    token === undefined ? '' : `-${process.getBuiltinModule('node:crypto').hash('sha256', token).slice(0, 16)}`
  return join(accountFolder(environment), `plan${mark}.json`)
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const parseCached = (text: string): CachedPlan | undefined => {
  const fields = fieldsOf(parseJson(text))
  const [apiUrl, email, plan] = ['apiUrl', 'email', 'plan'].map((name) => fields.get(name))
  const [checked, until, tried] = ['checked', 'until', 'tried'].map((name) => fields.get(name))
  const known = typeof plan === 'string' ? parsePlan(plan) : undefined
  if (known === undefined || typeof apiUrl !== 'string' || typeof email !== 'string') return undefined
  if (typeof checked !== 'number' || typeof until !== 'number') return undefined
  return { apiUrl, email, plan: known, checked, until, ...(typeof tried === 'number' ? { tried } : {}) }
}

/** Evaluates a cached plan. It is invalid after its end, and at times before it was fetched. */
export const evaluate = (cached: CachedPlan, now: number): PlanState => {
  const { checked, until, plan } = cached
  const holds = now < Math.min(until, checked + CACHE_LIFETIME) && now >= checked - CLOCK_SKEW
  if (!holds) return { kind: 'expired', plan: 'free', cached }
  return { kind: now < checked + REFRESH_AFTER ? 'fresh' : 'stale', plan, cached }
}

const visitorPlan = ({ chosenPlan }: PlanEnvironment): PlanState => {
  const chosen = chosenPlan()
  if (chosen === undefined) return { kind: 'visitor', plan: 'free' }
  const plan = parsePlan(chosen)
  if (plan === undefined)
    throw notAmong(
      'plan',
      chosen,
      plans.map(({ id }) => id),
    )
  return { kind: 'visitor', plan, isChosen: true }
}

/**
 * Reads the plan from the cache. Without a session, the plan is the chosen one, or free. Throws a `CommandError` for a chosen plan that
 * doesn't exist.
 */
export const planState = (environment: PlanEnvironment, now: number): PlanState => {
  const unknown: PlanState =
    environment.token === undefined ? visitorPlan(environment) : { kind: 'expired', plan: 'free' }
  const text = readText(planFile(environment))
  if (text === undefined) return unknown
  const cached = parseCached(text)
  if (cached === undefined) return { kind: 'expired', plan: 'free' }
  return cached.apiUrl === chosenApiUrl(environment) ? evaluate(cached, now) : unknown
}

/** Returns whether to fetch the plan before a run. `isRefused` means that the cached plan doesn't allow the run. */
export const needsRefresh = ({ kind, cached }: PlanState, now: number, isRefused: boolean): boolean => {
  if (kind === 'visitor') return false
  const wait = now - (cached?.tried ?? Number.NEGATIVE_INFINITY)
  if (wait >= 0 && wait < RETRY_AFTER) return false
  return kind !== 'fresh' || (isRefused && now - (cached?.checked ?? 0) >= RECHECK_AFTER)
}

/** Creates a source of the plan that reads the cache once, and again after `forget`. */
export const cachedPlanSource = (environment: PlanEnvironment) => {
  let known: PlanState | undefined
  const state = (): PlanState => (known ??= planState(environment, Date.now()))
  const source: PlanSource = () => state().plan
  return Object.assign(source, {
    state,
    forget: () => {
      known = undefined
    },
  })
}

export type CachedPlanSource = ReturnType<typeof cachedPlanSource>

const write = (environment: PlanEnvironment, cached: CachedPlan): void => {
  try {
    writePrivate(planFile(environment), `${JSON.stringify(cached)}\n`)
  } catch {
    // If the cache can't be written, the next run fetches the plan again.
  }
}

/** Caches the plan for seven days, or until the subscription ends. */
export const cachePlan = (
  environment: PlanEnvironment,
  { email, plan }: Pick<User, 'email' | 'plan'>,
  { now = Date.now(), ends }: { readonly now?: number; readonly ends?: number | undefined } = {},
): void => {
  const until = Math.min(now + CACHE_LIFETIME, ends === undefined || ends <= now ? Number.POSITIVE_INFINITY : ends)
  write(environment, { apiUrl: chosenApiUrl(environment), email, plan, checked: now, until })
}

/** Records a failed request. Keeps the cached plan. */
export const noteFailure = (environment: PlanEnvironment, now = Date.now()): void => {
  const { cached } = planState(environment, now)
  const nothing = { apiUrl: chosenApiUrl(environment), email: '', plan: 'free', checked: 0, until: 0 } as const
  write(environment, { ...(cached ?? nothing), tried: now })
}

/** Removes the cached plan. */
export const clearCachedPlan = (environment: PlanEnvironment): void => {
  try {
    removePrivate(planFile(environment))
  } catch {
    // If the cached plan can't be removed, it stays until it expires.
  }
}
