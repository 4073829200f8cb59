import { accountColumns } from '../accounts/users/account.ts'
import { contains, countOf } from '../database/shared.ts'
import { updateRow } from '../database/dialects.ts'
import type { Queries, Reader } from '../database/database.ts'
import { newId } from '../random.ts'
import { MOST_TRIES } from '../mail/outbox.ts'
import type { ServiceControlTable } from '../schema.ts'

/** The requested profiles. */
export interface ProfileSearch {
  /** A part of the address; blank for all. */
  readonly search: string
  readonly sort: 'newest' | 'oldest' | 'email'
  readonly limit: number
  readonly offset: number
}

const profilesWith = (queries: Reader, search: string) => {
  const all = queries.selectFrom('profiles').innerJoin('users', 'users.id', 'profiles.id')
  return search.trim() === '' ? all : all.where(contains('users.email_key', search.trim()))
}

export const listProfiles = (queries: Reader, { search, sort, limit, offset }: ProfileSearch) => {
  const found = profilesWith(queries, search).select(accountColumns).limit(limit).offset(offset)
  if (sort === 'email') return found.orderBy('users.email_key').execute()
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return found.orderBy('profiles.created_at', direction).orderBy('profiles.id', direction).execute()
}

export const countProfiles = (queries: Reader, search: string): Promise<number> =>
  countOf(profilesWith(queries, search))

/** Writes a row and removes it, to find out whether the database can be written. */
export const writeProbe = async (queries: Queries): Promise<void> => {
  const key = `probe:${newId()}`
  // It has expired, so that nobody takes it for a process.
  await queries.insertInto('service_processes').values({ key, expires_at: 0, version: '', settings: '{}' }).execute()
  await queries.deleteFrom('service_processes').where('key', '=', key).execute()
}

/** Lists admins, by address, with the facts that decide whether they can sign in. */
export const listAdmins = async (queries: Reader) => {
  const rows = await queries
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['profiles.email', 'profiles.status', 'users.confirmed_at'])
    .where('profiles.is_admin', '=', 1)
    .orderBy('profiles.email')
    .execute()
  return rows.map(({ email, status, confirmed_at }) => ({
    email,
    state: status === 'active' ? (confirmed_at === null ? 'unconfirmed' : 'active') : 'suspended',
  }))
}

export const countWithoutProfile = (queries: Reader): Promise<number> =>
  countOf(queries.selectFrom('users').leftJoin('profiles', 'profiles.id', 'users.id').where('profiles.id', 'is', null))

/** Finds the address of a user; undefined if there is no such user. */
export const findAddress = async (queries: Reader, id: string): Promise<string | undefined> =>
  (await queries.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email

/** Lists the latest notifications with the addresses of their recipients, newest first. */
export const listNotifications = (queries: Reader, limit: number) =>
  queries
    .selectFrom('notifications')
    .leftJoin('users', 'users.id', 'notifications.target_user_id')
    .selectAll('notifications')
    .select('users.email as target_email')
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(limit)
    .execute()

/** Switches a service on or off and returns its new state; undefined if there is no such service. */
export const switchService = async (
  queries: Queries,
  id: string,
  isEnabled: boolean,
  now: number,
): Promise<ServiceControlTable | undefined> => {
  await updateRow(queries, 'service_controls', id, { is_enabled: isEnabled ? 1 : 0, updated_at: now })
  return queries.selectFrom('service_controls').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts mail that reached the maximum number of tries. */
export const countUndeliverable = (queries: Reader, tries: number): Promise<number> =>
  countOf(queries.selectFrom('outbox').where('sent_at', 'is', null).where('attempts', '>=', tries))

/** Counts mail that waits after a failed try, and returns the latest error of mail that has not been sent. */
export const readFailedMail = async (queries: Reader) => {
  const failed = queries.selectFrom('outbox').where('sent_at', 'is', null).where('last_error', 'is not', null)
  const last = await failed.select('last_error').orderBy('next_attempt_at', 'desc').limit(1).executeTakeFirst()
  return { waiting: await countOf(failed.where('attempts', '<', MOST_TRIES)), error: last?.last_error ?? 'unknown' }
}

/** The search in the audit log. */
interface AuditSearch {
  /** A part of the address of the actor or the affected user; blank for all. */
  readonly search: string
  /** One kind of action; undefined for all. */
  readonly action: string | undefined
}

const auditWith = (queries: Reader, { search, action }: AuditSearch) => {
  const all = queries
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as target', 'target.id', 'audit_log.target_id')
  const ofKind = action === undefined ? all : all.where('audit_log.action', '=', action)
  if (search.trim() === '') return ofKind
  return ofKind.where((row) =>
    row.or([contains('actor.email_key', search.trim()), contains('target.email_key', search.trim())]),
  )
}

/** Lists rows with the addresses of the users in them, newest first. */
export const listAudit = (
  queries: Reader,
  { limit, offset, ...search }: AuditSearch & { readonly limit: number; readonly offset: number },
) =>
  auditWith(queries, search)
    .selectAll('audit_log')
    .select(['actor.email as actor_email', 'target.email as target_email'])
    .orderBy('audit_log.created_at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts the rows of a search. */
export const countAudit = (queries: Reader, search: AuditSearch): Promise<number> => countOf(auditWith(queries, search))
