import type { VerificationResult } from '@netbox/email-verifier'
import type { Queries, Reader } from '../database/database.ts'
import { serializeResult, verificationColumns, type VerificationRow } from './serialize-verification.ts'
import type { VerificationCacheTable, VerificationJobTable, VerificationTable } from '../schema.ts'
import { countDone, type Reservation } from './monthly-allowance-repository.ts'
import { sql } from 'kysely'
import { engineOf, upsert } from '../database/dialects.ts'
import type { QueryOf } from '@netbox/contract'
import { contains, countOf } from '../database/shared.ts'

/** A cached definite result. */
export type CachedResult = VerificationCacheTable

/** Caches results; a newer one replaces an older one. */
export const remember = async (queries: Queries, results: readonly CachedResult[]): Promise<void> => {
  // The rows are written in a fixed order, so that two transactions never deadlock, and each key once, because one statement can't write a
  // row twice.
  const byKey = new Map(results.map((result) => [result.key, result]))
  const rows = [...byKey.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  if (rows.length === 0) return
  const insert = queries.insertInto('verification_cache').values(rows)
  await (
    engineOf(queries) === 'mysql'
      ? insert.onDuplicateKeyUpdate({ result: sql`values(result)`, expires_at: sql`values(expires_at)` })
      : insert.onConflict((conflict) =>
          conflict.column('key').doUpdateSet((row) => ({
            result: row.ref('excluded.result'),
            expires_at: row.ref('excluded.expires_at'),
          })),
        )
  ).execute()
}

/** Returns the valid cache entries of at most a few hundred keys. */
export const recall = async (
  queries: Reader,
  keys: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await queries
    .selectFrom('verification_cache')
    .select(['key', 'result'])
    .where('key', 'in', keys)
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.map(({ key, result }) => [key, result]))
}

/** Returns the valid cache entry of a domain. */
export const recallVerdict = async (queries: Reader, domain: string, now: number) =>
  (
    await queries
      .selectFrom('catch_all_verdicts')
      .select('verdict')
      .where('domain', '=', domain)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  )?.verdict

/** Caches whether a domain accepts any address. */
export const rememberVerdict = async (
  queries: Queries,
  row: {
    readonly domain: string
    readonly verdict: 'accepts_all' | 'refuses_unknown' | 'unknown'
    readonly until: number
  },
): Promise<void> => {
  const { domain, verdict, until } = row
  const changes = { verdict, expires_at: until }
  await upsert(queries, engineOf(queries), 'catch_all_verdicts', ['domain'], { domain, ...changes }, changes)
}

/** A result to store before it is sent. */
export interface FreshResult {
  /** The id of the row in the history. */
  readonly id: string
  /** Undefined for visitors, who have no history. */
  readonly run: Reservation | undefined
  readonly result: VerificationResult
  /** The cache row; undefined if the result can't be cached. */
  readonly cached: CachedResult | undefined
}

type Found = Omit<VerificationTable, 'id' | 'user_id' | 'email' | 'email_key' | 'batch' | 'created_at'>

/** Returns the columns that a result determines. */
export const foundColumns = (result: VerificationResult): Found => {
  const { email: _, role, simulated, ...same } = serializeResult(result)
  return { ...same, role: role ? 1 : 0, simulated: simulated ? 1 : 0 }
}

const rowOf = (id: string, run: Reservation, result: VerificationResult, now: number): VerificationTable => ({
  id,
  user_id: run.userId,
  email: result.email,
  email_key: result.email.toLowerCase(),
  ...foundColumns(result),
  batch: run.id,
  created_at: now,
})

const jobOf = ({ id, user_id, email, simulated, verification_attempts, retry_after }: VerificationTable, now: number) =>
  retry_after === null
    ? []
    : [
        {
          id,
          user_id,
          email,
          simulated,
          attempts: verification_attempts,
          due_at: now + retry_after * 1000,
          claim: null,
        } satisfies VerificationJobTable,
      ]

/** Counts the results of each run in a fixed order, so that two transactions never deadlock. */
const countRuns = async (queries: Queries, fresh: readonly FreshResult[], until: number): Promise<void> => {
  const runs = new Map<string, { run: Reservation; count: number }>()
  for (const { run } of fresh) {
    if (run === undefined) continue
    const counted = runs.get(run.id) ?? { run, count: 0 }
    counted.count += 1
    runs.set(run.id, counted)
  }
  const inOrder = [...runs.values()].toSorted((one, other) => (one.run.userId < other.run.userId ? -1 : 1))
  for (const { run, count } of inOrder) await countDone(queries, run, { count, until })
}

/**
 * Stores results in the history, creates jobs for results that may change, counts the results, and caches definite ones. **Call it inside a
 * transaction**, so that either all of this is stored or nothing.
 */
export const storeResults = async (
  queries: Queries,
  fresh: readonly FreshResult[],
  { now, until }: { readonly now: number; readonly until: number },
): Promise<void> => {
  const rows = fresh.flatMap(({ id, run, result }) => (run === undefined ? [] : [rowOf(id, run, result, now)]))
  if (rows.length > 0) await queries.insertInto('verifications').values(rows).execute()
  const jobs = rows.flatMap((row) => jobOf(row, now))
  if (jobs.length > 0) await queries.insertInto('verification_jobs').values(jobs).execute()
  await countRuns(queries, fresh, until)
  await remember(
    queries,
    fresh.flatMap(({ cached }) => cached ?? []),
  )
}

type Wanted = QueryOf<'email.history'>

const found = (queries: Reader, userId: string, { status, q }: Wanted) => {
  const own = queries.selectFrom('verifications').where('user_id', '=', userId)
  const ofStatus = status === undefined ? own : own.where('status', '=', status)
  return q === '' ? ofStatus : ofStatus.where(contains('email_key', q))
}

/** Lists some of a user's verifications, newest first. */
export const listVerifications = (queries: Reader, userId: string, wanted: Wanted): Promise<VerificationRow[]> =>
  found(queries, userId, wanted)
    .select(verificationColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset((wanted.page - 1) * wanted.limit)
    .execute()

export const countVerifications = (queries: Reader, userId: string, wanted: Wanted): Promise<number> =>
  countOf(found(queries, userId, wanted))

/** Lists the jobs of verifications with a pending retry. */
export const listJobs = async (
  queries: Reader,
  ids: readonly string[],
): Promise<Pick<VerificationJobTable, 'id' | 'due_at' | 'claim'>[]> =>
  ids.length === 0
    ? []
    : queries.selectFrom('verification_jobs').select(['id', 'due_at', 'claim']).where('id', 'in', ids).execute()
