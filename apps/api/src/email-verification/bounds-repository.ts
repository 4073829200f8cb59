import type { Queries } from '../database/database.ts'
import { engineOf, insertIgnore, upsert } from '../database/dialects.ts'
import { type Entry, type ServerState, untouched } from './server-state.ts'

/** The retention of a server's row after its last connection. */
const KEPT = 10 * 60_000

const lockServer = async (queries: Queries, server: string, until: number): Promise<ServerState> => {
  const row = { server, state: JSON.stringify(untouched), expires_at: until }
  // Locks the row even if it does not exist, so that all changes to it are serialized.
  await upsert(queries, engineOf(queries), 'probed_servers', ['server'], row, { expires_at: until })
  const { state } = await queries
    .selectFrom('probed_servers')
    .select('state')
    .where('server', '=', server)
    .executeTakeFirstOrThrow()
  // The cast is safe: only this file writes this column.
  return JSON.parse(state) as ServerState
}

/** A change of the state of a server. `change` computes the new state; it may run more than once, and must have no other effects. */
export interface ServerChange {
  readonly server: string
  readonly now: number
  readonly change: (state: ServerState) => Entry
}

/** Locks servers and changes their states. Call it in a transaction. */
export const changeServers = async (queries: Queries, changes: readonly ServerChange[]): Promise<Entry[]> => {
  const entries = new Map<ServerChange, Entry>()
  // The servers are locked in a fixed order, so that two transactions never deadlock.
  for (const server of [...new Set(changes.map((change) => change.server))].toSorted()) {
    const own = changes.filter((change) => change.server === server)
    const until = Math.max(...own.map(({ now }) => now)) + KEPT
    let state = await lockServer(queries, server, until)
    for (const each of own) {
      const entry = each.change(state)
      entries.set(each, entry)
      state = entry.state
    }
    await queries
      .updateTable('probed_servers')
      .set({ state: JSON.stringify(state) })
      .where('server', '=', server)
      .execute()
  }
  return changes.map((change) => entries.get(change) ?? { granted: false, wait: 0, state: untouched })
}

/** A local part to count for a domain. */
export interface LocalPart {
  readonly domain: string
  readonly localPart: string
  /** The daily limit of the domain. */
  readonly most: number
  readonly until: number
}

/** Counts a local part of a domain, once a day; false if the daily limit is reached. */
const countLocalPart = async (queries: Queries, { domain, localPart, most, until }: LocalPart): Promise<boolean> => {
  const engine = engineOf(queries)
  const row = { id: domain, used: 0, expires_at: until }
  // Takes the lock that is needed below, so that counts for the domain are serialized.
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

/** Counts local parts, each once a day; false if the domain's daily limit is reached. Call it in a transaction. */
export const countLocalParts = async (queries: Queries, parts: readonly LocalPart[]): Promise<boolean[]> => {
  const answers = new Map<LocalPart, boolean>()
  const inOrder = parts.toSorted((one, other) => (one.domain < other.domain ? -1 : 1))
  for (const part of inOrder) answers.set(part, await countLocalPart(queries, part))
  return parts.map((part) => answers.get(part) ?? false)
}
