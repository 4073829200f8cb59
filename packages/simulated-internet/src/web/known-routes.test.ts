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

describe('httpbingo.org', () => {
  it('has a list of values for each name', async () => {
    expect(await json('httpbingo.org/get?a=1&a=2&b=', { 'user-agent': 'test' })).toEqual({
      args: { a: ['1', '2'], b: [''] },
      headers: { Connection: ['close'], Host: ['httpbingo.org'], 'User-Agent': ['test'] },
      method: 'GET',
      origin: '192.0.2.2',
      url: 'http://httpbingo.org/get?a=1&a=2&b=',
    })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await json('httpbingo.org/post', type, 'POST', 'a=1&b=2')).toMatchObject({
      data: 'a=1&b=2',
      form: { a: ['1'], b: ['2'] },
      files: {},
      json: null,
    })
    expect(await json('httpbingo.org/cookies', { cookie: 'a=1' })).toEqual({ cookies: { a: '1' } })
    expect(await json('httpbingo.org/basic-auth/u/p')).toEqual({ authenticated: false, user: '', authorized: false })
  })

  it.each([
    ['redirect/2', 302, '/relative-redirect/1'],
    ['redirect/2?absolute=true', 302, 'http://httpbingo.org/absolute-redirect/1'],
    ['redirect/0', 400, undefined],
    ['bytes/x', 400, undefined],
    ['status/418', 418, undefined],
    ['brotli', 501, undefined],
    ['none', 404, undefined],
  ])('has for /%s the status %i and the location %s', async (path, status, location) => {
    const reply = await get(`httpbingo.org/${path}`)
    expect([reply.status, reply.headers.location]).toEqual([status, location])
  })
})

describe('browsers at a known host', () => {
  it.each([
    ['httpbin.org/post', 200],
    ['httpbingo.org/post', 200],
    ['jsonplaceholder.typicode.com/posts/1', 204],
  ])('may send what they want to %s', async (url, status) => {
    const asked = { origin: 'https://shop.example', 'access-control-request-headers': 'x-test' }
    const { status: found, headers, body } = await get(url, asked, 'OPTIONS')
    expect([found, body, headers['access-control-allow-headers']]).toEqual([status, '', 'x-test'])
    expect(headers['access-control-allow-methods']).toContain('POST')
    expect((await get(url, {}, 'OPTIONS')).headers['access-control-allow-headers']).toBeUndefined()
  })
})

