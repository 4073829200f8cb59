import type { Queries } from '../database/database.ts'
import { deleteRow, engineOf, insertIgnore, upsert, writesOne } from '../database/dialects.ts'

/** A local part to count for a domain. */
export interface LocalPart {
  readonly domain: string
  readonly localPart: string
  /** The daily limit of the domain. */
  readonly most: number
  readonly until: number
}

/** Counts a local part of a domain, once a day; false if the domain's daily limit is reached. Call it in a transaction. */
export const countLocalPart = async (
  queries: Queries,
  { domain, localPart, most, until }: LocalPart,
): Promise<boolean> => {
  const engine = engineOf(queries)
  const row = { id: domain, used: 0, expires_at: until }
  // Takes the lock that is needed below, so that counts for the domain are serialized.
  await upsert(queries, engine, 'probed_domains', ['id'], row, { expires_at: until })
  const isNew = await insertIgnore(queries, engine, 'probed_local_parts', { id: localPart, expires_at: until })
  if (!isNew) return true
  const isCounted = await writesOne(
    queries
      .updateTable('probed_domains')
      .set((old) => ({ used: old('used', '+', 1) }))
      .where('id', '=', domain)
      .where('used', '<', most),
  )
  if (isCounted) return true
  await deleteRow(queries, 'probed_local_parts', localPart)
  return false
}
