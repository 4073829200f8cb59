import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitPipelining } from '../tcp/limit-pipelining.ts'

/** A request for a page and its connection. */
export interface PageRequest {
  readonly socket: Socket
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The requested host, in lower case and without a port; undefined if there is none. */
  readonly host: string | undefined
}

/** A page to send. */
export interface Page {
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string
}

/** A responder that serves HTTP connections. */
export interface HttpResponder {
  readonly serve: (socket: Socket) => void
  readonly close: () => void
}

const LONGEST_HEAD = 16_384
const IDLE_TIME = 5000
const REQUEST_TIME = 15_000

const hostIn = (header: string | undefined): string | undefined =>
  header?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '') || undefined

// The whole URL that clients send to a proxy. Servers must accept it, and its host replaces the header's (RFC 9112, section 3.2.2).
const ABSOLUTE = /^https?:\/\/(?<authority>[^/?#]+)(?<path>[^#]*)/i

/** Returns the path and the host of a request's target; undefined for a target that is no page, such as `*`. */
const targetOf = (url: string, header: string | undefined): Pick<PageRequest, 'path' | 'host'> | undefined => {
  if (url.startsWith('/')) return { path: url, host: hostIn(header) }
  const { authority, path = '' } = ABSOLUTE.exec(url)?.groups ?? {}
  if (authority === undefined) return undefined
  return { path: path.startsWith('/') ? path : `/${path}`, host: hostIn(authority) }
}

const notAllowed: Page = {
  status: 405,
  headers: [
    { name: 'Allow', value: 'GET, HEAD' },
    { name: 'Connection', value: 'close' },
  ],
  body: '',
}

const invalid: Page = { status: 400, headers: [{ name: 'Connection', value: 'close' }], body: '' }

const UNKNOWN_METHOD = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.\d\r\n/

/** Returns the status line of the response to a request that Node can't read. */
const statusOf = ({ code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): string => {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'HPE_INVALID_VERSION') return '505 HTTP Version Not Supported'
  // Node knows the registered methods only (RFC 9110, section 9.1).
  return code === 'HPE_INVALID_METHOD' && UNKNOWN_METHOD.test(rawPacket?.toString('latin1') ?? '')
    ? '501 Not Implemented'
    : '400 Bad Request'
}

/** Creates deadlines. They close a connection if its next request takes too long to arrive, even if it arrives byte by byte. */
const createDeadlines = () => {
  const timers = new Map<Socket, NodeJS.Timeout>()
  const disarm = (socket: Socket): void => {
    clearTimeout(timers.get(socket))
    timers.delete(socket)
  }
  return {
    arm: (socket: Socket): void => {
      disarm(socket)
      if (!socket.destroyed)
        timers.set(
          socket,
          setTimeout(() => socket.destroy(), REQUEST_TIME),
        )
    },
    disarm,
  }
}

/** Creates a responder for HTTP requests. It closes the connection after a slow or oversized request. */
export const createHttpResponder = (pageFor: (request: PageRequest) => Page): HttpResponder => {
  const deadlines = createDeadlines()
  const open = new Set<Socket>()
  const pageOf = ({ socket, method = '', url = '/', headers, rawHeaders }: IncomingMessage): Page => {
    // A request with several hosts is invalid (RFC 9112, section 3.2). Node would take the first.
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) return invalid
    if (method !== 'GET' && method !== 'HEAD') return notAllowed
    const target = targetOf(url, headers.host)
    return target === undefined ? invalid : pageFor({ socket, method, ...target })
  }
  const answer = (message: IncomingMessage, response: ServerResponse): void => {
    const { socket } = message
    deadlines.disarm(socket)
    response.on('close', () => deadlines.arm(socket))
    const page = pageOf(message)
    for (const { name, value } of page.headers) response.setHeader(name, value)
    response.setHeader('Content-Length', Buffer.byteLength(page.body))
    response.writeHead(page.status).end(message.method === 'HEAD' ? undefined : page.body)
  }
  const server: Server = createServer({ maxHeaderSize: LONGEST_HEAD, keepAliveTimeout: IDLE_TIME }, answer)
  limitPipelining(server)
  server.timeout = REQUEST_TIME
  // Without this listener, Node would end the connection without a response.
  server.on('connect', (_message, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // If the client keeps sending, the deadline closes the connection.
    if (socket.writable) socket.end(`HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\n\r\n`)
  })
  return {
    serve: (socket) => {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        deadlines.disarm(socket)
      })
      deadlines.arm(socket)
      server.emit('connection', socket)
    },
    close: () => {
      for (const socket of open) socket.destroy()
    },
  }
}
