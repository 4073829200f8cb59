import { hkdfSync } from 'node:crypto'
import type { Clock } from '@netbox/core'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { Refusal } from '../../refusal.ts'

const claims = v.object({
  /** The bucket and the key. */
  url: v.string(),
  scope: v.picklist(['download', 'upload']),
  /** The owner of the object; null for none. */
  owner: v.nullable(v.string()),
  /** The time of the owner's last password change when the URL was made; 0 for none. */
  since: v.number(),
  upsert: v.optional(v.boolean(), false),
})

/** The target of a signed URL. */
export type SignedClaims = v.InferOutput<typeof claims>

const verified = v.object({
  ...claims.entries,
  /** The end of the URL's validity, in epoch seconds. */
  exp: v.number(),
})

/** The claims of a verified token. */
export type VerifiedClaims = v.InferOutput<typeof verified>

/** Creates the signer. Its keys are derived from the encryption keys (HKDF, RFC 5869), the current one first. */
export const createSignedUrls = (secrets: readonly { readonly key: Uint8Array }[], clock: Pick<Clock, 'now'>) => {
  const keys = secrets.map(({ key }) => new Uint8Array(hkdfSync('sha256', key, '', 'netbox storage url', 32)))

  const read = async (token: string): Promise<unknown> => {
    for (const key of keys)
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(clock.now()) })
        return payload
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new Refusal('ExpiredToken')
      }
    throw new Refusal('InvalidSignature')
  }

  return {
    /** Returns the token of a URL that is valid for the given number of seconds. */
    sign: async (opened: SignedClaims, seconds: number): Promise<string> => {
      const [key] = keys
      if (key === undefined) throw new Error('There is no key to sign with')
      return new SignJWT({ ...opened })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(clock.now() / 1000) + seconds)
        .sign(key)
    },
    /** Verifies the token of a URL and returns its claims. Throws `InvalidSignature` and `ExpiredToken`. */
    verify: async (token: string, url: string, scope: SignedClaims['scope']): Promise<VerifiedClaims> => {
      const parsed = v.safeParse(verified, await read(token))
      if (!parsed.success || parsed.output.url !== url || parsed.output.scope !== scope)
        throw new Refusal('InvalidSignature')
      return parsed.output
    },
  }
}

export type SignedUrls = ReturnType<typeof createSignedUrls>
