import type { Clock } from '@netbox/core'
import { type CryptoKey, decodeProtectedHeader, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { fromUuid } from '../../uuid.ts'
import type { AccessClaims } from './sign-token.ts'

/** Returns the claims of a valid token of this service, from a cache if it was read before; undefined for any other text. */
export type ReadToken = (token: string) => Promise<AccessClaims | undefined>

/** The options of the token reader. */
export interface TokenReaderOptions {
  /** Public keys by `kid`, with their expiry in epoch ms. */
  readonly ring: ReadonlyMap<string, { readonly key: CryptoKey; readonly until: number }>
  readonly issuer: string
  readonly audience: string
  readonly clock: Pick<Clock, 'now'>
}

interface Known {
  readonly claims: AccessClaims
  readonly kid: string
  /** Epoch ms. */
  readonly expiresAt: number
}

const MAX_LENGTH = 2048
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

/** Creates the reader of access tokens. */
export const createTokenReader = ({ ring, issuer, audience, clock }: TokenReaderOptions): ReadToken => {
  const known = new LRUCache<string, Known>({ max: REMEMBERED })
  const underWay = new Map<string, Promise<Known | undefined>>()

  const check = async (token: string, now: number): Promise<Known | undefined> => {
    const kid = kidOf(token) ?? ''
    const entry = ring.get(kid)
    if (entry === undefined) return undefined
    const { payload } = await jwtVerify(token, entry.key, {
      algorithms: ['ES256'],
      issuer,
      audience,
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

  /** Looks up a token once for all concurrent requests with it. */
  const lookUpOnce = (token: string, now: number): Promise<Known | undefined> => {
    const started = underWay.get(token) ?? lookUp(token, now).finally(() => underWay.delete(token))
    underWay.set(token, started)
    return started
  }

  const inForce = (token: string, found: Known | undefined, now: number): AccessClaims | undefined => {
    if (found === undefined || found.expiresAt <= now || (ring.get(found.kid)?.until ?? 0) <= now) {
      known.delete(token)
      return undefined
    }
    return found.claims
  }

  return async (token) => {
    const now = clock.now()
    return inForce(token, known.get(token) ?? (await lookUpOnce(token, now)), now)
  }
}
