import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/start-api.ts'

const SCRIPT = 'console.log(1)'
const files: Readonly<Record<string, string>> = {
  'index.html': `<link rel="canonical" href="https://origin.netbox.invalid/">${'home '.repeat(300)}`,
  'mx-record.html': '<link rel="canonical" href="https://origin.netbox.invalid/mx-record">MX',
  '404.html': 'Oops! Page not found',
  'robots.txt': 'Sitemap: https://origin.netbox.invalid/sitemap.xml',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{}',
  'assets/main-abc.js': SCRIPT,
  // The content differs from a file that is compressed on the fly.
  'assets/main-abc.js.br': 'brotli as built',
  'assets/main-abc.js.gz': 'gzip as built',
  'assets/face-abc.woff2': 'wOF2',
}

let folder: string
let api: TestApi
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'netbox-site-'))
  mkdirSync(join(folder, 'site/assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'site', name), text)
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  api = await startApi({ siteFolder: join(folder, 'site'), env: { PUBLIC_URL: 'https://tools.example' } })
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true })
})

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

// `fetch` would normalize paths, decompress and revalidate automatically.
const raw = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: api.port, path, headers, method }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

const page = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('a page', () => {
  it.each(['/', '/mx-record'])('is at %s, and is revalidated each time', async (path) => {
    const { status, headers } = await raw(path, page)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['vary']).toBe('Accept-Encoding')
  })

  it('names the public address of the service', async () => {
    expect((await raw('/mx-record')).bytes.toString()).toBe(
      '<link rel="canonical" href="https://tools.example/mx-record">MX',
    )
    expect((await raw('/robots.txt')).bytes.toString()).toBe('Sitemap: https://tools.example/sitemap.xml')
  })

  it('is the same for any query', async () => {
    const plain = await raw('/mx-record')
    const asked = await raw('/mx-record?input=mail.example&path=/../secret.txt')
    expect([asked.status, asked.bytes]).toEqual([200, plain.bytes])
  })

  it('is not sent to a client that has it', async () => {
    const { headers } = await raw('/')
    const again = await raw('/', { 'if-none-match': String(headers['etag']) })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect((await raw('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('has one address', async () => {
    const { status, headers } = await raw('/mx-record/?input=a')
    expect([status, headers['location']]).toEqual([308, '/mx-record?input=a'])
    expect((await raw('/serve')).headers['location']).toBe('/docs/serve')
    expect((await raw('//mx-record/')).status).toBe(404)
    expect((await raw('/mx-record.html')).status).toBe(404)
  })

  it('has a head without a body', async () => {
    const { status, headers, bytes } = await raw('/mx-record', {}, 'HEAD')
    const whole = await raw('/mx-record')
    expect([status, bytes.length]).toEqual([200, 0])
    expect(headers['content-length']).toBe(String(whole.bytes.length))
  })

  it('refuses writes', async () => {
    const { status, headers } = await raw('/mx-record', page, 'POST')
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the form of an answer', () => {
  it('is the built one, if the file is sent as it was built', async () => {
    const get = async (accepted: string) => {
      const { headers, bytes } = await raw('/assets/main-abc.js', { 'accept-encoding': accepted })
      return [headers['content-encoding'], bytes.toString()]
    }
    expect(await get('gzip, deflate, br')).toEqual(['br', 'brotli as built'])
    expect(await get('gzip')).toEqual(['gzip', 'gzip as built'])
    expect(await get('identity')).toEqual([undefined, SCRIPT])
  })

  it('is compressed on the fly if the address was inserted, with a tag that all forms share', async () => {
    const plain = (await raw('/')).bytes
    const br = await raw('/', { 'accept-encoding': 'br' })
    const gzip = await raw('/', { 'accept-encoding': 'gzip' })
    expect([br.headers['content-encoding'], brotliDecompressSync(br.bytes)]).toEqual(['br', plain])
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.bytes)]).toEqual(['gzip', plain])
    const tags = [br.headers['etag'], gzip.headers['etag'], (await raw('/')).headers['etag']]
    expect(new Set(tags).size).toBe(1)
    expect(tags[0]).toMatch(/^W\//)
  })
})

describe('a file', () => {
  it.each([
    ['/assets/main-abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/face-abc.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
  ])('at %s is %s, cached as in %s', async (path, type, cache) => {
    const { status, headers } = await raw(path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cache])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('an unknown address', () => {
  it('is a page for people, with the status 404', async () => {
    const { status, headers, bytes } = await raw('/nothing/here', page)
    expect([status, bytes.toString()]).toEqual([404, 'Oops! Page not found'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    // A conditional request gets the same response.
    expect((await raw('/nothing', { ...page, 'if-none-match': String(headers['etag']) })).status).toBe(404)
  })

  it('is an error for programs, and everywhere under /api', async () => {
    for (const [path, headers] of [
      ['/nothing', {}],
      ['/nothing', { accept: 'application/json' }],
      ['/api/nothing', page],
      ['/api', page],
    ] as const) {
      const answer = await raw(path, headers)
      expect(answer.status).toBe(404)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.parse(answer.bytes.toString())).toMatchObject({ code: 'not_found' })
    }
  })

  it('tells caches that the response depends on the accepted type', async () => {
    for (const accept of ['text/html', 'application/json']) {
      const { status, headers } = await raw('/nothing', { accept })
      expect([status, String(headers['vary'])]).toEqual([404, expect.stringMatching(/\bAccept\b(?!-)/)])
    }
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets',
    '/assets/',
    '/assets/main-abc.js.br',
    '/assets/main-abc.js/',
    '/index.html',
    '/404',
    '/__proto__',
    '/constructor',
    '/%00',
    '/%',
  ])('is %s too', async (path) => {
    const { status, bytes } = await raw(path, page)
    expect(status).toBe(404)
    expect(bytes.toString()).not.toContain('secret')
  })
})

describe('the policy of a page', () => {
  it('forbids everything that is not ours', async () => {
    const { headers } = await raw('/', page)
    const policy = String(headers['content-security-policy']).split(';')
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "frame-ancestors 'none'",
      // The second check of the sign-in screen.
      "connect-src 'self' https://tools.example:5000",
    ])
      expect(policy).toContain(rule)
    expect(policy.join()).not.toContain('unsafe')
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('lets other sites frame only the card of a report', async () => {
    const { headers } = await raw('/embed?tool=mx-record', page)
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(expect.arrayContaining(['frame-ancestors *', "script-src 'self'", "default-src 'self'"]))
    expect(headers).not.toHaveProperty('x-frame-options')
    for (const path of ['/embed/', '/embed/x', '/embedded', '/EMBED', '/api/embed', '/login?x=/embed']) {
      const other = await raw(path, page)
      expect([path, String(other.headers['content-security-policy'])]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
    }
  })
})

describe('the metrics of a service with a site', () => {
  it('have the routes of the service as labels, and no path or method that a client invented', async () => {
    const paths = Array.from({ length: 50 }, (_, index) => [`/assets/main-abc.js?${index}`, `/assets/no-${index}.js`])
    for (const path of paths.flat()) await raw(path)
    for (const path of ['/mx-record', '/robots.txt', '/no-such-page', '/api/no-such-endpoint']) await raw(path)
    for (const method of ['PROPFIND', 'PURGE', 'LINK']) await raw('/api/tools', {}, method)
    const text = await api.metrics()
    const values = (label: string) =>
      new Set([...text.matchAll(new RegExp(`${label}="([^"]*)"`, 'g'))].map(([, value]) => value))
    expect(values('route')).toEqual(new Set(['none']))
    expect(values('method')).toEqual(new Set(['GET', 'other']))
  })
})
