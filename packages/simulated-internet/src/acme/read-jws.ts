import { isObject } from '@netbox/core'
import {
  base64url,
  calculateJwkThumbprint,
  errors,
  flattenedVerify,
  type FlattenedJWSInput,
  importJWK,
  type JWK,
} from 'jose'
import { AcmeProblem } from './problem.ts'

/** The algorithms of account keys. */
const ALGORITHMS = ['ES256', 'ES384', 'RS256', 'EdDSA', 'Ed25519']
const EXTERNAL_ALGORITHMS = ['HS256', 'HS384', 'HS512']
const PRIVATE_FIELDS = ['d', 'k', 'p', 'q']
const PUBLIC_FIELDS: ReadonlySet<string> = new Set(['kty', 'crv', 'x', 'y', 'n', 'e'])

/** A JWS whose signature is not verified yet. */
interface ReadJws {
  readonly jws: FlattenedJWSInput
  readonly header: Readonly<Record<string, unknown>>
}

/** A JWS with a valid signature. */
export interface VerifiedJws {
  readonly header: Readonly<Record<string, unknown>>
  /** The octets of the payload; none in a POST-as-GET request. */
  readonly payload: Buffer
  readonly jwk: JWK
}

const malformed = (detail: string): AcmeProblem => new AcmeProblem('malformed', detail)

/** Parses JSON that must be an object. */
export const readObject = (text: string, what: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // The error below says what is expected.
  }
  throw malformed(`${what} must be a JSON object.`)
}

/** Reads a JWS in its flattened form, the only one that ACME has (RFC 8555, section 6.2). */
const readJws = (value: Readonly<Record<string, unknown>>, algorithms: readonly string[]): ReadJws => {
  const { protected: encoded, payload, signature } = value
  if (typeof encoded !== 'string' || typeof payload !== 'string' || typeof signature !== 'string')
    throw malformed("The JWS must have the texts 'protected', 'payload' and 'signature'.")
  if ('header' in value || 'signatures' in value)
    throw malformed('The JWS must have one signature and no unprotected header.')
  const header = readObject(Buffer.from(encoded, 'base64url').toString(), 'The protected header')
  if ('crit' in header || 'b64' in header) throw malformed('The JWS must have no extensions.')
  if (typeof header['alg'] !== 'string' || !algorithms.includes(header['alg']))
    throw new AcmeProblem('badSignatureAlgorithm', `The algorithm must be one of ${algorithms.join(', ')}.`, {
      fields: { algorithms },
    })
  return { jws: { protected: encoded, payload, signature }, header }
}

/** Returns a public key without other fields that a client sent. Throws for one that no account may have. */
const readJwk = async (value: unknown, algorithm: string): Promise<JWK> => {
  const bad = (reason: string) => new AcmeProblem('badPublicKey', reason)
  if (!isObject(value)) throw malformed("The field 'jwk' must be a public key (RFC 7517).")
  if (PRIVATE_FIELDS.some((field) => field in value)) throw bad('The key must be a public key.')
  try {
    await importJWK(value, algorithm)
    await calculateJwkThumbprint(value)
  } catch {
    throw bad('The key does not fit its algorithm: P-256, P-384, RSA with 2048 bits or more, or Ed25519.')
  }
  return Object.fromEntries(Object.entries(value).filter(([field]) => PUBLIC_FIELDS.has(field)))
}

const verify = async ({ jws, header }: ReadJws, jwk: JWK, algorithms: string[]): Promise<VerifiedJws> => {
  try {
    const { payload } = await flattenedVerify(jws, jwk, { algorithms })
    return { header, payload: Buffer.from(payload), jwk }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw malformed('The signature of the JWS is wrong.')
    // The library refuses keys with an error of its platform.
    throw new AcmeProblem('badPublicKey', 'The key does not fit its algorithm or is too short.')
  }
}

const checkUrl = (header: ReadJws['header'], url: string): void => {
  if (header['url'] !== url)
    throw new AcmeProblem('unauthorized', `The 'url' of the JWS differs from the URL of the request, ${url}.`)
}

/** Verifies a JWS that a client sent to a URL. `keyOf` finds the key of an account by its URL. */
export const verifyJws = async (body: string, url: string, keyOf: (account: string) => JWK): Promise<VerifiedJws> => {
  const read = readJws(readObject(body, 'The body'), ALGORITHMS)
  const { alg, jwk, kid } = read.header
  checkUrl(read.header, url)
  if ((jwk === undefined) === (kid === undefined))
    throw malformed("The protected header must have either 'jwk' or 'kid'.")
  if (kid !== undefined && typeof kid !== 'string') throw malformed("The field 'kid' must be the URL of an account.")
  return verify(read, kid === undefined ? await readJwk(jwk, String(alg)) : keyOf(kid), ALGORITHMS)
}

/** Verifies the JWS inside a request for a new key (RFC 8555, section 7.3.5). */
export const verifyInnerJws = async (value: Readonly<Record<string, unknown>>, url: string): Promise<VerifiedJws> => {
  const read = readJws(value, ALGORITHMS)
  const { alg, jwk, nonce } = read.header
  checkUrl(read.header, url)
  if (nonce !== undefined) throw malformed("The inner JWS must have no 'nonce'.")
  return verify(read, await readJwk(jwk, String(alg)), ALGORITHMS)
}

/** Verifies the binding of an account to an external one (section 7.3.4). */
export const verifyBinding = async (
  value: unknown,
  { url, jwk, secretOf }: { readonly url: string; readonly jwk: JWK; readonly secretOf: (kid: string) => Buffer },
): Promise<void> => {
  if (!isObject(value)) throw malformed("'externalAccountBinding' must be a JWS.")
  const { jws, header } = readJws(value, EXTERNAL_ALGORITHMS)
  checkUrl(header, url)
  const { kid, nonce } = header
  if (typeof kid !== 'string' || nonce !== undefined) throw malformed("The binding must have a 'kid' and no 'nonce'.")
  const payload = await flattenedVerify(jws, secretOf(kid), { algorithms: EXTERNAL_ALGORITHMS }).then(
    (verified) => Buffer.from(verified.payload).toString(),
    () => {
      throw new AcmeProblem('unauthorized', 'The key of the external account is another one.')
    },
  )
  const bound = await calculateJwkThumbprint(readObject(payload, 'The payload of the binding')).catch(() => '')
  if (bound !== (await calculateJwkThumbprint(jwk)))
    throw malformed('The binding is for another key than the key of the account.')
}

/** Decodes base64url. Throws for another text. */
export const readBase64url = (value: unknown, field: string): Buffer => {
  if (typeof value !== 'string' || value === '' || !/^[\w-]+$/.test(value))
    throw malformed(`The field '${field}' must be base64url without padding.`)
  return Buffer.from(base64url.decode(value))
}
