import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openWorld } from '@netbox/core'
import { portOf } from '@netbox/core/network'
import { describe, expect, it } from 'vitest'
import { hasPrograms } from '../../test/support/programs.ts'
import { type Internet, startInternet } from '../index.ts'

const world = { seed: 'k3f9', scenario: 'healthy' } as const
const run = promisify(execFile)

const portOfProxy = ({ endpoints }: Internet): number =>
  endpoints.find(({ protocol }) => protocol === 'proxy')?.port ?? 0

/** Sends octets to the proxy and returns all that it sends, until it closes the connection or has sent enough. */
const send = async (internet: Internet, octets: Buffer, enough: number): Promise<Buffer> => {
  const socket = connect(portOfProxy(internet), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(octets)
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer])
    if (received.length >= enough) break
  }
  socket.destroy()
  return received
}

const socksRequest = (host: string, port: number, command = 1): Buffer =>
  Buffer.concat([
    Buffer.of(5, 1, 0, 5, command, 0, 3, host.length),
    Buffer.from(host),
    Buffer.of(port >> 8, port & 255),
  ])

describe('the proxy on loopback', () => {
  it('leads SOCKS5 clients to the servers of the world, at the ports of the world', async () => {
    await using internet = await startInternet(world)
    const reply = await send(internet, socksRequest('mx1.mail.example', 25), 40)
    expect([...reply.subarray(0, 12)]).toEqual([5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    expect(reply.subarray(12).toString()).toMatch(/^220 mx1\.mail\.example/)
  })

  it('reports what the world answers: no such host, a closed port, no way to this machine, no other command', async () => {
    await using internet = await startInternet({ ...world, scenario: 'random' })
    const closed = Array.from({ length: 50 }, (_, index) => `www.shop${index}.example`).find(
      (name) => portOf(openWorld({ ...world, scenario: 'random' }, Date.now).world, name, 22)?.state === 'refused',
    )
    const replyTo = async (request: Buffer) => (await send(internet, request, 12))[3]
    expect(await replyTo(socksRequest(closed ?? '', 22))).toBe(5)
    expect(await replyTo(socksRequest('mail.invalid', 443))).toBe(4)
    expect(await replyTo(socksRequest('127.0.0.1', 22))).toBe(2)
    expect(await replyTo(socksRequest('localhost', 22))).toBe(2)
    expect(await replyTo(socksRequest('x.localhost', 22))).toBe(2)
    expect(await replyTo(socksRequest('www.shop.example', 0))).toBe(5)
    expect(await replyTo(socksRequest('mail.example', 443, 2))).toBe(7)
    expect(await replyTo(Buffer.of(5, 1, 0, 5, 1, 0, 9, 1, 1, 1, 1, 0, 80))).toBe(8)
    expect(internet.requests.map(({ protocol, answer }) => `${protocol} ${answer}`)).toEqual([
      'proxy connection refused',
      'proxy unknown-host',
      'proxy forbidden',
      'proxy forbidden',
      'proxy forbidden',
      'proxy connection refused',
    ])
    for (const port of ['0', '65536', '99999'])
      expect(
        String(await send(internet, Buffer.from(`CONNECT www.shop.example:${port} HTTP/1.1\r\nHost: a\r\n\r\n`), 12)),
      ).toMatch(/^HTTP\/1\.1 400/)
  })

  it('survives any octets', async () => {
    await using internet = await startInternet(world)
    for (const octets of [
      Buffer.of(5),
      Buffer.of(5, 1, 2),
      Buffer.of(4, 1, 0, 80),
      Buffer.alloc(5000, 5),
      Buffer.from('CONNECT nothing HTTP/1.1\r\nHost: a\r\n\r\n'),
      Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
    ]) {
      const socket = connect(portOfProxy(internet), '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.end(octets)
      socket.resume()
      await once(socket, 'close')
    }
    expect((await send(internet, socksRequest('mx1.mail.example', 25), 40)).length).toBeGreaterThan(20)
  })

  it('passes on no field about the connection, and a response that is cut ends the connection', async () => {
    await using internet = await startInternet(world)
    const get = async (path: string, ...fields: string[]): Promise<string> => {
      const lines = [`GET http://httpbin.org${path} HTTP/1.1`, 'Host: httpbin.org', ...fields, '', '']
      return String(await send(internet, Buffer.from(lines.join('\r\n')), Infinity))
    }
    const own = ['Proxy-Connection: keep-alive', 'Keep-Alive: timeout=5', 'X-Hop: 1', 'X-End: 2']
    const headers = await get('/headers', 'Connection: close, X-Hop', ...own)
    expect(headers).toContain('"X-End": "2"')
    expect(headers).not.toMatch(/X-Hop|Proxy-Connection|Keep-Alive/)
    await internet.set({ scenario: 'http-cut' })
    expect(await get('/headers')).not.toContain('"Host"')
  })

  it('gives 502 for a response of your own server that no client could get', async () => {
    const odd = createServer((socket) => void socket.once('data', (data) => socket.end(said(String(data)))))
    const said = (request: string): string =>
      `HTTP/1.1 ${request.includes('/099') ? '099 Odd' : '200 O\u0001K'}\r\n\r\n`
    odd.listen(0, '127.0.0.1')
    await once(odd, 'listening')
    const { port } = odd.address() as AddressInfo // The cast is safe: a server on a port has an address of this type.
    await using internet = await startInternet({ ...world, maps: [`odd.example:8080=:${port}`] })
    const get = async (path: string): Promise<string> =>
      String(
        await send(
          internet,
          Buffer.from(
            `GET http://odd.example:8080${path} HTTP/1.1\r\nHost: odd.example:8080\r\nConnection: close\r\n\r\n`,
          ),
          Infinity,
        ),
      )
    expect(await get('/099')).toMatch(/^HTTP\/1\.1 502 /)
    expect(await get('/reason')).toMatch(/^HTTP\/1\.1 502 /)
    odd.close()
  })

  it.skipIf(!hasPrograms(['curl', 'python3'], 'web'))('serves unchanged curl and Python', async () => {
    await using internet = await startInternet(world)
    const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
    try {
      const authority = join(folder, 'authority.pem')
      writeFileSync(authority, internet.authority.pem)
      const proxy = `127.0.0.1:${portOfProxy(internet)}`
      const curl = async (...given: string[]): Promise<string> =>
        (await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--cacert', authority, ...given])).stdout
      expect(await curl('--proxy', `http://${proxy}`, 'https://www.shop.example/')).toBe('200')
      expect(await curl('--proxy', `socks5h://${proxy}`, 'https://www.shop.example/')).toBe('200')
      expect(await curl('--proxy', `http://${proxy}`, 'http://www.shop.example/')).toMatch(/^30[18]$/)
      const script = "import urllib.request; print(urllib.request.urlopen('https://www.shop.example/').status)"
      const env = { ...process.env, https_proxy: `http://${proxy}`, SSL_CERT_FILE: authority }
      expect((await run('python3', ['-c', script], { env })).stdout).toBe('200\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
