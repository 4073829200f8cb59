import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request as requestHttp,
  type RequestListener,
} from 'node:http'
import { createServer as createHttp2Server, connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { openWorld } from '@netbox/core'
import { queryDns } from '@netbox/core/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'
import { createAuthority } from '../tls/authority.ts'
import { withMaps } from './maps.ts'

const servers: Server[] = []

/** Starts a server of the program, and returns its port. */
const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // The cast is safe: a server on a port has an address of this type.
}

const echo: RequestListener = (message, response) => {
  if (message.url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    message.once('close', () => response.end())
    return
  }
  response.writeHead(message.url?.startsWith('/teapot') ? 418 : 200, { 'X-Case': 'Kept', 'Set-Cookie': ['a=1', 'b=2'] })
  response.write(`${message.method} ${message.url} ${JSON.stringify(message.rawHeaders)}\n`)
  message.pipe(response)
}

const portIn = ({ endpoints }: Internet, protocol: string): number =>
  endpoints.find((endpoint) => endpoint.protocol === protocol)?.port ?? 0

const textOf = async (message: AsyncIterable<Buffer>): Promise<string> => {
  let text = ''
  for await (const part of message) text += part.toString()
  return text
}

describe('a name that leads to your own server', () => {
  let internet: Internet
  let slow: Socket | undefined
  beforeAll(async () => {
    const web = createHttpServer(echo)
    web.on('upgrade', (_message, socket: Socket, head: Buffer) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
      socket.write(head)
      socket.pipe(socket)
    })
    const grpc = createHttp2Server((_, response) => void response.end('h2'))
    const { cert, key } = await createAuthority().issue({
      names: ['pass.example'],
      issuer: 'own',
      notBefore: Date.now() - 1000,
      notAfter: Date.now() + 3_600_000,
    })
    const tls = createTlsServer(
      { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) },
      (socket: TLSSocket) => void socket.end('own TLS'),
    )
    const lines = createServer((socket) => void socket.end('+OK ready\r\n'))
    const garbage = createServer((socket) => void socket.end('garbage\r\n\r\n'))
    const silent = createServer((socket) => {
      slow = socket
      socket.resume()
    })
    const down = await listen(createServer())
    const webPort = await listen(web)
    const maps = [
      `api.stripe.com=:${webPort}`,
      `api.stripe.com:80=localhost:${webPort}`,
      `api.stripe.com:8443=:${webPort}`,
      `*.s3.shop.example=127.0.0.1:${webPort}`,
      `grpc.example=:${await listen(grpc)},tls=h2c`,
      `old.example=:${webPort},tls=h2c`,
      `pass.example=:${await listen(tls)},tls=pass`,
      `lines.example:7000=:${await listen(lines)}`,
      `garbage.example=:${await listen(garbage)}`,
      `silent.example=:${await listen(silent)}`,
      `down.example=:${down}`,
    ]
    servers.find((server) => server.listening && (server.address() as AddressInfo).port === down)?.close()
    internet = await startInternet({ seed: 'k3f9', scenario: 'random', maps })
  })
  afterAll(async () => {
    await internet.close()
    for (const server of servers) {
      server.close()
      if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
        server.closeAllConnections()
    }
    slow?.destroy()
  })

  const optionsFor = (host: string, more: object = {}) => ({
    host: '127.0.0.1',
    port: portIn(internet, 'https'),
    servername: host,
    ca: internet.authority.pem,
    headers: { Host: host },
    ...more,
  })

  const ask = async (host: string, more: object = {}, body = ''): Promise<IncomingMessage> => {
    const asked = request(optionsFor(host, { agent: false, ...more })).end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // The cast is safe: the event has this argument.
    return answer
  }

  it('keeps the address that it has in the world, and exists even where the seed denies it', () => {
    const plain = openWorld({ seed: 'k3f9', scenario: 'random', at: internet.time }, Date.now).world
    const address = (name: string, world = internet.world) => queryDns(world, name, 'A').records[0]?.address
    expect(address('api.stripe.com')).toBe(address('api.stripe.com', plain))
    expect(address('deep.bucket.s3.shop.example')).toMatch(/^\d+\./)
    expect(address('deep.bucket.s3.shop.example', plain)).toBeUndefined()
  })

  it('gets the request as it was sent, with no field that it could trust, and its answer comes back', async () => {
    const answer = await ask(
      'api.stripe.com',
      { method: 'POST', path: '/teapot?a=%20b', headers: { Host: 'api.stripe.com', 'X-a': '1' } },
      'body',
    )
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([418, ['a=1', 'b=2']])
    expect(answer.rawHeaders).toContain('X-Case')
    const [line = '', body] = (await textOf(answer)).split('\n')
    expect([line.split(' ')[0], line.split(' ')[1], body]).toEqual(['POST', '/teapot?a=%20b', 'body'])
    const fields = JSON.parse(line.slice(line.indexOf('['))) as string[]
    expect(fields.filter((_, index) => index % 2 === 0).toSorted()).toEqual([
      'Connection',
      'Content-Length',
      'Host',
      'X-a',
    ])
    expect(internet.requests.at(-1)).toMatchObject({
      protocol: 'https',
      question: 'POST https://api.stripe.com/teapot?a=%20b',
      answer: '418',
    })
  })

  it('may be a wildcard, have several ports, and speak HTTP without TLS', async () => {
    expect(await textOf(await ask('a.b.s3.shop.example'))).toContain('a.b.s3.shop.example')
    const plain = async (host: string): Promise<IncomingMessage> => {
      const asked = requestHttp({ ...optionsFor(host), port: portIn(internet, 'http'), path: '/x', agent: false }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage] // The cast is safe: the event has this argument.
      return answer
    }
    expect(await textOf(await plain('api.stripe.com'))).toMatch(/^GET \/x/)
    expect((await plain('shop.example')).statusCode).toBe(301)
  })

  it('passes streams as they come, and WebSockets', async () => {
    const events = await ask('api.stripe.com', { path: '/events' })
    const [first] = (await once(events, 'data')) as [Buffer] // The cast is safe: a response without an encoding has buffers.
    expect(first.toString()).toBe('data: 1\n\n')
    events.destroy()
    const asked = request(
      optionsFor('api.stripe.com', { agent: false, headers: { Connection: 'Upgrade', Upgrade: 'echo' } }),
    ).end()
    const [, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket] // The cast is safe: the event has these arguments.
    socket.write('ping')
    expect(String((await once(socket, 'data'))[0])).toBe('ping')
    socket.destroy()
  })

  it('passes HTTP/2 without TLS, and TLS by the name in the ClientHello', async () => {
    const session = connectHttp2(`https://grpc.example:443`, {
      createConnection: () => connectTls({ ...optionsFor('grpc.example'), ALPNProtocols: ['h2'] }),
    })
    expect(await textOf(session.request({ ':path': '/' }).end())).toBe('h2')
    session.close()
    const own = connectTls({ ...optionsFor('pass.example'), rejectUnauthorized: false })
    expect(await textOf(own)).toBe('own TLS')
    expect(own.getPeerCertificate()).toBeDefined()
  })

  it('is in the log if it speaks HTTP/1.1 only, but its map says h2c', async () => {
    const session = connectHttp2('https://old.example:443', {
      createConnection: () => connectTls({ ...optionsFor('old.example'), ALPNProtocols: ['h2'] }),
    })
    session.on('error', () => undefined)
    const asked = session.request({ ':path': '/' })
    await expect(once(asked, 'response')).rejects.toMatchObject({ code: 'ERR_HTTP2_ERROR' })
    session.destroy()
    expect(internet.requests.at(-1)).toMatchObject({
      question: 'connection to old.example:443',
      answer: expect.stringMatching(/^Your server at port \d+ speaks HTTP\/1\.1, not HTTP\/2 without TLS\./) as string,
    })
  })

  it('is refused if nothing listens there, and the log says which server is missing', async () => {
    await expect(ask('down.example')).rejects.toThrow(/ECONNRESET|disconnected/)
    expect(internet.requests.at(-1)).toMatchObject({
      question: 'connection to down.example:443',
      answer: expect.stringContaining('nothing listens at port') as string,
      outcome: 'refused',
    })
  })

  it('gives 502 with a sentence for something other than HTTP, and other hosts work while one is silent', async () => {
    const answer = await ask('garbage.example')
    expect([answer.statusCode, await textOf(answer)]).toEqual([
      502,
      expect.stringMatching(/^Your server at port \d+ sent something other than HTTP\.\n$/),
    ])
    const waiting = request(optionsFor('silent.example', { agent: false })).end()
    waiting.on('error', () => undefined)
    expect((await ask('www.shop.example')).statusCode).toBe(200)
    waiting.destroy()
  })

  it('has the faults of the world before the server', async () => {
    await internet.set({ scenario: 'cert-expired' })
    await expect(ask('api.stripe.com')).rejects.toThrow('certificate has expired')
    await internet.set({ scenario: 'random' })
  })

  it('is reached through the proxy, at every port, and the proxy leads to nothing else', async () => {
    const proxied = async (target: string): Promise<string> => {
      const asked = await fetch(`http://127.0.0.1:${portIn(internet, 'proxy')}/`).then(({ status }) => status)
      expect(asked).toBe(400)
      const { connect } = await import('node:net')
      const socket = connect(portIn(internet, 'proxy'), '127.0.0.1')
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
      const [reply] = (await once(socket, 'data')) as [Buffer] // The cast is safe: a socket without an encoding reads buffers.
      if (!reply.toString().includes(' 200 ')) {
        socket.destroy()
        return reply.toString().split('\r\n')[0] ?? ''
      }
      const rest = await textOf(socket)
      return rest
    }
    expect(await proxied('lines.example:7000')).toBe('+OK ready\r\n')
    for (const target of [
      '10.0.0.1:443',
      '9.1.2.3:443',
      '127.0.0.1:22',
      'localhost:22',
      '[::1]:22',
      '169.254.169.254:80',
    ])
      expect(await proxied(target), target).toMatch(/^HTTP\/1\.1 (?:403|502)/)
  })

  it('can change to another server of the start only', async () => {
    await expect(internet.set({ world: { hosts: { 'x.example': { servedBy: { 443: ':22' } } } } })).rejects.toThrow(
      'Port 22, where x.example leads to, was not named at the start',
    )
    await expect(startInternet({ world: { hosts: { 'x.example': { servedBy: 'self' } } } })).rejects.toThrow(
      "x.example has 'servedBy: self', which needs a command in a network of its own.",
    )
    await expect(startInternet({ maps: ['x.example=:20999'], ports: { https: 20_999 } })).rejects.toThrow(
      'Port 20999, where x.example leads to, is a port of netbox itself.',
    )
  })
})

