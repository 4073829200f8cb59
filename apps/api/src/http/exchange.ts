import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { ClientAddresses } from './client-address.ts'
import { requestIdFor } from './request-id.ts'

/** What is known of a request before anybody serves it, and what is learned of it on the way for the log. */
export interface Exchange {
  readonly requestId: string
  /** The client's, as far as we trust who told it. */
  readonly address: string
  /** The path without the query, which may hold what no log should. */
  readonly path: string
  readonly search: string
  /** The endpoint's id. */
  route: string
  userId: string | undefined
  /** Whether the answer was the same as for everybody else. */
  isPrepared: boolean
  /** The headers of the answer. They are written at once with its status: handing them over one by one costs more than many an answer. */
  readonly headers: Record<string, string>
}

/** What an answer is written with: a context of Koa, or a request that needs none. */
export interface Answering {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly state: { readonly exchange: Exchange }
  /** False: the answer is written, and Koa has nothing to do any more. */
  respond?: boolean | undefined
}

/** A context of Koa with our exchange in its state. */
export type ExchangeContext = Context & { state: { exchange: Exchange } }

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header

/** Starts the exchange of a request. */
export const openExchange = (
  { headers, socket, url = '/' }: IncomingMessage,
  addresses: ClientAddresses,
  standing: Readonly<Record<string, string>>,
): Exchange => {
  const peer = socket.remoteAddress ?? ''
  const question = url.indexOf('?')
  const given = headers['x-request-id']
  const requestId = requestIdFor(given, given !== undefined && addresses.isTrusted(peer))
  return {
    requestId,
    address: addresses.clientOf(peer, one(headers['x-forwarded-for'])),
    path: question < 0 ? url : url.slice(0, question),
    search: question < 0 ? '' : url.slice(question + 1),
    route: 'none',
    userId: undefined,
    isPrepared: false,
    headers: { ...standing, 'X-Request-Id': requestId, 'Cache-Control': 'no-store' },
  }
}
