import type { Clock } from '@netbox/core'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { JwtKey } from '../../config/secrets.ts'
import { createTokenReader, type ReadToken } from './read-token.ts'
import { signToken, type TokenClaims } from './sign-token.ts'

/** The key ring, which signs and reads access tokens and publishes the public keys. */
export interface SigningKeys {
  /** Signs claims with the current key, with a lifetime in milliseconds. */
  sign(claims: TokenClaims, lifetime: number): Promise<string>
  /** Returns the claims of a valid token of this service; undefined for any other text. */
  read: ReadToken
  /** Returns the public parts of the keys that have not expired, as a key set. */
  published(): { readonly keys: readonly PublicKey[] }
}

/** The options of the key ring. */
export interface SigningKeyOptions {
  /**
   * The current key first, then other accepted keys: retired ones, and new ones that all processes must know before they sign. To rotate,
   * add the new key second on all processes, then move it to the front, then give the old one an expiry.
   */
  readonly keys: readonly JwtKey[]
  readonly issuer: string
  readonly audience: string
  readonly clock: Pick<Clock, 'now'>
}

const publicPart = ({ kid, x, y }: JwtKey) =>
  ({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }) as const

/** A public key as it is published. */
type PublicKey = ReturnType<typeof publicPart>

const load = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, 'ES256')
  // A JWK of type EC is never imported as bytes.
  if (key instanceof Uint8Array) throw new TypeError('Not an asymmetric key')
  return key
}

/** Loads the key ring. Throws if the first key is missing or has no private part, or if the ring can't verify its own tokens. */
export const createSigningKeys = async ({ keys, issuer, audience, clock }: SigningKeyOptions): Promise<SigningKeys> => {
  const [current] = keys
  if (current?.d === undefined) throw new TypeError('The first signing key must have its private part')
  const privateKey = await load({ ...publicPart(current), d: current.d })
  const ring = new Map(
    await Promise.all(
      keys.map(async (key) => [key.kid, { key: await load(publicPart(key)), until: key.until ?? Infinity }] as const),
    ),
  )
  const read = createTokenReader({ ring, issuer, audience, clock })
  const sign = (claims: TokenClaims, lifetime: number) =>
    signToken({ claims, lifetime, issuer, audience, now: clock.now(), key: privateKey, kid: current.kid })
  const probe = { userId: 'probe', sessionId: 'probe' }
  if ((await read(await sign(probe, 60_000))) === undefined)
    throw new TypeError('The private and the public part of the first signing key do not match')
  return {
    sign,
    read,
    published: () => ({ keys: keys.filter(({ until = Infinity }) => until > clock.now()).map(publicPart) }),
  }
}
