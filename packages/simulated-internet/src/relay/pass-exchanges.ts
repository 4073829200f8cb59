import type { Socket } from 'node:net'
import {
  beginsResponse,
  type BodyReader,
  chunkReader,
  lengthReader,
  readResponseHead,
  readSimpleRequest,
} from './http-framing.ts'
import { reasonsOf, type RelayedClient, RESPONSE_TIME } from './relay-http.ts'

/** A request that passes to the server, and its response. */
interface Exchange {
  readonly question: string
  readonly method: string
  readonly since: number
  /** The octets of the request that are missing. */
  left: number
  /** The reader of the response's body, once its head is there; 'until-end' if the connection ends it. */
  body?: BodyReader | 'until-end'
  /** Whether the response is complete. */
  isAnswered: boolean
}

/** A client whose requests pass. */
interface Passage {
  readonly client: Socket
  readonly relayed: RelayedClient
  readonly hasRules: () => boolean
  /** Stops reading from both connections. */
  readonly leave: () => void
  exchange?: Exchange | undefined
  /** The data that the client sent after the current request. */
  held: Buffer
  /** The part of an incomplete head that the server has sent. */
  head: Buffer
}

const NOTHING = Buffer.alloc(0)

/** Writes octets to a connection. The other one waits while they are more than it can take. */
const write = (from: Socket, to: Socket, octets: Buffer): void => {
  if (octets.length === 0 || to.write(octets)) return
  from.pause()
  to.once('drain', () => from.resume())
}

