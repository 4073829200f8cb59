import { type EndpointId, type ServiceName, statusOf } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { authorize, identify } from './access.ts'
import { isPieced, isPrepared, isStreamed, isWritten } from './answers.ts'
import { ApiError } from './api-error.ts'
import type { Authenticator } from './authenticator.ts'
import { isForeignKeyViolation } from '../db/is-foreign-key-violation.ts'
import type { Places } from './bounded.ts'
import type { Caller } from './caller.ts'
import type { Answering } from './exchange.ts'
import type { Call, Route } from './handler.ts'
import type { BodyReader } from './json-body.ts'
import { andThen, type Soon } from '../soon.ts'
import type { RateGate } from './rate-gate.ts'
import { type Input, readInput } from './read-input.ts'
import type { Router } from './router.ts'
import { JSON_TYPE, send, sendJson, sendPrepared } from './send.ts'
import { clientSignal } from './client-signal.ts'
import type { StandingAnswers } from './standing-answers.ts'
import { started, writeStream, writeTexts } from './sse.ts'

/** What serving an endpoint needs. */
export interface Dispatch {
  readonly router: Router
  readonly authenticate: Authenticator
  readonly readBody: BodyReader
  readonly gate: RateGate
  /** Places for requests that are being worked on, and for streams, which take long and cost little. */
  readonly places: Places
  readonly streams: Places
  /** Which switch an endpoint hangs on, and whether it is on. */
  readonly serviceOf: (id: EndpointId) => ServiceName | undefined
  readonly isOn: (service: ServiceName) => Soon<boolean>
  readonly standing: Pick<StandingAnswers, 'keep'>
  readonly clock: Clock
  /** Aborted when the process can't wait any longer. */
  readonly stopping: AbortSignal
}

const findCaller = (ctx: Answering, { endpoint }: Route, { gate, authenticate }: Dispatch): Soon<Caller> => {
  const { exchange } = ctx.state
  const setHeader = (name: string, value: string) => {
    exchange.headers[name] = value
  }
  const known = (caller: Caller): Caller => {
    if (caller.kind !== 'anyone') exchange.userId = caller.user.id
    return caller
  }
  const refused = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError && error.code === 'unauthorized') await gate.badBearer(exchange.address, setHeader)
    throw error
  }
  return andThen(gate.pass(endpoint, exchange.address, setHeader), () => {
    try {
      const found = identify(endpoint, ctx.req.headers.authorization, authenticate)
      return found instanceof Promise ? found.then(known, refused) : known(found)
    } catch (error) {
      return refused(error)
    }
  })
}

// One literal without accessors: put together from parts, with a getter in it, it cost as much as finding the route.
const openCall = (ctx: Answering, { endpoint }: Route, caller: Caller, input: Input, { stopping }: Dispatch) => {
  const { exchange } = ctx.state
  let signal: AbortSignal | undefined
  return {
    body: input.body,
    query: input.query,
    params: input.params,
    caller,
    signal: () => (signal ??= clientSignal(ctx.res, stopping)),
    address: exchange.address,
    userAgent: (ctx.req.headers['user-agent'] ?? '').slice(0, 255),
    requestId: exchange.requestId,
    header: (name: string): string | undefined => {
      const value = ctx.req.headers[name.toLowerCase()]
      return Array.isArray(value) ? value.join(',') : value
    },
    wantsStream: endpoint.stream !== undefined && (ctx.req.headers.accept ?? '').includes(endpoint.stream.type),
    setHeader: (name: string, value: string) => {
      exchange.headers[name] = value
    },
  }
}

