import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { Cluster } from './cluster.ts'

/** The delay until one node sees the writes of another. */
export interface Lag {
  readonly tries: number
  readonly stale: number
  /** The median and 99th percentile of a read, in ms. */
  readonly middle: number
  readonly slow: number
}

const TRIES = 300

const measure = async (writer: Connection, reader: Connection, first: number): Promise<Lag> => {
  const times: number[] = []
  let stale = 0
  for (let value = first; value < first + TRIES; value += 1) {
    await writer.execute('update lag set value = ? where id = 1', [value])
    const begun = performance.now()
    const [rows] = await reader.execute<RowDataPacket[]>('select value from lag where id = 1')
    times.push(performance.now() - begun)
    if (rows[0]?.['value'] !== value) stale += 1
  }
  times.sort((one, other) => one - other)
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0
  return { tries: TRIES, stale, middle: at(0.5), slow: at(0.99) }
}

/** Measures the delay of reads on the second node after writes on the first, without and with waiting for earlier commits. */
export const measureLag = async ({ nodes }: Cluster): Promise<{ readonly without: Lag; readonly waiting: Lag }> => {
  const [writer, reader] = await Promise.all(nodes.slice(0, 2).map((node) => node.connect('probe')))
  if (writer === undefined || reader === undefined) throw new Error('There are no two nodes')
  try {
    await reader.query('set session wsrep_sync_wait = 0')
    const without = await measure(writer, reader, 1)
    await reader.query('set session wsrep_sync_wait = 1')
    return { without, waiting: await measure(writer, reader, 10_000) }
  } finally {
    writer.destroy()
    reader.destroy()
  }
}
