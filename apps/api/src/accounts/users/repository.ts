import { insertRow, lockRow, updateRow, writesOne } from '../../database/dialects.ts'
import type { PlanId } from '@netbox/core'
import type { ExpressionBuilder, Insertable } from 'kysely'
import { HOUR } from '../../clock.ts'
import type { Connections, Queries, Reader } from '../../database/database.ts'
import { BATCH } from '../../database/delete-in-batches.ts'
import type { Schema, UserTable } from '../../schema.ts'
import { accountColumns, fromAccounts } from './account.ts'
import { countOf } from '../../database/shared.ts'

/** A placeholder for a password hash; no password matches it. */
export const NO_PASSWORD = '-'

/** Finds a user and their profile by the key of the address. */
export const findByEmailKey = (queries: Reader, key: string) =>
  fromAccounts(queries)
    .select([...accountColumns, 'users.password_hash'])
    .where('users.email_key', '=', key)
    .executeTakeFirst()

/** Finds a user and their profile by id. */
export const findById = (queries: Reader, id: string) =>
  fromAccounts(queries)
    .select([...accountColumns, 'users.password_hash'])
    .where('users.id', '=', id)
    .executeTakeFirst()

/** Adds a user with a profile. Throws the database's unique violation if the address is taken. */
export const insertUser = async (queries: Queries, user: Insertable<UserTable>, plan: PlanId): Promise<void> => {
  await insertRow(queries, 'users', user)
  await insertRow(queries, 'profiles', {
    id: user.id,
    email: user.email,
    status: 'active',
    is_admin: 0,
    plan,
    plan_expires_at: null,
    plan_source: plan === 'free' ? 'default' : 'admin',
    created_at: user.created_at,
  })
}

/** Serializes a user's password changes and password sign-ins. Call it first in a transaction. */
export const lockPassword = (queries: Queries, userId: string, now: number): Promise<void> =>
  lockRow(queries, `password:${userId}`, now + HOUR)

/** Replaces a known hash with a new one; false if another request changed it in between. */
export const replaceHash = (
  queries: Queries,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): Promise<boolean> =>
  writesOne(
    queries.updateTable('users').set({ password_hash: to }).where('id', '=', id).where('password_hash', '=', from),
  )

/**
 * Removes the password and the metadata of an unconfirmed registration; returns whether it had a password. The metadata of a user without
 * one stays, because it comes from the operator.
 */
export const discardRegistration = (queries: Queries, id: string): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('users')
      .set({ password_hash: NO_PASSWORD, user_metadata: null })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .where('password_hash', '!=', NO_PASSWORD),
  )

/** Marks an address as confirmed. A second call changes nothing. */
export const confirmUser = (queries: Queries, id: string, now: number) =>
  queries
    .updateTable('users')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()

const isUnconfirmed = (where: ExpressionBuilder<Schema, 'users'>) =>
  where.and([
    where('confirmed_at', 'is', null),
    // Without mail, users sign in without confirming their address, so an unconfirmed account with sessions is in use.
    where.not(where.exists(where.selectFrom('sessions').select('id').whereRef('user_id', '=', 'users.id'))),
  ])

/** Returns whether a user has not confirmed their address and never signed in. */
export const isPending = async (queries: Reader, id: string): Promise<boolean> => {
  const pending = queries.selectFrom('users').select('id').where('id', '=', id).where(isUnconfirmed)
  return (await pending.executeTakeFirst()) !== undefined
}

/** Deletes the given users who did not confirm their address and never signed in; returns their number. */
export const deleteUnconfirmed = async (queries: Queries, ids: readonly string[]): Promise<number> => {
  const { numDeletedRows } = await queries
    .deleteFrom('users')
    .where('id', 'in', ids)
    .where(isUnconfirmed)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes up to a thousand unconfirmed users who registered before a time, except suspended ones. Returns their number. */
export const deleteSomeUnconfirmed = async ({ queries, writer }: Connections, before: number): Promise<number> => {
  const found = await queries
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select('users.id')
    .where(isUnconfirmed)
    .where('users.created_at', '<', before)
    .where((where) => where.or([where('profiles.status', 'is', null), where('profiles.status', '=', 'active')]))
    .limit(BATCH)
    .execute()
  const ids = found.map(({ id }) => id)
  return ids.length === 0 ? 0 : deleteUnconfirmed(writer, ids)
}

const columns = [
  'users.id',
  'users.email',
  'users.confirmed_at',
  'users.created_at',
  'users.updated_at',
  'users.last_sign_in_at',
  'users.invited_at',
  'users.user_metadata',
  'users.app_metadata',
  'users.new_email',
  'users.new_email_half',
  'profiles.status',
] as const

const authUsers = (queries: Reader) => fromAccounts(queries).select(columns)

/** A user with all fields that supabase-js clients receive. */
export type AuthUser = NonNullable<Awaited<ReturnType<typeof findAuthUser>>>

export const findAuthUser = (queries: Reader, id: string) =>
  authUsers(queries).where('users.id', '=', id).executeTakeFirst()

/** Lists users, newest first. */
export const listAuthUsers = (
  queries: Reader,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  authUsers(queries)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countUsers = (queries: Reader): Promise<number> => countOf(queries.selectFrom('users'))

/** Changes a user's address. Throws the database's unique violation if the address is taken. */
export const changeAddress = async (
  queries: Queries,
  id: string,
  { email, key, now }: { readonly email: string; readonly key: string; readonly now: number },
): Promise<void> => {
  const settled = { new_email: null, new_email_half: null, updated_at: now }
  await updateRow(queries, 'users', id, { email, email_key: key, ...settled })
  await updateRow(queries, 'profiles', id, { email })
}
