import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The end of the head of a request. */
const END = '\r\n\r\n'
/** The parts of received data that a parser reads in a turn of the event loop. A body has many if it contains the end of a head. */
const MOST_PARTS = 64
/** The bytes of later requests that may wait for a response. A connection with more ends after the response. */
const MOST_BYTES = 65_536
const NOTHING = Buffer.alloc(0)

/** A request that has no response yet. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Connection {
  /** The latest exchange. */
  current?: Exchange | undefined
  /** Whether the connection is a tunnel, and no longer one for requests. */
  isTunnel: boolean
  readonly proceed: () => void
}

/** Closes a connection after a response (RFC 9112, section 9.3.2). */
const endAfter = ({ request, response }: Exchange): void => {
  if (response.headersSent) response.once('finish', () => request.socket.destroySoon())
  else response.shouldKeepAlive = false
}

/**
 * Answers the pipelined requests of each connection one after the other. Node would parse all requests in received data before it handles
 * other connections. Here, the next one waits for the response, and for the next turn of the event loop. The service, which doesn't
 * depend on this package, has the same rule in `apps/api/src/http/limit-pipelining.ts`.
 */
export const limitPipelining = (server: Server): void => {
  const connections = new WeakMap<Socket, Connection>()

  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    const exchange = { request, response }
    connection.current = exchange
    response.once('close', () => {
      if (connection.current !== exchange) return
      connection.current = undefined
      setImmediate(connection.proceed)
    })
  })

  server.prependListener('connect', ({ socket }: IncomingMessage) => {
    const connection = connections.get(socket)
    if (connection !== undefined) connection.isTunnel = true
  })

  server.on('connection', (socket) => {
    // The cast is safe: these are listeners for data. One of them is Node's parser.
    const parsers = socket.listeners('data') as ((data: Buffer) => void)[]
    let rest: Buffer = NOTHING
    let isEnding = false

    const isWaiting = (): boolean => connection.current?.request.complete === true
    const giveBack = (): void => {
      if (rest.length > 0) socket.unshift(rest)
      rest = NOTHING
    }
    const parse = (): void => {
      for (let parts = 0; rest.length > 0 && socket.writable && !connection.isTunnel && !isWaiting(); parts++) {
        // Node pauses a connection while nobody reads the body.
        if (socket.isPaused()) return giveBack()
        if (parts === MOST_PARTS) {
          socket.pause()
          giveBack()
          return void setImmediate(connection.proceed)
        }
        const end = rest.indexOf(END)
        const part = end === -1 ? rest : rest.subarray(0, end + END.length)
        rest = rest.subarray(part.length)
        for (const parser of parsers) parser(part)
      }
      if (!connection.isTunnel) return
      socket.off('data', read)
      giveBack()
    }
    const connection: Connection = {
      isTunnel: false,
      proceed: () => {
        if (socket.isPaused()) socket.resume()
        parse()
      },
    }
    const read = (data: Buffer): void => {
      // After the end, data is discarded, so that the client can read the response.
      if (isEnding || !socket.writable) return
      rest = rest.length === 0 ? data : Buffer.concat([rest, data])
      parse()
      if (rest.length <= MOST_BYTES || connection.current === undefined) return
      rest = NOTHING
      isEnding = true
      endAfter(connection.current)
    }
    connections.set(socket, connection)
    socket.removeAllListeners('data').on('data', read)
  })
}
