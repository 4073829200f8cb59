import type { VerificationResult } from '@netbox/email-verifier'
import type { Queries, Reader } from '../database/database.ts'
import { writesOne } from '../database/dialects.ts'
import type { VerificationJobTable } from '../schema.ts'
import { foundColumns } from './results-repository.ts'
import { countOf } from '../database/shared.ts'

type Job = VerificationJobTable

/** A job that this process has claimed for some time. */
export type ClaimedJob = Job & { readonly claim: string }

/** Lists due jobs, oldest first, of real or of simulated verifications. */
export const listDue = (
  queries: Reader,
  { simulated, now, limit }: { readonly simulated: 0 | 1; readonly now: number; readonly limit: number },
): Promise<Job[]> =>
  queries
    .selectFrom('verification_jobs')
    .selectAll()
    .where('simulated', '=', simulated)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Counts due jobs. */
export const countDue = (queries: Reader, simulated: 0 | 1, now: number): Promise<number> =>
  countOf(queries.selectFrom('verification_jobs').where('simulated', '=', simulated).where('due_at', '<=', now))

/** Claims a job until a time. Of several concurrent calls, returns true for only one. */
export const claimJob = (queries: Queries, { id, due_at }: Job, claim: string, until: number): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('verification_jobs')
      .set({ claim, due_at: until })
      .where('id', '=', id)
      .where('due_at', '=', due_at),
  )

/** Releases a job for any process from a given time on. Returns false if another process has claimed it. */
export const giveBack = (
  queries: Queries,
  { id, claim, attempts: tried }: ClaimedJob,
  due: number,
  attempts = tried,
): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('verification_jobs')
      .set({ due_at: due, attempts, claim: null })
      .where('id', '=', id)
      .where('claim', '=', claim),
  )

/**
 * Stores the result of a retry in the history, with the time of the next try, if any. Does nothing if another process has claimed the job.
 * Returns whether it stored the result. Call it in a transaction.
 */
export const finishJob = async (
  queries: Queries,
  job: ClaimedJob,
  result: VerificationResult,
  nextDue: number | undefined,
): Promise<boolean> => {
  const isMine = await (nextDue === undefined
    ? writesOne(queries.deleteFrom('verification_jobs').where('id', '=', job.id).where('claim', '=', job.claim))
    : giveBack(queries, job, nextDue, result.verification_attempts))
  if (!isMine) return false
  const found = foundColumns(result)
  await queries
    .updateTable('verifications')
    .set(nextDue === undefined ? { ...found, retry_after: null } : found)
    .where('id', '=', job.id)
    .where('user_id', '=', job.user_id)
    .execute()
  return true
}