describe('jsonplaceholder.typicode.com', () => {
  const host = 'jsonplaceholder.typicode.com'
  const type = { 'content-type': 'application/json' }

  it.each([
    ['posts', 100],
    ['todos', 100],
    ['users', 10],
    ['comments', 500],
    ['posts?userId=1', 10],
    ['posts?userId=1&userId=2', 20],
    ['users/3/todos', 10],
    ['posts/7/comments', 5],
    ['todos?userId=1&completed=true', 5],
    ['photos?_limit=3', 3],
    ['posts?_page=10&_limit=15', 0],
    ['posts?nothing=1', 100],
  ])('has for %s %i items', async (path, count) => {
    expect(JSON.parse((await get(`${host}/${path}`)).body)).toHaveLength(count)
  })

  it.each([
    ['GET', 'posts/100', 200],
    ['GET', 'posts/101', 404],
    ['GET', 'posts/0', 404],
    ['GET', 'posts/x', 404],
    ['GET', 'constructor', 404],
    ['GET', 'users/1/comments', 404],
    ['DELETE', 'posts/1', 200],
    ['POST', 'posts/1', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    const { status: found, body, headers } = await get(`${host}/${path}`, {}, method)
    expect([found, headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
    if (status === 404) expect(JSON.parse(body)).toEqual({})
  })

  it('returns what a client would have changed', async () => {
    expect(await json(`${host}/posts/11`)).toEqual({ userId: 2, id: 11, title: 'Post 11', body: 'Text of post 11.' })
    expect(await json(`${host}/posts/1`, type, 'PATCH', '{"title":"{url}"}')).toMatchObject({
      title: '{url}',
      userId: 1,
    })
    expect(await json(`${host}/posts/1`, type, 'PUT', '{"title":"t","id":9}')).toEqual({ title: 't', id: 1 })
    expect(await json(`${host}/posts/1/comments`, type, 'POST', '{}')).toEqual({ postId: '1', id: 501 })
    expect(await json(`${host}/posts`, {}, 'POST')).toEqual({ id: 101 })
    const { status, headers, body } = await get(`${host}/posts`, type, 'POST', '{"title":"t"}')
    expect([status, headers.location, JSON.parse(body)]).toEqual([
      201,
      `http://${host}/posts/101`,
      { title: 't', id: 101 },
    ])
  })
})

describe('the metadata of clouds', () => {
  const host = 'metadata.google.internal'
  const aws = `${host}/latest/meta-data/iam/security-credentials`

  it('has the session tokens of AWS, and requests without one', async () => {
    expect((await get(`${host}/latest/api/token`, {}, 'PUT')).status).toBe(400)
    const ttl = { 'x-aws-ec2-metadata-token-ttl-seconds': '60' }
    const { headers, body: token } = await get(`${host}/latest/api/token`, ttl, 'PUT')
    expect(headers['x-aws-ec2-metadata-token-ttl-seconds']).toBe('60')
    const role = await get(`${aws}/`, { 'x-aws-ec2-metadata-token': token })
    expect(role.body).toBe((await get(`${aws}/`)).body)
    expect((await get(`${aws}/`, { 'x-aws-ec2-metadata-token': 'other' })).status).toBe(401)
    expect(await json(`${aws}/${role.body}`)).toMatchObject({ SecretAccessKey: 'SIMULATED', Token: 'SIMULATED' })
    expect((await get(`${host}/latest/none`)).status).toBe(404)
  })

  it('wants the headers of Google and Azure', async () => {
    const google = `${host}/computeMetadata/v1/instance/service-accounts/default/token`
    expect((await get(google)).status).toBe(403)
    expect(await json(google, { 'metadata-flavor': 'Google' })).toMatchObject({ access_token: 'SIMULATED' })
    const azure = `${host}/metadata/identity/oauth2/token`
    const resource = '?api-version=2018-02-01&resource=https://vault.azure.net'
    expect(await json(azure)).toMatchObject({ error_description: 'Required metadata header not specified' })
    expect((await get(azure, { metadata: 'true' })).status).toBe(400)
    expect(await json(azure + resource, { metadata: 'true' })).toMatchObject({
      access_token: 'SIMULATED',
      resource: 'https://vault.azure.net',
    })
    expect((await get(`${host}/metadata/instance`, { metadata: 'true' })).status).toBe(400)
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

  it('postman-echo.com shows headers in lower case, and JSON as data', async () => {
    const headers = { 'content-type': 'application/json', 'X-Test': '1' }
    expect(await json('postman-echo.com/post?a=1', headers, 'POST', '{"b":2}')).toMatchObject({
      args: { a: '1' },
      data: { b: 2 },
      json: { b: 2 },
      headers: { 'x-test': '1' },
    })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await json('postman-echo.com/put', form, 'PUT', 'a=1')).toMatchObject({
      form: { a: '1' },
      json: { a: '1' },
      data: '',
    })
    expect(await json('postman-echo.com/status/404')).toEqual({ status: 404 })
  })

  it('have the pages that people look at', async () => {
    expect((await get('example.com/')).body).toContain('Example Domain')
    expect((await get('neverssl.com/')).body).toContain('NeverSSL')
    expect(await get('http-login.badssl.com/')).toMatchObject({ status: 200, body: expect.stringContaining('no TLS') })
    expect((await get('jsonplaceholder.typicode.com/')).headers['content-type']).toContain('text/html')
  })

  it('are not there where the user defines the host, or turns the known internet off', async () => {
    await internet.set({ world: { hosts: { 'httpbin.org': {} } } })
    expect((await get('httpbin.org/get')).status).toBe(301)
    await internet.set({ world: { known: false } })
    expect((await get('httpbin.org/get')).status).toBe(404)
  })
})
