import { severities } from '@netbox/core'
import { sql } from 'kysely'
import { DAY } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { worldOfRun } from '../../database/shared.ts'

/** Queries the tools that a user has ever run, each once: runs are deleted after some time, but their tools are kept. */
export const usedTools = (queries: Reader, userId: string) =>
  queries
    .selectFrom('runs')
    .select('tool')
    .where('user_id', '=', userId)
    .union((build) => build.selectFrom('used_tools').select('tool').where('user_id', '=', userId))

/** Counts a user's requested migrations and verified addresses. */
export const countDone = async (queries: Reader, userId: string) => {
  const { migrations } = await queries
    .selectFrom('email_migrations')
    .select(({ fn }) => fn.countAll().as('migrations'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { verified } = await queries
    .selectFrom('verification_months')
    .select(({ fn }) => fn.sum<number | string | null>('verified').as('verified'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { migrations: Number(migrations), verified: Number(verified ?? 0) }
}

/** Returns the first minute in which the service responded; undefined if there is none. */
export const firstMinute = async (queries: Reader): Promise<number | undefined> => {
  const row = await queries.selectFrom('heartbeats').select('minute').orderBy('minute').limit(1).executeTakeFirst()
  return row?.minute
}

// The number of runs among which the runs of lists are found.
const READ_RUNS = 500

const startOfDay = sql<number>`created_at - created_at % ${sql.lit(DAY)}`

/** The fields that all runs of a list share: one tool in one world, whose time has milliseconds. */
const SHARED = ['tool', 'seed', 'scenario', 'at', 'runs.world'] as const

/**
 * Lists a user's latest runs, newest first: one row for the runs of a list. A list has each input once, and the runs of one day. The
 * fields of the single runs are only of use for a row of one run.
 */
export const lastRuns = (queries: Reader, userId: string, limit: number) =>
  queries
    .selectFrom((from) =>
      from
        .selectFrom((runs) =>
          runs
            .selectFrom('runs')
            .selectAll()
            .where('user_id', '=', userId)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(READ_RUNS)
            .as('runs'),
        )
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .partitionBy([...SHARED, 'input'])
                .orderBy('created_at', 'desc')
                .orderBy('id', 'desc'),
            )
            .as('repetition'),
        )
        .as('runs'),
    )
    .select(({ fn }) => [
      'tool',
      'seed',
      'scenario',
      'at',
      fn.min('id').as('id'),
      fn.min('input').as('input'),
      fn.min('sentence').as('sentence'),
      fn.max('created_at').as('created_at'),
      fn.countAll().as('runs'),
      ...severities.map((severity) => fn.count(sql`case when severity = ${severity} then 1 end`).as(severity)),
    ])
    .select(worldOfRun().as('world'))
    .groupBy([...SHARED, 'repetition', startOfDay])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists a user's latest requests to move a mailbox, newest first, without their passwords. */
export const lastMigrations = (queries: Reader, userId: string, limit: number) =>
  queries
    .selectFrom('email_migrations')
    .select(['id', 'source_email', 'destination_email', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists a user's latest verifications, newest first. */
export const lastVerifications = (queries: Reader, userId: string, limit: number) =>
  queries
    .selectFrom('verifications')
    .select(['id', 'email', 'status', 'simulated', 'batch', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Counts the addresses of one verification run by status. `since` limits the search. */
export const statusesOf = async (queries: Reader, userId: string, batch: string, since: number) => {
  const rows = await queries
    .selectFrom('verifications')
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('batch', '=', batch)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
}

/** Counts, by day, the addresses that a user has verified since a time. */
export const verifiedByDay = async (queries: Reader, userId: string, since: number) => {
  const rows = await queries
    .selectFrom('verifications')
    .select(({ fn }) => [startOfDay.as('start'), fn.countAll().as('count')])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .groupBy(startOfDay)
    .execute()
  return new Map(rows.map((row) => [row.start, Number(row.count)]))
}

/** Finds a user's latest critical run since a time. */
export const latestCritical = (queries: Reader, userId: string, since: number) =>
  queries
    .selectFrom('runs')
    .select(['tool', 'input', 'sentence', 'created_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('severity', '=', 'critical')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Counts, for each UTC day, the minutes in which the service responded, from the first to the last given minute. */
export const minutesByDay = async (queries: Reader, from: number, to: number) => {
  const start = sql<number>`minute - minute % ${sql.lit(24 * 60)}`
  const rows = await queries
    .selectFrom('heartbeats')
    .select(({ fn }) => [start.as('start'), fn.countAll().as('count')])
    .where('minute', '>=', from)
    .where('minute', '<=', to)
    .groupBy(start)
    .execute()
  return new Map(rows.map((row) => [row.start, Number(row.count)]))
}

/** Lists the minutes in which the service responded, from the first to the last given minute. */
export const listMinutes = async (queries: Reader, from: number, to: number): Promise<number[]> => {
  const rows = await queries
    .selectFrom('heartbeats')
    .select('minute')
    .where('minute', '>=', from)
    .where('minute', '<=', to)
    .orderBy('minute')
    .execute()
  return rows.map(({ minute }) => minute)
}
