import { type CryptoKey, SignJWT } from 'jose'
import { toUuid } from '../../uuid.ts'

/** The claims that netbox reads from an access token. Permissions come from the database. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
}

/** The claims of an access token. */
export interface TokenClaims extends AccessClaims {
  /** More claims for clients, such as `email`, `aal` and `amr`. */
  readonly shown?: Readonly<Record<string, unknown>>
}

/** The role and audience of users of supabase-js. */
export const AUTHENTICATED = 'authenticated'

/** The fields of a new token. Times are in ms. */
export interface TokenParts {
  readonly claims: TokenClaims
  readonly lifetime: number
  readonly issuer: string
  readonly audience: string
  readonly now: number
  readonly key: CryptoKey
  readonly kid: string
}

/** Signs an access token: a JWT (RFC 7519) with ES256. */
export const signToken = ({ claims, lifetime, issuer, audience, now, key, kid }: TokenParts): Promise<string> =>
  new SignJWT({
    ...claims.shown,
    session_id: toUuid(claims.sessionId),
    role: AUTHENTICATED,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(issuer)
    .setAudience([audience, AUTHENTICATED])
    .setSubject(toUuid(claims.userId))
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + lifetime) / 1000))
    .sign(key)
