import type { EndpointDefinition } from '../endpoint.ts'

/** The untyped arguments of a call. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Writes the path of an endpoint with its parameters filled in, each encoded as one segment. */
const pathOf = (path: string, params: CallInput['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

const queryOf = (query: CallInput['query'] = {}): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

// The spec's two that send none (§6), and the one whose credential is in its body.
const WITHOUT_BEARER: ReadonlySet<string> = new Set(['auth.login', 'auth.register', 'auth.refresh'])

/** Returns whether calls of an endpoint carry the stored token (spec §6). */
export const carriesBearer = ({ id }: EndpointDefinition): boolean => !WITHOUT_BEARER.has(id)

/** A request that only has to be sent. */
export interface Prepared {
  /** The address without the query: what messages name. */
  readonly url: string
  readonly send: (token: string | undefined) => Promise<Response>
}

/** Prepares the request of a call. It can be sent more than once, with another token. */
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
