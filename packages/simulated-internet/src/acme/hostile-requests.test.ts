import { sign } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountKey,
  accountKey,
  type AcmeResponse,
  createAcmeClient,
  signed,
  signingRequest,
} from '../../test/support/acme-client.ts'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'
import { AcmeProblem } from './problem.ts'
import { readSigningRequest } from './read-request.ts'

const HOST = 'acme-v02.api.letsencrypt.org'
const GOOD = { identifiers: [{ type: 'dns', value: 'www.shop.example' }] }
const LARGE = 1_100_000

type Client = Awaited<ReturnType<typeof createAcmeClient>>
type Jws = Readonly<Record<string, string>>
/** Makes the body of a request from a good one. */
type Change = (jws: Jws) => Promise<string> | string

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

/** Checks the form of a problem (RFC 8555, section 6.7; RFC 9457). Returns its status and its type. */
const problemOf = ({ status, headers, body, json }: AcmeResponse): string => {
  expect(headers['replay-nonce']).toMatch(/^[\w-]{22}$/)
  if (status < 400) return String(status)
  expect(headers['content-type']).toBe('application/problem+json')
  expect(json).toMatchObject({ status, detail: expect.stringMatching(/./) as string })
  expect(body.length).toBeLessThan(5000)
  const [, type = ''] = /^urn:ietf:params:acme:error:(\w+)$/.exec(json.type) ?? []
  return `${status} ${type}`
}

const other: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, true, 0, 1e308, -1, [], {}, '', 'x'.repeat(10_000)),
  fc.string(),
  fc.jsonValue(),
)
const parts = fc.constantFrom('protected', 'payload', 'signature')
const identifiers = fc.record({
  type: fc.constantFrom('dns', 'ip', 'x'),
  value: fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.constantFrom('fe80::1%eth0', '*.*', 'a..b'), fc.string()),
})
const fields = [
  ['contact', 'status', 'termsOfServiceAgreed', 'onlyReturnExisting', 'externalAccountBinding', 'identifiers'],
  ['notBefore', 'profile', 'replaces', 'csr', 'certificate', 'reason', 'protected', 'payload', 'signature'],
].flat()
const payloads = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(
      other,
      identifiers,
      fc.array(identifiers),
      fc.base64String(),
      fc.constantFrom('mailto:a@b.example', 'deactivated'),
    ),
  ),
  fc.json(),
  fc.string(),
)

