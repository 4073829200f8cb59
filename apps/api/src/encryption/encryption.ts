import type { Connections, Reader } from '../database/database.ts'
import {
  listCiphertexts,
  replaceCiphertext,
  encryptedColumns,
  type EncryptedTable,
  type EncryptedValue,
} from './encrypted-columns-repository.ts'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import type { EncryptionKey } from '../config/secrets.ts'

/** The place of an encrypted text. It can be decrypted only for the same place. */
export interface EncryptionContext {
  readonly row: string
  readonly column: string
}

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const
const OPTIONS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/**
 * Creates the encryption of texts that netbox must read again: JWE (RFC 7516), `dir` with `A256GCM`, and a ring of 32-byte keys, the current
 * one first.
 */
export const createEncryption = (keys: readonly EncryptionKey[]) => {
  const [current] = keys
  if (current === undefined) throw new TypeError('There is no key to encrypt with')
  const ring = new Map(keys.map(({ kid, key }) => [kid, key]))
  /** Returns the name of the key of an encrypted text; undefined for other text. */
  const keyOf = (ciphertext: string): string | undefined => {
    try {
      return decodeProtectedHeader(ciphertext).kid
    } catch {
      return undefined
    }
  }
  return {
    /** The name of the current key. */
    current: current.kid,
    // The protected header is the additional authenticated data, so the place can't be changed.
    encrypt: (text: string, { row, column }: EncryptionContext): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ ...ALGORITHM, kid: current.kid, row, column })
        .encrypt(current.key),
    /** Decrypts a text. Throws for texts that were changed, belong to another row or column, or were encrypted with an unknown key. */
    decrypt: async (ciphertext: string, { row, column }: EncryptionContext): Promise<string> => {
      const key = ring.get(keyOf(ciphertext) ?? '')
      if (key === undefined) throw new Error('The key of the ciphertext is not in the ring')
      const { plaintext, protectedHeader } = await compactDecrypt(ciphertext, key, OPTIONS)
      if (protectedHeader['row'] !== row || protectedHeader['column'] !== column)
        throw new Error('The ciphertext belongs to another row or column')
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext)
    },
    keyOf,
    has: (kid: string): boolean => ring.has(kid),
  }
}

export type Encryption = ReturnType<typeof createEncryption>

/** Counts of ciphertexts: all, ciphertexts under an older key, and ciphertexts that can't be decrypted. */
export interface CiphertextCount {
  readonly all: number
  readonly old: number
  readonly lost: number
}

const BATCH = 200

async function* everyCiphertext(queries: Reader): AsyncGenerator<EncryptedValue> {
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
export const countCiphertexts = async (queries: Reader, encryption: Encryption): Promise<CiphertextCount> => {
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
  { queries, writer }: Connections,
  encryption: Encryption,
): Promise<{ readonly reencrypted: number; readonly lost: number }> => {
  const count = { reencrypted: 0, lost: 0 }
  for await (const value of everyCiphertext(queries)) {
    const { id: row, column, ciphertext } = value
    if (encryption.keyOf(ciphertext) === encryption.current) continue
    const text = await encryption.decrypt(ciphertext, { row, column }).catch(() => undefined)
    if (text === undefined) count.lost += 1
    else if (await replaceCiphertext(writer, value, await encryption.encrypt(text, { row, column })))
      count.reencrypted += 1
  }
  return count
}
