import { createHmac, hkdfSync } from 'node:crypto'

/** Makes a short text of another one, which can't be guessed back without the key. */
export type Digest = (use: string, text: string) => string

/**
 * Makes digests under a key that is derived from a secret which a server has anyway (HKDF, RFC 5869): what is remembered of addresses
 * for a day does not name them. With another secret it is forgotten.
 */
export const createDigest = (secret: Uint8Array): Digest => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'netbox email verification', 32))
  return (use, text) => createHmac('sha256', key).update(`${use} ${text}`).digest('base64url')
}
