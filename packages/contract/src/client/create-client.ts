import type { ResultOf, RunEvent, ToolId, ToolRun } from '@netbox/core'
import type { EndpointDefinition, Stream } from '../endpoint.ts'
import { type BodyInput, type EndpointId, findEndpoint, type ResponseOf } from '../endpoint-types.ts'
import type { CaptchaChallenge } from '../entities/captcha.ts'
import type { CallArguments, StreamId, StreamItemOf, CallInput } from './request.ts'
import { failureOf, type Fields, fieldsOf, invalidResponse, networkError, readResponse } from './read-response.ts'
import { readEventStream, readNdjson } from './read-lines.ts'
import { asFailure, type Credentials, JSON_TYPE, openResponse } from './open-response.ts'
import { type CaptchaSolver, type CaptchaWork, withCaptcha } from './solve-captcha.ts'

/** The options of a client; all have a default. */
export interface ClientOptions {
  /** The API's URL without a trailing slash; default '/api'. */
  readonly baseUrl?: string
  readonly fetch?: typeof globalThis.fetch
  /** The source of the token for calls; none by default. */
  readonly session?: Credentials
  /**
   * Solves the challenge of a call that failed with `captcha_required`; the client then sends the call again. Without it, the call fails.
   */
  readonly solveCaptcha?: CaptchaSolver
}

type RunBody = BodyInput<'tools.run'>

/** A client of the API. Every call rejects with an `ApiClientError`, or with the signal's reason if the signal aborts. */
export interface Client {
  /** Calls an endpoint by its id. */
  readonly call: <Id extends EndpointId>(id: Id, ...options: CallArguments<Id>) => Promise<ResponseOf<Id>>
  /** Calls an endpoint and streams its response. Leaving the loop ends the request. */
  readonly stream: <Id extends StreamId>(
    id: Id,
    ...options: CallArguments<Id>
  ) => AsyncGenerator<StreamItemOf<Id>, void>
  /** Runs a tool; the result has the type of the tool's result. */
  readonly run: <Id extends ToolId>(
    tool: Id,
    order: RunBody,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<ToolRun<Id, ResultOf<Id>>>
  /** Runs a tool and yields its events, up to `succeeded` or `failed`, for core's `reduceRun`. */
  readonly watch: <Id extends ToolId>(
    tool: Id,
    order: RunBody,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncGenerator<RunEvent<ToolRun<Id, ResultOf<Id>>>, void>
}

/** Reads the items of a response that is not a stream: `data.results`, then `error` (spec §7). */
async function* plainItemsOf(response: Response): AsyncGenerator<unknown, void> {
  const body = await readResponse(response, response.url)
  const { results } = fieldsOf(body['data'])
  if (Array.isArray(results)) yield* results
  if (typeof body['error'] === 'string' && body['error'] !== '') throw failureOf(response, response.url, body)
  if (!Array.isArray(results)) throw invalidResponse(response.status)
}

async function* itemsOf(response: Response, type: Stream['type']): AsyncGenerator<unknown, void> {
  const { body } = response
  if (body === null || !(response.headers.get('content-type') ?? '').startsWith(type)) yield* plainItemsOf(response)
  else if (type === 'application/x-ndjson') yield* readNdjson(body)
  else for await (const { data } of readEventStream(body)) yield JSON.parse(data) as unknown
}

/** Yields the items that `read` accepts. If others were among them, throws at the end, because the response is incomplete. */
async function* wholeItemsOf(response: Response, { type, read }: Stream): AsyncGenerator<unknown, void> {
  let isWhole = true
  for await (const item of itemsOf(response, type)) {
    const whole = read === undefined ? item : read(item)
    if (whole === undefined) isWhole = false
    else yield whole
  }
  if (!isWhole) throw invalidResponse(response.status)
}

const isLast = (event: RunEvent): boolean => event.type === 'succeeded' || event.type === 'failed'

/**
 * Creates a client of the API, typed by endpoint ids.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://netbox.example/api', session: { token: () => 'nbx_example' } })
 * const { usage } = await client.call('usage.list')
 * usage[0].tool // => 'mx-record'
 * const run = await client.run('mx-record', { input: 'shop.example', seed: 'k3f9' })
 * run.result.domain // => 'shop.example'
 */
export const createClient = ({
  baseUrl = '/api',
  fetch = (...request) => globalThis.fetch(...request),
  session,
  solveCaptcha,
}: ClientOptions = {}): Client => {
  const parts = { baseUrl: baseUrl.replace(/\/+$/, ''), fetch, session }

  const challenge: CaptchaWork['challenge'] = async (purpose, signal) => {
    const { body } = await openResponse(
      findEndpoint('captcha.challenge'),
      { query: { purpose }, signal },
      parts,
      JSON_TYPE,
    )
    // The server guarantees this type.
    return body as Fields & CaptchaChallenge
  }

  const open = (id: EndpointId, input: CallInput, accept: string) =>
    withCaptcha(id, input, { solve: solveCaptcha, challenge }, (sent) =>
      openResponse(findEndpoint(id), sent, parts, accept),
    )

  const call = async (id: EndpointId, input: CallInput = {}): Promise<unknown> =>
    (await open(id, input, JSON_TYPE)).body

  async function* stream(id: EndpointId, input: CallInput = {}): AsyncGenerator<unknown, void> {
    const { stream: format }: EndpointDefinition = findEndpoint(id)
    if (format === undefined) throw new TypeError(`'${id}' does not stream.`)
    const { response } = await open(id, input, format.type)
    try {
      yield* wholeItemsOf(response, format)
    } catch (error) {
      throw asFailure(error, response, input.signal)
    }
  }

  async function* watch(tool: string, body: RunBody, input: CallInput = {}): AsyncGenerator<RunEvent, void> {
    for await (const item of stream('tools.run', { ...input, params: { id: tool }, body })) {
      // The items of this endpoint are run events.
      const event = item as RunEvent
      yield event
      if (isLast(event)) return
    }
    throw networkError(new Error('The stream ended before the run did.'))
  }

  return {
    // The server's tests check the response shapes, so the client does not validate them.
    call: call as Client['call'],
    stream: stream as Client['stream'],
    run: (async (tool: string, body: RunBody, input: CallInput = {}) =>
      call('tools.run', { ...input, params: { id: tool }, body })) as Client['run'],
    watch: watch as Client['watch'],
  }
}
