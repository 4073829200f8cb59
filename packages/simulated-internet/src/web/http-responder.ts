import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitPipelining } from '../tcp/limit-pipelining.ts'
import { type Page, sendPage } from './send-page.ts'

/** A request for a page and its connection. */
export interface PageRequest {
  readonly socket: Socket
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The requested host, in lower case and without a port; undefined if there is none. */
  readonly host: string | undefined
  readonly message: IncomingMessage
  /** Reads the body of the request; undefined if it is too large. Rejects if it takes too long, for which `timeoutPage` has the page. */
  readonly body: () => Promise<Buffer | undefined>
}

/** A responder that serves HTTP connections. */
export interface HttpResponder {
  /** Serves a connection. `below` is its connection below TLS. */
  readonly serve: (socket: Socket, below?: Socket) => void
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

/** Returns the page for a method that a path does not have. */
export const notAllowed = (methods: readonly string[]): Page => ({
  status: 405,
  headers: [{ name: 'Allow', value: methods.join(', ') }],
  body: '',
})

/** Returns a page after which the connection ends, because nobody reads the body of the request. */
export const closing = (page: Page): Page => ({
  ...page,
  headers: [...page.headers, { name: 'Connection', value: 'close' }],
})

const invalid: Page = closing({ status: 400, headers: [], body: '' })

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

/** Creates deadlines. They close a connection if the head of its next request takes too long, even if it arrives byte by byte. */
const createDeadlines = (time: number) => {
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
          setTimeout(() => socket.destroy(), time),
        )
    },
    disarm,
  }
}

const LARGEST_BODY = 1_000_000
/** The octets after which a client is not heard to the end: it may lose the response. */
const MOST_OCTETS = 20_000_000

/** Reads the body of a message up to the limit; returns undefined for a larger one, whose rest it discards. */
export const readBody = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= LARGEST_BODY) parts.push(part)
    else if (size > MOST_OCTETS) break
  }
  return size > LARGEST_BODY ? undefined : Buffer.concat(parts)
}

class BodyTimeout extends Error {}

/** Reads the body of a request as `readBody` does. Rejects if it takes longer than a time in milliseconds. */
export const readBodyInTime = async (message: IncomingMessage, time = REQUEST_TIME): Promise<Buffer | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BodyTimeout()), time)
  })
  try {
    return await Promise.race([readBody(message), late])
  } finally {
    clearTimeout(timer)
  }
}

const TIMED_OUT: Page = closing({ status: 408, headers: [], body: '' })

/** Returns the page for a request whose body took too long. Throws all other errors. */
export const timeoutPage = (error: unknown): Page => {
  if (error instanceof BodyTimeout) return TIMED_OUT
  throw error
}

/**
 * Creates a responder for HTTP requests. It closes the connection after a slow or oversized request: one whose head, or whose body, takes
 * longer than a time in milliseconds.
 */
export const createHttpResponder = (
  pageFor: (request: PageRequest) => Page | Promise<Page>,
  requestTime = REQUEST_TIME,
): HttpResponder => {
  const deadlines = createDeadlines(requestTime)
  // Each connection with that below TLS.
  const open = new Map<Socket, Socket>()
  const pageOf = (message: IncomingMessage): Page | Promise<Page> => {
    const { socket, method = '', url = '/', headers, rawHeaders } = message
    // A request with several hosts is invalid (RFC 9112, section 3.2). Node would take the first.
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) return invalid
    const target = targetOf(url, headers.host)
    if (target === undefined) return method === 'OPTIONS' ? closing(notAllowed(['GET', 'HEAD'])) : invalid
    return pageFor({ socket, method, ...target, message, body: async () => readBodyInTime(message, requestTime) })
  }
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { socket } = message
    deadlines.disarm(socket)
    response.on('close', () => deadlines.arm(socket))
    try {
      await sendPage(await pageOf(message), message.method === 'HEAD', response, open.get(socket) ?? socket)
    } catch {
      // The client has left.
      socket.destroy()
    }
  }
  const server: Server = createServer(
    { maxHeaderSize: LONGEST_HEAD, keepAliveTimeout: IDLE_TIME },
    (message, response) => void answer(message, response),
  )
  limitPipelining(server)
  // Later than the deadline of a body, which has a response.
  server.timeout = 2 * requestTime
  // Without this listener, Node would end the connection without a response.
  server.on('connect', (_message, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // If the client keeps sending, the deadline closes the connection.
    if (socket.writable) socket.end(`HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\n\r\n`)
  })
  return {
    serve: (socket, below = socket) => {
      open.set(socket, below)
      socket.on('close', () => {
        open.delete(socket)
        deadlines.disarm(socket)
      })
      deadlines.arm(socket)
      server.emit('connection', socket)
    },
    close: () => {
      for (const socket of open.keys()) socket.destroy()
    },
  }
}
