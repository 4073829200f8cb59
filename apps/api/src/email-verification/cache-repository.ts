import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { engineOf, upsert } from '../database/dialects.ts'
import type { VerificationCacheTable } from '../database/schema.ts'

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
  queries: Queries,
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
export const recallVerdict = async (queries: Queries, domain: string, now: number) =>
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
