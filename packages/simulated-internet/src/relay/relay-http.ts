import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Note } from '../internet/request-log.ts'
import { LONGEST_HEAD } from './http-framing.ts'
import { join } from '../tcp/join.ts'
import { limitPipelining } from '../tcp/limit-pipelining.ts'
import { readBody, readBodyInTime, timeoutPage } from '../web/http-responder.ts'
import { type Page, sendPage, summaryOf, waitFor } from '../web/send-page.ts'
import type { Routes } from '../web/serve-routes.ts'

/** A client of the user's own server, and the connection to that server. */
export interface RelayedClient {
  /** The name of the host, and the scheme of the client. */
  readonly name: string
  readonly scheme: 'http' | 'https'
  /** The connection of the client below TLS. */
  readonly below: Socket
  /** The URL of the server, such as `https://api.stripe.com`, for the log. */
  readonly origin: string
  /** The port of the program. */
  readonly port: number
  readonly upstream: Socket
  /** Opens another connection to the server. */
  readonly dial: () => Promise<Socket>
  readonly note: Note
  /** The time in which the server must begin its response, in milliseconds; by default two minutes. */
  readonly responseTime?: number
}

/** A relay for HTTP/1.1. */
export interface HttpRelay {
  /** Serves a client that sent these octets first, and that is paused. */
  readonly serve: (client: Socket, relayed: RelayedClient, first: Buffer) => void
  readonly close: () => void
}

const HEAD_TIME = 15_000
/** The time in which a server must begin its response, in milliseconds. */
export const RESPONSE_TIME = 120_000
// Fields about one connection (RFC 9110, section 7.6.1). Node writes such fields of its own connections.
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
])

/** Returns the fields of a message as received, without fields about its connection, and without others by name, in lower case. */
export const fieldsOf = ({ rawHeaders, headers }: IncomingMessage, others: readonly string[] = []): string[] => {
  const named = new Set([...(headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()), ...others])
  return rawHeaders.flatMap((text, index) => {
    if (index % 2 === 1) return []
    const name = text.toLowerCase()
    return OF_CONNECTION.has(name) || named.has(name) ? [] : [text, rawHeaders[index + 1] ?? '']
  })
}

/** Returns the reasons why a server gave no response, or not all of it. */
export const reasonsOf = (port: number, responseTime = RESPONSE_TIME) => ({
  garbage: `Your server at port ${port} sent something other than HTTP.`,
  ended: `Your server at port ${port} ended the connection without a response.`,
  cut: `Your server at port ${port} ended the connection in the middle of a response.`,
  silent: `Your server at port ${port} sent no response for ${responseTime / 1000} s.`,
})

const isGarbage = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_')

const OF_BODY: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])

/** Reads a response as a page, to send it with the fault of a rule. A large body is left out. */
const pageOf = async (answer: IncomingMessage, fault: Page['fault']): Promise<Page> => {
  const fields = fieldsOf(answer)
  const headers = fields.flatMap((name, index) =>
    index % 2 === 1 || OF_BODY.has(name.toLowerCase()) ? [] : [{ name, value: fields[index + 1] ?? '' }],
  )
  const body = (await readBody(answer)) ?? ''
  return { status: answer.statusCode ?? 502, headers, body, ...(fault && { fault }) }
}

/** A request that Node's parser has read, and its client. */
interface ReadRequest {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly agent: Agent
  readonly client: RelayedClient
  /** The first octets after a request that wants to leave HTTP, such as one for a WebSocket. */
  readonly head?: Buffer
}

/** Returns the fields of a request for the server. */
const fieldsForServer = ({ message, head }: ReadRequest): string[] =>
  head === undefined
    ? fieldsOf(message)
    : [...fieldsOf(message), 'Connection', 'Upgrade', 'Upgrade', message.headers.upgrade ?? '']

