import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Extension, Extensions, GeneralName, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { BitString, Constructed, fromBER, Integer, ObjectIdentifier, Sequence, Set as Asn1Set } from 'asn1js'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose'

/** The fields of all resources and problems of an authority. A test knows which of them a response has. */
interface AcmeFields {
  readonly type: string
  readonly detail: string
  readonly status: string | number
  readonly newNonce: string
  readonly newAccount: string
  readonly newOrder: string
  readonly revokeCert: string
  readonly keyChange: string
  readonly renewalInfo: string
  readonly meta: { readonly externalAccountRequired: boolean }
  readonly orders: readonly string[]
  readonly identifiers: readonly { readonly type: string; readonly value: string }[]
  readonly authorizations: readonly string[]
  readonly finalize: string
  readonly certificate: string
  readonly challenges: readonly { readonly type: string; readonly url: string; readonly token: string }[]
  readonly error?: { readonly type: string; readonly detail: string }
  readonly suggestedWindow: { readonly start: string; readonly end: string }
  readonly eab_kid: string
  readonly eab_hmac_key: string
}

/** A response of an authority. */
export interface AcmeResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly json: AcmeFields
}

const objectOf = (body: string): AcmeFields => JSON.parse(body.startsWith('{') ? body : '{}') as AcmeFields // The cast is safe for the fields that the response has.

const from = (octets: Uint8Array | ArrayBuffer) => fromBER(octets).result

/** Creates a certification request in DER, with names in its extensions and nothing in its subject. */
export const signingRequest = (
  names: readonly string[],
  keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  }),
): Buffer => {
  const list = names.map((name) => new GeneralName(/^[\d.]+$|:/.test(name) ? { iPAddress: name } : { dNSName: name }))
  const extension = new Extension({
    extnID: id_ce_subjectAltName,
    extnValue: new OctetString(AsnConvert.serialize(new SubjectAlternativeName(list))),
  })
  const requested = from(AsnConvert.serialize(new Extensions([extension])))
  const attribute = new Sequence({
    value: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.14' }), new Asn1Set({ value: [requested] })],
  })
  const info = new Sequence({
    value: [
      new Integer({ value: 0 }),
      new Sequence(),
      from(keys.publicKey.export({ type: 'spki', format: 'der' })),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [attribute] }),
    ],
  })
  const isRsa = keys.privateKey.asymmetricKeyType === 'rsa'
  const algorithm = new ObjectIdentifier({ value: isRsa ? '1.2.840.113549.1.1.11' : '1.2.840.10045.4.3.2' })
  const signature = sign('sha256', Buffer.from(info.toBER()), keys.privateKey)
  const valueHex = new Uint8Array(signature).buffer
  return Buffer.from(
    new Sequence({ value: [info, new Sequence({ value: [algorithm] }), new BitString({ valueHex })] }).toBER(),
  )
}

/** A key of an account with its algorithm. */
export interface AccountKey {
  readonly privateKey: KeyObject
  readonly jwk: JWK
  readonly alg: string
}

/** Creates a key of an account. */
export const accountKey = async (alg: 'ES256' | 'ES384' | 'RS256' | 'EdDSA' = 'ES256'): Promise<AccountKey> => {
  const { publicKey, privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : alg === 'EdDSA'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: alg === 'ES256' ? 'P-256' : 'P-384' })
  return { privateKey, jwk: await exportJWK(publicKey), alg }
}

/** Signs a payload, which is a JSON value or a text. */
export const signed = async (
  { privateKey, alg }: Pick<AccountKey, 'privateKey' | 'alg'>,
  header: Readonly<Record<string, unknown>>,
  payload: unknown,
): Promise<Record<string, string>> => {
  const octets = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const {
    protected: head = '',
    payload: body,
    signature,
  } = await new FlattenedSign(octets).setProtectedHeader({ alg, ...header }).sign(privateKey)
  return { protected: head, payload: body, signature }
}

