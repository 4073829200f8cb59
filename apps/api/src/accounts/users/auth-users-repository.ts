import type { Queries } from '../../database/database.ts'
import type { UserTable } from '../../database/schema.ts'
import { fromAccounts } from './account.ts'
import { countOf } from '../../database/shared.ts'

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

const authUsers = (queries: Queries) => fromAccounts(queries).select(columns)

/** A user with all fields that supabase-js clients receive. */
export type AuthUser = NonNullable<Awaited<ReturnType<typeof findAuthUser>>>

/** Finds a user by id. */
export const findAuthUser = (queries: Queries, id: string) =>
  authUsers(queries).where('users.id', '=', id).executeTakeFirst()

/** Lists users, newest first. */
export const listAuthUsers = (
  queries: Queries,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) =>
  authUsers(queries)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts all users. */
export const countUsers = (queries: Queries): Promise<number> => countOf(queries.selectFrom('users'))

/** Changes columns of a user. */
export const updateUser = async (
  queries: Queries,
  id: string,
  change: Partial<Omit<UserTable, 'id' | 'created_at'>>,
): Promise<void> => {
  await queries.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Changes a user's address. Throws the database's unique violation if the address is taken. */
export const changeAddress = async (
  queries: Queries,
  id: string,
  { email, key, now }: { readonly email: string; readonly key: string; readonly now: number },
): Promise<void> => {
  const settled = { new_email: null, new_email_half: null, updated_at: now }
  await updateUser(queries, id, { email, email_key: key, ...settled })
  await queries.updateTable('profiles').set({ email }).where('id', '=', id).execute()
}
