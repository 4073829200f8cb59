import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import type { EncryptionKey } from '../config/secrets.ts'

/** The place of an encrypted text. It can be decrypted only for the same place. */
export interface EncryptionContext {
  readonly row: string
  readonly column: string
}

/** The encryption of texts that netbox must read again: JWE (RFC 7516), `dir` with `A256GCM`. */
export interface Encryption {
  /** The name of the current key. */
  readonly current: string
  encrypt(text: string, context: EncryptionContext): Promise<string>
  /** Decrypts a text. Throws for texts that were changed, belong to another row or column, or were encrypted with an unknown key. */
  decrypt(ciphertext: string, context: EncryptionContext): Promise<string>
  /** Returns the name of the key of an encrypted text; undefined for other text. */
  keyOf(ciphertext: string): string | undefined
  has(kid: string): boolean
}

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const
const OPTIONS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/** Creates the encryption with a ring of 32-byte keys, the current one first. */
export const createEncryption = (keys: readonly EncryptionKey[]): Encryption => {
  const [current] = keys
  if (current === undefined) throw new TypeError('There is no key to encrypt with')
  const ring = new Map(keys.map(({ kid, key }) => [kid, key]))
  const keyOf = (ciphertext: string): string | undefined => {
    try {
      return decodeProtectedHeader(ciphertext).kid
    } catch {
      return undefined
    }
  }
  return {
    current: current.kid,
    // The protected header is the additional authenticated data, so the place can't be changed.
    encrypt: (text, { row, column }) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ ...ALGORITHM, kid: current.kid, row, column })
        .encrypt(current.key),
    decrypt: async (ciphertext, { row, column }) => {
      const key = ring.get(keyOf(ciphertext) ?? '')
      if (key === undefined) throw new Error('The key of the ciphertext is not in the ring')
      const { plaintext, protectedHeader } = await compactDecrypt(ciphertext, key, OPTIONS)
      if (protectedHeader['row'] !== row || protectedHeader['column'] !== column)
        throw new Error('The ciphertext belongs to another row or column')
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext)
    },
    keyOf,
    has: (kid) => ring.has(kid),
  }
}