/** Passes on the response of a server that leaves HTTP, and joins both connections. */
const joinUpgraded = ({ message, response, head }: ReadRequest, answer: IncomingMessage, upstream: Duplex): void => {
  const { socket } = message
  response.detachSocket(socket)
  const lines = answer.rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${answer.rawHeaders[index + 1]}\r\n`] : [],
  )
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`, 'latin1')
  upstream.write(head)
  join(socket, upstream)
}

/** Returns whether Node can send the status line of a response. A client must not get any other. */
export const hasStatus = ({ statusCode = 0, statusMessage = '' }: IncomingMessage): boolean =>
  statusCode >= 200 && /^[\t -~\u0080-\u00FF]*$/.test(statusMessage)

/** Passes a response back. Its body flows as fast as the client reads it. */
const passBack = (answer: IncomingMessage, response: ServerResponse, cut: () => void): void => {
  response.sendDate = false
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, fieldsOf(answer))
  // A stream may have no data yet. A body of a known length follows at once.
  if (answer.headers['content-length'] === undefined) response.flushHeaders()
  answer.on('end', () => response.addTrailers(answer.trailers))
  answer.on('error', cut)
  answer.pipe(response)
}

/** Sends a request to the server. Its body flows as fast as the server reads it. */
const send = (read: ReadRequest): ClientRequest => {
  const { message, response, agent } = read
  const { method = 'GET', url = '/' } = message
  const asked = request({ agent, method, path: url, headers: fieldsForServer(read), maxHeaderSize: LONGEST_HEAD })
  asked.on('continue', () => response.writeContinue())
  response.on('close', () => asked.destroy())
  message.on('error', () => asked.destroy())
  message.on('end', () => {
    if (message.rawTrailers.length > 0) asked.addTrailers(message.trailers)
  })
  message.pipe(asked)
  return asked
}

