import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Note } from '../internet/request-log.ts'
import { join } from '../tcp/join.ts'
import { limitPipelining } from '../tcp/limit-pipelining.ts'
import { readBody } from '../web/http-responder.ts'
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
}

/** A relay for HTTP/1.1. */
export interface HttpRelay {
  readonly serve: (client: Socket, relayed: RelayedClient) => void
  readonly close: () => void
}

const LONGEST_HEAD = 65_536
const HEAD_TIME = 15_000
/** The time in which a server must begin its response. */
const RESPONSE_TIME = 120_000
// Fields about one connection (RFC 9110, section 7.6.1). Node writes those of its own connections.
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
])

/** Returns the fields of a message as received, without those about its connection, and without others by name, in lower case. */
export const fieldsOf = ({ rawHeaders, headers }: IncomingMessage, others: readonly string[] = []): string[] => {
  const named = new Set([...(headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()), ...others])
  return rawHeaders.flatMap((text, index) => {
    if (index % 2 === 1) return []
    const name = text.toLowerCase()
    return OF_CONNECTION.has(name) || named.has(name) ? [] : [text, rawHeaders[index + 1] ?? '']
  })
}

/** Returns why the server gave no response, in a sentence. */
const reasonOf = (error: Error, port: number): string => {
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_'))
    return `Your server at port ${port} sent something other than HTTP.`
  return `Your server at port ${port} ended the connection without a response.`
}

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

/** Passes a request on, and the response back. The body flows as fast as both sides read it, unless a rule makes the response faulty. */
const relayRequest = (
  message: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  client: RelayedClient,
  fault: Page['fault'],
): void => {
  const since = Date.now()
  const { origin, port, note } = client
  const question = `${message.method} ${origin}${message.url}`
  const fail = (status: number, reason: string): void => {
    note(question, reason, 'refused', since)
    if (response.headersSent) return void response.destroy()
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${reason}\n`)
  }
  const { method = 'GET', url = '/' } = message
  const asked = request({ agent, method, path: url, headers: fieldsOf(message), maxHeaderSize: LONGEST_HEAD })
  const deadline = setTimeout(() => {
    fail(504, `Your server at port ${port} sent no response for ${RESPONSE_TIME / 1000} s.`)
    asked.destroy()
  }, RESPONSE_TIME)
  asked.on('response', (answer) => {
    clearTimeout(deadline)
    if (fault !== undefined) {
      note(question, `${answer.statusCode} (${fault.kind})`, 'answered', since)
      const sent = pageOf(answer, fault).then(async (page) => sendPage(page, method === 'HEAD', response, client.below))
      return void sent.catch(() => response.destroy())
    }
    note(question, `${answer.statusCode}`, 'answered', since)
    response.sendDate = false
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, fieldsOf(answer))
    // A stream may have no data yet. A body of a known length follows at once.
    if (answer.headers['content-length'] === undefined) response.flushHeaders()
    answer.on('end', () => response.addTrailers(answer.trailers))
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  asked.on('error', (error) => {
    clearTimeout(deadline)
    if (!response.destroyed && !response.writableEnded) fail(502, reasonOf(error, port))
  })
  response.on('close', () => asked.destroy())
  message.on('error', () => asked.destroy())
  message.pipe(asked)
}

const ALONE: ReadonlySet<string> = new Set(['hang', 'close', 'reset'])

/** Applies the rules of the host to a request, and then passes it on if they let it. */
const relayByRules = async (
  meet: Routes['meet'],
  message: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  client: RelayedClient,
): Promise<void> => {
  const { name, scheme, below, origin, note } = client
  const { method = 'GET', url: path = '/', headers, socket } = message
  const since = Date.now()
  const body = async () => readBody(message)
  const met = await meet({ name, scheme, method, path, host: headers.host, socket, message, body })
  const effect = met.page === undefined ? met.effect : undefined
  const nothing: Page = { status: 200, headers: [], body: '' }
  const fault = effect === undefined || effect.kind === 'delay' ? undefined : effect
  const page = met.page ?? (fault !== undefined && ALONE.has(fault.kind) ? { ...nothing, fault } : undefined)
  if (page !== undefined) {
    note(`${method} ${origin}${path}`, ...summaryOf(page), since)
    return sendPage(page, method === 'HEAD', response, below)
  }
  if (effect?.kind === 'delay') await waitFor(effect.milliseconds, socket)
  relayRequest(message, response, agent, client, fault)
}

/** Passes on a request that leaves HTTP, such as that of a WebSocket, and joins both connections. */
const relayUpgrade = async (
  message: IncomingMessage,
  socket: Socket,
  head: Buffer,
  client: RelayedClient,
): Promise<void> => {
  const { origin, dial, note } = client
  const upstream = await dial()
  const lines = message.rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${message.rawHeaders[index + 1]}\r\n`] : [],
  )
  note(`${message.method} ${origin}${message.url}`, `passed on as ${message.headers.upgrade}`, 'answered')
  upstream.write(`${message.method} ${message.url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  upstream.write(head)
  join(socket, upstream)
}

/**
 * Creates a relay for HTTP/1.1 connections. Each client has a connection to the server of its own, and the server gets the request as the
 * client sent it: method, path, Host and fields. The relay adds nothing that a server could trust. `meet` applies the rules of the host.
 */
export const createHttpRelay = (meet: Routes['meet']): HttpRelay => {
  const clients = new WeakMap<Socket, { readonly relayed: RelayedClient; readonly agent: Agent }>()
  const open = new Set<Socket>()
  const server = createServer({
    maxHeaderSize: LONGEST_HEAD,
    headersTimeout: HEAD_TIME,
    requestTimeout: 0,
    keepAliveTimeout: 0,
  })
  limitPipelining(server)
  server.on('request', (message, response) => {
    const client = clients.get(message.socket)
    if (client === undefined) return void message.socket.destroy()
    relayByRules(meet, message, response, client.agent, client.relayed).catch(() => message.socket.destroy())
  })
  server.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) => {
    const client = clients.get(message.socket)
    if (client === undefined) return void socket.destroy()
    relayUpgrade(message, socket, head, client.relayed).catch(() => socket.destroy())
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    else socket.destroy()
  })
  return {
    serve: (client, relayed) => {
      let spare: Socket | undefined = relayed.upstream
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      // The first request uses the connection that was made before the client was accepted.
      agent.createConnection = (_options, done) => {
        const first = spare
        spare = undefined
        if (first !== undefined && !first.destroyed) return first
        const again = async (): Promise<void> => {
          const [error, socket] = await relayed.dial().then(
            (opened): [null, Socket] => [null, opened],
            (reason: Error): [Error, Socket] => [reason, relayed.upstream],
          )
          done?.(error, socket)
        }
        void again()
        return undefined
      }
      clients.set(client, { relayed, agent })
      open.add(client)
      client.on('close', () => {
        open.delete(client)
        spare?.destroy()
        agent.destroy()
      })
      server.emit('connection', client)
      // Reading the host has paused the connection.
      client.resume()
    },
    close: () => {
      for (const client of open) client.destroy()
    },
  }
}
