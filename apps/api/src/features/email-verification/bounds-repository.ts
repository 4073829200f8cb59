import type { Database, Queries } from '../../db/database.ts'
import { engineOf } from '../../db/engine-of.ts'
import { insertIgnore } from '../../db/insert-ignore.ts'
import { upsert } from '../../db/upsert.ts'
import { type ServerState, untouched } from './server-state.ts'

/** For how long the row of a server is kept after it was last asked. */
const KEPT = 10 * 60_000

const lockServer = async (queries: Queries, server: string, until: number): Promise<ServerState> => {
  const row = { server, state: JSON.stringify(untouched), expires_at: until }
  // Takes the row's lock whether it is there or not: all who change it come one after another.
  await upsert(queries, engineOf(queries), 'probed_servers', ['server'], row, { expires_at: until })
  const { state } = await queries
    .selectFrom('probed_servers')
    .select('state')
    .where('server', '=', server)
    .executeTakeFirstOrThrow()
  // Nobody writes it but the function below.
  return JSON.parse(state) as ServerState
}

/** Changes what is known of a server while nobody else does. The change may be made more than once, and must have no effect outside. */
export const changeServer = <Result extends { readonly state: ServerState }>(
  database: Database,
  { server, now }: { readonly server: string; readonly now: number },
  change: (state: ServerState) => Result,
): Promise<Result> =>
  database.transaction(async (queries) => {
    const result = change(await lockServer(queries, server, now + KEPT))
    const state = JSON.stringify(result.state)
    await queries.updateTable('probed_servers').set({ state }).where('server', '=', server).execute()
    return result
  })

/** Counts a local part of a domain, once a day; false when the day has no more. Call it in a transaction. */
export const countLocalPart = async (
  queries: Queries,
  part: { readonly domain: string; readonly localPart: string; readonly most: number; readonly until: number },
): Promise<boolean> => {
  const { domain, localPart, most, until } = part
  const engine = engineOf(queries)
  const row = { id: domain, used: 0, expires_at: until }
  // Takes the lock that is needed below: all who count for the domain come one after another.
  await upsert(queries, engine, 'probed_domains', ['id'], row, { expires_at: until })
  const isNew = await insertIgnore(queries, engine, 'probed_local_parts', { id: localPart, expires_at: until })
  if (!isNew) return true
  const { numUpdatedRows } = await queries
    .updateTable('probed_domains')
    .set((old) => ({ used: old('used', '+', 1) }))
    .where('id', '=', domain)
    .where('used', '<', most)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return true
  await queries.deleteFrom('probed_local_parts').where('id', '=', localPart).execute()
  return false
}
