import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { WorldDocument } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Internet, startInternet } from '../index.ts'

type Http = NonNullable<NonNullable<WorldDocument['hosts']>[string]['http']>

const HOST = 'api.shop.example'
const AT = '2026-01-01T00:00:00Z'

const ECHO = {
  method: '{method}',
  args: '{args}',
  form: '{form}',
  files: '{files}',
  data: '{data}',
  json: '{json}',
  url: '{url}',
  you: '{client.address}',
}

const api: Http = {
  headers: { 'X-Api': '2' },
  routes: [
    { path: '/v1/{id}', methods: ['GET', 'DELETE'], reply: { json: { id: '{path.id}', text: 'no. {path.id}' } } },
    { path: '/old', methods: ['POST'], reply: { redirect: '/v1/1', status: 308 } },
    { path: '/me', when: { basic: 'ana:secret' }, reply: { json: { ok: true, who: '{basic.user}' } } },
    { path: '/me', reply: { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="api"' } } },
    { path: '/page', when: { 'query page': '2', 'header x-tenant': true }, reply: { text: 'second' } },
    { path: '/page', when: { 'query page': null }, reply: { text: 'first' } },
    { path: '/token', when: { bearer: true }, reply: { text: '{bearer}' } },
    { path: '/echo', reply: { json: ECHO } },
    { path: '/to', reply: { redirect: '{query.url}' } },
    { path: '/say', reply: { headers: { '{query}': '{query}', 'X-Say': '{query.say}' }, text: 'said' } },
    { path: '/set', reply: { cookies: { '{query}': '{query}', id: 'a; Max-Age=60', old: null }, redirect: '/' } },
    { path: '/count/{n}', reply: { status: '{path.n}' } },
    { path: '/tag', reply: { text: 'tagged', headers: { ETag: '"t1"' } } },
    {
      path: '/range',
      reply: { bytes: { count: 26, text: 'abcdefghijklmnopqrstuvwxyz' }, headers: { 'Accept-Ranges': 'bytes' } },
    },
    { path: '/lines', reply: { lines: { count: 3, value: { n: '{line}' } } } },
    { path: '/bytes/{n}', reply: { bytes: '{path.n}' } },
    { path: '/zip/gzip', reply: { json: { zip: true }, encoding: 'gzip' } },
    { path: '/zip/deflate', reply: { json: { zip: true }, encoding: 'deflate' } },
    { path: '/zip/br', reply: { json: { zip: true }, encoding: 'br' } },
    { path: '/chunks', reply: { bytes: { count: 25, text: 'ab', chunk: 10 } } },
    { path: '/number/{n:number}', reply: { json: '{path.n-0}' } },
    { path: '/empty', reply: { status: 204 } },
    { path: '/files/*', reply: { text: 'a file' } },
    ...['/retry/*', '/fault/*', '/limit', '/slow', '/drip'].map((path) => ({
      path,
      reply: { text: 'the usual reply' },
    })),
  ],
  rules: [
    { match: { path: '/retry/*', nth: '1..2' }, do: { reply: { status: 503, headers: { 'Retry-After': '1' } } } },
    { match: { path: '/limit', rate: '2/h' }, do: { reply: { status: 429 } } },
    ...(['cut', 'wrong-length', 'close', 'reset', 'hang'] as const).map((fault) => ({
      match: { path: `/fault/${fault}` },
      do: fault,
    })),
    { match: { path: '/slow' }, do: { delay: '80ms' } },
    { match: { path: '/drip' }, do: { drip: '80ms' } },
  ],
}

const world: WorldDocument = {
  hosts: {
    [HOST]: { http: api },
    'pages.shop.example': {
      http: {
        headers: { 'Access-Control-Allow-Origin': '{headers.origin}' },
        routes: [{ path: '/a', methods: ['PUT'], reply: { text: 'a' } }],
      },
    },
    'plain.shop.example': { http: { rules: [{ match: { path: '/', nth: 1 }, do: { reply: { status: 503 } } }] } },
    'secure.shop.example': { http: { scheme: 'https', routes: [{ path: '/', reply: { text: 'secure' } }] } },
  },
}

let internet: Internet
beforeAll(async () => {
  internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', at: AT, world })
})
afterAll(async () => internet.close())

interface Options {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  readonly agent?: Agent
}

const open = async (
  url: string,
  { method = 'GET', headers = {}, body, agent }: Options = {},
): Promise<IncomingMessage> => {
  const { hostname, protocol, pathname, search } = new URL(url, `http://${HOST}`)
  const isSecure = protocol === 'https:'
  const wanted = isSecure ? 'https' : 'http'
  const message = (isSecure ? requestHttps : requestHttp)({
    host: '127.0.0.1',
    port: internet.endpoints.find((endpoint) => endpoint.protocol === wanted)?.port ?? 0,
    path: pathname + search,
    servername: hostname,
    ca: internet.authority.pem,
    agent: agent ?? false,
    method,
    headers: { host: hostname, ...headers },
  })
  message.end(body)
  const [response] = (await once(message, 'response')) as [IncomingMessage]
  return response
}

const send = async (url: string, options: Options = {}) => {
  const response = await open(url, options)
  const { statusCode: status, headers } = response
  return { status, headers, body: await text(response) }
}

const codeOf = async (wanted: Promise<unknown>): Promise<unknown> =>
  wanted.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

describe('a route', () => {
  it.each([`http://${HOST}`, `https://${HOST}`])('answers with facts that keep their type, at %s', async (origin) => {
    const { status, headers, body } = await send(`${origin}/v1/7%2F8`)
    expect([status, headers['content-type'], headers['x-api']]).toEqual([200, 'application/json', '2'])
    expect(JSON.parse(body)).toEqual({ id: '7/8', text: 'no. 7/8' })
  })

  it('has a 404 for other paths, and a 405 with the methods of the path', async () => {
    expect((await send('/v2/7')).status).toBe(404)
    const { status, headers } = await send('/v1/7', { method: 'PATCH', body: 'x' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS'])
    expect((await send('/v1/7', { method: 'DELETE' })).status).toBe(200)
  })

  it('answers HEAD with the headers of GET, and a 204 without a body or a length', async () => {
    const { headers, body } = await send('/v1/7', { method: 'HEAD' })
    const whole = await send('/v1/7')
    expect([body, headers['content-length']]).toEqual(['', whole.headers['content-length']])
    const empty = await send('/empty')
    expect([empty.status, empty.body, empty.headers['content-length']]).toEqual([204, '', undefined])
  })

  it('answers OPTIONS with its methods, for browsers too if pages of other origins may read it', async () => {
    const own = await send('/v1/7', { method: 'OPTIONS' })
    expect([own.status, own.headers.allow, own.body]).toEqual([200, 'GET, HEAD, DELETE, OPTIONS', ''])
    expect(own.headers['access-control-allow-methods']).toBeUndefined()
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Headers': 'x-a, x-b' }
    const shared = await send('http://pages.shop.example/a', { method: 'OPTIONS', headers })
    expect(shared.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'PUT, OPTIONS',
      'access-control-allow-headers': 'x-a, x-b',
    })
    const plain = await send('http://pages.shop.example/a', { method: 'PUT' })
    expect([plain.body, plain.headers['access-control-allow-origin']]).toEqual(['a', undefined])
  })

  it('may have numbers in its path', async () => {
    expect((await send('/number/12')).body).toBe('12\n')
    for (const path of ['x', '-1', '1.5', '']) expect((await send(`/number/${path}`)).status, path).toBe(404)
  })

  it('keeps a connection for further requests, with bodies', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports: (number | undefined)[] = []
    for (const path of ['/echo', '/v1/1', '/echo']) {
      const response = await open(path, {
        agent,
        ...(path === '/echo' && { method: 'POST', body: 'x'.repeat(100_000) }),
      })
      ports.push(response.socket.localPort)
      await text(response)
    }
    agent.destroy()
    expect(new Set(ports).size).toBe(1)
  })

  it('sees forms, files, JSON and other bodies', async () => {
    const echo = async (type: string, body: string | Buffer): Promise<Record<string, unknown>> =>
      JSON.parse(
        (await send('/echo?a=1&a=2&b=', { method: 'POST', headers: { 'Content-Type': type }, body })).body,
      ) as Record<string, unknown>
    const json = await echo('application/json', '{"a":[1]}')
    expect(json).toEqual({
      method: 'POST',
      args: { a: ['1', '2'], b: '' },
      form: {},
      files: {},
      data: '{"a":[1]}',
      json: { a: [1] },
      url: `http://${HOST}/echo?a=1&a=2&b=`,
      you: '192.0.2.2',
    })
    expect(await echo('application/x-www-form-urlencoded', 'x=1&y=%20')).toMatchObject({
      form: { x: '1', y: ' ' },
      data: '',
    })
    const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`
    const form = `${part('name="k"', 'v')}${part('name="f"; filename="f.txt"', 'content')}--b--\r\n`
    expect(await echo('multipart/form-data; boundary=b', form)).toMatchObject({
      form: { k: 'v' },
      files: { f: 'content' },
    })
    expect(await echo('image/png', Buffer.from([255, 0]))).toMatchObject({
      data: 'data:application/octet-stream;base64,/wA=',
      json: null,
    })
  })

  it('refuses a body of more than 1 MB, and reads deep JSON as none', async () => {
    expect((await send('/echo', { method: 'POST', body: Buffer.alloc(1_000_000) })).status).toBe(200)
    expect((await send('/echo', { method: 'POST', body: Buffer.alloc(3_000_000) })).status).toBe(413)
    const { body } = await send('/echo', { method: 'POST', body: '['.repeat(500_000) + ']'.repeat(500_000) })
    expect(JSON.parse(body)).toMatchObject({ json: null })
  })

  it('has conditions on credentials, query and headers', async () => {
    const basic = (pair: string) => ({ headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } })
    expect((await send('/me', basic('ana:secret'))).body).toContain('"who": "ana"')
    const refused = await send('/me', basic('ana:wrong'))
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Basic realm="api"'])
    expect((await send('/page')).body).toBe('first')
    expect((await send('/page?page=2', { headers: { 'X-Tenant': 't' } })).body).toBe('second')
    expect((await send('/page?page=2')).status).toBe(404)
    expect((await send('/token', { headers: { Authorization: 'Bearer t0k' } })).body).toBe('t0k')
  })

  it('redirects, and lets no line break of a client into a header', async () => {
    const moved = await send('/old', { method: 'POST' })
    expect([moved.status, moved.headers.location]).toEqual([308, '/v1/1'])
    const { status, headers } = await send('/to?url=https://other.example/%0d%0aX-Evil:1/%C3%A9')
    expect([status, headers.location, headers['x-evil']]).toEqual([
      302,
      'https://other.example/X-Evil:1/%C3%A9',
      undefined,
    ])
    const said = await send('/say?say=a%0d%0aX-Evil:%201&X-Two=2&Content-Length=1&bad%20name=3')
    expect(said.body).toBe('said')
    expect(said.headers).toMatchObject({ 'x-say': 'aX-Evil: 1', 'x-two': '2', 'content-length': '4' })
    expect(said.headers['x-evil']).toBeUndefined()
  })

  it('sets and deletes cookies', async () => {
    const { headers } = await send('/set?k=v')
    expect(headers['set-cookie']).toEqual([
      'id=a; Max-Age=60; Path=/',
      'old=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/',
      'k=v; Path=/',
    ])
  })

  it('gives several statuses in turn, and a 400 for what is no status', async () => {
    const statuses = await Promise.all([1, 2, 3].map(async () => (await send('/count/201,404')).status))
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
    expect(statuses).toContain(404)
    expect((await send('/count/99')).status).toBe(400)
  })

  it('answers conditions on an entity tag, and requests for a range', async () => {
    const tagged = async (headers: OutgoingHttpHeaders) => (await send('/tag', { headers })).status
    expect(await tagged({ 'If-None-Match': 'W/"t1", "t2"' })).toBe(304)
    expect(await tagged({ 'If-None-Match': '"t2"' })).toBe(200)
    expect(await tagged({ 'If-Match': '"t2"' })).toBe(412)
    const part = await send('/range', { headers: { Range: 'bytes=-3' } })
    expect([part.status, part.body, part.headers['content-range']]).toEqual([206, 'xyz', 'bytes 23-25/26'])
    expect((await send('/range', { headers: { Range: 'bytes=30-' } })).status).toBe(416)
  })

  it('sends lines without a length, drawn octets, and encoded bodies', async () => {
    const { headers, body } = await send('/lines')
    expect([headers['transfer-encoding'], body]).toEqual(['chunked', '{"n":0}\n{"n":1}\n{"n":2}\n'])
    const socket = connect(internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0, '127.0.0.1')
    socket.write(`GET /chunks HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/\r\n\r\na\r\nababababab\r\na\r\nababababab\r\n5\r\nababa\r\n0\r\n\r\n$/)
    const octets = async () => Buffer.concat(await (await open('/bytes/70')).toArray())
    expect((await octets()).equals(await octets())).toBe(true)
    for (const [name, decode] of [
      ['gzip', gunzipSync],
      ['deflate', inflateSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const response = await open(`/zip/${name}`)
      expect(response.headers['content-encoding']).toBe(name)
      expect(JSON.parse(decode(Buffer.concat(await response.toArray())).toString())).toEqual({ zip: true })
    }
  })

  it('of one scheme leaves the other one as it is', async () => {
    expect((await send('https://secure.shop.example/')).body).toBe('secure')
    expect((await send('http://secure.shop.example/')).status).toBe(301)
  })
})

describe('a rule', () => {
  it('counts the requests with one method and path', async () => {
    const three = async (path: string, options?: Options) =>
      [await send(path, options), await send(path, options), await send(path, options)].map(({ status }) => status)
    expect(await three('/retry/a?x=1')).toEqual([503, 503, 200])
    expect(await three('/retry/b')).toEqual([503, 503, 200])
    expect(await three('/retry/a', { method: 'POST' })).toEqual([503, 503, 200])
    expect(await three('/limit')).toEqual([200, 200, 429])
  })

  it('counts anew after a change of the document', async () => {
    expect((await send('http://plain.shop.example/')).status).toBe(503)
    expect((await send('http://plain.shop.example/')).status).toBe(301)
    await internet.set({ world: { ...world } })
    expect((await send('http://plain.shop.example/')).status).toBe(503)
  })

  it.each([`http://${HOST}`, `https://${HOST}`])('cuts, closes and resets connections of %s', async (origin) => {
    for (const fault of ['cut', 'wrong-length'])
      expect(await codeOf(send(`${origin}/fault/${fault}`)), fault).toBe('ECONNRESET')
    for (const fault of ['close', 'reset'])
      expect(await codeOf(send(`${origin}/fault/${fault}`)), fault).toBe('ECONNRESET')
    const response = await open(`${origin}/fault/cut`)
    expect(Number(response.headers['content-length'])).toBe('the usual reply'.length)
  })

  it('hangs until the client leaves', async () => {
    const leaving = AbortSignal.timeout(200)
    const port = internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0
    const message = requestHttp({
      host: '127.0.0.1',
      port,
      path: '/fault/hang',
      headers: { host: HOST },
      signal: leaving,
    }).end()
    expect(await codeOf(once(message, 'response'))).toBe('ABORT_ERR')
  })

  it('delays responses, and sends them slowly', async () => {
    for (const path of ['/slow', '/drip']) {
      const start = performance.now()
      expect((await send(path)).body).toBe('the usual reply')
      expect(performance.now() - start, path).toBeGreaterThanOrEqual(75)
    }
  })

  it('names its effect in the log of requests', () => {
    const answers = internet.requests.map(({ question, answer, outcome }) => [question, answer, outcome].join(' '))
    expect(answers).toContain(`GET http://${HOST}/fault/cut 200 (cut) answered`)
    expect(answers).toContain(`GET http://${HOST}/fault/hang no answer lost`)
    expect(answers).toContain(`GET http://${HOST}/retry/a?x=1 503 answered`)
  })
})

describe('the scenarios of web servers', () => {
  it.each([
    ['http-unavailable', 503, '1'],
    ['http-rate-limited', 429, '1'],
    ['http-cut', 'ECONNRESET', undefined],
  ] as const)('%s acts on the hosts of its domain only', async (scenario, expected, retryAfter) => {
    await internet.set({ scenario: `${scenario}:shop.example`, world: {} })
    const seen = await open('https://shop.example/').then(async (response) => {
      const code = await codeOf(text(response))
      return code === 'no error'
        ? { status: response.statusCode, retry: response.headers['retry-after'] }
        : { status: code }
    })
    expect(seen).toMatchObject({ status: expected, ...(retryAfter === undefined ? {} : { retry: retryAfter }) })
    expect((await send('https://mail.example/')).status).toBe(200)
  })
})
