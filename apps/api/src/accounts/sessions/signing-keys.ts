import type { Clock } from '@netbox/core'
import { type CryptoKey, decodeProtectedHeader, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { JwtKey } from '../../config/secrets.ts'
import { LRUCache } from 'lru-cache'
import { fromUuid, toUuid } from '../../random.ts'

/** The claims that netbox reads from an access token. Permissions come from the database. */
interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
}

interface TokenClaims extends AccessClaims {
  /** More claims for clients, such as `email`, `aal` and `amr`. */
  readonly shown?: Readonly<Record<string, unknown>>
}

/** The role and audience of users of supabase-js. */
export const AUTHENTICATED = 'authenticated'

/** Public keys by `kid`, with their expiry in epoch ms. */
type KeyRing = ReadonlyMap<string, { readonly key: CryptoKey; readonly until: number }>

interface Known {
  readonly claims: AccessClaims
  readonly kid: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/** The maximum length of a token: with the header's name and scheme, a line of 8 kB. */
const MAX_LENGTH = 8000
// Verifying a signature takes longer than the rest of a request, so the latest valid tokens are cached.
const REMEMBERED = 10_000

/**
 * Returns whether a base64url text is the canonical encoding of its bytes. Several texts can decode to the same bytes; netbox writes and
 * accepts only the canonical one.
 */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

/**
 * Returns the key id of a token; undefined for an invalid header. A valid header has only algorithm, type and key id: no key or address of
 * a key (jwk, jku, x5u), no extensions (crit).
 */
const kidOf = (token: string): string | undefined => {
  const { alg, typ, kid, ...rest } = decodeProtectedHeader(token)
  return alg === 'ES256' && typ === 'JWT' && Object.keys(rest).length === 0 ? kid : undefined
}

/** Creates the reader of access tokens, which caches the valid ones. */
const createTokenReader = (ring: KeyRing, { issuer, clock }: Omit<SigningKeyOptions, 'keys'>) => {
  const known = new LRUCache<string, Known>({ max: REMEMBERED })

  const check = async (token: string, now: number): Promise<Known | undefined> => {
    const kid = kidOf(token) ?? ''
    const entry = ring.get(kid)
    if (entry === undefined) return undefined
    const { payload } = await jwtVerify(token, entry.key, {
      algorithms: ['ES256'],
      issuer,
      audience: AUTHENTICATED,
      currentDate: new Date(now),
      requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
    })
    const { sub, exp, session_id: sessionId } = payload
    if (sub === undefined || exp === undefined || typeof sessionId !== 'string') return undefined
    return { claims: { userId: fromUuid(sub), sessionId: fromUuid(sessionId) }, kid, expiresAt: exp * 1000 }
  }

  const lookUp = async (token: string, now: number): Promise<Known | undefined> => {
    const parts = token.length <= MAX_LENGTH ? token.split('.') : []
    if (parts.length !== 3 || !parts.every(isCanonical)) return undefined
    try {
      const found = await check(token, now)
      if (found !== undefined) known.set(token, found)
      return found
    } catch {
      // Any error means that this service did not issue the token.
      return undefined
    }
  }

  const inForce = (token: string, found: Known | undefined, now: number): AccessClaims | undefined => {
    if (found === undefined || found.expiresAt <= now || (ring.get(found.kid)?.until ?? 0) <= now) {
      known.delete(token)
      return undefined
    }
    return found.claims
  }

  return async (token: string): Promise<AccessClaims | undefined> => {
    const now = clock.now()
    return inForce(token, known.get(token) ?? (await lookUp(token, now)), now)
  }
}

export interface SigningKeyOptions {
  /**
   * The current key first, then other accepted keys: retired ones, and new ones that all processes must know before they sign. To rotate,
   * add the new key second on all processes, then move it to the front, then give the old one an expiry.
   */
  readonly keys: readonly JwtKey[]
  /** Names this service, so that it accepts no token of another one. */
  readonly issuer: string
  readonly clock: Pick<Clock, 'now'>
}

const publicPart = ({ kid, x, y }: JwtKey) =>
  ({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }) as const

const load = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, 'ES256')
  // A JWK of type EC is never imported as bytes.
  if (key instanceof Uint8Array) throw new TypeError('Not an asymmetric key')
  return key
}

/**
 * Loads the key ring, which signs and reads access tokens and publishes the public keys. Throws if the first key is missing or has no private
 * part, or if the ring can't verify its own tokens.
 */
export const createSigningKeys = async (options: SigningKeyOptions) => {
  const { keys, issuer, clock } = options
  const [current] = keys
  if (current?.d === undefined) throw new TypeError('The first signing key must have its private part')
  const privateKey = await load({ ...publicPart(current), d: current.d })
  const ring = new Map(
    await Promise.all(
      keys.map(async (key) => [key.kid, { key: await load(publicPart(key)), until: key.until ?? Infinity }] as const),
    ),
  )
  const read = createTokenReader(ring, options)
  /** Signs an access token with the current key: a JWT (RFC 7519) with ES256 and a lifetime in milliseconds. */
  const sign = ({ userId, sessionId, shown }: TokenClaims, lifetime: number): Promise<string> =>
    new SignJWT({ ...shown, session_id: toUuid(sessionId), role: AUTHENTICATED, is_anonymous: false })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: current.kid })
      .setIssuer(issuer)
      .setAudience(AUTHENTICATED)
      .setSubject(toUuid(userId))
      .setIssuedAt(Math.floor(clock.now() / 1000))
      .setExpirationTime(Math.floor((clock.now() + lifetime) / 1000))
      .sign(privateKey)
  const sample = { userId: 'sample', sessionId: 'sample' }
  if ((await read(await sign(sample, 60_000))) === undefined)
    throw new TypeError('The private and the public part of the first signing key do not match')
  return {
    sign,
    /** Returns the claims of a valid token of this service; undefined for any other text. */
    read,
    /** Returns the public parts of the keys that have not expired, as a key set. */
    published: () => ({ keys: keys.filter(({ until = Infinity }) => until > clock.now()).map(publicPart) }),
  }
}

export type SigningKeys = Awaited<ReturnType<typeof createSigningKeys>>