/** Passes a request on, and the response back, with the fault of a rule if there is one. */
const relayRequest = (read: ReadRequest, fault: Page['fault']): void => {
  const since = Date.now()
  const { message, response, client } = read
  const { origin, port, note, responseTime = RESPONSE_TIME } = client
  const reasons = reasonsOf(port, responseTime)
  const question = `${message.method} ${origin}${message.url}`
  const asked = send(read)
  const fail = (status: number, reason: string): void => {
    clearTimeout(deadline)
    asked.destroy()
    if (response.destroyed || response.writableEnded) return
    note(question, reason, 'refused', since)
    if (response.headersSent) return void message.socket.destroy()
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${reason}\n`)
  }
  const deadline = setTimeout(() => fail(504, reasons.silent), responseTime)
  asked.on('response', (answer) => {
    clearTimeout(deadline)
    if (!hasStatus(answer)) return fail(502, reasons.garbage)
    note(
      question,
      fault === undefined ? `${answer.statusCode}` : `${answer.statusCode} (${fault.kind})`,
      'answered',
      since,
    )
    if (fault === undefined) return passBack(answer, response, () => fail(502, reasons.cut))
    const page = pageOf(answer, fault)
    const sent = page.then(async (made) => sendPage(made, message.method === 'HEAD', response, client.below))
    sent.catch(() => response.destroy())
  })
  asked.on('upgrade', (answer, upstream, rest) => {
    clearTimeout(deadline)
    if (read.head === undefined) return fail(502, reasons.garbage)
    note(question, `101 (${message.headers.upgrade})`, 'answered', since)
    upstream.unshift(rest)
    joinUpgraded(read, answer, upstream)
  })
  asked.on('error', (error) => fail(502, isGarbage(error) ? reasons.garbage : reasons.ended))
}

const ALONE: ReadonlySet<string> = new Set(['hang', 'close', 'reset'])

/** Applies the rules of the host to a request, and then passes it on if they let it. */
const relayByRules = async (meet: Routes['meet'], read: ReadRequest): Promise<void> => {
  const { message, response, client } = read
  const { name, scheme, below, origin, note } = client
  const { method = 'GET', url: path = '/', headers, socket } = message
  const since = Date.now()
  const body = async () => {
    if (headers.expect !== undefined) response.writeContinue()
    return readBodyInTime(message)
  }
  const asked = { name, scheme, method, path, host: headers.host, socket, message, body }
  const met = await meet(asked).catch((error: unknown) => ({ page: timeoutPage(error) }))
  const effect = met.page === undefined ? met.effect : undefined
  const nothing: Page = { status: 200, headers: [], body: '' }
  const fault = effect === undefined || effect.kind === 'delay' ? undefined : effect
  const page = met.page ?? (fault !== undefined && ALONE.has(fault.kind) ? { ...nothing, fault } : undefined)
  if (page !== undefined) {
    note(`${method} ${origin}${path}`, ...summaryOf(page), since)
    return sendPage(page, method === 'HEAD', response, below)
  }
  if (effect?.kind === 'delay') await waitFor(effect.milliseconds, socket)
  relayRequest(read, fault)
}

/** Creates an agent for one client. Its first request uses the connection that was made before the client was accepted. */
const createAgent = ({ upstream, dial }: RelayedClient): Agent => {
  let spare: Socket | undefined = upstream
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = (_options, done) => {
    const first = spare
    spare = undefined
    if (first !== undefined && !first.destroyed) return first
    const again = async (): Promise<void> => {
      const [error, socket] = await dial().then(
        (opened): [null, Socket] => [null, opened],
        (reason: Error): [Error, Socket] => [reason, upstream],
      )
      done?.(error, socket)
    }
    void again()
    return undefined
  }
  return agent
}

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'
// Clients that offer HTTP/2 in clear text, such as Java's, go on with HTTP/1.1 if the server ignores the offer.
const UPGRADE = /\r\nupgrade:(?![ \t]*h2c[ \t]*\r\n)/i

/**
 * Creates a relay for HTTP/1.1 connections by Node's parser. Each client has a connection to the server of its own, and the server gets the
 * request as the client sent it: method, path, Host and fields. The relay adds nothing that a server could trust. `meet` applies the rules of
 * the host.
 */
export const createHttpRelay = (meet: Routes['meet']): HttpRelay => {
  const clients = new WeakMap<Socket, Pick<ReadRequest, 'agent' | 'client'>>()
  const open = new Set<Socket>()
  const relay = (message: IncomingMessage, response: ServerResponse, head?: Buffer): void => {
    const { socket } = message
    const client = clients.get(socket)
    if (client === undefined) return void socket.destroy()
    // Node reads a line without a version as a request of HTTP/0.9.
    if (message.httpVersionMajor < 1) return void socket.end(BAD_REQUEST)
    const read = { message, response, ...client, ...(head && { head }) }
    relayByRules(meet, read).catch(() => socket.destroy())
  }
  const create = (): Server => {
    const server = createServer({
      maxHeaderSize: LONGEST_HEAD,
      headersTimeout: HEAD_TIME,
      requestTimeout: 0,
      keepAliveTimeout: 0,
    })
    limitPipelining(server)
    server.on('request', (message, response) => relay(message, response))
    server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => relay(message, response))
    server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end(BAD_REQUEST)
      else socket.destroy()
    })
    return server
  }
  // Without a listener, Node ignores that a client wants to leave HTTP: the request is one like others.
  const [usual, upgrading] = [create(), create()]
  upgrading.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) => {
    const response = new ServerResponse(message)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    relay(message, response, head)
  })
  return {
    serve: (client, relayed, first) => {
      const agent = createAgent(relayed)
      clients.set(client, { client: relayed, agent })
      open.add(client)
      client.on('close', () => {
        open.delete(client)
        relayed.upstream.destroy()
        agent.destroy()
      })
      const server = UPGRADE.test(first.toString('latin1')) ? upgrading : usual
      server.emit('connection', client)
      // Reading the host has paused the connection.
      client.resume()
    },
    close: () => {
      for (const client of open) client.destroy()
    },
  }
}
