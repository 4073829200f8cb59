import type { GenericSchema, InferOutput } from 'valibot'
import type { BodyInput, Endpoint, EndpointId, EndpointOf, ParamsOf, QueryInput } from '../endpoint-types.ts'
import type { EndpointDefinition } from '../endpoint.ts'

/** The untyped arguments of a call. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Writes the path of an endpoint with its parameters, each encoded as one segment. */
const pathOf = (path: string, params: CallInput['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

const queryOf = (query: CallInput['query'] = {}): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

// The spec's two endpoints without a bearer token (§6), and the endpoint whose credential is in the body.
const WITHOUT_BEARER: ReadonlySet<string> = new Set(['auth.login', 'auth.register', 'auth.refresh'])

/** Returns whether calls of an endpoint send the stored token (spec §6). */
export const carriesBearer = ({ id }: EndpointDefinition): boolean => !WITHOUT_BEARER.has(id)

/** A complete request, ready to send. */
export interface Prepared {
  /** The address without the query, as messages show it. */
  readonly url: string
  readonly send: (token: string | undefined) => Promise<Response>
}

/** Prepares the request of a call, so that it can be sent again with another token. */
export const prepare = (
  endpoint: EndpointDefinition,
  input: CallInput,
  { baseUrl, fetch, accept }: { baseUrl: string; fetch: typeof globalThis.fetch; accept: string },
): Prepared => {
  const url = `${baseUrl}${pathOf(endpoint.path, input.params)}`
  const { body, signal } = input
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const send = (token: string | undefined): Promise<Response> =>
    fetch(`${url}${queryOf(input.query)}`, {
      method: endpoint.method,
      headers: { Accept: accept, ...content, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  return { url, send }
}

type Wanted<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

/** The options of an endpoint call. */
export type CallOptions<Id extends EndpointId> = Wanted<'params', ParamsOf<Id>> &
  Wanted<'query', QueryInput<Id>> &
  Wanted<'body', BodyInput<Id>> & { readonly signal?: AbortSignal }

/** The call's arguments: the options are optional if nothing in them is required. */
export type CallArguments<Id extends EndpointId> =
  object extends CallOptions<Id> ? [options?: CallOptions<Id>] : [options: CallOptions<Id>]

type Streamed = Extract<Endpoint, { readonly stream: unknown }>

/** The id of an endpoint that can stream its response. */
export type StreamId = Streamed['id']

/** One item of an endpoint's stream. */
export type StreamItemOf<Id extends StreamId> =
  EndpointOf<Id> extends { readonly stream: { readonly item: infer Item extends GenericSchema } }
    ? InferOutput<Item>
    : never
