import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
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

  const get = async (path: string) => {
    const message = request({
      host: '127.0.0.1',
      port: internet.endpoints.find(({ protocol }) => protocol === 'https')?.port ?? 0,
      servername: HOST,
      ca: internet.authority.pem,
      agent: false,
      path,
      headers: { host: HOST },
    }).end()
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    return { status: response.statusCode, retry: response.headers['retry-after'], body: await text(response) }
  }

  it('answer before the server does, by count', async () => {
    expect(await get('/busy')).toEqual({ status: 503, retry: '1', body: '' })
    expect((await get('/busy')).status).toBe(503)
    expect(await get('/busy')).toEqual({ status: 200, retry: undefined, body: 'own GET' })
  })

  it('delay, cut and reset its responses', async () => {
    const start = performance.now()
    expect((await get('/slow')).body).toBe('own GET')
    expect(performance.now() - start).toBeGreaterThanOrEqual(45)
    for (const fault of ['cut', 'wrong-length', 'reset', 'close'])
      await expect(get(`/${fault}`), fault).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})
