import { contains, countOf } from '../database/shared.ts'
import type { Queries } from '../database/database.ts'

/** The search in the audit log. */
export interface AuditSearch {
  /** A part of the address of the actor or the affected user; blank for all. */
  readonly search: string
  /** One kind of action; undefined for all. */
  readonly action: string | undefined
}

const auditWith = (queries: Queries, { search, action }: AuditSearch) => {
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
  queries: Queries,
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
export const countAudit = (queries: Queries, search: AuditSearch): Promise<number> =>
  countOf(auditWith(queries, search))

/** Lists the details of one kind of action on a user. */
export const listDetails = (queries: Queries, targetId: string, action: string) =>
  queries
    .selectFrom('audit_log')
    .select(['id', 'detail'])
    .where('target_id', '=', targetId)
    .where('action', '=', action)
    .execute()

/** Replaces the detail of a row. */
export const setDetail = async (queries: Queries, id: string, detail: string): Promise<void> => {
  await queries.updateTable('audit_log').set({ detail }).where('id', '=', id).execute()
}
