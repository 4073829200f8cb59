import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './docs/read-blocks.ts'
import { freePort } from './free-port.ts'
import { HOST, isHere, type Proxy, type ProxyName, startProxy } from './proxies/start-proxy.ts'
import { type Service, startService } from './start-service.ts'
import { tellSkipped } from './tell-skipped.ts'

/** The address of the test's client, which the service must see. */
const CLIENT = '127.0.0.7'

interface Question {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const ask = (proxy: Proxy, path: string, { method = 'GET', headers = {}, body }: Question = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; chunks: string[]; text: string }>(
    (resolve, reject) => {
      const asking = request(
        {
          host: '127.0.0.1',
          port: proxy.port,
          servername: HOST,
          ca: proxy.certificate,
          localAddress: CLIENT,
          path,
          method,
          headers: { host: HOST, ...headers },
        },
        (answer) => {
          const chunks: string[] = []
          answer.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headersDistinct, chunks, text: chunks.join('') }),
          )
        },
      )
      asking.on('error', reject)
      asking.end(body)
    },
  )

const json = { 'content-type': 'application/json' }
const names: readonly ProxyName[] = ['nginx', 'caddy']

let settings: Record<string, string>
let service: Service

/** Runs the check of an installation for the service, with another PUBLIC_URL. */
const doctor = (url: string, more: Readonly<Record<string, string>> = {}): string => {
  const place = { PATH: process.env['PATH'], DATA_DIR: join(service.folder, 'data'), PUBLIC_URL: url }
  const env = { ...settings, ...place, NODE_OPTIONS: '--no-warnings', ...more }
  const program = join(root, 'apps/api/dist/admin.js')
  return spawnSync(process.execPath, [program, 'doctor'], { env, encoding: 'utf8', timeout: 60_000 }).stdout
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-proxied-'))
  const { stdout } = spawnSync(process.execPath, [join(root, 'apps/api/dist/admin.js'), 'keys'], { encoding: 'utf8' })
  const keys = Object.fromEntries(
    stdout
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replaceAll(/^'|'$/g, '')]),
  )
  settings = { ...keys, NODE_ENV: 'production', PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' }
  service = await startService({ folder, variables: settings })
})
afterAll(() => service.remove())

describe.each(names)('the service behind %s, as the sample has it', (name) => {
  if (!isHere(name)) tellSkipped(`The sample for ${name} was NOT tested: ${name} or openssl is missing.`)

  describe.runIf(isHere(name))('with TLS', () => {
    let proxy: Proxy
    beforeAll(async () => {
      proxy = await startProxy(name, new URL(service.url).host)
    })
    afterAll(() => proxy.stop())

    it('sees the client’s address, whatever the client claims', async () => {
      const { text } = await ask(proxy, '/api/ip', { headers: { 'x-forwarded-for': '203.0.113.9' } })
      expect(JSON.parse(text)).toMatchObject({ ip: CLIENT })
    })

    it('is found in order by doctor, which finds a proxy that passes on what clients claim', () => {
      const found = doctor(`https://127.0.0.1:${proxy.port}`, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })
      expect(found).toContain(`ok    The service answers at PUBLIC_URL https://127.0.0.1:${proxy.port}.`)
      expect(found).toContain('ok    Through PUBLIC_URL, your address is 127.0.0.1.')
      expect(doctor(`https://127.0.0.1:${proxy.port}`)).toMatch(
        /fail {2}The service does not answer at PUBLIC_URL .+certificate/,
      )
      // Without a proxy, a trusted address may claim anything.
      expect(doctor(service.url)).toContain('fail  Clients can choose their address')
    })

    it('streams event by event', async () => {
      const account = JSON.stringify({ email: `${name}@mail.example`, password: 'correct horse' })
      const registered = await ask(proxy, '/api/auth/register', { method: 'POST', headers: json, body: account })
      const { token } = JSON.parse(registered.text) as { token: string }
      const { status, chunks } = await ask(proxy, '/api/tools/mx-record/run', {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        body: JSON.stringify({ input: 'mail.example', delay: true }),
      })
      expect(status).toBe(200)
      expect(chunks.length).toBeGreaterThan(2)
      expect(chunks[0]).toContain('event: started')
      expect(chunks[0]).not.toContain('event: succeeded')
      expect(chunks.at(-1)).toContain('event: succeeded')
    })

    it('shows its metrics only internally', async () => {
      expect((await ask(proxy, '/metrics')).status).toBe(404)
    })

    it('is the only one that sends the security headers, once', async () => {
      const { status, headers } = await ask(proxy, '/')
      expect(status).toBe(200)
      for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
        expect(headers[header]).toHaveLength(1)
    })

    it('refuses a body that is too large itself, and sends compressed files unchanged', async () => {
      const body = `{"email":"${'x'.repeat(1_200_000)}"}`
      const refused = await ask(proxy, '/api/auth/login', { method: 'POST', headers: json, body })
      expect([refused.status, (JSON.parse(refused.text) as { code: string }).code]).toEqual([413, 'payload_too_large'])
      const page = await ask(proxy, '/', { headers: { 'accept-encoding': 'br' } })
      expect(page.headers['content-encoding']).toEqual(['br'])
    })

    it.each(name === 'nginx' ? ['http'] : [])('redirects from %s to https', async () => {
      const location = await new Promise((resolve, reject) => {
        plainRequest(
          { host: '127.0.0.1', port: proxy.plainPort, path: '/help?x=1', headers: { host: HOST } },
          (answer) => {
            answer.resume()
            resolve([answer.statusCode, answer.headers.location])
          },
        )
          .on('error', reject)
          .end()
      })
      expect(location).toEqual([301, `https://${HOST}/help?x=1`])
    })
  })
})

describe.runIf(isHere('nginx'))('two processes behind nginx', () => {
  it('lose no request while they restart one after the other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'netbox-two-'))
    const ports = [await freePort(), await freePort()] as const
    const variables = { PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'off' }
    const start = (port: number) => startService({ folder, variables: { ...variables, PORT: String(port) } })
    const running = [await start(ports[0]), await start(ports[1])]
    const proxy = await startProxy('nginx', `127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`)
    const statuses: number[] = []
    const over = new AbortController()
    const load = async (): Promise<void> => {
      while (!over.signal.aborted) statuses.push((await ask(proxy, '/api/ip').catch(() => ({ status: 0 }))).status)
    }
    const clients = Array.from({ length: 8 }, load)
    for (const [index, port] of ports.entries()) {
      const { process: old } = running[index] ?? {}
      const ended = old && once(old, 'exit')
      old?.kill('SIGTERM')
      await ended
      running[index] = await start(port)
    }
    over.abort()
    await Promise.all(clients)
    expect(statuses.length).toBeGreaterThan(100)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    await proxy.stop()
    for (const each of running) await each.remove()
  })
})
