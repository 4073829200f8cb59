import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, isIP, type Server, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { WorldDocument } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'

/* Nothing of the machine is reachable but the ports that were named, whatever a client, a document or an answer says. */

const servers: Server[] = []
const listen = async (server: Server, host = '127.0.0.1', port = 0): Promise<number> => {
  servers.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // The cast is safe: a server on a port has an address of this type.
}

type WorldRecords = NonNullable<NonNullable<WorldDocument['domains']>[string]['records']>
// Names of the world with addresses of the machine and of its network.
const INWARD: Readonly<Record<string, WorldRecords>> = {
  'four.example': { A: ['127.0.0.1'] },
  'other-four.example': { A: ['127.9.9.9'] },
  'any.example': { A: ['0.0.0.0'] },
  'link.example': { A: ['169.254.169.254'] },
  'six.example': { AAAA: ['::1'] },
  'mapped.example': { AAAA: ['::ffff:127.0.0.1'] },
  'both.example': { A: ['203.0.113.9', '127.0.0.1'] },
}
// The machine, as programs may write it.
const LITERALS = [
  '127.0.0.1',
  '127.1',
  '127.9.9.9',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ip6-localhost',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1',
  '169.254.169.254',
  '10.0.0.1',
  '127.0.0.1%00.example',
  '127.0.0.1.nip.io',
  'localtest.me',
]

describe('the ports of the machine that nobody named', () => {
  let internet: Internet
  let secret = 0
  let calls = 0
  beforeAll(async () => {
    const count = (): Server => createServer((socket) => void (calls++, socket.end('secret')))
    secret = await listen(count())
    await listen(count(), '::1', secret)
    const own = await listen(
      createHttpServer((message, response) => {
        if (message.url === '/out') response.writeHead(302, { location: `http://127.0.0.1:${secret}/` })
        response.end(`own ${message.headers.host}`)
      }),
    )
    const records = Object.fromEntries(Object.entries(INWARD).map(([name, stated]) => [name, { records: stated }]))
    const hosts = Object.fromEntries(
      Object.keys(INWARD).map((name) => [name, { ports: { [secret]: 'open' as const } }]),
    )
    internet = await startInternet({
      seed: 'k3f9',
      scenario: 'healthy',
      maps: [`own.example=:${own}`, `own.example:80=:${own}`, `*.wild.example:${secret}=:${own}`],
      world: { domains: records, hosts },
    })
  })
  afterAll(async () => {
    await internet.close()
    for (const server of servers) server.close()
  })

  const portOf = (protocol: string): number =>
    internet.endpoints.find((endpoint) => endpoint.protocol === protocol)?.port ?? 0

  /** Sends octets, and returns what comes back until the connection ends, or until nothing comes for a time. */
  const say = async (socket: Socket, text: string | Buffer, longest = 1000): Promise<string> => {
    let said = ''
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => (said += part.toString('latin1')))
    socket.write(text)
    socket.setTimeout(longest, () => socket.destroy())
    await once(socket, 'close')
    return said
  }
  const proxied = async (text: string | Buffer): Promise<string> => say(connect(portOf('proxy'), '127.0.0.1'), text)

  const socks = (host: string): Buffer => {
    const name = Buffer.from(host)
    return Buffer.concat([
      Buffer.of(5, 1, 0, 5, 1, 0, 3, name.length),
      name,
      Buffer.of(secret >> 8, secret & 255),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    ])
  }

  it('are not reached through the proxy, by any name or address of the machine', async () => {
    const targets = [...LITERALS, ...Object.keys(INWARD), 'own.example']
    const texts = targets.flatMap((target) => {
      const host = `${isIP(target) === 6 ? `[${target}]` : target}:${secret}`
      return [
        `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      ]
    })
    const said = await Promise.all([...texts, ...targets.map(socks)].map(proxied))
    expect(said.filter((text) => text.includes('secret'))).toEqual([])
    expect(calls).toBe(0)
  })

  it('are not reached through the relay, by the target, the Host or the SNI of a request', async () => {
    const target = `127.0.0.1:${secret}`
    const requests = [
      `GET http://${target}/ HTTP/1.1\r\nHost: own.example\r\n\r\n`,
      `GET http://own.example/ HTTP/1.1\r\nHost: ${target}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${target}\r\n\r\n`,
      `GET //${target}/ HTTP/1.1\r\nHost: own.example\r\n\r\n`,
      `CONNECT ${target} HTTP/1.1\r\nHost: own.example\r\n\r\n`,
    ]
    const plain = requests.map(async (text) => say(connect(portOf('http'), '127.0.0.1'), text))
    const secured = ['own.example', 'www.shop.example'].flatMap((servername) =>
      requests.map(async (text) => {
        const socket = connectTls({ host: '127.0.0.1', port: portOf('https'), servername, ca: internet.authority.pem })
        return say(socket, text)
      }),
    )
    const said = await Promise.all([...plain, ...secured])
    expect(said.filter((text) => text.includes('secret'))).toEqual([])
    expect(calls).toBe(0)
  })

  it('are not reached by a redirect, which is the client’s to follow', async () => {
    const request = 'GET /out HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n'
    const said = await say(connect(portOf('http'), '127.0.0.1'), request, 0)
    expect(said).toContain(`ocation: http://127.0.0.1:${secret}/`)
    expect(calls).toBe(0)
  })

  it('are not reached by a host with the name of another in its TLS', async () => {
    const socket = connectTls({
      host: '127.0.0.1',
      port: portOf('https'),
      servername: 'www.shop.example',
      ca: internet.authority.pem,
    })
    expect(await say(socket, 'GET / HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n', 0)).toMatch(
      /^HTTP\/1\.1 421 /,
    )
  })

  it('are not reached by a change of the world', async () => {
    for (const servedBy of [{ 443: `:${secret}` }, `self:${secret}`])
      await expect(internet.set({ world: { hosts: { 'other.example': { servedBy } } } })).rejects.toThrow(
        'was not named at the start, and netbox calls no other ports of this machine.',
      )
    for (const target of [`127.0.0.1:${secret}`, `localhost:${secret}`, `${secret}`, `:${secret},host=10.0.0.1`])
      await expect(
        internet.set({ world: { hosts: { 'other.example': { servedBy: { 443: target } } } } }),
      ).rejects.toThrow('Expected a port of your own server')
    expect(calls).toBe(0)
  })
})
