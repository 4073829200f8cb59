import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ScenarioText, scenarios } from '@netbox/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountKey, type AcmeResponse, createAcmeClient, signingRequest } from '../../test/support/acme-client.ts'
import { meetingOf } from '../internet/comparison.ts'
import type { Internet } from '../internet/internet.ts'
import { startComparedInternet } from '../start-internet.ts'

const HOST = 'acme-v02.api.letsencrypt.org'
const NAME = 'www.shop.example'
const BEGIN = Date.parse('2026-11-20T08:00:00Z')
const faults = scenarios.flatMap(({ name, group }) => (group === 'acme' ? name : []))

describe('an authority under a fault', () => {
  const files = new Map<string, string>()
  const own = createServer(({ url = '' }, response) => response.end(files.get(url.split('/').at(-1) ?? '')))
  let internet: Internet | undefined
  beforeAll(async () => {
    own.listen(0, '127.0.0.1')
    await once(own, 'listening')
  })
  afterEach(async () => internet?.close())
  afterAll(() => own.close())

  const open = async (scenario: ScenarioText, host = HOST) => {
    const { port } = own.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
    const world = { hosts: { [NAME]: { servedBy: { 80: `:${port}` } } } }
    const started = await startComparedInternet({
      seed: 'k3f9',
      scenario,
      world,
      at: new Date(BEGIN).toISOString(),
    })
    internet = started.internet
    const client = await createAcmeClient(internet, host)
    const certify = async (order: AcmeResponse) => {
      const { token, expected, url } = await client.challenge(order.json.authorizations[0] ?? '', 'http-01')
      files.set(token, expected)
      const { json } = await client.validate(url)
      return json.status === 'valid'
        ? client.finalize(order, signingRequest([NAME]))
        : client.post(order.headers.location ?? '', '')
    }
    return { ...started, client, certify }
  }
  const later = async (seconds: number) => internet?.set({ at: new Date(BEGIN + seconds * 1000).toISOString() })
  const typeOf = ({ json, status }: AcmeResponse) => `${status} ${json.type.replace('urn:ietf:params:acme:error:', '')}`

  it('refuses every third nonce, and its refusal has the nonce of the next request', async () => {
    const { client } = await open('acme-bad-nonce')
    expect((await client.register()).status).toBe(201)
    const { headers } = await client.order([NAME])
    const read = async (header = {}) => client.post(headers.location ?? '', '', header)
    const refused = await read()
    expect(typeOf(refused)).toBe('400 badNonce')
    const statuses = [await read({ nonce: refused.headers['replay-nonce'] }), await read(), await read()]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 400])
  })

  it.each([
    ['acme-rate-limited', '429 rateLimited', 'too many new orders from this account'],
    ['acme-busy', '503 rateLimited', 'Service busy; retry later.'],
  ] as const)('refuses the orders of each account for ten seconds: %s', async (scenario, type, detail) => {
    const { client, certify } = await open(scenario)
    for (const begin of [0, 100]) {
      client.useKey(await accountKey())
      await client.register()
      const asked: unknown[] = []
      for (const seconds of [0, 0.5, 9.9]) {
        await later(begin + seconds)
        const refused = await client.order([NAME])
        asked.push([typeOf(refused), refused.json.detail, refused.headers['retry-after']])
        expect(refused.headers.link).toContain(`<https://${HOST}/rate-limits>;rel="help"`)
      }
      expect(asked).toEqual(['10', '10', '1'].map((left) => [type, detail, left]))
      await later(begin + 10)
      const order = await client.order([NAME])
      expect([order.status, (await certify(order)).json.status]).toEqual([201, 'valid'])
    }
  })

  it('issues twenty seconds late, and says when to ask again', async () => {
    const { client, certify } = await open('acme-slow')
    await client.register()
    const order = await client.order([NAME])
    const done = await certify(order)
    expect([done.json.status, done.json.certificate, done.headers['retry-after']]).toEqual([
      'processing',
      undefined,
      '20',
    ])
    await later(15)
    const again = await client.finalize(order, signingRequest([NAME]))
    expect([again.json.status, again.headers['retry-after']]).toEqual(['processing', '5'])
    await later(20)
    const ready = await client.post(order.headers.location ?? '', '')
    expect([ready.json.status, ready.headers['retry-after']]).toEqual(['valid', undefined])
    expect((await client.post(ready.json.certificate, '')).status).toBe(200)
  })

  it.each(['http-01', 'dns-01'])('has a viewpoint that does not reach the name of a challenge: %s', async (type) => {
    const { client } = await open(`acme-one-viewpoint:shop.example`)
    await client.register()
    const order = await client.order([NAME])
    const { token, expected, url } = await client.challenge(order.json.authorizations[0] ?? '', type)
    files.set(token, expected)
    const hash = createHash('sha256').update(expected).digest('base64url')
    const domains = { [`_acme-challenge.${NAME}`]: { records: { TXT: [hash] } } }
    await internet?.set({ world: { ...internet.document, domains } })
    const { error } = (await client.validate(url)).json
    expect(error?.detail).toBe(
      type === 'dns-01'
        ? 'During secondary validation: DNS problem: query timed out'
        : `During secondary validation: ${NAME}: Timeout during connect (likely firewall problem)`,
    )
    expect((await client.order(['www.lab.example'])).status).toBe(201)
  })

  it('finds CAA records that forbid it, as every program does', async () => {
    const { client, certify } = await open('acme-caa')
    await client.register()
    const { json } = await certify(await client.order([NAME]))
    expect([json.status, json.error?.type]).toEqual(['invalid', 'urn:ietf:params:acme:error:caa'])
    await internet?.set({ world: { ...internet.document, domains: { 'shop.example': { records: { CAA: [] } } } } })
    expect((await certify(await client.order([NAME]))).json.status).toBe('valid')
  })

  it('revokes the first certificate for its names, which its renewal information says', async () => {
    const { client, certify } = await open('acme-revoked')
    await client.register()
    const windows: boolean[] = []
    for (const time of [0, 1]) {
      await later(time)
      await certify(await client.order([NAME]))
      const { renewalInfo = '', revoked } = internet?.certificates.at(-1) ?? {}
      const { json } = await client.send('GET', renewalInfo)
      windows.push(revoked !== undefined, Date.parse(json.suggestedWindow.start) < Date.now())
    }
    expect(windows).toEqual([true, true, false, false])
  })

  it('has faults that its own name may have too', async () => {
    const { client } = await open('acme-busy', 'acme.nic.example')
    await client.register()
    expect((await client.order([NAME])).status).toBe(503)
    await internet?.set({ scenario: 'acme-busy:letsencrypt.org' })
    expect((await client.order([NAME])).status).toBe(201)
  })

  it('tells comparisons which faults a client would notice', async () => {
    const { client, comparison, certify } = await open('healthy')
    const noticed = async () => {
      const { scenarios: met } = await meetingOf(comparison, faults)
      return Object.entries(met).flatMap(([name, difference]) =>
        difference !== null && difference !== 'unknown' ? `${name}: ${difference.at} ${difference.came}` : [],
      )
    }
    expect(await noticed()).toEqual([])
    await client.register()
    expect(await noticed()).toEqual([])
    const order = await client.order([NAME])
    const refused = [`acme-rate-limited: ${HOST}:443 429 rateLimited`, `acme-busy: ${HOST}:443 503 rateLimited`]
    expect(await noticed()).toEqual(refused)
    await certify(order)
    const all = [
      `acme-bad-nonce: ${HOST}:443 400 badNonce`,
      ...refused,
      `acme-slow: ${HOST}:443 processing`,
      expect.stringMatching(/^acme-caa: (?:www\.)?shop\.example CAA /) as string,
      `acme-one-viewpoint: ${HOST}:443 invalid`,
    ]
    expect(await noticed()).toEqual(all)
    await client.send('GET', internet?.certificates[0]?.renewalInfo ?? '')
    expect(await noticed()).toEqual([...all, `acme-revoked: ${HOST}:443 renew now`])
  })
})
