import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePlan, type PlanId } from '@netbox/core'
import { configKeys } from './config-file.ts'
import type { Environment } from './environment.ts'
import { fieldsOf, parseJson } from './parse-json.ts'

/** Tells which plan runs are counted against. */
export type PlanSource = () => PlanId

/** A source that remembers its answer until it is told to forget it. */
export interface KeptPlanSource {
  (): PlanId
  forget(): void
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** How long an answer of the service is taken without asking again, in milliseconds. */
const ASKED_AGAIN = DAY
/** How long an answer holds while the service can't be asked. */
export const HOLDS = 7 * DAY
/** How long a service that did not answer is left alone. */
const LEFT_ALONE = 15 * MINUTE
/** How old an answer is at least before a refusal makes us ask again: somebody may just have bought the plan. */
const DOUBTED = MINUTE
/** How far a clock may be set back before an answer from its future is worth nothing. */
const SLACK = 5 * MINUTE

/** What the service said of the plan, as it is kept. Times are epoch milliseconds. */
export interface KeptPlan {
  /** The address as it was chosen: what one service says counts for no other. */
  readonly apiUrl: string
  readonly email: string
  readonly plan: PlanId
  readonly checked: number
  readonly until: number
  /** When the service was last asked in vain. */
  readonly tried?: number
}

/** What is known of the plan now. */
export interface PlanState {
  /** `visitor`: not signed in · `kept`: as the service said · `due`: the same, but to be asked again · `expired` */
  readonly kind: 'visitor' | 'kept' | 'due' | 'expired'
  /** What counts. */
  readonly plan: PlanId
  readonly kept?: KeptPlan
}

type Surroundings = Pick<Environment, 'token' | 'stateFolder' | 'apiUrl' | 'config'>

/** Gives the address that was chosen for the service, as it was written. */
export const chosenApiUrl = ({ apiUrl, config }: Pick<Environment, 'apiUrl' | 'config'>): string =>
  apiUrl ?? config().apiUrl ?? configKeys.apiUrl.otherwise

/** Tells whether somebody chose an address for the service. */
export const hasChosenApiUrl = ({ apiUrl, config }: Pick<Environment, 'apiUrl' | 'config'>): boolean =>
  (apiUrl ?? config().apiUrl) !== undefined

/** Gives the folder of session and plan. */
export const accountFolder = ({ stateFolder }: Pick<Environment, 'stateFolder'>): string => join(stateFolder, 'account')

/** Gives the file of the plan. A token of NETBOX_TOKEN has one of its own, whose name does not give the token away. */
export const planFile = (environment: Pick<Surroundings, 'token' | 'stateFolder'>): string => {
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

const parseKept = (text: string): KeptPlan | undefined => {
  const fields = fieldsOf(parseJson(text))
  const [apiUrl, email, plan] = ['apiUrl', 'email', 'plan'].map((name) => fields.get(name))
  const [checked, until, tried] = ['checked', 'until', 'tried'].map((name) => fields.get(name))
  const known = typeof plan === 'string' ? parsePlan(plan) : undefined
  if (known === undefined || typeof apiUrl !== 'string' || typeof email !== 'string') return undefined
  if (typeof checked !== 'number' || typeof until !== 'number') return undefined
  return { apiUrl, email, plan: known, checked, until, ...(typeof tried === 'number' ? { tried } : {}) }
}

/** Judges what was kept. An answer never holds for longer than it says, nor before the time at which it was given. */
export const judge = (kept: KeptPlan, now: number): PlanState => {
  const { checked, until, plan } = kept
  const holds = now < Math.min(until, checked + HOLDS) && now >= checked - SLACK
  if (!holds) return { kind: 'expired', plan: 'free', kept }
  return { kind: now < checked + ASKED_AGAIN ? 'kept' : 'due', plan, kept }
}

/** Reads what is known of the plan. Who is not signed in pays for it with one look for a file that is not there. */
export const planState = (environment: Surroundings, now: number): PlanState => {
  const hasToken = environment.token !== undefined
  const unknown: PlanState = { kind: hasToken ? 'expired' : 'visitor', plan: 'free' }
  const text = readText(planFile(environment))
  if (text === undefined) return unknown
  const kept = parseKept(text)
  if (kept === undefined) return { kind: 'expired', plan: 'free' }
  return kept.apiUrl === chosenApiUrl(environment) ? judge(kept, now) : unknown
}

/** Decides whether the service is asked before a run; `isRefused` when the run would be refused by what is known. */
export const isToBeAsked = ({ kind, kept }: PlanState, now: number, isRefused: boolean): boolean => {
  if (kind === 'visitor') return false
  const wait = now - (kept?.tried ?? Number.NEGATIVE_INFINITY)
  if (wait >= 0 && wait < LEFT_ALONE) return false
  return kind !== 'kept' || (isRefused && now - (kept?.checked ?? 0) >= DOUBTED)
}
