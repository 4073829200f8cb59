import { rateLimitOf } from '@netbox/contract'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { eventOf, signed } from '../billing/support/event.ts'
import { openShop, type Shop } from '../billing/support/shop.ts'
import { type AnyEndpoint, everyEndpoint, isClosed } from '../support/any-endpoint.ts'
import { callIn, codesOf, each } from '../support/call-each.ts'
import { FROM_MEMORY } from '../support/find-unreached.ts'
import { administer, type Mariadb, startMariadb } from '../support/mariadb.ts'
import { setClock } from '../support/set-clock.ts'
import { useApi } from '../support/use-api.ts'

describe('every endpoint, when as much is worked on as may be', () => {
  const PLACES = 512
  const api = useApi()

  it('reports that it is busy, and finishes the active requests', async () => {
    const { bearer } = await api.user({ isAdmin: true, plan: 'enterprise' })
    // Runs wait for earlier transactions. Each of those is rolled back after five seconds, so the test starts several.
    let letGo: () => void = () => undefined
    const going = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const ahead = Array.from({ length: 8 }, () => api.core.database.transaction(() => going))
    const run = { bearer, params: { id: 'mx-record' }, body: { input: 'shop.example' } } as const
    const waiting = Array.from({ length: PLACES }, () => api.call('tools.run', run))
    const isFull = async () => (await api.metrics()).includes(`netbox_http_requests_in_flight ${PLACES}`)
    await vi.waitUntil(isFull, { timeout: 30_000 })
    // Webhooks have their own limit.
    const list = everyEndpoint.filter(({ raw }) => raw !== true)
    expect(await codesOf(list, (endpoint) => callIn(api, endpoint, bearer))).toEqual(each(list, 'busy'))
    letGo()
    await Promise.allSettled(ahead)
    expect((await Promise.all(waiting)).filter(({ status }) => status !== 200)).toEqual([])
  })
})

describe('every endpoint, with limits by address', () => {
  const api = useApi({ clock: setClock('2026-11-20T12:00:00Z'), env: { RATE_LIMITS: 'on' } })

  it('that needs no database limits an address that has reached its limit', async () => {
    const list = everyEndpoint.filter((endpoint) => !isClosed(endpoint) && rateLimitOf(endpoint) !== undefined)
    for (const endpoint of list) {
      const path = `/api${endpoint.path.replace('{id}', 'mx-record')}`
      const calls = Array.from({ length: rateLimitOf(endpoint)?.points ?? 0 })
      await Promise.all(calls.map(async () => (await api.fetch(path, { method: endpoint.method })).arrayBuffer()))
    }
    expect(await codesOf(list, (endpoint) => callIn(api, endpoint))).toEqual(each(list, 'rate_limited'))
  })
})

// A separate server, because the shared ones must not stop.
describe.runIf(inject('mariadbPort') !== null)('every endpoint that asks the database', () => {
  let server: Mariadb
  let shop: Shop
  beforeAll(async () => {
    server = await startMariadb()
    await administer(server.port, 'create database netbox')
    shop = await openShop({
      databaseUrl: server.url('netbox'),
      isTold: false,
      databaseTimeoutFactor: 1,
      env: { RATE_LIMITS: 'on' },
    })
  })
  afterAll(async () => {
    await shop.stop()
    await server.stop()
  })

  it('asks clients to retry while the database is frozen', async () => {
    const { api, secret } = shop
    const { bearer } = await api.user({ isAdmin: true, plan: 'enterprise' })
    const event = signed(
      eventOf('invoice.paid', { object: 'invoice', id: 'in_1', customer: 'cus_1' }),
      secret,
      Date.now(),
    )
    const list = everyEndpoint.filter(({ id }) => !FROM_MEMORY.has(id))
    const call = (endpoint: AnyEndpoint) =>
      endpoint.raw === true ? api.call(endpoint.id, event) : callIn(api, endpoint, bearer)
    await server.freeze()
    try {
      expect(await codesOf(list, call)).toEqual(each(list, 'database_unavailable'))
    } finally {
      server.thaw()
    }
  })
})