describe('a map', () => {
  it('adds the server of a port to the document', () => {
    const document = { hosts: { 'API.stripe.com': { servedBy: { 80: ':1' } } } }
    expect(withMaps(document, ['api.stripe.com.=:4009', 'b.example:9000=:2,tls=pass'])).toEqual({
      hosts: {
        'API.stripe.com': { servedBy: { 80: ':1', 443: ':4009' } },
        'b.example': { servedBy: { 9000: ':2,tls=pass' } },
      },
    })
    expect(withMaps(document)).toBe(document)
    expect(withMaps('no document', ['a.example=:1'])).toBe('no document')
  })

  it.each([
    [
      'api.stripe.com',
      "'api.stripe.com' is not a map. Expected NAME[:PORT]=[HOST:]PORT[,tls=pass|h2c], such as 'api.stripe.com=:4009'.",
    ],
    ['api.stripe.com=', 'is not a map'],
    ['=:4009', 'is not a map'],
    ['a.example=:1,tls=on', 'is not a map'],
    ['a.example=:0', "'0' in 'a.example=:0' is not a port. Expected 1 to 65535."],
    ['a.example:70000=:1', "'70000' in"],
    ['a.example=db:5432', "'db' in 'a.example=db:5432' is no machine that netbox may call"],
    ['a.example=10.0.0.1:80', "'10.0.0.1' in"],
    ['a.example=[::1]:80', "'[::1]' in"],
    ['a.example=0.0.0.0:80', "'0.0.0.0' in"],
    ['a.example=host.docker.internal:80', "'host.docker.internal' in"],
    ['b.example=:2', "Port 443 of b.example has two servers: ':1' and ':2'."],
    ['c.example=:2', "Port 443 of c.example has two servers: 'self' and ':2'."],
  ])('%s is refused', (map, message) => {
    const document = { hosts: { 'b.example': { servedBy: { 443: ':1' } }, 'c.example': { servedBy: 'self' } } }
    expect(() => withMaps(document, [map])).toThrow(message)
  })
})
