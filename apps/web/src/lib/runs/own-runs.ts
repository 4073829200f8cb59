import { severities, type Severity, type ToolRun, type WorldDocument } from '@netbox/core'
import { fieldsOf, RECENT_RUNS_KEY } from '../page/storage.ts'
import { currentSession, useSession } from '../session/session.ts'
import { createKeptStore } from '../page/store.ts'
import { ANONYMOUS } from './local-usage.ts'

/** The stored part of a run: the values that repeat it, and its verdict. */
export interface RecentRun {
  readonly tool: string
  readonly input: string
  readonly seed: string
  readonly scenario: string
  readonly at: string
  /** The user's own facts. */
  readonly world?: WorldDocument
  readonly sentence: string
  readonly severity: Severity
  /** The owner, and the time in epoch ms. Runs that an older version stored lack both. */
  readonly subject?: string
  readonly ranAt?: number
}

/** The maximum number of stored runs. */
export const MAX_RECENT_RUNS = 50

const texts = ['tool', 'input', 'seed', 'scenario', 'at', 'sentence'] as const

// The latest instant of a `Date` (ECMA-262, section 21.4.1.1), in milliseconds.
const LAST_INSTANT = 8.64e15

const isInstant = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= LAST_INSTANT

const isRecentRun = (value: unknown): value is RecentRun => {
  const fields = fieldsOf(value)
  return (
    texts.every((name) => typeof fields[name] === 'string') &&
    severities.some((known) => known === fields['severity']) &&
    ['string', 'undefined'].includes(typeof fields['subject']) &&
    // Core checks the content of the world at the next run.
    (fields['world'] === undefined || (typeof fields['world'] === 'object' && fields['world'] !== null)) &&
    (fields['ranAt'] === undefined || isInstant(fields['ranAt']))
  )
}

/** Reads stored runs; other values are skipped. */
export const readRecentRuns = (value: unknown): RecentRun[] =>
  Array.isArray(value) ? value.filter(isRecentRun).slice(0, MAX_RECENT_RUNS) : []

const recent = createKeptStore<readonly RecentRun[]>({
  key: RECENT_RUNS_KEY,
  initial: [],
  read: readRecentRuns,
  // Mail headers are long, so half of the runs are dropped if the storage is full.
  shrink: (runs) => (runs.length > 1 ? runs.slice(0, Math.floor(runs.length / 2)) : undefined),
})

/** Returns the owner of a run. Runs without an owner, from an older version, count as a visitor's. */
const ownerOf = ({ subject = ANONYMOUS }: RecentRun): string => subject

const isSame = (one: RecentRun, other: RecentRun): boolean =>
  texts.every((name) => name === 'sentence' || one[name] === other[name]) &&
  ownerOf(one) === ownerOf(other) &&
  JSON.stringify(one.world) === JSON.stringify(other.world)

/** Puts a run before the others; the same run is listed once. */
export const withRun = (runs: readonly RecentRun[], run: RecentRun): RecentRun[] =>
  [run, ...runs.filter((other) => !isSame(run, other))].slice(0, MAX_RECENT_RUNS)

/** Subscribes to the runs that the current user or visitor made in this browser, newest first. */
export const useRecentRuns = (): readonly RecentRun[] => {
  const runs = recent.use()
  const { status, user } = useSession()
  return status === 'loading' ? [] : runs.filter((run) => ownerOf(run) === (user?.id ?? ANONYMOUS))
}

/** Stores a user's finished run, and returns the stored part. */
const rememberRun = (run: ToolRun, subject: string) => {
  const { tool, input, seed, scenario, at, world, verdict } = run
  const { sentence, severity } = verdict
  const stated = world === undefined ? {} : { world }
  const kept = { tool, input, seed, scenario, at, ...stated, sentence, severity, subject, ranAt: Date.now() }
  recent.update((runs) => withRun(runs, kept))
  return kept
}

/** Deletes the runs of the current user, or of the visitor. */
export const clearRecentRuns = (): void => {
  const owner = currentSession().user?.id ?? ANONYMOUS
  recent.update((runs) => runs.filter((run) => ownerOf(run) !== owner))
}

/** A finished run that is queued for the account's history. */
export interface UnsavedRun
  extends Required<Pick<RecentRun, 'subject' | 'ranAt'>>, Omit<RecentRun, 'subject' | 'ranAt'> {
  /** 32 hexadecimal digits. By this id, the service counts a run once, however often it is reported. */
  readonly id: string
  /** The version of the simulation that made the run. */
  readonly engine: string
  readonly severity: Severity
}

const MOST = 200

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)

/** Reads stored runs; values that can't be reported are skipped. */
export const readUnsavedRuns = (value: unknown): UnsavedRun[] => {
  if (!Array.isArray(value)) return []
  const runs: unknown[] = value
  return runs.slice(-MOST).flatMap((entry) => {
    const [run] = readRecentRuns([entry])
    if (run?.subject === undefined || run.ranAt === undefined) return []
    const { id, engine } = fieldsOf(entry)
    return isId(id) && typeof engine === 'string'
      ? [{ ...run, subject: run.subject, ranAt: run.ranAt, id, engine }]
      : []
  })
}

const unsaved = createKeptStore<readonly UnsavedRun[]>({
  key: 'netbox_unsaved_runs',
  initial: [],
  read: readUnsavedRuns,
  // If the storage is full, only the latest half of the runs is kept.
  shrink: (runs) => (runs.length > 1 ? runs.slice(Math.ceil(runs.length / 2)) : undefined),
})

/** Subscribes to the queued runs, oldest first. */
export const useUnsavedRuns = (): readonly UnsavedRun[] => unsaved.use()

/** Returns a user's queued runs, oldest first. */
export const unsavedRunsOf = (subject: string): UnsavedRun[] => unsaved.get().filter((run) => run.subject === subject)

/** Takes runs out of the queue. */
export const removeUnsaved = (ids: ReadonlySet<string>): void =>
  unsaved.update((runs) => runs.filter(({ id }) => !ids.has(id)))

/** Corrects the time of runs that a browser with a wrong clock has dated in the future. */
export const setRunTime = (ids: ReadonlySet<string>, ranAt: number): void =>
  unsaved.update((runs) => runs.map((run) => (ids.has(run.id) ? { ...run, ranAt } : run)))

const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Stores a finished run in this browser. If the user is signed in, also queues it for the account's history. */
export const storeRun = (run: ToolRun, subject: string): void => {
  const kept = rememberRun(run, subject)
  if (subject === ANONYMOUS || subject === '') return
  unsaved.update((runs) => [...runs, { ...kept, id: newId(), engine: run.engine }].slice(-MOST))
}
