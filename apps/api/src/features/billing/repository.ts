import type { Queries } from '../../db/database.ts'

/** Reads when a user's plan ends, in epoch ms; null for never. */
export const readPlanEnd = async (queries: Queries, userId: string): Promise<number | null> => {
  const row = await queries.selectFrom('profiles').select('plan_expires_at').where('id', '=', userId).executeTakeFirst()
  return row?.plan_expires_at ?? null
}
