import * as v from 'valibot'

/** The schema of one published key: the public part of an ES256 key (RFC 7517, RFC 7518 §6.2). */
export const publicKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
})

/** The schema of the published keys (RFC 7517 §5). */
export const keySet = v.object({ keys: v.array(publicKey) })

/** One published key: the public part, which verifies signatures but can't create them. */
export type PublicKey = v.InferOutput<typeof publicKey>

/** The set of published keys at `/.well-known/jwks.json`. */
export type KeySet = v.InferOutput<typeof keySet>
