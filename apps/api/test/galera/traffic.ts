import type { Client } from './client.ts'
import { arrive, comeAndGo, contest, createLedger, type Ledger, runOn, suspendAndActivate } from './load.ts'
import type { GaleraNode } from './node.ts'
import { type Member, register } from './people.ts'

/** The load: all concurrent work. */
export interface Load {
  readonly ledger: Ledger
  stop(): Promise<void>
}

const RUNNERS = 4
const CONTESTANTS = 12
/** The number of concurrent requests for one limit, and of concurrent limits. */
const LANES = 6
const GROUPS = 2
const VISITORS = 4

const registerMany = async (client: Client, count: number): Promise<Member[]> => {
  const members: Member[] = []
  for (let index = 0; index < count; index += 1) members.push(await register(client))
  return members
}

/** Registers the users and starts the load. */
export const startLoad = async (client: Client, node: GaleraNode): Promise<Load> => {
  const ledger = createLedger()
  const admin = await register(client)
  const runners = await registerMany(client, RUNNERS)
  const contestants = await registerMany(client, CONTESTANTS)
  const visitors = await registerMany(client, VISITORS)
  const suspect = await register(client)
  const connection = await node.connect()
  await connection.query('update profiles set is_admin = 1 where id = ?', [admin.id])
  await connection.query('update profiles set plan = ? where id in (?)', ['enterprise', runners.map(({ id }) => id)])
  connection.destroy()

  const stopping = new AbortController()
  const stop = stopping.signal
  const lanes: Promise<void>[] = []
  for (const runner of runners) lanes.push(runOn(client, ledger, runner, stop))
  for (let group = 0; group < GROUPS; group += 1) {
    const lane = contest(
      client,
      ledger,
      contestants.slice((group * CONTESTANTS) / GROUPS, ((group + 1) * CONTESTANTS) / GROUPS),
      stop,
    )
    lanes.push(...Array.from({ length: LANES }, lane))
  }
  for (const visitor of visitors) lanes.push(comeAndGo(client, ledger, visitor, stop))
  lanes.push(suspendAndActivate(client, ledger, { admin: admin.session, person: suspect }, stop))
  lanes.push(arrive(client, ledger, stop))
  return {
    ledger,
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}