/** Returns a response of the relay itself, the last one of a connection. */
const ownResponse = (status: string, reason: string, method: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${reason.length + 1}\r\n` +
  `Connection: close\r\n\r\n${method === 'HEAD' ? '' : `${reason}\n`}`

/** Ends the exchange: with a response of the relay itself, or by closing the connection if a response has begun. */
const fail = (passage: Passage, status: string, reason: string): void => {
  const { exchange, client, relayed } = passage
  if (exchange === undefined) return
  passage.exchange = undefined
  relayed.note(exchange.question, reason, 'refused', exchange.since)
  if (exchange.body === undefined) client.end(ownResponse(status, reason, exchange.method))
  else client.destroy()
  relayed.upstream.destroy()
}

/** Begins the exchange of the next request, if its head is complete. */
const begin = (passage: Passage): void => {
  const { relayed, hasRules } = passage
  const request = hasRules() ? 'other' : readSimpleRequest(passage.held)
  if (request === 'incomplete') return
  if (request === 'other') return passage.leave()
  const { method, target, size } = request
  const question = `${method} ${relayed.origin}${target}`
  passage.exchange = { question, method, since: Date.now(), left: size, isAnswered: false }
  relayed.upstream.setTimeout(relayed.responseTime ?? RESPONSE_TIME)
  sendHeld(passage, passage.exchange)
  relayed.upstream.resume()
  if (passage.head.length > 0) passResponse(passage, NOTHING)
  if (relayed.upstream.readableEnded) endResponse(passage)
}

/** Sends what there is of the current request. The client waits while there is more. */
const sendHeld = (passage: Passage, exchange: Exchange): void => {
  const { client, relayed } = passage
  const own = passage.held.subarray(0, exchange.left)
  passage.held = passage.held.subarray(own.length)
  exchange.left -= own.length
  write(client, relayed.upstream, own)
  if (passage.held.length > 0) client.pause()
  if (exchange.isAnswered) complete(passage, exchange)
}

const passRequest = (passage: Passage, octets: Buffer): void => {
  passage.held = passage.held.length === 0 ? octets : Buffer.concat([passage.held, octets])
  if (passage.exchange === undefined) begin(passage)
  else sendHeld(passage, passage.exchange)
}

/** Ends the exchange of a complete response, if its request is complete too. The next one may be there already. */
const complete = (passage: Passage, exchange: Exchange): void => {
  exchange.isAnswered = true
  if (exchange.left > 0) return
  passage.exchange = undefined
  if (passage.held.length === 0) return
  passage.client.resume()
  begin(passage)
}

/** Reads the head of the response, and passes interim responses before it. Returns the size of the head; 0 if it is incomplete. */
const readHead = (passage: Passage, exchange: Exchange): number => {
  const { client, relayed } = passage
  while (passage.head.length > 0) {
    const response = readResponseHead(passage.head, exchange.method)
    if (response === 'incomplete') return 0
    if (response === 'other') {
      fail(passage, '502 Bad Gateway', reasonsOf(relayed.port).garbage)
      return 0
    }
    const { status, size, body } = response
    if (status >= 200) {
      relayed.upstream.setTimeout(0)
      relayed.note(exchange.question, `${status}`, 'answered', exchange.since)
      exchange.body = body === 'until-end' ? body : body === 'chunked' ? chunkReader() : lengthReader(body)
      return size
    }
    write(relayed.upstream, client, passage.head.subarray(0, size))
    passage.head = passage.head.subarray(size)
  }
  return 0
}

/** Takes what a server says without a request. It may say why it ends the connection, such as 408. */
const passUnasked = ({ client, relayed, head }: Passage): void => {
  // Anything else is for the next request: it is the response, or the reason why there is none.
  if (!beginsResponse(head)) return void relayed.upstream.pause()
  client.end(head)
  relayed.upstream.destroy()
}

const passResponse = (passage: Passage, octets: Buffer): void => {
  const { client, relayed, exchange } = passage
  let [part, size] = [octets, 0]
  if (exchange?.body === undefined) {
    passage.head = passage.head.length === 0 ? octets : Buffer.concat([passage.head, octets])
    if (exchange === undefined) return passUnasked(passage)
    size = readHead(passage, exchange)
    if (exchange.body === undefined) return
    part = passage.head
    passage.head = NOTHING
  }
  const { body, isAnswered } = exchange
  const state = body === 'until-end' || isAnswered ? 'continues' : body(part.subarray(size))
  if (state === 'invalid') return fail(passage, '', reasonsOf(relayed.port).garbage)
  write(relayed.upstream, client, part)
  if (state === 'complete') complete(passage, exchange)
}

const endResponse = (passage: Passage): void => {
  const { client, relayed, exchange, head } = passage
  const reasons = reasonsOf(relayed.port)
  if (exchange === undefined && head.length > 0) return
  if (exchange === undefined || exchange.body === 'until-end') client.end()
  else fail(passage, '502 Bad Gateway', exchange.body === undefined ? reasons.ended : reasons.cut)
}

/**
 * Passes simple requests to the server and their responses back, one after the other, as octets: it reads only where they begin and end, for
 * the log. At the first request that is not simple, or that the host has rules for, it stops reading from both connections, and calls
 * `handOver`. The request is the next to be read.
 */
export const passExchanges = (
  client: Socket,
  relayed: RelayedClient,
  hasRules: () => boolean,
  handOver: (held: Buffer) => void,
): void => {
  const { upstream, port, responseTime } = relayed
  const leave = (): void => {
    client.off('data', fromClient).off('end', endRequests).pause()
    upstream.off('data', fromServer).off('end', ended).off('close', ended).off('timeout', silent)
    client.unshift(passage.held)
    handOver(passage.held)
  }
  const passage: Passage = { client, relayed, hasRules, leave, held: NOTHING, head: NOTHING }
  const fromClient = (octets: Buffer): void => passRequest(passage, octets)
  const fromServer = (octets: Buffer): void => passResponse(passage, octets)
  const endRequests = (): void => void upstream.end()
  const ended = (): void => endResponse(passage)
  const silent = (): void => fail(passage, '504 Gateway Timeout', reasonsOf(port, responseTime).silent)
  // The client may stop sending while the server still sends, and the server while the client still sends.
  client.allowHalfOpen = true
  client.on('data', fromClient).on('end', endRequests)
  client.on('close', () => upstream.destroy())
  upstream.on('data', fromServer).on('end', ended).on('close', ended).on('timeout', silent)
}