describe('an authority', () => {
  let internet: Internet
  let client: Client
  let stranger: AccountKey
  beforeAll(async () => {
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
    client = await createAcmeClient(internet, HOST)
    await client.register()
    stranger = await accountKey()
  })
  afterAll(async () => internet.close())

  /** Signs a request for an order. Its header has other fields than a good one, and leaves out undefined fields. */
  const jwsWith = async (header: object = {}, key = client.key()): Promise<Jws> => {
    const usual = { nonce: await client.freshNonce(), url: client.directory.newOrder, kid: client.kid() }
    return signed(key, { ...usual, ...header }, GOOD)
  }

  const withHeader = (values: fc.Arbitrary<object>): fc.Arbitrary<Change> =>
    values.map((header) => async () => JSON.stringify(await jwsWith(header)))

  /** Signs a request whose header the library refuses. */
  const signedByHand = async (header: object): Promise<string> => {
    const usual = { alg: 'ES256', nonce: await client.freshNonce(), url: client.directory.newOrder, kid: client.kid() }
    const [head, payload] = [encoded(JSON.stringify({ ...usual, ...header })), encoded(JSON.stringify(GOOD))]
    const signature = sign('sha256', Buffer.from(`${head}.${payload}`), {
      key: client.key().privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return JSON.stringify({ protected: head, payload, signature: signature.toString('base64url') })
  }

  const send = async (body: string): Promise<string> =>
    problemOf(await client.send('POST', client.directory.newOrder, body))

  it.each<[string, RegExp, fc.Arbitrary<Change>]>([
    ['a nonce that it did not give', /^400 badNonce$/, withHeader(fc.record({ nonce: other }))],
    ['the URL of another resource', /^403 unauthorized$/, withHeader(fc.record({ url: other }))],
    [
      'another algorithm',
      /^400 badSignatureAlgorithm$/,
      fc
        .oneof(fc.constantFrom('none', 'HS256', 'ES256K', 'es256', 'RS1'), other)
        .map((alg) => async () => signedByHand({ alg })),
    ],
    ['the key of a stranger', /^400 malformed$/, fc.constant(async () => JSON.stringify(await jwsWith({}, stranger)))],
    ['another account', /^400 (?:accountDoesNotExist|malformed)$/, withHeader(fc.record({ kid: other }))],
    ['another key', /^400 (?:malformed|badPublicKey)$/, withHeader(other.map((jwk) => ({ kid: undefined, jwk })))],
    [
      'extensions of JWS',
      /^400 malformed$/,
      fc
        .constantFrom({ crit: ['x'], x: 1 }, { crit: [] }, { crit: 1 }, { b64: false, crit: ['b64'] }, { b64: false })
        .map((header) => async () => signedByHand(header)),
    ],
    [
      'another part',
      /^400 (?:malformed|badSignatureAlgorithm)$/,
      fc.tuple(parts, fc.oneof(other, fc.base64String())).map(
        ([part, value]) =>
          (jws) =>
            JSON.stringify({ ...jws, [part]: value }),
      ),
    ],
    [
      'a changed character',
      /^40[03] (?:malformed|badSignatureAlgorithm|unauthorized|accountDoesNotExist)$/,
      fc.tuple(parts, fc.nat(), fc.constantFrom('A', '=', '/', '%')).map(([part, at, character]) => (jws) => {
        const text = jws[part] ?? ''
        const index = at % (text.length - 1)
        const changed = character === text[index] ? 'B' : character
        return JSON.stringify({ ...jws, [part]: text.slice(0, index) + changed + text.slice(index + 1) })
      }),
    ],
    [
      'an end too early',
      /^400 malformed$/,
      fc.nat().map((at) => (jws) => {
        const text = JSON.stringify(jws)
        return text.slice(0, at % text.length)
      }),
    ],
    [
      'no object',
      /^400 malformed$/,
      fc.constantFrom('null', '[]', '1e999', '['.repeat(100_000), '{"a":'.repeat(50_000)).map((text) => () => text),
    ],
  ])('answers a request with %s by a problem', async (_, problem, changes) => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        expect(await send(await change(await jwsWith()))).toMatch(problem)
      }),
    )
  })

  it('answers a megabyte by a problem', async () => {
    expect(await send(JSON.stringify({ ...(await jwsWith()), payload: 'A'.repeat(LARGE) }))).toBe('413 malformed')
  })

  it('accepts a nonce once, and the last of several fields', async () => {
    const text = JSON.stringify(await jwsWith())
    expect(await send(text)).toBe('201')
    expect(await send(text)).toBe('400 badNonce')
    const next = JSON.stringify(await jwsWith())
    expect(await send(`${next.slice(0, -1)},"signature":"AA"}`)).toBe('400 malformed')
    expect(await send(`{"payload":"","signature":"AA",${next.slice(1)}`)).toBe('201')
  })

  it('reads a CSR with any octets, or refuses it', () => {
    const good = signingRequest(['www.shop.example'])
    const read = (octets: Buffer): unknown => {
      try {
        return readSigningRequest(octets).names
      } catch (error) {
        return error instanceof AcmeProblem ? error.type : error
      }
    }
    expect(read(good)).toEqual(['www.shop.example'])
    expect(read(Buffer.alloc(700_000, Buffer.of(0x30, 0x80)))).toBe('badCSR')
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4 }), (at, octets) => {
        const changed = Buffer.from(good)
        changed.set(octets.slice(0, good.length - at), at)
        expect([['www.shop.example'], 'badCSR']).toContainEqual(read(changed))
        expect(read(good.subarray(0, at))).toBe('badCSR')
      }),
    )
  })

  it('answers every payload by a resource or a problem', async () => {
    const order = await client.order(['www.shop.example'])
    const [authorization = ''] = order.json.authorizations
    const { url: challenge } = await client.challenge(authorization, 'http-01')
    const { newAccount, newOrder, revokeCert, keyChange } = client.directory
    const urls = [newOrder, revokeCert, keyChange, order.json.finalize, challenge, authorization, newAccount]
    const inner = async (payload: unknown) => signed(stranger, { jwk: stranger.jwk, url: keyChange }, payload)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...urls), payloads, async (url, payload) => {
        const header = url === newAccount ? { jwk: stranger.jwk } : {}
        const key = url === newAccount ? stranger : client.key()
        const given = url === keyChange ? await inner(payload) : payload
        expect(problemOf(await client.post(url, given, header, key))).toMatch(/^(?:20[01]$|40[0349] )/)
      }),
    )
  })
})
