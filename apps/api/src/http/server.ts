import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { type AddressInfo, type Socket, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { apiErrors } from '@netbox/contract'
import type { Clock } from '@netbox/core'

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  /** Ends it: no new connections, what is being served is finished within ten seconds. May be called again. */
  drain(): Promise<void>
}

/** What the server needs. */
export interface ServerOptions {
  readonly port: number
  readonly host: string
  readonly clock: Clock
  /** Called when no new work is taken any more. */
  readonly onDrain: () => void
  /** Called when what is still being done has to end. */
  readonly onStop: () => void
  readonly patience?: Patience
}

/** How long clients are waited for, in milliseconds. */
export interface Patience {
  /** For the headers of a request. */
  readonly headers: number
  /** For all of a request. */
  readonly request: number
  /** For all of an upload. */
  readonly upload: number
  /** For anything at all, while an answer is being taken. */
  readonly silence: number
}

/** What every server but those of tests has. */
export const patience: Patience = { headers: 10_000, request: 30_000, upload: 30_000, silence: 60_000 }

/** The slowest upload that is waited for, in bytes a millisecond. */
const UPLOAD_PACE = 64

/** Gives uploads of a size the time that they may need. */
export const patienceFor = (uploadBytes: number): Patience => ({
  ...patience,
  upload: patience.request + Math.ceil(uploadBytes / UPLOAD_PACE),
})

/** In all, from the signal on. */
const DRAIN = 9000
const CLOSING = 500
/** A client that has just sent a request on a connection at rest must not lose it. */
const REST = 1000
/** How long those are taken in who have connected already, at most, and how short a turn of the event loop is that lets nobody slip in. */
const ACCEPTING = 4000
const SHORT = 1

const codeOf = (error: Error & { code?: string }): 'request_timeout' | 'bad_request' =>
  error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request'

/** Answers what is no HTTP, or came too slowly, before there is a request at all. */
const refuse = (error: Error, socket: Duplex): void => {
  if (!socket.writable) return void socket.destroy()
  const code = codeOf(error)
  const { status, message } = apiErrors[code]
  const body = JSON.stringify({ error: message, code, request_id: '' })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'PUT') && url.startsWith('/storage/v1/object/')

/** Ends requests other than uploads that take too long. Node has one limit for all. */
const limitTime =
  (limit: number) =>
  (request: IncomingMessage): void => {
    const { headers, socket } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!hasBody || isUpload(request)) return
    const timer = setTimeout(() => {
      if (!request.complete)
        refuse(Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }, limit)
    request.once('close', () => clearTimeout(timer))
  }

const configured = (listener: RequestListener, { headers, request, upload, silence }: Patience): Server => {
  const connectionsCheckingInterval = Math.min(1000, headers / 4)
  const server = createServer(
    { connectionsCheckingInterval, maxHeaderSize: 16_384, optimizeEmptyRequests: true },
    listener,
  )
  server.headersTimeout = headers
  server.requestTimeout = upload
  server.prependListener('request', limitTime(request))
  server.timeout = silence
  server.keepAliveTimeout = 15_000
  server.maxHeadersCount = 100
  server.on('clientError', refuse)
  return server
}

/** Tells every client of a server, from some moment on, to use another connection. */
const connectionCloser = (server: Server): { begin(): void } => {
  // By connection, and only the last: a listener for the end of each answer would cost more, and so would a list of all, which keeps
  // those that are complete until it is looked through.
  const answering = new Map<Socket, ServerResponse | undefined>()
  let isEnding = false
  server.on('connection', (socket) => {
    answering.set(socket, undefined)
    socket.once('close', () => answering.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    response.shouldKeepAlive &&= !isEnding
    answering.set(request.socket, response)
  })
  return {
    begin: () => {
      isEnding = true
      for (const response of answering.values()) if (response?.headersSent === false) response.shouldKeepAlive = false
    },
  }
}

/**
 * Waits until nobody waits to be let in. The kernel completes connections by itself, and resets those that were not accepted when the
 * socket closes, with the request that is on them; a turn of the event loop accepts one. So this goes on until a turn brought none.
 */
const untilAllAreIn = async (server: Server, clock: Clock): Promise<void> => {
  let accepted = 0
  const count = (): void => {
    accepted += 1
  }
  server.on('connection', count)
  const end = clock.now() + ACCEPTING
  // The rest of this turn tells nothing.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && clock.now() < end;) {
    const before = accepted
    const begun = clock.now()
    await nextTurn()
    isQuiet = accepted === before && clock.now() - begun <= SHORT
  }
  server.off('connection', count)
}

/**
 * Stops to listen without closing the connections at rest, as `server.close()` would: a request may be on its way on one.
 * They are told to close with the next answer, and closed a moment later.
 */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })

const drained = async (
  server: Server,
  closer: ReturnType<typeof connectionCloser>,
  { clock, onDrain, onStop }: ServerOptions,
): Promise<void> => {
  onDrain()
  await untilAllAreIn(server, clock)
  // Not before: clients that are told to close connect again at once, while this server still listens.
  closer.begin()
  const over = new AbortController()
  const closed = stopListening(server).then(() => over.abort())
  const late = async () => {
    await clock.wait(REST, over.signal)
    for (let waited = REST; waited < DRAIN; waited += REST) {
      // A whole turn first: what has arrived meanwhile is read, and its connection is not at rest.
      await nextTurn()
      await nextTurn()
      server.closeIdleConnections()
      await clock.wait(REST, over.signal)
    }
    onStop()
    await clock.wait(CLOSING, over.signal)
    server.closeAllConnections()
  }
  // It rejects when everything is closed before: that is the good end.
  await Promise.race([closed, late().catch(() => undefined)])
  await closed
}

/** Starts a server. Rejects when the port is taken. */
export const startServer = async (listener: RequestListener, options: ServerOptions): Promise<RunningServer> => {
  const server = configured(listener, options.patience ?? patience)
  const closer = connectionCloser(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  let ending: Promise<void> | undefined
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    drain: () => (ending ??= drained(server, closer, options)),
  }
}
