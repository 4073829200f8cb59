import { sql } from 'kysely'
import { accountColumns } from '../../accounts/account.ts'
import type { Queries } from '../../db/database.ts'
import type { NotificationTable, ServiceControlTable } from '../../db/schema.ts'

/** Which profiles are asked for. */
export interface ProfileSearch {
  /** Part of the address; blank for all. */
  readonly search: string
  readonly limit: number
  readonly offset: number
}

// What somebody types is text to be found, not a pattern.
const patternOf = (search: string): string => `%${search.trim().toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`

const profilesWith = (queries: Queries, search: string) => {
  const all = queries.selectFrom('profiles').innerJoin('users', 'users.id', 'profiles.id')
  return search.trim() === ''
    ? all
    : all.where(sql<boolean>`${sql.ref('users.email_key')} like ${patternOf(search)} escape '!'`)
}

/** Lists profiles with their users, newest first. */
export const listProfiles = (queries: Queries, { search, limit, offset }: ProfileSearch) =>
  profilesWith(queries, search)
    .select(accountColumns)
    .orderBy('profiles.created_at', 'desc')
    .orderBy('profiles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts the profiles that a search finds. */
export const countProfiles = async (queries: Queries, search: string): Promise<number> => {
  const { total } = await profilesWith(queries, search)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists the active admins and those who are suspended, by address. */
export const listAdmins = (queries: Queries) =>
  queries.selectFrom('profiles').select(['email', 'status']).where('is_admin', '=', 1).orderBy('email').execute()

/** Counts the users who lack a profile. */
export const countWithoutProfile = async (queries: Queries): Promise<number> => {
  const { total } = await queries
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('profiles.id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Tells whether there is such a user. */
export const userExists = async (queries: Queries, id: string): Promise<boolean> =>
  (await queries.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Adds a notification. */
export const insertNotification = async (queries: Queries, row: NotificationTable): Promise<void> => {
  await queries.insertInto('notifications').values(row).execute()
}

/** Lists the latest notifications, newest first. */
export const listNotifications = (queries: Queries, limit: number): Promise<NotificationTable[]> =>
  queries
    .selectFrom('notifications')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Switches a service and gives it as it is then; undefined when there is none. */
export const switchService = async (
  queries: Queries,
  id: string,
  isEnabled: boolean,
  now: number,
): Promise<ServiceControlTable | undefined> => {
  await queries
    .updateTable('service_controls')
    .set({ is_enabled: isEnabled ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .execute()
  return queries.selectFrom('service_controls').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists the services by name. */
export const listServices = (queries: Queries): Promise<ServiceControlTable[]> =>
  queries.selectFrom('service_controls').selectAll().orderBy('service_name').execute()

/** Counts mail that was tried so often that nobody tries any more. */
export const countGivenUp = async (queries: Queries, tries: number): Promise<number> => {
  const { total } = await queries
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('sent_at', 'is', null)
    .where('attempts', '>=', tries)
    .executeTakeFirstOrThrow()
  return Number(total)
}
