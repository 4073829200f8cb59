import { hexOf } from '../../foundation/bytes.ts'
import { privateKeyPem, publicKeyInfo } from '../../protocols/der.ts'
import { machineOf } from '../hosts/machines.ts'
import { between } from '../../foundation/mapping.ts'
import { rsaKey, type RsaKey, rsaKeyCount, rsaPrivateKey, rsaPublicKey } from './rsa-keys.ts'
import { sha256 } from '../../foundation/sha256.ts'
import type { World } from '../world.ts'

/** Returns the key of the certificate on a mail server; all names of one machine share it. */
const tlsKeyOf = (world: World, host: string): RsaKey =>
  rsaKey(2048, between(machineOf(world, host).id, 'tls-key', 0, rsaKeyCount(2048) - 1))

/** Returns the SHA-256 digest of a mail server's public key, as in TLSA records (RFC 6698, section 2.1: selector 1, matching type 1). */
export const tlsKeyDigest = (world: World, host: string): string =>
  hexOf(sha256(publicKeyInfo('rsa', rsaPublicKey(tlsKeyOf(world, host)))))

/** Returns the private key that `tlsKeyDigest` pins: PKCS#8 in PEM. */
export const tlsPrivateKeyOf = (world: World, host: string): string =>
  privateKeyPem('rsa', rsaPrivateKey(tlsKeyOf(world, host)))
