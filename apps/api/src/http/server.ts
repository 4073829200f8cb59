import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { apiErrors } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import {
  type ConnectionLimits,
  connectionLimits,
  createPaceKeeper,
  limitConnections,
  type Pace,
  type PaceKeeper,
} from './connections.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Time limits in milliseconds: for active requests, for requests that must then end, and for accepting connections that the kernel has
 * completed.
 */
const [DRAIN, CLOSING, ACCEPTING] = [9000, 500, 4000]
/** The time, in milliseconds, for receiving a request that a client has just sent on an idle connection. */
const IDLE = 1000

// The kernel resets connections that it completed but the process did not accept. The loop ends after a millisecond without a new one.
const untilAllAreAccepted = async (server: Server, clock: Clock): Promise<void> => {
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  const end = clock.now() + ACCEPTING
  await nextTurn()
  for (let isQuiet = false; !isQuiet && clock.now() < end;) {
    const [before, begun] = [accepted, clock.now()]
    await nextTurn()
    isQuiet = accepted === before && clock.now() - begun <= 1
  }
}

/**
 * Returns the function that stops a server within ten seconds: it accepts no new connections, tells clients to close theirs with the next
 * response, and finishes active requests. It calls `onStop` when the active requests must end.
 */
const connectionDraining = (server: Server, clock: Clock, onStop: () => void) => {
  const answering = new Set<ServerResponse>()
  let isEnding = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isEnding
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  const closeIdle = async (signal: AbortSignal): Promise<void> => {
    for (let waited = 0; waited < DRAIN; waited += IDLE) {
      await clock.wait(IDLE, signal)
      // Waits for two turns of the event loop, so that received data is read and its connection no longer counts as idle.
      await nextTurn().then(() => nextTurn())
      server.closeIdleConnections()
    }
    onStop()
    await clock.wait(CLOSING, signal)
    server.closeAllConnections()
  }
  return async (): Promise<void> => {
    await untilAllAreAccepted(server, clock)
    // The flag is not set earlier: clients that close their connection reconnect at once, while this server still listens.
    isEnding = true
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    const over = new AbortController()
    // `server.close()` would close idle connections at once, although a request may be arriving on one.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    void closed.then(() => over.abort())
    // This rejects if everything is closed earlier, which is a success.
    await closeIdle(over.signal).catch(() => undefined)
    await closed
  }
}

/** A listening server. */
export interface RunningServer {
  readonly port: number
  /** Stops the server: accepts no new connections, and finishes active requests within ten seconds. A second call is allowed. */
  drain(): Promise<void>
}

export interface ServerOptions {
  readonly port: number
  readonly host: string
  readonly clock: Clock
  /** Runs when the server stops accepting new work. */
  readonly onDrain: () => void
  /** Runs when active work must end. */
  readonly onStop: () => void
  readonly timeouts?: ClientTimeouts
  readonly connections?: ConnectionLimits
  /** Returns the client of a peer's address; undefined for a proxy, which has many clients. Default: the address. */
  readonly clientOf?: (address: string) => string | undefined
}

/** The timeouts for clients, in milliseconds. */
export interface ClientTimeouts {
  /** The limit for the headers of a request. */
  readonly headers: number
  /** The limit for a whole request. */
  readonly request: number
  /** The limit for a whole upload. */
  readonly upload: number
  /** The limit for silence on a connection. */
  readonly silence: number
  /** The minimum pace of uploads and downloads. */
  readonly pace: Pace
}

/** The settings of every server outside tests. */
export const timeouts: ClientTimeouts = {
  headers: 10_000,
  request: 30_000,
  upload: 30_000,
  silence: 60_000,
  pace: { minimum: 64_000, tolerance: 10_000 },
}

/** Returns timeouts with enough time for uploads of a size at the minimum pace. */
export const timeoutsFor = (uploadBytes: number): ClientTimeouts => ({
  ...timeouts,
  upload: timeouts.request + Math.ceil((uploadBytes * 1000) / timeouts.pace.minimum),
})

