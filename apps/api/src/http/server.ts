import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { apiErrors } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { connectionDraining } from './drain.ts'

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  /** Ends it: no new connections, what is being served is finished within ten seconds. May be called again. */
  drain(): Promise<void>
}

/** The dependencies of the server. */
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
  /** For the client to send or to take anything at all. */
  readonly silence: number
}

/** The settings of every server except in tests. */
export const patience: Patience = { headers: 10_000, request: 30_000, upload: 30_000, silence: 60_000 }

/** The slowest upload that is waited for, in bytes a millisecond. */
const UPLOAD_PACE = 64

/** Gives uploads of a size the time that they may need. */
export const patienceFor = (uploadBytes: number): Patience => ({
  ...patience,
  upload: patience.request + Math.ceil(uploadBytes / UPLOAD_PACE),
})

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

/** How long what still comes of a request is thrown away after the answer, in milliseconds: time to read the answer. */
const LINGER = 2_000

/** Closes the connection when a request was answered before all of its body came. */
const closeUnread = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.socket.destroy(), LINGER)
    request.once('close', () => clearTimeout(timer))
  })
}

/** Ends requests other than uploads that take too long. Node has one limit for all. */
const limitTime =
  (limit: number) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { headers, socket } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!hasBody) return
    closeUnread(request, response)
    if (isUpload(request)) return
    const timer = setTimeout(() => {
      if (!request.complete)
        refuse(Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }, limit)
    request.once('close', () => clearTimeout(timer))
  }

/** Lets a connection wait, however silent, while the service works on its request: storing a large file may take minutes. */
const waitForWork = (silence: number) => (request: IncomingMessage, response: ServerResponse) => {
  response.on('timeout', (socket: Socket) => {
    if (request.complete && !response.headersSent) socket.setTimeout(silence)
    else socket.destroy()
  })
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
  server.prependListener('request', waitForWork(silence))
  server.timeout = silence
  server.keepAliveTimeout = 15_000
  server.maxHeadersCount = 100
  server.on('clientError', refuse)
  return server
}

/** Starts a server. Rejects when the port is taken. */
export const startServer = async (listener: RequestListener, options: ServerOptions): Promise<RunningServer> => {
  const server = configured(listener, options.patience ?? patience)
  const end = connectionDraining(server, options.clock, options.onStop)
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
    drain: () => {
      if (ending === undefined) options.onDrain()
      return (ending ??= end())
    },
  }
}
