import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Internet } from '../internet/internet.ts'
import { startInternet } from '../start-internet.ts'
import { passExchanges } from './pass-exchanges.ts'
import { createHttpRelay } from './relay-http.ts'

/* Servers of the program and clients that keep to no rule, before both ways through the relay: as octets, and by Node's parser. */

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const MEGABYTE = 1_000_000
const BODY = isWhole ? 1000 * MEGABYTE : 32 * MEGABYTE
/** The most memory that this process, with the servers and the client of the test, may take while a body passes. */
const MOST_MEMORY = 150 * MEGABYTE
const NO_TRUST =
  'The client left after the TLS handshake and sent nothing: it may not trust the certificate, or accept only certain ones.'
const HEAD = 'HTTP/1.1 200 OK\r\n'

/** The octets that each server sends after the head of a request. It ends the connection after them. */
const SAYINGS: Readonly<Record<string, string>> = {
  nothing: '',
  garbage: 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
  'half-a-head': 'HTTP/1.1 200 OK\r\nContent-Le',
  'no-status': 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
  'odd-reason': 'HTTP/1.1 200 O\u0001K\r\nContent-Length: 0\r\n\r\n',
  upgraded: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: any\r\n\r\n',
  'cut-length': `${HEAD}Content-Length: 100\r\n\r\nhalf`,
  'cut-chunks': `${HEAD}Transfer-Encoding: chunked\r\n\r\n64\r\nhalf`,
  'odd-chunks': `${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\nhalf\r\n0\r\n\r\n`,
  'until-end': `${HEAD}\r\nall`,
  interim: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${HEAD}Content-Length: 3\r\n\r\nall`,
}

const servers: Server[] = []
const open = new Set<Socket>()
const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // The cast is safe: a server on a port has an address of this type.
}

const piece = Buffer.alloc(64 * 1024, 'a')

const answerUsual: RequestListener = (message, response) => {
  if (message.url === '/large') {
    response.writeHead(200, { 'content-length': BODY })
    let left = BODY
    const more = (): void => {
      for (let isReady = true; left > 0 && isReady; left -= Math.min(left, piece.length))
        isReady = response.write(piece.subarray(0, Math.min(left, piece.length)))
      if (left === 0) response.end()
    }
    response.on('drain', more)
    return more()
  }
  let size = 0
  message.on('data', (part: Buffer) => (size += part.length))
  message.on('end', () => {
    const said = `${message.method} ${message.url} ${size} ${message.trailers['x-sum'] ?? ''}`
    if (message.url === '/trailers') response.setHeader('Trailer', 'X-Sum')
    if (message.url !== '/trailers') response.setHeader('Content-Length', said.length)
    response.write(said)
    if (message.url === '/trailers') response.addTrailers({ 'X-Sum': '7' })
    response.end()
  })
}

describe.each(['octets', 'parser'])('hostile servers and clients of the program (%s)', (way) => {
  let internet: Internet
  const seen: string[] = []
  const mutes = new Set<Socket>()
  const portOf = (protocol: string): number =>
    internet.endpoints.find((endpoint) => endpoint.protocol === protocol)?.port ?? 0

  beforeAll(async () => {
    const names = Object.entries(SAYINGS).map(async ([name, text]): Promise<[string, number]> => [
      name,
      await listen(createServer((socket) => void socket.once('data', () => socket.end(text, 'latin1')))),
    ])
    const usual = createHttpServer(answerUsual)
    usual.on('upgrade', (_message: IncomingMessage, socket: Socket) => {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
    })
    usual.on('request', (message) => seen.push(`${message.method} ${message.url}`))
    // Answers when the client has closed its direction.
    const patient = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('end', () => socket.end(`${HEAD}Content-Length: 4\r\n\r\nlate`)).resume()
    })
    const mute = createServer((socket) => {
      mutes.add(socket)
      socket.on('close', () => mutes.delete(socket)).resume()
    })
    const doubtful = createHttpServer()
    doubtful.on('checkContinue', (_message, response) => void response.writeHead(417, { 'content-length': 0 }).end())
    const all = await Promise.all(names)
    for (const [name, server] of Object.entries({ usual, mute, doubtful, patient }))
      all.push([name, await listen(server)])
    // The rule matches no request of this test.
    const rules = [{ match: { path: '/no-such-path' }, do: 'close' as const }]
    const host = (port: number) => ({
      servedBy: { 80: `:${port}`, 443: `:${port}` },
      ...(way === 'parser' && { http: { rules } }),
    })
    const hosts = Object.fromEntries(all.map(([name, port]) => [`${name}.shop.example`, host(port)]))
    internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: { hosts } })
  })
  afterAll(async () => {
    await internet.close()
    for (const server of servers.splice(0)) server.close()
    for (const socket of open) socket.destroy()
  })

  const call = async (): Promise<Socket> => {
    const socket = connect({ port: portOf('http'), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }

  /** Sends octets, and returns all that comes back until the connection ends. */
  const say = async (text: string, isHalfClosed = false): Promise<string> => {
    const socket = await call()
    let said = ''
    socket.on('data', (part: Buffer) => (said += part.toString('latin1')))
    if (isHalfClosed) socket.end(text, 'latin1')
    else socket.write(text, 'latin1')
    await Promise.race([once(socket, 'end'), once(socket, 'close')])
    socket.destroy()
    return said
  }

  const ask = (name: string, path = '/', fields = 'Connection: close\r\n', method = 'GET'): string =>
    `${method} ${path} HTTP/1.1\r\nHost: ${name}.shop.example\r\n${fields}\r\n`

  const lastAnswer = (): string => internet.requests.at(-1)?.answer ?? ''

  it.each([
    ['nothing', 'ended the connection without a response.'],
    ['garbage', 'sent something other than HTTP.'],
    ['half-a-head', 'ended the connection without a response.'],
    ['no-status', 'sent something other than HTTP.'],
  ])('%s: the client gets 502 with a sentence, and the log too', async (name, reason) => {
    const said = await say(ask(name))
    expect(said).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
    expect(said).toMatch(new RegExp(`\r\n\r\n.*Your server at port \\d+ ${reason}\n`, 's'))
    expect(lastAnswer()).toMatch(new RegExp(reason))
  })

  it.each([
    ['cut-length', 'in the middle of a response'],
    ['cut-chunks', 'in the middle of a response'],
  ])('%s: the client gets half a response, whose end is missing', async (name, reason) => {
    const said = await say(ask(name))
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(said).not.toMatch(/0\r\n\r\n$/)
    expect(lastAnswer()).toMatch(reason)
  })

  it('survives a reason phrase with control characters', async () => {
    expect(await say(ask('odd-reason'))).toMatch(way === 'octets' ? /^HTTP\/1\.1 200 O\u0001K\r\n/ : /^HTTP\/1\.1 502 /)
  })

  it('gives 502 for a change of protocol that the client did not ask for', async () => {
    expect(await say(ask('upgraded'))).toMatch(/HTTP\/1\.1 502 /)
  })

  it('ends the connection at a chunk without a size', async () => {
    expect(await say(ask('odd-chunks'))).not.toMatch(/0\r\n\r\n$/)
    expect(lastAnswer()).toMatch(/in the middle of a response|something other than HTTP/)
  })

  it('passes a body that the end of the connection ends, and a response after an interim one', async () => {
    expect(await say(ask('until-end'))).toMatch(/all(?:\r\n0\r\n\r\n)?$/)
    expect(await say(ask('interim'))).toMatch(/\r\n\r\nall$/)
  })

  it('serves others while a server hangs, and ends its connection when the client leaves', async () => {
    const waiting = await call()
    waiting.write(ask('mute'))
    await expect.poll(() => mutes.size).toBe(1)
    expect(await say(ask('usual'))).toMatch(/GET \/ 0 $/)
    waiting.destroy()
    await expect.poll(() => mutes.size).toBe(0)
  })

  it('serves 500 connections at once', async () => {
    const all = await Promise.all(Array.from({ length: 500 }, async (_, index) => say(ask('usual', `/${index}`))))
    expect(all.filter((said, index) => said.endsWith(`GET /${index} 0 `))).toHaveLength(500)
  })

  it('passes large bodies both ways without keeping them', async () => {
    const before = process.memoryUsage.rss()
    let most = 0
    const measure = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 20)
    try {
      const down = await call()
      let size = 0
      down.on('data', (part: Buffer) => (size += part.length))
      down.write(ask('usual', '/large'))
      await once(down, 'end')
      down.destroy()
      expect(size).toBeGreaterThan(BODY)
      const up = await call()
      up.write(ask('usual', '/up', `Connection: close\r\nContent-Length: ${BODY}\r\n`, 'POST'))
      for (let left = BODY; left > 0; left -= piece.length)
        if (!up.write(piece.subarray(0, Math.min(left, piece.length)))) await once(up, 'drain')
      const [said] = (await once(up, 'data')) as [Buffer] // The cast is safe: a socket without an encoding reads buffers.
      expect(said.toString()).toContain(`POST /up ${BODY}`)
      up.destroy()
    } finally {
      clearInterval(measure)
    }
    expect(most).toBeLessThan(MOST_MEMORY)
  })

  it('answers pipelined requests in their order, and takes no second request out of a body', async () => {
    const body = ask('usual', '/inside')
    const post = ask('usual', '/outside', `Content-Length: ${body.length}\r\n`, 'POST')
    const said = await say(`${post}${body}${ask('usual', '/last')}`)
    expect(said.match(/(?:GET|POST) \/\w+ \d+/g)).toEqual([`POST /outside ${body.length}`, 'GET /last 0'])
    expect(seen).not.toContain('GET /inside')
    expect(internet.requests.slice(-2).map(({ question }) => question)).toEqual([
      'POST http://usual.shop.example/outside',
      'GET http://usual.shop.example/last',
    ])
  })

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['two codings', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a space in a name', 'Content-Length : 5\r\n'],
    ['a folded field', 'X-a: 1\r\n Content-Length: 5\r\n'],
    ['a line without a name', 'Content-Length 5\r\n'],
    ['a sign in the length', 'Content-Length: +5\r\n'],
    ['a bare CR', 'X-a: 1\rContent-Length: 5\r\n'],
    ['an end of line in the path', '', 'GET /a\r\nX-Injected: 1'],
  ])('refuses a request with %s', async (_, fields, start = 'POST /smuggled') => {
    const count = seen.length
    const said = await say(
      `${start} HTTP/1.1\r\nHost: usual.shop.example\r\n${fields}\r\n12345${ask('usual', '/second')}`,
    )
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(seen).toHaveLength(count)
  })

  it('writes encoded ends of lines in paths to the log as they are', async () => {
    expect(await say(ask('usual', '/a%0d%0aX-Injected:%201'))).toContain('GET /a%0d%0aX-Injected:%201 0')
    expect(internet.requests.at(-1)?.question).toBe('GET http://usual.shop.example/a%0d%0aX-Injected:%201')
  })

  it('passes HEAD with a length, trailers both ways, and waits with a body until the server asks for it', async () => {
    expect(await say(ask('usual', '/head', undefined, 'HEAD'))).toMatch(/Content-Length: \d+\r\n(?:.+\r\n)*\r\n$/)
    const chunked = ask(
      'usual',
      '/trailers',
      'Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\nConnection: close\r\n',
      'POST',
    )
    expect(await say(`${chunked}2\r\nab\r\n0\r\nX-Sum: 3\r\n\r\n`)).toMatch(
      /POST \/trailers 2 3\r\n0\r\nX-Sum: 7\r\n\r\n$/i,
    )
    const expecting = 'Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n'
    const socket = await call()
    socket.write(ask('usual', '/expected', expecting, 'POST'))
    const [first] = (await once(socket, 'data')) as [Buffer] // The cast is safe: a socket without an encoding reads buffers.
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('ab')
    const [second] = (await once(socket, 'data')) as [Buffer] // The cast is safe: as above.
    expect(second.toString()).toContain('POST /expected 2')
    socket.destroy()
    expect(await say(ask('doubtful', '/', expecting, 'POST'))).toMatch(/^HTTP\/1\.1 417 /)
  })

  it('passes the refusal of a WebSocket', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    expect(await say(ask('usual', '/ws', upgrade))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[^]*no$/)
  })

  it.runIf(way === 'octets')('answers a client that closes its own direction after the request', async () => {
    expect(await say(ask('patient', '/', ''), true)).toMatch(/late$/)
    const proxied = connect({ port: portOf('proxy'), host: '127.0.0.1', allowHalfOpen: true })
    proxied.end(`CONNECT patient.shop.example:80 HTTP/1.1\r\nHost: a\r\n\r\n${ask('patient', '/', '')}`)
    expect(await textOf(proxied)).toMatch(/^HTTP\/1\.1 200 Connection established\r\n[^]*late$/)
  })

  it('goes on with HTTP/1.1 for a client that offers HTTP/2 in clear text', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
    expect(await say(`${ask('usual', '/h2c', offer)}${ask('usual', '/next')}`)).toMatch(/GET \/h2c 0[^]*GET \/next 0/)
  })

  it('logs a client that does not trust the certificate, or accepts only certain ones', async () => {
    const options = { host: '127.0.0.1', port: portOf('https'), servername: 'usual.shop.example' }
    const reasons = (): string[] =>
      internet.requests.filter(({ question }) => question.startsWith('TLS usual')).map(({ answer }) => answer)
    await expect(once(connectTls(options), 'secureConnect')).rejects.toThrow('certificate')
    await expect.poll(reasons).toEqual(['the client left during the handshake'])
    const pinning = connectTls({ ...options, ca: internet.authority.pem })
    await once(pinning, 'secureConnect')
    pinning.end()
    await expect.poll(() => reasons()[1]).toBe(NO_TRUST)
  })
})

it.each(['octets', 'parser'])(
  'a server that sends no response for too long: the client gets 504 with a sentence (%s)',
  async (way) => {
    const port = await listen(createServer((socket) => void socket.resume()))
    const upstream = connect(port, '127.0.0.1')
    await once(upstream, 'connect')
    const notes: string[] = []
    const http = createHttpRelay(async () => ({ effect: undefined }))
    const front = createServer((client) => {
      const relayed = {
        name: 'shop.example',
        scheme: 'http',
        below: client,
        origin: 'http://shop.example',
        port,
        upstream,
        dial: async () => Promise.resolve(upstream),
        note: (question: string, answer: string) => void notes.push(`${question}: ${answer}`),
        responseTime: 50,
      } as const
      const hasRules = () => way === 'parser'
      passExchanges(client, relayed, hasRules, (held) => http.serve(client, relayed, held))
    })
    const client = connect(await listen(front), '127.0.0.1')
    client.write('GET /a HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
    const said = await textOf(client)
    const reason = `Your server at port ${port} sent no response for 0.05 s.`
    expect(said).toMatch(/^HTTP\/1\.1 504 Gateway Timeout\r\n/)
    expect(said).toContain(reason)
    expect(notes).toEqual([`GET http://shop.example/a: ${reason}`])
    for (const server of servers.splice(0)) server.close()
  },
)
