import { apiMessages } from '@netbox/product'
import type { EndpointDefinition } from '../endpoint.ts'
import { ApiClientError } from './api-client-error.ts'
import { type Fields, invalidResponse, networkError, readResponse } from './read-response.ts'
import { carriesBearer, type CallInput, prepare, type Prepared } from './request.ts'

/** Returns the token that calls carry: a session's access token or an API token. */
export interface Credentials {
  readonly token: () => string | undefined | Promise<string | undefined>
  /** Returns another token after one was refused; undefined when there is none. */
  readonly renew?: (refused: string) => Promise<string | undefined>
}

/** The sender of requests: fetch, base address and session. */
export interface Sender {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly session: Credentials | undefined
}

/** The type of an answer that comes in one piece. */
export const JSON_TYPE = 'application/json'

const trySend = async ({ send, url }: Prepared, token: string | undefined, signal?: AbortSignal) => {
  try {
    return await send(token)
  } catch (error) {
    if (signal?.aborted) throw error
    // That is how fetch says that it could not reach anyone.
    if (!(error instanceof TypeError)) throw networkError(error)
    throw new ApiClientError(apiMessages.cannotConnect(url), { code: 'cannot_connect' }, error)
  }
}

/** Returns the specification's words for an error while a response was read. */
export const asFailure = (error: unknown, { status }: Response, signal?: AbortSignal): unknown => {
  if (signal?.aborted || error instanceof ApiClientError) return error
  return error instanceof SyntaxError ? invalidResponse(status) : networkError(error)
}

/** Sends a request, and a second time when the token was refused and there is another. */
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
