import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'

const HOST = 'api.shop.example'
const web = createServer((message, response) => void response.end(`own ${message.method}`))

describe('rules of a host that leads to your own server', () => {
  let internet: Internet
  beforeAll(async () => {
    web.listen(0, '127.0.0.1')
    await once(web, 'listening')
    const { port } = web.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
    const rules = [
      { match: { path: '/busy', nth: '1..2' }, do: { reply: { status: 503, headers: { 'Retry-After': '1' } } } },
      { match: { path: '/once', nth: 2 }, do: { reply: { status: 418 } } },
      { match: { path: '/socket' }, do: { reply: { status: 503 } } },
      { match: { path: '/slow' }, do: { delay: '50ms' } },
      ...(['cut', 'wrong-length', 'reset', 'close'] as const).map((fault) => ({
        match: { path: `/${fault}` },
        do: fault,
      })),
    ]
    internet = await startInternet({
      seed: 'k3f9',
      scenario: 'healthy',
      world: { hosts: { [HOST]: { servedBy: { 443: `:${port}` }, http: { rules } } } },
    })
  })
  afterAll(async () => {
    await internet.close()
    web.close()
    web.closeAllConnections()
  })

  const get = async (path: string, more: RequestOptions = {}) => {
    const message = request({
      host: '127.0.0.1',
      port: internet.endpoints.find(({ protocol }) => protocol === 'https')?.port ?? 0,
      servername: HOST,
      ca: internet.authority.pem,
      agent: false,
      path,
      headers: { host: HOST },
      ...more,
    }).end()
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    return { status: response.statusCode, retry: response.headers['retry-after'], body: await text(response) }
  }

  it('answer before the server does, by count', async () => {
    expect(await get('/busy')).toEqual({ status: 503, retry: '1', body: '' })
    expect((await get('/busy')).status).toBe(503)
    expect(await get('/busy')).toEqual({ status: 200, retry: undefined, body: 'own GET' })
  })

  it('count the requests of a host at the port that leads to your server and at others together', async () => {
    const statusAtHttp = async (): Promise<number | undefined> => {
      const port = internet.endpoints.find(({ protocol }) => protocol === 'http')?.port
      const message = requestHttp({
        host: '127.0.0.1',
        port,
        agent: false,
        path: '/once',
        headers: { host: HOST },
      }).end()
      const [response] = (await once(message, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    expect((await get('/once')).status).toBe(200)
    expect(await statusAtHttp()).toBe(418)
    expect((await get('/once')).status).toBe(200)
  })

  it('apply to requests that leave HTTP', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    expect((await get('/socket', { headers: { ...headers, host: HOST } })).status).toBe(503)
  })

  it('delay, cut and reset its responses', async () => {
    const start = performance.now()
    expect((await get('/slow')).body).toBe('own GET')
    expect(performance.now() - start).toBeGreaterThanOrEqual(45)
    for (const fault of ['cut', 'wrong-length', 'reset', 'close'])
      await expect(get(`/${fault}`), fault).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
  it('apply on an open connection from the moment in which the world has them', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let opened = 0
    web.on('connection', () => opened++)
    const { servedBy = {} } = internet.document?.hosts?.[HOST] ?? {}
    await internet.set({ world: { hosts: { [HOST]: { servedBy } } } })
    expect((await get('/later', { agent })).status).toBe(200)
    const rules = [{ match: { path: '/later', nth: 1 }, do: { reply: { status: 503 } } }]
    await internet.set({ world: { hosts: { [HOST]: { servedBy, http: { rules } } } } })
    expect((await get('/later', { agent })).status).toBe(503)
    expect((await get('/later', { agent })).status).toBe(200)
    expect(opened).toBe(1)
    agent.destroy()
  })
})
