import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connections } from './database.ts'
import type { Schema } from '../schema.ts'

/** The maximum number of rows for one statement, so that locks are short and other work can run in between. */
export const BATCH = 1000

/** Repeats work, which returns the number of rows it found, until it finds none or the signal stops it. */
export const repeatUntilNone = async (work: () => Promise<number>, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    if (signal?.aborted) return
    if ((await work()) === 0) return
    await nextTurn()
  }
}

/** The rows to delete: rows whose `column` is less than a value. */
export type Outdated = {
  readonly [Table in keyof Schema]: {
    readonly table: Table
    /** The primary key. */
    readonly key: keyof Schema[Table] & string
    /** An indexed column. Rows without a value are kept. */
    readonly column: keyof Schema[Table] & string
    readonly before: number
  }
}[keyof Schema]

/** Deletes expired rows by their keys, a thousand at a time, so that neighboring rows are never locked. */
export const deleteOutdated = (
  { queries, writer }: Connections,
  { table, key, column, before }: Outdated,
  signal?: AbortSignal,
): Promise<void> => {
  const [from, id, isOver] = [sql.table(table), sql.ref(key), sql`${sql.ref(column)} < ${before}`]
  return repeatUntilNone(async () => {
    const { rows } = await sql<{ found: string | number }>`
      select ${id} as found from ${from} where ${isOver} order by ${sql.ref(column)} limit ${BATCH}`.execute(queries)
    if (rows.length === 0) return 0
    const found = sql.join(rows.map((row) => row.found))
    // The expiry is checked again, because it may have been extended in between.
    await sql`delete from ${from} where ${id} in (${found}) and ${isOver}`.execute(writer)
    return rows.length
  }, signal)
}