const MOST_CONNECTIONS = 50

/** The port of an authority on loopback, and the root of its server's certificate: an internet, or another server. */
interface AcmeServer {
  readonly endpoints: readonly { readonly protocol: string; readonly port: number }[]
  readonly authority: { readonly pem: string }
}

/** Creates an ACME client of an authority. */
export const createAcmeClient = async (
  { endpoints, authority }: AcmeServer,
  host: string,
  directoryPath = '/directory',
  given?: AccountKey,
) => {
  let key = given ?? (await accountKey())
  const nonces: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
  let kid: string | undefined
  const port = endpoints.find(({ protocol }) => protocol === 'https')?.port ?? 0
  const send = async (
    method: string,
    url: string,
    body = '',
    type = 'application/jose+json',
  ): Promise<AcmeResponse> => {
    const { hostname, pathname } = new URL(url)
    const options = { host: '127.0.0.1', port, servername: hostname, ca: authority.pem, agent }
    const headers = { Host: hostname, ...(method === 'POST' ? { 'Content-Type': type } : {}) }
    const asked = request({ ...options, method, path: pathname, headers }).end(body)
    const found = await once(asked, 'response').catch((error: unknown) => {
      if (!asked.reusedSocket) throw error
    })
    // The server has closed an idle connection at the moment of its next use.
    if (found === undefined) return send(method, url, body, type)
    const [response] = found as [IncomingMessage] // The cast is safe: the event has this argument.
    const received = await text(response)
    nonces.push(...[response.headers['replay-nonce'] ?? []].flat())
    return { status: response.statusCode ?? 0, headers: response.headers, body: received, json: objectOf(received) }
  }
  const directory = (await send('GET', `https://${host}${directoryPath}`)).json
  const freshNonce = async (): Promise<string> => {
    if (nonces.length === 0) await send('HEAD', directory.newNonce)
    return nonces.pop() ?? ''
  }
  const post = async (
    url: string,
    payload: unknown,
    header: Readonly<Record<string, unknown>> = {},
    by: AccountKey = key,
  ): Promise<AcmeResponse> => {
    const whose = kid === undefined || 'jwk' in header ? { jwk: by.jwk } : { kid }
    return send(
      'POST',
      url,
      JSON.stringify(await signed(by, { nonce: await freshNonce(), url, ...whose, ...header }, payload)),
    )
  }
  /** Waits for the end of a validation, as the authority says. */
  const validated = async (url: string, first: AcmeResponse): Promise<AcmeResponse> => {
    let response = first
    while (response.json.status === 'processing') {
      await wait(Number(response.headers['retry-after']) * 1000)
      response = await post(url, '')
    }
    return response
  }
  return {
    directory,
    send,
    post,
    key: () => key,
    kid: () => kid ?? '',
    freshNonce,
    useKey: (other: AccountKey) => {
      key = other
    },
    register: async (more: object = {}): Promise<AcmeResponse> => {
      const response = await post(directory.newAccount, { termsOfServiceAgreed: true, ...more }, { jwk: key.jwk })
      kid = response.headers.location
      return response
    },
    order: async (names: readonly string[], more: object = {}): Promise<AcmeResponse> =>
      post(directory.newOrder, {
        identifiers: names.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value })),
        ...more,
      }),
    /** Returns a challenge of an authorization, and its key authorization. */
    challenge: async (url: string, type: string) => {
      const { json } = await post(url, '')
      const found = json.challenges.find((one) => one.type === type)
      const token = found?.token ?? ''
      return { url: found?.url ?? '', token, expected: `${token}.${await calculateJwkThumbprint(key.jwk)}` }
    },
    validated,
    /** Starts a validation and waits for its end. */
    validate: async (url: string): Promise<AcmeResponse> => validated(url, await post(url, {})),
    finalize: async (order: AcmeResponse, csr: Buffer): Promise<AcmeResponse> =>
      post(order.json.finalize, { csr: csr.toString('base64url') }),
  }
}
