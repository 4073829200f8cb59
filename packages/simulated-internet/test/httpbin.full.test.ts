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

const GET = [
  '/get?a=1&a=2&b=',
  '/headers',
  '/ip',
  '/user-agent',
  '/uuid',
  '/anything/x?y=1',
  ...[200, 204, 301, 302, 307, 401, 403, 404, 407, 429, 500, 503, 'abc'].map((code) => `/status/${code}`),
  '/redirect/3',
  '/relative-redirect/3',
  '/redirect-to?url=/get&status_code=307',
  '/bytes/100',
  '/range/40',
  '/base64/SFRUUEJJTg==',
  '/gzip',
  '/deflate',
  '/brotli',
  '/robots.txt',
  '/basic-auth/u/p',
  '/hidden-basic-auth/u/p',
  '/bearer',
  '/cookies/set?k=v&l=m',
  '/cookies/delete?k=',
  '/cache/60',
  '/etag/abc',
  '/response-headers?a=b&c=d',
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
  'access-control-allow-origin',
]

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]))
}

const ask = async (port: number, path: string, method = 'GET', type = '', body = '') => {
  const headers = { host: 'httpbin.org', 'user-agent': 'judge', ...(type && { 'content-type': type }) }
  const message = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)
  const [response] = (await once(message, 'response')) as [IncomingMessage]
  const content = await text(response)
  const isJson =
    response.headers['content-type'] === 'application/json' && response.headers['content-encoding'] === undefined
  return {
    status: response.statusCode,
    headers: Object.fromEntries(HEADERS.map((name) => [name, response.headers[name]])),
    json: isJson ? shapeOf(JSON.parse(content)) : undefined,
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
      const both = async (...wanted: [string, string?, string?, string?]) =>
        expect.soft(await ask(ours, ...wanted), wanted.join(' ')).toEqual(await ask(Number(line), ...wanted))
      for (const path of GET) await both(path)
      await both('/post', 'POST', 'application/x-www-form-urlencoded', 'a=1&b=2')
      await both('/post', 'POST', 'application/json', '{"a":[1]}')
      await both('/put', 'PUT', 'text/plain', 'plain')
      await both('/delete', 'DELETE')
    } finally {
      python.kill()
      rmSync(folder, { recursive: true })
    }
  })
})
