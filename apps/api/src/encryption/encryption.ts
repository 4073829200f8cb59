import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import type { EncryptionKey } from '../config/secrets.ts'

/** The row and column that a ciphertext belongs to. It can't be decrypted for any other. */
export interface EncryptionContext {
  readonly row: string
  readonly column: string
}

/** Encrypts and decrypts stored texts: JWE (RFC 7516), `dir` with `A256GCM`. */
export interface Encryption {
  /** The name of the key that encrypts. */
  readonly current: string
  encrypt(text: string, context: EncryptionContext): Promise<string>
  /** Throws if the ciphertext was changed, belongs elsewhere or has a key outside the ring. */
  decrypt(ciphertext: string, context: EncryptionContext): Promise<string>
  /** Returns the name of the key of a ciphertext, and undefined for any other text. */
  keyOf(ciphertext: string): string | undefined
  has(kid: string): boolean
}

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const
const OPTIONS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/** Makes the encryption with a ring of keys of 32 bytes, the current one first. */
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
    // The protected header is the additional data of the encryption, so row and column can't be exchanged.
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
