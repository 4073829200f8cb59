import type { QueryOf } from '@netbox/contract'
import { contains, countOf } from '../database/shared.ts'
import type { Queries } from '../database/database.ts'
import type { VerificationJobTable } from '../database/schema.ts'
import { type VerificationRow, verificationColumns } from './serialize-verification.ts'

type Wanted = QueryOf<'email.history'>

const found = (queries: Queries, userId: string, { status, q }: Wanted) => {
  const own = queries.selectFrom('verifications').where('user_id', '=', userId)
  const ofStatus = status === undefined ? own : own.where('status', '=', status)
  return q === '' ? ofStatus : ofStatus.where(contains('email_key', q))
}

/** Lists some of a user's verifications, newest first. */
export const listVerifications = (queries: Queries, userId: string, wanted: Wanted): Promise<VerificationRow[]> =>
  found(queries, userId, wanted)
    .select(verificationColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset((wanted.page - 1) * wanted.limit)
    .execute()

/** Counts all of a user's verifications. */
export const countVerifications = (queries: Queries, userId: string, wanted: Wanted): Promise<number> =>
  countOf(found(queries, userId, wanted))

/** Lists the jobs of those verifications that have a pending retry. */
export const listJobs = async (
  queries: Queries,
  ids: readonly string[],
): Promise<Pick<VerificationJobTable, 'id' | 'due_at' | 'claim'>[]> =>
  ids.length === 0
    ? []
    : queries.selectFrom('verification_jobs').select(['id', 'due_at', 'claim']).where('id', 'in', ids).execute()
