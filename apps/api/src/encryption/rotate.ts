import type { Queries } from '../db/database.ts'
import { listSealed, replaceSealed, sealedColumns } from './sealed-repository.ts'
import type { Seal } from './encryption.ts'

/** How the sealed texts stand: how many there are, under another key than the current one, and that can't be opened. */
export interface SealCount {
  readonly all: number
  readonly old: number
  readonly lost: number
}

const BATCH = 200

async function* everySealed(queries: Queries) {
  for (let after = ''; ;) {
    const rows = await listSealed(queries, after, BATCH)
    for (const row of rows)
      for (const column of sealedColumns) yield { place: { row: row.id, column }, sealed: row[column] }
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last.id
  }
}

/** Counts the sealed texts by the state of their keys. */
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
 * Seals everything again that is not under the current key, while the service runs. Each text is exchanged by itself, so it may be
 * stopped and begun again at any time. Texts that can't be decrypted stay as they are.
 */
export const rotateSealed = async (
  queries: Queries,
  seal: Seal,
): Promise<{ readonly resealed: number; readonly lost: number }> => {
  const count = { resealed: 0, lost: 0 }
  for await (const { place, sealed } of everySealed(queries)) {
    if (seal.keyOf(sealed) === seal.current) continue
    const text = await seal.open(sealed, place).catch(() => undefined)
    if (text === undefined) count.lost += 1
    else {
      const change = { id: place.row, column: place.column, from: sealed, to: await seal.seal(text, place) }
      if (await replaceSealed(queries, change)) count.resealed += 1
    }
  }
  return count
}
