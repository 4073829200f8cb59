import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { EndpointDefinition } from '@netbox/contract'
import type { Prepared } from './answers.ts'
import type { Exchange } from './exchange.ts'
import type { Observer } from './observe.ts'
import type { RateGate } from './rate-gate.ts'
import { sendPrepared } from './send.ts'

interface Standing {
  readonly endpoint: EndpointDefinition
  readonly answer: Prepared<unknown>
}

/** Answers that stay the same, by the address that they were asked for at. */
export interface StandingAnswers {
  /** Remembers an answer if anybody may have it and nothing in the request changes it. */
  keep(endpoint: EndpointDefinition, exchange: Exchange, answer: Prepared<unknown>): void
  /** Serves what is remembered, and leaves everything else to the listener behind. */
  before(next: RequestListener): RequestListener
}

// There are as many as tools have names, and a few more.
const KEPT = 500

/**
 * Makes the place of standing answers. They go out without Koa, a parsed body or a look-up of anybody: what has been made once costs
 * little more than writing it. They are limited, observed and counted as all others are.
 */
export const createStandingAnswers = (observer: Observer, gate: RateGate): StandingAnswers => {
  const kept = new Map<string, Standing>()

  const serve = async (req: IncomingMessage, res: ServerResponse, { endpoint, answer }: Standing): Promise<void> => {
    const begun = performance.now()
    const exchange = observer.open(req)
    exchange.route = endpoint.id
    const ctx = { req, res, state: { exchange } }
    try {
      const passing = gate.pass(endpoint, exchange.address, (name, value) => {
        exchange.headers[name] = value
      })
      if (passing instanceof Promise) await passing
      sendPrepared(ctx, answer)
    } catch (thrown) {
      observer.fail(ctx, thrown)
    }
    observer.close(ctx, begun)
  }

  return {
    keep: (endpoint, { path, search }, answer) => {
      const isTheSame = endpoint.method === 'GET' && endpoint.access === 'anyone' && endpoint.query === undefined
      if (isTheSame && search === '' && kept.size < KEPT) kept.set(path, { endpoint, answer })
    },
    before: (next) => (req, res) => {
      const standing = req.method === 'GET' ? kept.get(req.url ?? '') : undefined
      // A page of another origin needs headers that depend on it.
      if (standing === undefined || req.headers.origin !== undefined) next(req, res)
      else void serve(req, res, standing)
    },
  }
}
