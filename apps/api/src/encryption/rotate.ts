import type { Queries } from '../db/database.ts'
import { listSealed, replaceSealed, sealedColumns, type SealedTable, type SealedText } from './sealed-repository.ts'
import type { Seal } from './encryption.ts'

/** The state of the encrypted texts: their number, those with another key than the current one, and those that can't be decrypted. */
export interface SealCount {
  readonly all: number
  readonly old: number
  readonly lost: number
}

const BATCH = 200

async function* everySealed(queries: Queries): AsyncGenerator<SealedText> {
  // Object.keys loses the literal types of the keys.
  for (const table of Object.keys(sealedColumns) as SealedTable[])
    for (const column of sealedColumns[table])
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows: readonly SealedText[] = await listSealed(queries, { table, column, after, limit: BATCH })
        yield* rows
        after = rows.length < BATCH ? undefined : rows.at(-1)?.id
      }
}

/** Counts the encrypted texts by the state of their keys. */
export const countSealed = async (queries: Queries, seal: Seal): Promise<SealCount> => {
  const count = { all: 0, old: 0, lost: 0 }
  for await (const { sealed } of everySealed(queries)) {
    const kid = seal.keyOf(sealed)
    count.all += 1
    if (kid === undefined || !seal.has(kid)) count.lost += 1
    else if (kid !== seal.current) count.old += 1
  }
  return count
}

/**
 * Encrypts every text again that does not use the current key, while the service runs. Each text is replaced separately, so you can stop
 * and restart it at any time. Texts that can't be decrypted stay unchanged.
 */
export const rotateSealed = async (
  queries: Queries,
  seal: Seal,
): Promise<{ readonly resealed: number; readonly lost: number }> => {
  const count = { resealed: 0, lost: 0 }
  for await (const text of everySealed(queries)) {
    const { id: row, column, sealed } = text
    if (seal.keyOf(sealed) === seal.current) continue
    const opened = await seal.open(sealed, { row, column }).catch(() => undefined)
    if (opened === undefined) count.lost += 1
    else if (await replaceSealed(queries, text, await seal.seal(opened, { row, column }))) count.resealed += 1
  }
  return count
}