const codeOf = (error: Error & { code?: string }): 'request_timeout' | 'bad_request' =>
  error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request'

/**
 * The time for which the server discards the rest of a request after the response, in milliseconds, so that the client can read the
 * response.
 */
const LINGER = 2_000

/** Refuses a client that sends too slowly, or sends data that is not HTTP. Writes the response directly to the socket, and closes it. */
const refuse = (error: Error, socket: Duplex): void => {
  if (!socket.writable) return void socket.destroy()
  const code = codeOf(error)
  const { status, message } = apiErrors[code]
  const body = JSON.stringify({ error: message, code, request_id: '' })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  // A client that goes on sending must not keep the connection.
  const timer = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(timer))
}

/** Refuses a client that sends its request too slowly. */
const refuseSlow = (socket: Duplex): void =>
  refuse(Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)

const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'PUT') && url.startsWith('/storage/v1/object/')

/** Closes the connection if a request was answered before its whole body arrived. */
const closeUnread = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.socket.destroy(), LINGER)
    request.once('close', () => clearTimeout(timer))
  })
}

/** Ends slow requests: uploads by their pace, and all others after a time, because Node has a single limit for all requests. */
const limitTime =
  (limit: number, { watchUpload }: PaceKeeper) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { headers, socket } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!hasBody) return
    closeUnread(request, response)
    if (isUpload(request)) {
      watchUpload(request, () => refuseSlow(socket))
      return
    }
    const timer = setTimeout(() => {
      if (!request.complete) refuseSlow(socket)
    }, limit)
    request.once('close', () => clearTimeout(timer))
  }

/** Ends uploads and downloads that are slower than the minimum pace. */
const keepPace = (server: Server, pace: Pace, clock: Pick<Clock, 'now'>): PaceKeeper => {
  const interval = Math.min(1000, pace.tolerance / 10)
  const keeper = createPaceKeeper(pace, clock, interval)
  const timer = setInterval(() => keeper.check(), interval).unref()
  server.once('close', () => clearInterval(timer))
  server.on('connection', (socket) => keeper.watchDownloads(socket))
  return keeper
}

/** Keeps a silent connection open while the service works on its request: storing a large file may take minutes. */
const waitForWork = (silence: number) => (request: IncomingMessage, response: ServerResponse) => {
  response.on('timeout', (socket: Socket) => {
    if (request.complete && !response.headersSent) socket.setTimeout(silence)
    else socket.destroy()
  })
}

const configured = (listener: RequestListener, { clock, ...options }: ServerOptions): Server => {
  const { headers, request, upload, silence, pace } = options.timeouts ?? timeouts
  const connectionsCheckingInterval = Math.min(1000, headers / 4)
  const server = createServer(
    { connectionsCheckingInterval, maxHeaderSize: 16_384, optimizeEmptyRequests: true },
    listener,
  )
  server.headersTimeout = headers
  server.requestTimeout = upload
  limitConnections(server, options.connections ?? connectionLimits(), options.clientOf ?? ((address) => address))
  limitPipelining(server)
  server.prependListener('request', limitTime(request, keepPace(server, pace, clock)))
  server.prependListener('request', waitForWork(silence))
  server.timeout = silence
  server.keepAliveTimeout = 15_000
  server.maxHeadersCount = 100
  server.on('clientError', refuse)
  return server
}

/** Starts a server. Rejects if the port is in use. */
export const startServer = async (listener: RequestListener, options: ServerOptions): Promise<RunningServer> => {
  const server = configured(listener, options)
  const end = connectionDraining(server, options.clock, options.onStop)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  let ending: Promise<void> | undefined
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    port,
    drain: () => {
      if (ending === undefined) options.onDrain()
      return (ending ??= end())
    },
  }
}
