import { base64Of } from '../../foundation/bytes.ts'
import { privateKeyPem, publicKeyInfo } from '../../protocols/der.ts'
import { between } from '../../foundation/mapping.ts'
import { publishedDkimOf } from './policies.ts'
import { type RsaBits, rsaKey, rsaKeyCount, rsaPrivateKey, rsaPublicKey } from '../keys/rsa-keys.ts'
import { entityOf, type World } from '../world.ts'

const keyNumberOf = (world: World, domain: string, bits: RsaBits): number =>
  between(entityOf(world, 'dkim-key', domain), 'number', 0, rsaKeyCount(bits) - 1)

// The cache of generated records; there are at most a few hundred keys.
const written = new Map<string, string>()

/** Returns the public RSA key of a domain as in its DKIM record, in base64 (RFC 6376, section 3.6.1). */
export const dkimPublicKeyOf = (world: World, domain: string): string => {
  const { bits } = publishedDkimOf(world, domain)
  const number = keyNumberOf(world, domain, bits)
  const known = written.get(`${bits} ${number}`)
  if (known !== undefined) return known
  const key = base64Of(publicKeyInfo('rsa', rsaPublicKey(rsaKey(bits, number))))
  written.set(`${bits} ${number}`, key)
  return key
}

/** Returns the private key that belongs to `dkimPublicKeyOf`: PKCS#8 in PEM. */
export const dkimPrivateKeyOf = (world: World, domain: string): string => {
  const { bits } = publishedDkimOf(world, domain)
  return privateKeyPem('rsa', rsaPrivateKey(rsaKey(bits, keyNumberOf(world, domain, bits))))
}
