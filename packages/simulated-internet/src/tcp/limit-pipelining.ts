import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The number of requests of a connection that may wait for their responses. */
const MOST = 8
/** The end of the head of a request. */
const END = '\r\n\r\n'

/** Returns the length of the data up to the end of the given number of heads. */
const lengthOf = (data: Buffer, heads: number): number => {
  let length = 0
  for (let head = 0; head < heads; head++) {
    const at = data.indexOf(END, length)
    if (at === -1) return data.length
    length = at + END.length
  }
  return length
}

/** What a connection waits for. */
interface Waiting {
  unanswered: number
  /** The latest request with its response. */
  last?: { readonly request: IncomingMessage; readonly response: ServerResponse }
  isEnding: boolean
  /** Whether the connection is a tunnel, and no longer one for requests. */
  isTunnel: boolean
}

/** Returns how many more requests a connection may send. One that is still arriving may arrive. */
const roomOf = ({ unanswered, last }: Waiting): number =>
  unanswered === MOST && last?.request.complete === false ? 1 : MOST - unanswered

/** Closes a connection after its last response (RFC 9112, section 9.3.2). */
const endAfterResponses = (socket: Socket, waiting: Waiting): void => {
  waiting.isEnding = true
  const response = waiting.last?.response
  if (response?.headersSent === false) response.shouldKeepAlive = false
  else response?.once('finish', () => socket.destroySoon())
}

/**
 * Limits the pipelined requests of each connection. A connection with more is closed after the responses to the first ones. Node would
 * parse all requests in received data before it handles other connections, so the data reaches its parser request by request. The API has
 * the same rule: it can't depend on this package.
 */
export const limitPipelining = (server: Server): void => {
  const connections = new WeakMap<Socket, Waiting>()

  server.prependListener('request', (request, response) => {
    const waiting = connections.get(request.socket)
    if (waiting === undefined) return
    waiting.unanswered += 1
    waiting.last = { request, response }
    response.once('close', () => (waiting.unanswered -= 1))
  })

  server.prependListener('connect', ({ socket }: IncomingMessage) => {
    const waiting = connections.get(socket)
    if (waiting !== undefined) waiting.isTunnel = true
  })

  server.on('connection', (socket) => {
    const waiting: Waiting = { unanswered: 0, isEnding: false, isTunnel: false }
    connections.set(socket, waiting)
    // The cast is safe: these are listeners for data. One of them is Node's parser.
    const parsers = socket.listeners('data') as ((data: Buffer) => void)[]
    const read = (data: Buffer): void => {
      let rest = data
      // After the end, data is discarded, so that the client can read the responses.
      while (rest.length > 0 && !socket.destroyed && !waiting.isEnding && !waiting.isTunnel) {
        if (socket.isPaused()) return socket.unshift(rest)
        const room = roomOf(waiting)
        if (room <= 0) return endAfterResponses(socket, waiting)
        const length = lengthOf(rest, room)
        for (const parse of parsers) parse(rest.subarray(0, length))
        rest = rest.subarray(length)
      }
      if (!waiting.isTunnel) return
      socket.off('data', read)
      if (rest.length > 0) socket.unshift(rest)
    }
    socket.removeAllListeners('data').on('data', read)
  })
}
