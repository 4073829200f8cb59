import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  /** For anything at all, while an answer is being taken. */
  readonly silence: number
}

/** What every server but those of tests has. */
export const patience: Patience = { headers: 10_000, request: 30_000, silence: 60_000 }

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

const configured = (listener: RequestListener, { headers, request, silence }: Patience): Server => {
  const connectionsCheckingInterval = Math.min(1000, headers / 4)
  const server = createServer(
    { connectionsCheckingInterval, maxHeaderSize: 16_384, optimizeEmptyRequests: true },
    listener,
  )
  server.headersTimeout = headers
  server.requestTimeout = request
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
