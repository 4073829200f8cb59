import type { RowDataPacket } from 'mysql2/promise'
import type { Cluster } from './cluster.ts'
import { type Ledger, LIMITS } from './load.ts'
import type { GaleraNode } from './node.ts'

/** A claim with its outcome and the measured value. */
export interface Claim {
  readonly name: string
  readonly holds: boolean
  readonly figure: string
}

const rowsOf = async (node: GaleraNode, statement: string, values: readonly unknown[] = []) => {
  const connection = await node.connect()
  try {
    await connection.query('set session wsrep_sync_wait = 1')
    const [rows] = await connection.query<RowDataPacket[]>(statement, [...values])
    return rows
  } finally {
    connection.destroy()
  }
}

/**
 * Checks that every acknowledged run without a limit is stored, and that no other runs are stored, except runs with an unclear response.
 */
export const countRuns = async (node: GaleraNode, { runs }: Ledger): Promise<Claim> => {
  let [lost, extra, acknowledged, open] = [0, 0, 0, 0]
  for (const [id, count] of runs) {
    const [row] = await rowsOf(
      node,
      'select (select count(*) from runs where user_id = ?) as listed, (select sum(used) from usage_counters where user_id = ?) as used',
      [id, id],
    )
    const [listed, used] = [Number(row?.['listed']), Number(row?.['used'])]
    lost += Math.max(0, count.acknowledged - Math.min(listed, used))
    extra += Math.abs(listed - used) + Math.max(0, listed - count.acknowledged - count.open)
    acknowledged += count.acknowledged
    open += count.open
  }
  const figure = `${acknowledged} acknowledged, ${lost} lost, ${extra} too many; ${open} answers were 503`
  return {
    name: `every acknowledged run is counted (${node.name})`,
    holds: lost + extra === 0 && acknowledged > 0,
    figure,
  }
}

/** Checks that every reached limit was granted exactly. */
export const countLimits = async (node: GaleraNode, { contests }: Ledger): Promise<Claim> => {
  let [wrong, over, begun] = [0, 0, 0]
  for (const { member, tool, acknowledged, open, over: isOver } of contests) {
    if (acknowledged + open === 0) continue
    begun += 1
    const [row] = await rowsOf(
      node,
      `select (select count(*) from runs where user_id = ? and tool = ?) as listed,
        (select max(used) from usage_counters where user_id = ? and tool = ?) as used`,
      [member.id, tool, member.id, tool],
    )
    const [listed, used, limit] = [Number(row?.['listed']), Number(row?.['used']), LIMITS[tool] ?? 0]
    const isRight = listed === used && acknowledged <= used && used <= Math.min(limit, acknowledged + open)
    if (!isRight || (isOver && used !== limit)) wrong += 1
    if (isOver) over += 1
  }
  const figure = `${over} limits used up, ${begun - over} begun, ${wrong} wrong`
  return { name: `daily limits are exact (${node.name})`, holds: wrong === 0 && over > 0, figure }
}

/** Checks that ended sessions are invalid, and others are valid. */
export const countSessions = async (node: GaleraNode, { ended, living }: Ledger): Promise<Claim> => {
  const rows = await rowsOf(node, 'select id from sessions where revoked_at is null')
  const inForce = new Set(rows.map(({ id }) => String(id)))
  const back = ended.filter((id) => inForce.has(id)).length
  const gone = [...living.values()].filter(({ id }) => !inForce.has(id)).length
  return {
    name: `sessions are as acknowledged (${node.name})`,
    holds: back + gone === 0,
    figure: `${ended.length} ended, ${back} of them in force; ${living.size} living, ${gone} of them gone`,
  }
}

/** Checks that all nodes have the same rows. */
export const compareNodes = async ({ nodes }: Cluster): Promise<Claim> => {
  const [first] = nodes
  if (first === undefined) throw new Error('There is no node')
  const tables = (await rowsOf(first, 'show tables')).map((row) => String(Object.values(row)[0]))
  const sums = await Promise.all(
    nodes.map(async (node) =>
      JSON.stringify(
        (await rowsOf(node, `checksum table ${tables.join()} extended`)).map(({ Checksum: sum }) => String(sum)),
      ),
    ),
  )
  return {
    name: 'the nodes have the same rows',
    holds: new Set(sums).size === 1,
    figure: `${tables.length} tables on ${nodes.length} nodes, ${new Set(sums).size} checksum`,
  }
}

/** Checks that no key uses auto-increment. */
export const findCounters = async ({ nodes }: Cluster): Promise<Claim> => {
  const [first] = nodes
  if (first === undefined) throw new Error('There is no node')
  const rows = await rowsOf(
    first,
    "select table_name from information_schema.columns where table_schema = 'netbox' and extra like '%auto_increment%'",
  )
  return { name: 'no table counts its keys up', holds: rows.length === 0, figure: `${rows.length} such columns` }
}

/** Checks that processes that start at once create the tables once, on every node. */
export const checkTables = async ({ nodes }: Cluster, processes: number): Promise<Claim> => {
  const seen = await Promise.all(
    nodes.map(async (node) => {
      const steps = await rowsOf(node, 'select name from kysely_migration order by name')
      const services = await rowsOf(node, 'select count(*) as total from service_controls')
      return `${steps.length} migrations, ${String(services[0]?.['total'])} services`
    }),
  )
  const [first = ''] = seen
  return {
    name: `${processes} processes that start at once make the tables once`,
    holds: new Set(seen).size === 1 && !/\b0 /.test(first),
    figure: `${first} on each of ${nodes.length} nodes`,
  }
}
