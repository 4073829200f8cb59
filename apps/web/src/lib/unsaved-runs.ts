import type { Severity, ToolRun } from '@netbox/core'
import { createKeptStore } from './kept-store.ts'
import { ANONYMOUS } from './local-usage.ts'
import { type RecentRun, readRecentRuns, rememberRun } from './recent-runs.ts'

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
    const { id, engine }: Readonly<Record<string, unknown>> = { ...(entry as object) } // `readRecentRuns` has checked that it is an object.
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
export const keepRun = (run: ToolRun, subject: string): void => {
  const kept = rememberRun(run, subject)
  if (subject === ANONYMOUS || subject === '') return
  unsaved.update((runs) => [...runs, { ...kept, id: newId(), engine: run.engine }].slice(-MOST))
  // If the report fails, a later one includes this run.
  import('./save-runs.ts').then(({ saveRuns }) => saveRuns()).catch(() => undefined)
}
