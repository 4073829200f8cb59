import { apiMessages } from '@netbox/product'
import type { EndpointDefinition } from '../endpoint.ts'
import { ApiClientError } from './api-client-error.ts'
import { type Fields, invalidResponse, networkError, readResponse } from './read-response.ts'
import { carriesBearer, type CallInput, prepare, type Prepared } from './request.ts'

/** The source of the token for calls: a session's access token or an API token. */
export interface Credentials {
  readonly token: () => string | undefined | Promise<string | undefined>
  /** Returns a new token after the API refused one; undefined if there is none. */
  readonly renew?: (refused: string) => Promise<string | undefined>
}

/** The parts that send requests: fetch, base address and session. */
export interface Sender {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly session: Credentials | undefined
}

/** The type of a response without streaming. */
export const JSON_TYPE = 'application/json'

const trySend = async ({ send, url }: Prepared, token: string | undefined, signal?: AbortSignal) => {
  try {
    return await send(token)
  } catch (error) {
    if (signal?.aborted) throw error
    // fetch reports an unreachable host with a TypeError.
    if (!(error instanceof TypeError)) throw networkError(error)
    throw new ApiClientError(apiMessages.cannotConnect(url), { code: 'cannot_connect' }, error)
  }
}

/** Returns the specification's text for an error that occurred while reading a response. */
export const asFailure = (error: unknown, { status }: Response, signal?: AbortSignal): unknown => {
  if (signal?.aborted || error instanceof ApiClientError) return error
  return error instanceof SyntaxError ? invalidResponse(status) : networkError(error)
}

/** Sends a request. If its token was refused and a new one exists, sends it again. */
export const openResponse = async (
  endpoint: EndpointDefinition,
  input: CallInput,
  { baseUrl, fetch, session }: Sender,
  accept: string,
): Promise<{ response: Response; body?: Fields }> => {
  const request = prepare(endpoint, input, { baseUrl, fetch, accept })
  const attempt = async (token: string | undefined) => {
    const response = await trySend(request, token, input.signal)
    if (response.ok && accept !== JSON_TYPE) return { response }
    try {
      return { response, body: await readResponse(response, request.url) }
    } catch (error) {
      throw asFailure(error, response, input.signal)
    }
  }
  const token = carriesBearer(endpoint) ? await session?.token() : undefined
  try {
    return await attempt(token)
  } catch (error) {
    const refused = token !== undefined && error instanceof ApiClientError && error.code === 'unauthorized'
    const other = refused ? await session?.renew?.(token) : undefined
    if (other === undefined) throw error
    return attempt(other)
  }
}
