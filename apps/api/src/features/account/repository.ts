import type { Queries } from '../../db/database.ts'

/** Asks for the tools that a user ever ran, each once: runs are deleted after some time, what tools they were of is kept. */
export const usedTools = (queries: Queries, userId: string) =>
  queries
    .selectFrom('runs')
    .select('tool')
    .where('user_id', '=', userId)
    .union((build) => build.selectFrom('used_tools').select('tool').where('user_id', '=', userId))

/**
 * Counts what a user's numbers are made of: different tools that were ever run, migrations that were
 * asked for, and addresses that were verified.
 */
export const countDone = async (queries: Queries, userId: string) => {
  const { tools } = await queries
    .selectFrom(usedTools(queries, userId).as('used'))
    .select(({ fn }) => fn.countAll().as('tools'))
    .executeTakeFirstOrThrow()
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
  return { tools: Number(tools), migrations: Number(migrations), verified: Number(verified ?? 0) }
}

/** Returns the first minute in which the service answered; undefined before there is one. */
export const firstMinute = async (queries: Queries): Promise<number | undefined> => {
  const row = await queries.selectFrom('heartbeats').select('minute').orderBy('minute').limit(1).executeTakeFirst()
  return row?.minute
}

/** Counts the minutes from one to another, both included, in which the service answered. */
export const countMinutes = async (queries: Queries, from: number, to: number): Promise<number> => {
  const { minutes } = await queries
    .selectFrom('heartbeats')
    .select(({ fn }) => fn.countAll().as('minutes'))
    .where('minute', '>=', from)
    .where('minute', '<=', to)
    .executeTakeFirstOrThrow()
  return Number(minutes)
}

/** Lists a user's last runs, newest first. */
export const lastRuns = (queries: Queries, userId: string, limit: number) =>
  queries
    .selectFrom('runs')
    .select(['id', 'tool', 'input', 'seed', 'scenario', 'world', 'at', 'severity', 'sentence', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists a user's last requests to move a mailbox, newest first, without their passwords. */
export const lastMigrations = (queries: Queries, userId: string, limit: number) =>
  queries
    .selectFrom('email_migrations')
    .select(['id', 'source_email', 'destination_email', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists a user's last verifications, newest first. */
export const lastVerifications = (queries: Queries, userId: string, limit: number) =>
  queries
    .selectFrom('verifications')
    .select(['id', 'email', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
