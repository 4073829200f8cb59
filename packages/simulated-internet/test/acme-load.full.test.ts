import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Internet } from '../src/internet/internet.ts'
import { startInternet } from '../src/start-internet.ts'
import { createAcmeClient, signingRequest } from './support/acme-client.ts'

/*
 * Loads an authority with orders, and with a server that never ends its answer. `npm run judges` runs 1,000 orders; otherwise these are 20.
 */

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const ORDERS = isWhole ? 1000 : 20
const HOST = 'acme-v02.api.letsencrypt.org'
const ENDLESS = 'endless.shop.example'
const TIME = 300_000

describe('an authority', () => {
  let internet: Internet
  const files = new Map<string, string>()
  const own = createServer(({ headers, url = '' }, response) => {
    if (headers.host !== ENDLESS) return response.end(files.get(url.split('/').at(-1) ?? ''))
    const timer = setInterval(() => response.write('x'), 1000)
    return response.on('close', () => clearInterval(timer))
  })
  const nameOf = (index: number): string => `h${index}.shop.example`
  beforeAll(async () => {
    own.listen(0, '127.0.0.1')
    await once(own, 'listening')
    const { port } = own.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
    const names = [ENDLESS, ...Array.from({ length: ORDERS }, (_, index) => nameOf(index))]
    const hosts = Object.fromEntries(names.map((name) => [name, { servedBy: { 80: `:${port}` } }]))
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: { hosts } })
  })
  afterAll(async () => {
    await internet.close()
    own.close()
  })

  const clientOf = async () => {
    const client = await createAcmeClient(internet, HOST)
    await client.register()
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    /** Returns the status of an order after all steps. */
    const certify = async (name: string): Promise<unknown> => {
      const order = await client.order([name])
      const { token, expected, url } = await client.challenge(order.json.authorizations[0] ?? '', 'http-01')
      files.set(token, expected)
      const { json } = await client.validate(url)
      if (json.status !== 'valid') return json.error?.detail ?? json.detail
      return (await client.finalize(order, signingRequest([name], keys))).json.status
    }
    return { client, certify }
  }

  it(`issues ${ORDERS} certificates at once, and another client meanwhile`, { timeout: TIME }, async () => {
    const [{ certify }, another] = [await clientOf(), await clientOf()]
    const statuses = Promise.all(Array.from({ length: ORDERS }, async (_, index) => certify(nameOf(index))))
    expect(await another.certify(nameOf(0))).toBe('valid')
    expect(new Set(await statuses)).toEqual(new Set(['valid']))
    const serials = internet.certificates.map(({ serial }) => serial)
    expect([serials.length, new Set(serials).size]).toEqual([ORDERS + 1, ORDERS + 1])
  })

  it.runIf(isWhole)('ends the validation of an answer without an end', { timeout: TIME }, async () => {
    const { client } = await clientOf()
    const order = await client.order([ENDLESS])
    const { url } = await client.challenge(order.json.authorizations[0] ?? '', 'http-01')
    const { json } = await client.validate(url)
    expect(json.error?.detail).toMatch(/Timeout after connect/)
  })
})
