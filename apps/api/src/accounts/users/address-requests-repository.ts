import { sql } from 'kysely'
import { DAY } from '../../clock.ts'
import type { Queries } from '../../database/database.ts'
import { engineOf, upsert } from '../../database/dialects.ts'
import { digest } from '../../random.ts'

/** A request about an address: a registration, an invitation, or a request for a code or a link. */
export interface AddressRequest {
  readonly emailKey: string
  readonly now: number
  /** The secret that the answer gives to the browser of a registration. */
  readonly issued?: string | undefined
  /** The secret of an earlier registration, as proof of the same browser. */
  readonly shown?: string | undefined
}

/**
 * Records a request. A second one within a day contests the first, unless it shows the secret of the first. Call it for every address,
 * known or not, so that the answer takes the same time.
 */
export const noteRequest = (queries: Queries, { emailKey, now, issued, shown }: AddressRequest): Promise<void> => {
  const key = digest(emailKey)
  const proof_hash = issued === undefined ? null : digest(issued)
  const given = shown === undefined ? '' : digest(shown)
  const first = { key, proof_hash, is_contested: 0, expires_at: now + DAY } as const
  const isOver = sql<boolean>`address_requests.expires_at <= ${now}`
  return upsert(queries, engineOf(queries), 'address_requests', ['key'], first, {
    // In this order, because MySQL uses the new value of a column in later assignments.
    is_contested: sql<0 | 1>`case when ${isOver} then 0 when address_requests.proof_hash = ${given}
      then address_requests.is_contested else 1 end`,
    proof_hash: sql<string | null>`case when ${isOver} then ${proof_hash} else address_requests.proof_hash end`,
    expires_at: now + DAY,
  })
}

/** Removes what is recorded about an address. */
export const forgetRequests = (queries: Queries, emailKey: string) =>
  queries.deleteFrom('address_requests').where('key', '=', digest(emailKey)).execute()

/** Ends the requests about an address that is now confirmed. Returns false only if there was one request, within the last day. */
export const settleRequests = async (queries: Queries, emailKey: string, now: number): Promise<boolean> => {
  const found = await queries
    .selectFrom('address_requests')
    .select(['is_contested', 'expires_at'])
    .where('key', '=', digest(emailKey))
    .executeTakeFirst()
  await forgetRequests(queries, emailKey)
  return found === undefined || found.is_contested === 1 || found.expires_at <= now
}
