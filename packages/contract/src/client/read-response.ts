import { apiMessages, apiStatusMessage, serverMessages, translateServerMessage } from '@netbox/product'
import { isObject } from '@netbox/core'
import { ApiClientError, type FieldMessage } from './api-client-error.ts'
import { readText } from './read-lines.ts'

/** A JSON object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads a value as an object; any other value becomes an object without fields. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const fieldMessages = (errors: unknown): FieldMessage[] | undefined => {
  if (!Array.isArray(errors)) return undefined
  return errors.map(fieldsOf).map(({ msg, path }) => ({ msg: textOf(msg) ?? '', path: textOf(path) ?? '' }))
}

/** Returns the English text for a server's error, by its code, or by its message if it sends no code (spec §5). */
const english = (code: string | undefined, reported: string): { code: string; message: string } => {
  const known = Object.entries(serverMessages).find(([name]) => name === code)
  if (known !== undefined) return { code: known[0], message: known[1].english }
  if (code !== undefined) return { code, message: reported }
  const { code: found, text } = translateServerMessage(reported)
  return { code: found, message: text }
}

const UNKNOWN = 'unknown'

/** Returns the error that a body describes. */
export const failureOf = (response: Response, url: string, body: Fields): ApiClientError => {
  const { status, statusText, headers } = response
  const errors = fieldMessages(body['errors'])
  const reported = textOf(body['error']) ?? textOf(body['message'])
  const sent = textOf(body['code'])
  const { code, message } =
    reported === undefined ? { code: sent ?? UNKNOWN, message: undefined } : english(sent, reported)
  const text =
    errors === undefined
      ? (apiStatusMessage(status, url) ?? message ?? apiMessages.httpStatus(status, statusText))
      : errors.map(({ msg }) => msg).join(', ')
  const wait = headers.get('retry-after')
  const retryAfter = wait !== null && /^\d{1,9}$/.test(wait) ? Number(wait) : undefined
  return new ApiClientError(text, { code, status, errors, requestId: textOf(body['request_id']), retryAfter })
}

/** Creates the error for an unusable response. */
export const invalidResponse = (status: number): ApiClientError =>
  new ApiClientError(apiMessages.invalidResponse, { code: 'invalid_response', status })

/** Returns the error for a broken connection or an unexpected failure. */
export const networkError = (cause: unknown): ApiClientError =>
  new ApiClientError(apiMessages.networkError, { code: 'network_error' }, cause)

/** The maximum length of a body, in characters: longer than any export, and small enough for memory. */
const MAX_BODY = 268_435_456

const bodyOf = async ({ body, status }: Response): Promise<string> => {
  let text = ''
  if (body === null) return text
  for await (const part of readText(body)) {
    text += part
    if (text.length > MAX_BODY) throw invalidResponse(status)
  }
  return text
}

/**
 * Reads a response as in spec §8. Text that is not JSON, or does not end, is an invalid response. The messages of an `errors` list are joined by commas. 404,
 * 500, 502 and 503 have their own texts; other failures use the body's message, or else the status. If a failed response has no body, the
 * status determines the error.
 *
 * @param url - the path that the texts of errors contain.
 * @throws ApiClientError
 */
export const readResponse = async (response: Response, url: string): Promise<Fields> => {
  const text = await bodyOf(response)
  const parsed = text === '' && !response.ok ? { value: {} } : parse(text)
  if (parsed === undefined) throw invalidResponse(response.status)
  const body = fieldsOf(parsed.value)
  if (!response.ok) throw failureOf(response, url, body)
  if (body !== parsed.value) throw invalidResponse(response.status)
  return body
}
