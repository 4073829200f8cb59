import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startInternet } from '../src/index.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * httpbin.org of the world answers as Debian's python3-httpbin does: status, headers that clients read, and the fields of JSON. Only
 * `npm run judges` downloads the packages, and installs none.
 */

const PACKAGES = [
  'httpbin',
  'flask',
  'itsdangerous',
  'werkzeug',
  'jinja2',
  'markupsafe',
  'decorator',
  'six',
  'brotli',
  'click',
  'colorama',
]
const isJudged = process.env['NETBOX_JUDGES'] === 'all' && hasPrograms(['apt-get', 'dpkg', 'python3'])

interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const basic = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` }
const FORM = 'application/x-www-form-urlencoded'
const multipart = [
  '--b\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n',
  '--b\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\ncontent\r\n--b--\r\n',
].join('')

const paths: readonly Asked[] = [
  '/',
  '/get?a=1&a=2&b=',
  '/headers',
  '/ip',
  '/user-agent',
  '/uuid',
  '/anything',
  '/anything/x?y=1',
  ...[200, 204, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403, 404, 406, 407, 418, 429, 500, 503, 'abc'].map(
    (code) => `/status/${code}`,
  ),
  ...['1', '3', '3?absolute=true', 'x'].map((count) => `/redirect/${count}`),
  ...['1', '3', 'x'].flatMap((count) => [`/relative-redirect/${count}`, `/absolute-redirect/${count}`]),
  '/redirect-to?url=/get&status_code=307',
  '/redirect-to?url=https://shop.example/%3Fa',
  '/delay/0',
  ...['100', '0', 'x'].map((count) => `/bytes/${count}`),
  ...['100', '30000', '100?chunk_size=30'].map((count) => `/stream-bytes/${count}`),
  '/stream/2',
  '/range/40',
  '/base64/SFRUUEJJTg==',
  '/gzip',
  '/deflate',
  '/brotli',
  '/html',
  '/xml',
  '/robots.txt',
  '/deny',
  '/encoding/utf8',
  '/forms/post',
  '/image/png',
  '/image/svg',
  '/basic-auth/u/p',
  '/hidden-basic-auth/u/p',
  '/bearer',
  '/cookies',
  '/cookies/set?k=v&l=m',
  '/cookies/set/k/v',
  '/cookies/delete?k=',
  '/cache',
  '/cache/60',
  '/cache/x',
  '/etag/abc',
  '/response-headers?a=b&c=d',
  '/nothing',
].map((path) => ({ path }))

const ASKED: readonly Asked[] = [
  ...paths,
  ...['/get', '/xml', '/gzip', '/redirect/2', '/post'].map((path) => ({ path, method: 'HEAD' })),
  ...['/get', '/post', '/anything', '/status/200', '/cookies'].map((path) => ({ path, method: 'OPTIONS' })),
  {
    path: '/post',
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-test',
    },
  },
  { path: '/get', method: 'POST' },
  { path: '/post' },
  { path: '/status/503', method: 'POST', body: 'x' },
  ...['put', 'patch', 'delete'].map((method) => ({ path: `/${method}`, method: method.toUpperCase(), body: 'plain' })),
  { path: '/post', method: 'POST', headers: { 'content-type': FORM }, body: 'a=1&b=2&b=3' },
  { path: '/post', method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":[1]}' },
  { path: '/post', method: 'POST', headers: { 'content-type': 'application/json' }, body: 'no json' },
  { path: '/post', method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: multipart },
  { path: '/anything?a=1', method: 'PATCH', headers: { 'content-type': FORM }, body: 'a=1' },
  { path: '/response-headers?a=b', method: 'POST' },
  { path: '/basic-auth/u/p', headers: basic },
  { path: '/basic-auth/u/q', headers: basic },
  { path: '/hidden-basic-auth/u/p', headers: basic },
  { path: '/bearer', headers: { authorization: 'Bearer t' } },
  { path: '/cookies', headers: { cookie: 'a=1; b=2' } },
  { path: '/cache', headers: { 'if-none-match': '"x"' } },
  { path: '/cache', headers: { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' } },
  ...['"abc"', 'W/"abc"', '"x"', '*'].flatMap((tag) => [
    { path: '/etag/abc', headers: { 'if-none-match': tag } },
    { path: '/etag/abc', headers: { 'if-match': tag } },
  ]),
  ...['0-9', '-5', '30-', '100-'].map((range) => ({ path: '/range/40', headers: { range: `bytes=${range}` } })),
]

const HEADERS = [
  'content-type',
  'location',
  'www-authenticate',
  'proxy-authenticate',
  'set-cookie',
  'etag',
  'cache-control',
  'content-encoding',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'accept-ranges',
]
/** Headers that describe content. Clients don't read them in a refusal. */
const OF_CONTENT: ReadonlySet<string> = new Set(['content-type', 'etag'])
const DRAWN = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/
// The values of these differ for good reasons.
const PRESENT = [
  'transfer-encoding',
  'last-modified',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-max-age',
]

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]))
}

const ask = async (port: number, host: string, { path, method = 'GET', headers = {}, body = '' }: Asked) => {
  const message = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host, 'user-agent': 'judge', ...headers },
    agent: false,
  }).end(body)
  const [response] = (await once(message, 'response')) as [IncomingMessage]
  const content = await text(response)
  const found = response.headers
  const hasContent = (response.statusCode ?? 0) < 400
  const isJson = content !== '' && found['content-type'] === 'application/json' && !found['content-encoding']
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      HEADERS.filter((name) => !OF_CONTENT.has(name) || (hasContent && method !== 'OPTIONS')).map((name) => [
        name,
        found[name]?.toString().replace(DRAWN, 'drawn'),
      ]),
    ),
    range: response.statusCode === 200 ? undefined : found['content-range'],
    present: PRESENT.filter((name) => found[name] !== undefined),
    allow: found.allow?.split(', ').toSorted(),
    json: isJson ? shapeOf(path.startsWith('/stream/') ? content.trim().split('\n') : JSON.parse(content)) : undefined,
  }
}

describe.runIf(isJudged)('httpbin.org', () => {
  it('answers as python3-httpbin does', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'httpbin-'))
    execFileSync('apt-get', ['download', ...PACKAGES.map((name) => `python3-${name}`)], {
      cwd: folder,
      stdio: 'ignore',
    })
    for (const file of readdirSync(folder)) execFileSync('dpkg', ['-x', join(folder, file), join(folder, 'root')])
    const program =
      "from werkzeug.serving import make_server\nfrom httpbin import app\ns = make_server('127.0.0.1', 0, app, threaded=True)\nprint(s.port, flush=True)\ns.serve_forever()"
    const python = spawn('/usr/bin/python3', ['-c', program], {
      cwd: folder,
      env: { PYTHONPATH: join(folder, 'root/usr/lib/python3/dist-packages') },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const [line] = (await once(createInterface(python.stdout), 'line')) as [string]
      await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
      const ours = internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0
      for (const asked of ASKED)
        expect
          .soft(await ask(ours, 'httpbin.org', asked), JSON.stringify(asked))
          .toEqual(await ask(Number(line), 'httpbin.org', asked))
    } finally {
      python.kill()
      rmSync(folder, { recursive: true })
    }
  })
})
