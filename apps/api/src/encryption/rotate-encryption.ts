import type { Queries } from '../database/database.ts'
import {
  listCiphertexts,
  replaceCiphertext,
  encryptedColumns,
  type EncryptedTable,
  type EncryptedValue,
} from './encrypted-columns-repository.ts'
import type { Encryption } from './encryption.ts'

/** Counts of ciphertexts: all, those that don't use the current key, and those that can't be decrypted. */
export interface CiphertextCount {
  readonly all: number
  readonly old: number
  readonly lost: number
}

const BATCH = 200

async function* everyCiphertext(queries: Queries): AsyncGenerator<EncryptedValue> {
  // The type of Object.keys is only string[].
  for (const table of Object.keys(encryptedColumns) as EncryptedTable[])
    for (const column of encryptedColumns[table])
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows: readonly EncryptedValue[] = await listCiphertexts(queries, { table, column, after, limit: BATCH })
        yield* rows
        after = rows.length < BATCH ? undefined : rows.at(-1)?.id
      }
}

/** Counts the ciphertexts by the state of their keys. */
export const countCiphertexts = async (queries: Queries, encryption: Encryption): Promise<CiphertextCount> => {
  const count = { all: 0, old: 0, lost: 0 }
  for await (const { ciphertext } of everyCiphertext(queries)) {
    const kid = encryption.keyOf(ciphertext)
    count.all += 1
    if (kid === undefined || !encryption.has(kid)) count.lost += 1
    else if (kid !== encryption.current) count.old += 1
  }
  return count
}

/**
 * Re-encrypts every text that does not use the current key, while the service runs. Each text is replaced separately, so you can stop and
 * restart the rotation at any time. Texts that can't be decrypted stay unchanged.
 */
export const rotateEncryption = async (
  queries: Queries,
  encryption: Encryption,
): Promise<{ readonly reencrypted: number; readonly lost: number }> => {
  const count = { reencrypted: 0, lost: 0 }
  for await (const value of everyCiphertext(queries)) {
    const { id: row, column, ciphertext } = value
    if (encryption.keyOf(ciphertext) === encryption.current) continue
    const text = await encryption.decrypt(ciphertext, { row, column }).catch(() => undefined)
    if (text === undefined) count.lost += 1
    else if (await replaceCiphertext(queries, value, await encryption.encrypt(text, { row, column })))
      count.reencrypted += 1
  }
  return count
}
