import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Internet, startInternet } from '../index.ts'

let internet: Internet
beforeAll(async () => {
  internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
})
afterAll(async () => internet.close())

const open = async (url: string, headers = {}, method = 'GET', body = '') => {
  const { hostname, pathname, search } = new URL(`http://${url}`)
  const port = internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0
  const message = requestHttp({
    host: '127.0.0.1',
    port,
    method,
    path: pathname + search,
    agent: false,
    headers: { host: hostname, ...headers },
  }).end(body)
  const [response] = await once(message, 'response')
  return response
}

const get = async (url: string, headers = {}, method = 'GET', body = '') => {
  const response = await open(url, headers, method, body)
  return { status: Number(response.statusCode), headers: response.headers, body: await text(response) }
}

const json = async (...request: Parameters<typeof get>): Promise<Record<string, unknown>> =>
  JSON.parse((await get(...request)).body) as Record<string, unknown>

describe('httpbin.org', () => {
  it('returns what it was sent', async () => {
    const headers = { 'user-agent': 'test', accept: '*/*' }
    expect(await json('httpbin.org/get?a=1&a=2&b=', headers)).toEqual({
      args: { a: ['1', '2'], b: '' },
      headers: { Accept: '*/*', Connection: 'close', Host: 'httpbin.org', 'User-Agent': 'test' },
      origin: '192.0.2.2',
      url: 'http://httpbin.org/get?a=1&a=2&b=',
    })
    const sent = await json('httpbin.org/post', { 'content-type': 'application/json' }, 'POST', '{"a":1}')
    expect(sent).toMatchObject({ args: {}, data: '{"a":1}', files: {}, form: {}, json: { a: 1 } })
    expect(await json('httpbin.org/anything/x/y', {}, 'DELETE')).toMatchObject({
      method: 'DELETE',
      json: null,
      data: '',
    })
    expect((await get('httpbin.org/post')).status).toBe(405)
  })

  it('redirects as often as told', async () => {
    const hops = async (path: string): Promise<string[]> => {
      const { headers, status } = await get(`httpbin.org${path}`)
      if (status === 200) return [path]
      return [path, ...(await hops(new URL(headers.location ?? '', 'http://httpbin.org').pathname))]
    }
    expect(await hops('/redirect/3')).toEqual(['/redirect/3', '/relative-redirect/2', '/relative-redirect/1', '/get'])
    expect(await hops('/absolute-redirect/2')).toEqual(['/absolute-redirect/2', '/absolute-redirect/1', '/get'])
    const { status, headers } = await get('httpbin.org/redirect-to?url=/ip&status_code=307')
    expect([status, headers.location]).toEqual([307, '/ip'])
  })

  it.each([
    ['status/204', 204],
    ['status/418', 418],
    ['status/x', 400],
    ['basic-auth/u/p', 401],
    ['hidden-basic-auth/u/p', 404],
    ['bearer', 401],
    ['cookies/set?a=b', 302],
    ['none', 404],
  ])('has for /%s the status %i', async (path, status) => {
    expect((await get(`httpbin.org/${path}`)).status).toBe(status)
  })

  it('has the headers that clients read', async () => {
    const { headers } = await get('httpbin.org/cookies/delete?a=')
    expect(headers['set-cookie']).toEqual(['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/'])
    expect(headers['access-control-allow-origin']).toBe('*')
    const asked = await get('httpbin.org/response-headers?X-One=1&x-two=2')
    expect(asked.headers['x-one']).toBe('1')
    expect(JSON.parse(asked.body)).toEqual({
      'Content-Length': asked.headers['content-length'],
      'Content-Type': 'application/json',
      'X-One': '1',
      'x-two': '2',
    })
    expect((await get('httpbin.org/etag/t', { 'if-none-match': '"t"' })).status).toBe(304)
    expect((await get('httpbin.org/cache', { 'if-modified-since': 'x' })).status).toBe(304)
    const { body } = await get('httpbin.org/stream/2')
    expect(
      body
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual([0, 1])
    const zipped = await open('httpbin.org/gzip')
    expect(JSON.parse(gunzipSync(Buffer.concat(await zipped.toArray())).toString())).toMatchObject({ gzipped: true })
    expect((await get('httpbin.org/base64/aGVsbG8=')).body).toBe('hello')
  })
})

describe('other known hosts', () => {
  it.each([
    ['icanhazip.com/', 200, '192.0.2.2\n'],
    ['api.ipify.org/?format=json', 200, '{\n  "ip": "192.0.2.2"\n}\n'],
    ['connectivitycheck.gstatic.com/generate_204', 204, ''],
    ['detectportal.firefox.com/success.txt', 200, 'success\n'],
    ['www.msftconnecttest.com/connecttest.txt', 200, 'Microsoft Connect Test'],
  ])('%s is %i with its text', async (url, status, body) => {
    expect(await get(url)).toMatchObject({ status, body })
  })

  it('have records, and keep what a client sends', async () => {
    expect(JSON.parse((await get('jsonplaceholder.typicode.com/posts')).body)).toHaveLength(100)
    expect(await json('jsonplaceholder.typicode.com/todos/7')).toEqual({
      userId: 1,
      id: 7,
      title: 'Todo 7',
      completed: false,
    })
    const { status, body } = await get(
      'jsonplaceholder.typicode.com/posts',
      { 'content-type': 'application/json' },
      'POST',
      '{"title":"t"}',
    )
    expect([status, JSON.parse(body)]).toEqual([201, { title: 't', id: 101 }])
  })

  it('are not there where the user states the host, or that nothing is known', async () => {
    await internet.set({ world: { hosts: { 'httpbin.org': {} } } })
    expect((await get('httpbin.org/get')).status).toBe(301)
    await internet.set({ world: { known: false } })
    expect((await get('httpbin.org/get')).status).toBe(404)
  })
})
