import { sql } from 'kysely'
import type { Queries, Reader } from '../../database/database.ts'
import { BATCH } from '../../database/delete-in-batches.ts'
import { lockRow } from '../../database/dialects.ts'
import { countOf } from '../../database/shared.ts'

/**
 * Serializes transactions that change admins. All of them write the same row, so even a cluster that checks only at commit detects the
 * conflict.
 */
export const lockAdmins = (queries: Queries): Promise<void> => lockRow(queries, 'admins', Number.MAX_SAFE_INTEGER)

/** Counts the other active admins. */
export const countOtherAdmins = (queries: Reader, id: string): Promise<number> =>
  countOf(queries.selectFrom('profiles').where('is_admin', '=', 1).where('status', '=', 'active').where('id', '!=', id))

/** Adds the missing profiles of all users, or of this user; returns their number. */
export const insertMissingProfiles = async (queries: Queries, userId?: string): Promise<number> => {
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto('profiles')
    .columns(['id', 'email', 'status', 'is_admin', 'plan', 'plan_expires_at', 'plan_source', 'created_at'])
    .expression((build) => {
      const missing = build
        .selectFrom('users')
        .leftJoin('profiles', 'profiles.id', 'users.id')
        .select([
          'users.id',
          'users.email',
          sql<'active'>`'active'`.as('status'),
          sql<0>`0`.as('is_admin'),
          sql<'free'>`'free'`.as('plan'),
          sql<null>`null`.as('plan_expires_at'),
          sql<'default'>`'default'`.as('plan_source'),
          'users.created_at',
        ])
        .where('profiles.id', 'is', null)
      return userId === undefined ? missing : missing.where('users.id', '=', userId)
    })
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Deletes a user's oldest runs or verifications, a thousand at most; returns their number. */
export const deleteSome = async (
  queries: Queries,
  table: 'runs' | 'verifications',
  userId: string,
): Promise<number> => {
  const found = await queries
    .selectFrom(table)
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await queries
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('created_at', '<=', found.at(-1)?.created_at ?? 0)
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

/** Deletes mail to an address, sent or not. Reads the ids first, so that it doesn't lock mail to other addresses. */
export const deleteMailTo = async (queries: Queries, emailKey: string): Promise<void> => {
  const found = await queries
    .selectFrom('outbox')
    .select('id')
    .where(sql<string>`lower(${sql.ref('recipient')})`, '=', emailKey)
    .execute()
  const ids = found.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH)
    await queries
      .deleteFrom('outbox')
      .where('id', 'in', ids.slice(start, start + BATCH))
      .execute()
}

/** Lists the details of one kind of action on a user. */
export const listDetails = (queries: Reader, targetId: string, action: string) =>
  queries
    .selectFrom('audit_log')
    .select(['id', 'detail'])
    .where('target_id', '=', targetId)
    .where('action', '=', action)
    .execute()

/** Marks a user's customers for deletion at the provider. */
export const closeBilling = (queries: Queries, userId: string, now: number) =>
  queries
    .updateTable('billing_customers')
    .set({ closing_at: now, next_attempt_at: now, attempts: 0 })
    .where('user_id', '=', userId)
    .execute()
