import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { SignatureData } from '@netbox/core'

const keyOf = ({ kind, key }: SignatureData): KeyObject => {
  const data = Buffer.from(key, 'base64')
  if (kind === 'ed25519')
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: data.toString('base64url') }, format: 'jwk' })
  try {
    return createPublicKey({ key: data, format: 'der', type: 'spki' })
  } catch {
    // RFC 6376, section 3.6.1, says RSAPublicKey, and its erratum 3017 what everybody publishes.
    return createPublicKey({ key: data, format: 'der', type: 'pkcs1' })
  }
}

const isSigned = (data: SignatureData): boolean => {
  const header = Buffer.from(data.header, 'latin1')
  // An Ed25519 signature is over the hash of the header (RFC 8463, section 3).
  const signed = data.kind === 'rsa' ? header : createHash('sha256').update(header).digest()
  try {
    return verify(data.kind === 'rsa' ? 'sha256' : null, signed, keyOf(data), Buffer.from(data.signature, 'base64'))
  } catch {
    return false
  }
}

/** Verifies a DKIM signature: first the hash of the body, then the signature of the header (RFC 6376, section 6.1.3). */
export const verifySignature = (data: SignatureData): 'pass' | 'body' | 'signature' => {
  const body = Buffer.from(data.body, 'latin1')
  const { length = body.length, bodyHash } = data
  const hash = createHash('sha256').update(body.subarray(0, length)).digest()
  if (length > body.length || !hash.equals(Buffer.from(bodyHash, 'base64'))) return 'body'
  return isSigned(data) ? 'pass' : 'signature'
}
