import type { QueryOf } from '@netbox/contract'
import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type VerificationRow, verificationColumns } from '../../presenters/verification.ts'

type Wanted = QueryOf<'email.history'>

const ESCAPE = '!'

/** Writes a text so that LIKE finds just it, anywhere. */
const containing = (text: string): string => `%${text.toLowerCase().replace(/[!%_]/g, `${ESCAPE}$&`)}%`

const found = (queries: Queries, userId: string, { status, q }: Wanted) => {
  const own = queries.selectFrom('verifications').where('user_id', '=', userId)
  const ofStatus = status === undefined ? own : own.where('status', '=', status)
  return q === '' ? ofStatus : ofStatus.where(sql<boolean>`email_key like ${containing(q)} escape ${sql.lit(ESCAPE)}`)
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

/** Counts them all. */
export const countVerifications = async (queries: Queries, userId: string, wanted: Wanted): Promise<number> => {
  const { total } = await found(queries, userId, wanted)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
