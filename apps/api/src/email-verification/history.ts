import type { QueryOf, ResponseOf } from '@netbox/contract'
import type { Database } from '../database/database.ts'
import { serializeHistoryEntry } from './serialize-verification.ts'
import { countVerifications, listJobs, listVerifications } from './history-repository.ts'
import { CLAIM } from './jobs.ts'

/** A page of a user's verifications. */
export type VerificationPage = ResponseOf<'email.history'>['data']

/** Returns a page of a user's verifications, newest first; empty for users who could never verify. */
export const verificationHistory =
  ({ queries }: Pick<Database, 'queries'>) =>
  async (userId: string, wanted: QueryOf<'email.history'>): Promise<VerificationPage> => {
    const rows = await listVerifications(queries, userId, wanted)
    const total = await countVerifications(queries, userId, wanted)
    const open = rows.filter((row) => row.retry_after !== null).map(({ id }) => id)
    const jobs = await listJobs(queries, open)
    // While a job is claimed, `due_at` is the end of the claim, so the duration of the claim is subtracted.
    const times = new Map(jobs.map(({ id, due_at: due, claim }) => [id, claim === null ? due : due - CLAIM]))
    const items = rows.map((row) => serializeHistoryEntry(row, times.get(row.id)))
    return { items, page: wanted.page, limit: wanted.limit, total }
  }
