import { createHash, createSecretKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { AsnConvert } from '@peculiar/asn1-schema'
import { AuthorityKeyIdentifier, Certificate, id_ce_authorityKeyIdentifier } from '@peculiar/asn1-x509'
import type { WorldDocument } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountKey,
  type AcmeResponse,
  createAcmeClient,
  signed,
  signingRequest,
} from '../../test/support/acme-client.ts'
import { challengeCertificate } from '../../test/support/challenge-certificate.ts'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'

const HOST = 'acme-v02.api.letsencrypt.org'
const NAME = 'www.shop.example'
const SECURE = 'secure.shop.example'

describe('an authority of the world', () => {
  let internet: Internet
  const files = new Map<string, string>()
  let slow: Promise<void> | undefined
  const own = createServer((message, response) => {
    const [token = ''] = (message.url ?? '').split('/').slice(-1)
    void Promise.resolve(slow).then(() => response.end(files.get(`${message.headers.host} ${token}`) ?? ''))
  })
  const ownTls = createTlsServer({ ALPNProtocols: ['acme-tls/1'] })
  const portOf = (server: Server): number => (server.address() as AddressInfo).port // The cast is safe: a server on a port has an address of this type.
  const world = (domains: NonNullable<WorldDocument['domains']> = {}) => {
    const servedBy = { 80: `:${portOf(own)}` }
    return {
      hosts: {
        [NAME]: { servedBy },
        'other.shop.example': { servedBy },
        [SECURE]: { servedBy: { 443: `:${portOf(ownTls)},tls=pass` } },
      },
      domains,
    }
  }
  beforeAll(async () => {
    for (const server of [own, ownTls]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: world() })
  })
  afterAll(async () => {
    await internet.close()
    own.close()
    ownTls.close()
  })

  const registered = async (host = HOST) => {
    const client = await createAcmeClient(internet, host)
    await client.register()
    return client
  }
  type Client = Awaited<ReturnType<typeof registered>>

  /** Proves the control of a name by HTTP. */
  const prove = async (client: Client, order: AcmeResponse): Promise<void> => {
    for (const [index, url] of order.json.authorizations.entries()) {
      const { token, expected, url: challenge } = await client.challenge(url, 'http-01')
      files.set(`${order.json.identifiers[index]?.value} ${token}`, expected)
      expect((await client.validate(challenge)).json).toEqual(expect.objectContaining({ status: 'valid' }))
    }
  }

  const typeOf = ({ json, status }: AcmeResponse): string =>
    `${status} ${'type' in json ? json.type.replace('urn:ietf:params:acme:error:', '') : 'good'}`

  it('issues a certificate for a name whose own server answers the HTTP challenge', async () => {
    const client = await registered()
    const order = await client.order([NAME, 'other.shop.example', NAME])
    expect([order.status, order.json.status, order.json.identifiers.length]).toEqual([201, 'pending', 2])
    await prove(client, order)
    const done = await client.finalize(order, signingRequest([NAME, 'other.shop.example']))
    expect(done.json).toMatchObject({ status: 'valid', certificate: expect.stringContaining('/cert/') as string })
    const { body, headers } = await client.post(done.json.certificate, '')
    expect(headers['content-type']).toBe('application/pem-certificate-chain')
    const [leaf, intermediate] = body.split(/(?<=-----END CERTIFICATE-----\n)/).map((pem) => new X509Certificate(pem))
    expect(leaf?.subjectAltName).toBe(`DNS:${NAME}, DNS:other.shop.example`)
    expect(leaf?.verify(intermediate?.publicKey as never)).toBe(true)
    expect(intermediate?.verify(new X509Certificate(internet.authority.pem).publicKey)).toBe(true)
    expect(internet.certificates.at(-1)).toMatchObject({
      authority: HOST,
      names: [NAME, 'other.shop.example'],
      serial: leaf?.serialNumber.toLowerCase(),
    })
    expect(typeOf(await client.finalize(order, signingRequest([NAME])))).toBe('200 good')
  })

  it('asks for a TXT record, and then has wildcards', async () => {
    const client = await registered()
    const order = await client.order(['*.lab.example'])
    const [url = ''] = order.json.authorizations
    const { url: challenge, expected } = await client.challenge(url, 'dns-01')
    const hash = createHash('sha256').update(expected).digest('base64url')
    await internet.set({ world: world({ '_acme-challenge.lab.example': { records: { TXT: ['other', hash] } } }) })
    expect((await client.validate(challenge)).json).toMatchObject({ status: 'valid' })
    expect((await client.post(url, '')).json).toMatchObject({
      status: 'valid',
      wildcard: true,
      identifier: { value: 'lab.example' },
    })
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect((await client.finalize(order, signingRequest(['*.lab.example'], keys))).json.status).toBe('valid')
  })

  it('says when to ask again while an own server is slow', async () => {
    const client = await registered()
    const order = await client.order([NAME])
    const [url = ''] = order.json.authorizations
    const { token, expected, url: challenge } = await client.challenge(url, 'http-01')
    files.set(`${NAME} ${token}`, expected)
    let answer = (): void => undefined
    slow = new Promise((resolve) => (answer = resolve))
    const first = await client.post(challenge, {})
    expect([first.json.status, first.headers['retry-after']]).toEqual(['processing', '1'])
    expect((await client.post(url, '')).headers['retry-after']).toBe('1')
    answer()
    expect((await client.validated(challenge, first)).json.status).toBe('valid')
    expect((await client.post(url, '')).headers['retry-after']).toBeUndefined()
  })

  it('asks an own server for the certificate of a challenge', async () => {
    const client = await registered()
    const order = await client.order([SECURE])
    const [url = ''] = order.json.authorizations
    const { url: challenge, expected } = await client.challenge(url, 'tls-alpn-01')
    ownTls.setSecureContext(challengeCertificate([SECURE], expected))
    expect((await client.validate(challenge)).json.status).toBe('valid')
  })

  it.each([
    ['a wrong file', NAME, 'http-01', 'unauthorized', /did not match this challenge/],
    ['a name without a record', NAME, 'dns-01', 'dns', /NXDOMAIN looking up TXT/],
    ['a name that does not exist', 'nobody.invalid', 'http-01', 'dns', /NXDOMAIN/],
    ['a server without the protocol', 'example.com', 'tls-alpn-01', 'unauthorized|tls', /ALPN|handshake/],
    ['a page of the world', 'example.com', 'http-01', 'unauthorized', /Invalid response from .*: 404/],
  ])('refuses %s with its problem', async (_, name, type, problem, detail) => {
    const client = await registered()
    const order = await client.order([name])
    const [url = ''] = order.json.authorizations
    const { json } = await client.validate((await client.challenge(url, type)).url)
    expect(json).toMatchObject({ status: 'invalid', error: { detail: expect.stringMatching(detail) as string } })
    expect(json.error?.type).toMatch(new RegExp(`^urn:ietf:params:acme:error:(?:${problem})$`))
    expect((await client.post(String(order.headers.location), '')).json.status).toBe('invalid')
    expect(typeOf(await client.finalize(order, signingRequest([name])))).toBe('403 orderNotReady')
  })

  it.each([
    ['another authority', [{ issue: 'other.example' }], 'caa'],
    ['another account', [{ issue: 'letsencrypt.org; accounturi=https://x.example/1' }], 'caa'],
    ['another method', [{ issue: 'letsencrypt.org; validationmethods=dns-01' }], 'caa'],
    ['this method', [{ issue: 'letsencrypt.org; validationmethods=http-01' }], undefined],
    ['everybody but wildcards', [{ issuewild: ';' }], undefined],
    ['nobody', [{ issue: ';' }], 'caa'],
  ])('heeds CAA records of the document that allow %s', async (_, rules, problem) => {
    const CAA = rules.flatMap((rule) => Object.entries(rule).map(([tag, value]) => ({ tag, value })))
    await internet.set({ world: world({ 'shop.example': { records: { CAA } } }) })
    const client = await registered()
    const order = await client.order([NAME])
    const [url = ''] = order.json.authorizations
    const { url: challenge, token, expected } = await client.challenge(url, 'http-01')
    files.set(`${NAME} ${token}`, expected)
    const { json } = await client.validate(challenge)
    await internet.set({ world: world() })
    expect(json.error?.type).toBe(problem && `urn:ietf:params:acme:error:${problem}`)
  })

  it('refuses a name whose zone fails DNSSEC validation', async () => {
    const client = await registered()
    const order = await client.order(['dnssec-failed.org'])
    const [url = ''] = order.json.authorizations
    const { json } = await client.validate((await client.challenge(url, 'http-01')).url)
    expect(json.error?.detail).toMatch(/SERVFAIL/)
  })

  it('revokes by the account and by the key of the certificate, and says when to renew', async () => {
    const client = await registered()
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const certificateOf = async (more: object = {}) => {
      const order = await client.order([NAME], more)
      await prove(client, order)
      await client.finalize(order, signingRequest([NAME], keys))
      const { pem = '' } = internet.certificates.at(-1) ?? {}
      return new X509Certificate(pem)
    }
    const idOf = ({ serialNumber, raw }: X509Certificate): string => {
      const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
      const issuer = extensions.find(({ extnID }) => extnID === id_ce_authorityKeyIdentifier)
      const { keyIdentifier } = AsnConvert.parse(issuer?.extnValue.buffer ?? new ArrayBuffer(0), AuthorityKeyIdentifier)
      const key = Buffer.from(keyIdentifier?.buffer ?? new ArrayBuffer(0))
      return `${key.toString('base64url')}.${Buffer.from(serialNumber, 'hex').toString('base64url')}`
    }
    const revoke = async (certificate: X509Certificate, more: object = {}) =>
      client.post(client.directory.revokeCert, { certificate: certificate.raw.toString('base64url'), ...more })
    const first = await certificateOf()
    expect(internet.certificates.at(-1)?.renewalInfo).toBe(`${client.directory.renewalInfo}/${idOf(first)}`)
    const renewal = async () => client.send('GET', `${client.directory.renewalInfo}/${idOf(first)}`)
    const { start, end } = (await renewal()).json.suggestedWindow
    expect(Date.parse(start)).toBeGreaterThan(Date.now())
    expect(Date.parse(end)).toBeGreaterThan(Date.parse(start))
    const second = await certificateOf({ replaces: idOf(first) })
    expect(typeOf(await client.order([NAME], { replaces: idOf(first) }))).toBe('409 alreadyReplaced')
    expect(typeOf(await revoke(first, { reason: 2 }))).toBe('400 badRevocationReason')
    expect((await revoke(first)).status).toBe(200)
    expect(typeOf(await revoke(first))).toBe('400 alreadyRevoked')
    expect(Date.parse((await renewal()).json.suggestedWindow.start)).toBeLessThan(Date.now())
    const { kty = '', ...jwk } = keys.publicKey.export({ format: 'jwk' })
    const key = { privateKey: keys.privateKey, jwk: { kty, ...jwk }, alg: 'ES384' }
    const payload = { certificate: second.raw.toString('base64url') }
    const stranger = await registered()
    expect(typeOf(await stranger.post(stranger.directory.revokeCert, payload))).toBe('403 unauthorized')
    expect(
      (await stranger.post(stranger.directory.revokeCert, payload, { jwk: key.jwk, kid: undefined }, key)).status,
    ).toBe(200)
  })

  it('creates one account for requests with one key at the same time', async () => {
    const client = await createAcmeClient(internet, HOST)
    const responses = await Promise.all([1, 2, 3].map(async () => client.register()))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    expect(new Set(responses.map(({ headers }) => headers.location)).size).toBe(1)
  })

  it('keeps, changes and deactivates accounts', async () => {
    const client = await createAcmeClient(internet, HOST, '/directory', await accountKey('EdDSA'))
    const { newAccount, keyChange } = client.directory
    expect(typeOf(await client.post(newAccount, { onlyReturnExisting: true }))).toBe('400 accountDoesNotExist')
    expect(typeOf(await client.post(newAccount, {}))).toBe('400 malformed')
    expect(typeOf(await client.register({ contact: ['tel:1'] }))).toBe('400 unsupportedContact')
    expect((await client.register({ contact: ['mailto:a@shop.example'] })).status).toBe(201)
    expect((await client.register()).status).toBe(200)
    expect(typeOf(await client.post(client.kid(), { contact: ['mailto:nobody'] }))).toBe('400 invalidContact')
    const other = await accountKey('RS256')
    const inner = async (account: string) =>
      signed(other, { jwk: other.jwk, url: keyChange }, { account, oldKey: client.key().jwk })
    expect(typeOf(await client.post(keyChange, await inner('https://x.example')))).toBe('400 malformed')
    expect((await client.post(keyChange, await inner(client.kid()))).status).toBe(200)
    client.useKey(other)
    expect((await client.post(`${client.kid()}/orders`, '')).json).toEqual({ orders: [] })
    expect((await client.post(client.kid(), { status: 'deactivated' })).json.status).toBe('deactivated')
    expect(typeOf(await client.order([NAME]))).toBe('403 unauthorized')
  })

  it('needs an external account at ZeroSSL, whose API gives one', async () => {
    const client = await createAcmeClient(internet, 'acme.zerossl.com', '/v2/DV90')
    expect(client.directory.meta.externalAccountRequired).toBe(true)
    expect(typeOf(await client.register())).toBe('403 externalAccountRequired')
    const given = await client.send('POST', 'https://api.zerossl.com/acme/eab-credentials-email', 'email=a%40b.example')
    const { eab_kid: kid, eab_hmac_key: secret } = given.json
    const bind = async (key: string) =>
      signed(
        { privateKey: createSecretKey(key, 'base64url'), alg: 'HS256' },
        { kid, url: client.directory.newAccount },
        client.key().jwk,
      )
    const wrong = Buffer.alloc(32).toString('base64url')
    expect(typeOf(await client.register({ externalAccountBinding: await bind(wrong) }))).toBe('403 unauthorized')
    expect((await client.register({ externalAccountBinding: await bind(secret) })).status).toBe(201)
  })

  it('answers each wrong request with its problem and a fresh nonce', async () => {
    const client = await registered()
    const { newOrder, newAccount } = client.directory
    const good = { identifiers: [{ type: 'dns', value: NAME }] }
    const raw = async (body: string, type?: string) => client.send('POST', newOrder, body, type)
    const jws = async (header: object) =>
      signed(client.key(), { nonce: await client.freshNonce(), url: newOrder, kid: client.kid(), ...header }, good)
    const used = await jws({})
    const stranger = await registered()
    const theirs = await stranger.order([NAME])
    const cases: [string, AcmeResponse][] = [
      ['400 badNonce', await client.post(newOrder, good, { nonce: 'x' })],
      ['201 good', await raw(JSON.stringify(used))],
      ['400 badNonce', await raw(JSON.stringify(used))],
      ['403 unauthorized', await client.post(newOrder, good, { url: newAccount })],
      ['400 malformed', await client.post(newOrder, good, { jwk: client.key().jwk })],
      ['400 malformed', await client.post(newOrder, good, { kid: client.kid(), jwk: client.key().jwk })],
      ['400 accountDoesNotExist', await client.post(newOrder, good, { kid: `${client.kid()}0` })],
      ['400 malformed', await client.post(newOrder, good, {}, await accountKey())],
      [
        '400 badSignatureAlgorithm',
        await raw(JSON.stringify({ ...used, protected: Buffer.from('{"alg":"none"}').toString('base64url') })),
      ],
      ['400 malformed', await raw(JSON.stringify({ ...used, signature: `${used['signature']?.slice(2)}AA` }))],
      ['400 malformed', await raw(JSON.stringify({ ...used, header: {} }))],
      ['400 malformed', await raw('{')],
      ['400 malformed', await raw('[]')],
      ['415 malformed', await raw(JSON.stringify(used), 'application/json')],
      ['413 malformed', await raw('x'.repeat(1_100_000))],
      ['404 malformed', await client.send('POST', `https://${HOST}/acme/nothing`, '{}')],
      ['405 malformed', await client.send('GET', newOrder)],
      ['403 unauthorized', await client.post(String(theirs.headers.location), '')],
      ['400 unsupportedIdentifier', await client.post(newOrder, { identifiers: [{ type: 'email', value: 'a' }] })],
      ['400 rejectedIdentifier', await client.order(['shop', '-.example'])],
      ['400 malformed', await client.order([])],
      ['400 malformed', await client.order([NAME], { profile: 'forever' })],
      ['400 malformed', await client.order([NAME], { notAfter: '2030-01-01T00:00:00Z' })],
      ['400 malformed', await client.order([NAME], { replaces: 'a.b' })],
    ]
    for (const [index, [wanted, response]] of cases.entries()) {
      expect(typeOf(response), String(index)).toBe(wanted)
      if (response.status >= 400) {
        expect(response.headers['content-type']).toBe('application/problem+json')
        expect(response.headers['replay-nonce']).toMatch(/^[\w-]{16,}$/)
      }
    }
    const weak = { ...(await accountKey()), ...generateKeyPairSync('rsa', { modulusLength: 1024 }), alg: 'RS256' }
    const csr = signingRequest([NAME], weak)
    const order = await client.order([NAME])
    await prove(client, order)
    expect(typeOf(await client.finalize(order, csr))).toBe('400 badCSR')
    expect(typeOf(await client.finalize(order, signingRequest(['x.example'])))).toBe('400 badCSR')
    expect(typeOf(await client.finalize(order, Buffer.from('csr')))).toBe('400 badCSR')
    expect((await client.finalize(order, signingRequest([NAME]))).json.status).toBe('valid')
  })

  it('has the faults that rules of its host state, with a fresh nonce', async () => {
    const problem = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many new orders' }
    const headers = { 'Retry-After': '20', 'Content-Type': 'application/problem+json' }
    const rules = [
      { match: { path: '/acme/new-order', nth: 1 }, do: { reply: { status: 429, headers, json: problem } } },
    ]
    const limited = world()
    await internet.set({ world: { ...limited, hosts: { ...limited.hosts, [HOST]: { http: { rules } } } } })
    const client = await registered()
    const refused = await client.order([NAME])
    expect([typeOf(refused), refused.headers['retry-after']]).toEqual(['429 rateLimited', '20'])
    expect(refused.headers['replay-nonce']).toMatch(/^[\w-]{16,}$/)
    expect(typeOf(await client.order([NAME]))).toBe('201 good')
    await internet.set({ world: limited })
  })

  it('gives the same identifiers in each run of a seed', async () => {
    const locations: unknown[] = []
    for (const _ of [1, 2]) {
      const fresh = await startInternet({ seed: 'm2k8', scenario: 'healthy' })
      const client = await createAcmeClient(fresh, 'acme.nic.example')
      await client.register()
      const order = await client.order([NAME])
      locations.push([client.kid(), order.json])
      await fresh.close()
    }
    expect(JSON.stringify(locations[0]).replaceAll(/"expires":"[^"]*"/g, '')).toBe(
      JSON.stringify(locations[1]).replaceAll(/"expires":"[^"]*"/g, ''),
    )
  })
})
