import { type CryptoKey, SignJWT } from 'jose'

/** The claims of an access token: user and session. Plan and role come from the database. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
}

/** The fields of a new token. Times in ms. */
export interface TokenParts {
  readonly claims: AccessClaims
  readonly lifetime: number
  readonly issuer: string
  readonly audience: string
  readonly now: number
  readonly key: CryptoKey
  readonly kid: string
}

/** Signs an access token: a JWT (RFC 7519) by ES256. */
export const signToken = ({ claims, lifetime, issuer, audience, now, key, kid }: TokenParts): Promise<string> =>
  new SignJWT({ session_id: claims.sessionId })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(claims.userId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + lifetime) / 1000))
    .sign(key)
