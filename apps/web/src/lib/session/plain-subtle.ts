import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'

// Browsers offer their cryptography only to pages behind TLS and on localhost (W3C Secure Contexts). A page that is opened over plain HTTP
// at an address of the local network also needs the security check. So `derive` implements PBKDF2, the only key derivation that the check
// uses. It is about ten times slower than the browser's own.
interface Derivation {
  readonly salt: Uint8Array
  readonly iterations: number
}

const derive = (password: Uint8Array, { salt, iterations }: Derivation, bits: number): Uint8Array =>
  pbkdf2(sha256, password, salt, { c: iterations, dkLen: bits / 8 })

/** The part of `crypto.subtle` that the security check needs. */
export const plainSubtle = {
  importKey: async (_format: string, password: Uint8Array) => Promise.resolve(password.slice()),
  deriveKey: async (derivation: Derivation, password: Uint8Array, { length }: { readonly length: number }) =>
    Promise.resolve(derive(password, derivation, length)),
  deriveBits: async (derivation: Derivation, password: Uint8Array, bits: number) =>
    Promise.resolve(derive(password, derivation, bits).buffer),
  exportKey: async (_format: string, key: Uint8Array) => Promise.resolve(key.buffer),
}

/**
 * Provides PBKDF2 with SHA-256 (RFC 8018) to a page without `crypto.subtle`, which browsers offer only in secure contexts. Other pages stay
 * unchanged.
 */
export const providePlainSubtle = (): void => {
  if ('subtle' in crypto && crypto.subtle !== undefined) return
  Object.defineProperty(crypto, 'subtle', { value: plainSubtle })
}
