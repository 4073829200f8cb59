import { hexOf } from '../../foundation/bytes.ts'
import { privateKeyPem, publicKeyInfo, integer, sequence } from '../../protocols/der.ts'
import { certificateChangeOf } from '../hosts/stated-hosts.ts'
import { machineOf } from '../hosts/machines.ts'
import { between } from '../../foundation/mapping.ts'
import { sha256 } from '../../foundation/sha256.ts'
import type { World } from '../world.ts'
import { PRIMES_1024, PRIMES_512 } from './key-pool.ts'

/** The lengths of RSA keys, in bits. */
export type RsaBits = 1024 | 2048

/** An RSA key. Its public exponent is 65537. */
export interface RsaKey {
  readonly modulus: bigint
  readonly primes: readonly [bigint, bigint]
}

const EXPONENT = 65_537n

const PRIMES = { 1024: PRIMES_512, 2048: PRIMES_1024 } as const

/** Returns the number of RSA keys of a length: the number of pairs of primes. */
export const rsaKeyCount = (bits: RsaBits): number => (PRIMES[bits].length * (PRIMES[bits].length - 1)) / 2

/** Returns the RSA key with a length and a number from 0 on. Its modulus is the product of two primes. */
export const rsaKey = (bits: RsaBits, number: number): RsaKey => {
  const primes = PRIMES[bits]
  const first = number % primes.length
  // Pairs with the next prime come first, then pairs with the one after it, and so on.
  const second = (first + 1 + Math.floor(number / primes.length)) % primes.length
  const [p, q] = [BigInt(`0x${primes[first]}`), BigInt(`0x${primes[second]}`)]
  return { modulus: p * q, primes: [p, q] }
}

/** Writes the public half of a key (RFC 8017, appendix A.1.1). */
export const rsaPublicKey = ({ modulus }: RsaKey): Uint8Array => sequence(integer(modulus), integer(EXPONENT))

/** Computes the modular inverse by the extended Euclidean algorithm. */
const inverse = (of: bigint, modulus: bigint): bigint => {
  let [a, b, x, y] = [modulus, of % modulus, 0n, 1n]
  while (b > 0n) {
    const whole = a / b
    ;[a, b, x, y] = [b, a - whole * b, y, x - whole * y]
  }
  return x < 0n ? x + modulus : x
}

/** Writes the private half of a key (RFC 8017, appendix A.1.2). */
export const rsaPrivateKey = ({ modulus, primes: [p, q] }: RsaKey): Uint8Array => {
  const exponent = inverse(EXPONENT, (p - 1n) * (q - 1n))
  const parts = [modulus, EXPONENT, exponent, p, q, exponent % (p - 1n), exponent % (q - 1n), inverse(q, p)]
  return sequence(integer(0n), ...parts.map(integer))
}

/** Returns the key of the certificate on a mail server; all names of one machine share it. */
const tlsKeyOf = (world: World, host: string): RsaKey => {
  const { bits = 2048 } = certificateChangeOf(world, host)
  return rsaKey(bits, between(machineOf(world, host).id, 'tls-key', 0, rsaKeyCount(bits) - 1))
}

/** Returns the SHA-256 digest of a mail server's public key, as in TLSA records (RFC 6698, section 2.1: selector 1, matching type 1). */
export const tlsKeyDigest = (world: World, host: string): string =>
  hexOf(sha256(publicKeyInfo('rsa', rsaPublicKey(tlsKeyOf(world, host)))))

/** Returns the private key that `tlsKeyDigest` pins: PKCS#8 in PEM. */
export const tlsPrivateKeyOf = (world: World, host: string): string =>
  privateKeyPem('rsa', rsaPrivateKey(tlsKeyOf(world, host)))