const stream = async (
  ctx: Answering,
  { endpoint }: Route,
  items: AsyncIterable<unknown>,
  { streams, clock, stopping }: Dispatch,
  leavePlace: () => void,
): Promise<void> => {
  const format = endpoint.stream?.type
  if (format === undefined) throw new Error(`${endpoint.id} has no stream in its contract`)
  const leave = streams.enter()
  try {
    const flowing = await started(items)
    leavePlace()
    ctx.respond = false
    const { headers } = ctx.state.exchange
    headers['Content-Type'] = format === 'text/event-stream' ? format : `${format}; charset=utf-8`
    // Proxies that buffer would hold every event back.
    headers['X-Accel-Buffering'] = 'no'
    ctx.res.writeHead(statusOf(endpoint), headers)
    ctx.res.flushHeaders()
    await writeStream(ctx.res, flowing, { format, clock, signal: clientSignal(ctx.res, stopping) })
  } finally {
    leave()
  }
}

const writePieces = async (
  ctx: Answering,
  { endpoint }: Route,
  texts: AsyncIterable<string>,
  { streams, stopping }: Dispatch,
  leavePlace: () => void,
): Promise<void> => {
  const leave = streams.enter()
  try {
    const flowing = await started(texts)
    leavePlace()
    ctx.respond = false
    const { headers } = ctx.state.exchange
    headers['Content-Type'] = JSON_TYPE
    ctx.res.writeHead(statusOf(endpoint), headers)
    await writeTexts(ctx.res, flowing, clientSignal(ctx.res, stopping))
  } finally {
    leave()
  }
}

/** Throws `unauthorized` or `not_found` where a row that the work refers to was deleted meanwhile: the caller's, or another. */
const explain = async (
  error: unknown,
  { req }: Answering,
  { endpoint }: Route,
  { authenticate }: Dispatch,
): Promise<never> => {
  if (!isForeignKeyViolation(error)) throw error
  await identify(endpoint, req.headers.authorization, authenticate)
  throw new ApiError('not_found', { cause: error })
}

const serve = async (
  ctx: Answering,
  route: Route,
  params: Readonly<Record<string, string>>,
  given: Dispatch,
): Promise<void> => {
  const { endpoint } = route
  const { exchange } = ctx.state
  exchange.route = endpoint.id
  // What is there is not waited for: each wait costs a microsecond and some memory, and mostly all of this is there.
  const found = findCaller(ctx, route, given)
  const caller = found instanceof Promise ? await found : found
  authorize(endpoint, caller)
  const read = readInput(endpoint, ctx.req, { params, search: exchange.search }, given.readBody)
  const input = read instanceof Promise ? await read : read
  // Every id of a route is one of the contract's: the router was made from it.
  const service = given.serviceOf(endpoint.id as EndpointId)
  const isOn = service === undefined || given.isOn(service)
  if (!(isOn instanceof Promise ? await isOn : isOn)) throw new ApiError('service_off')
  const leave = given.places.enter()
  try {
    // The schemas that made the input are those that the handler's type is made from.
    const call = openCall(ctx, route, caller, input, given) as unknown as Call<EndpointId>
    const answer = await route.handle(call).catch((error: unknown) => explain(error, ctx, route, given))
    if (isWritten(answer)) return sendJson(ctx, statusOf(endpoint), answer.text)
    if (isStreamed(answer)) return await stream(ctx, route, answer.items, given, leave)
    if (isPieced(answer)) return await writePieces(ctx, route, answer.texts, given, leave)
    if (isPrepared(answer)) {
      given.standing.keep(endpoint, exchange, answer)
      sendPrepared(ctx, answer)
    } else sendJson(ctx, statusOf(endpoint), JSON.stringify(answer))
  } finally {
    leave()
  }
}

/** Is the innermost layer: finds the endpoint, the caller and the handler, and sends what that answers. It needs nothing of Koa. */
export const dispatch = (given: Dispatch): ((ctx: Answering) => Promise<void>) => {
  return async (ctx) => {
    const { exchange } = ctx.state
    const { method = '' } = ctx.req
    const match = given.router(method, exchange.path)
    if (match.kind === 'route') return serve(ctx, match.route, match.params, given)
    if (match.kind === 'none') throw new ApiError('not_found')
    exchange.headers['Allow'] = match.allow.join(', ')
    if (method !== 'OPTIONS') throw new ApiError('method_not_allowed')
    send(ctx, 204)
  }
}
