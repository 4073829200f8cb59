import { between, type Entity, part } from './mapping.ts'

/*
 * The public key of a DKIM record is a SubjectPublicKeyInfo in base64 (RFC 6376, section 3.6.1; RFC 5280, section 4.1). All of
 * one length begin alike, up to the modulus, and end with the exponent 65537. What lies between is drawn: the numbers have
 * the form and the length of RSA keys, and no private half exists.
 */
const HEADS = {
  1024: 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ',
  2048: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
} as const

// Signs with which a modulus can begin, so that its highest bit is set; the first of 1024 bits shares its sign with the head.
const FIRST = { 1024: 'CD', 2048: 'ghijklmnopqrstuvwxyz0123456789+/' } as const
const BETWEEN = { 1024: 170, 2048: 340 } as const
// An odd modulus ends with one of these, which shares its sign with what follows.
const LAST = 'Qw'
const EXPONENT = 'IDAQAB'

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Gives the public RSA key of an entity as a DKIM record holds it, in base64. */
export const dkimKeyOf = (of: Entity, bits: keyof typeof HEADS): string => {
  const pick = (signs: string, index: number): string =>
    signs.charAt(between(part(of, index), 'sign', 0, signs.length - 1))
  let key = HEADS[bits] + pick(FIRST[bits], 0)
  for (let index = 1; index <= BETWEEN[bits]; index++) key += pick(BASE64, index)
  return key + pick(LAST, BETWEEN[bits] + 1) + EXPONENT
}
