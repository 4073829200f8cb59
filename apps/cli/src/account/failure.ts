import { plainText } from '@netbox/core'
import { ApiClientError, apiErrors, isApiErrorCode } from '@netbox/contract'
import { CommandError, type ExitCode, exitCodes } from '../exit.ts'
import { notTheService, unreachable } from '../texts/account-messages.ts'

const LIMIT_CODES: ReadonlySet<string> = new Set(['daily_limit_reached', 'quota_exceeded', 'monthly_limit_reached'])
const UNREACHED: ReadonlySet<string> = new Set(['cannot_connect', 'network_error'])
// The error codes for a feature that is not set up in the service.
const NOT_SET_UP: ReadonlySet<string> = new Set(['verifier_unavailable', 'price_not_configured'])

/** Returns the exit code for an error response. */
export const exitOfStatus = (status: number, code: string): ExitCode => {
  if (LIMIT_CODES.has(code)) return exitCodes.limit
  if (NOT_SET_UP.has(code) || status === 401 || status === 403 || status === 429) return exitCodes.refused
  if (status === 500) return exitCodes.failed
  if (status >= 500) return exitCodes.unreachable
  return exitCodes.usage
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Returns an error and its causes, outermost first. */
const causesOf = (error: unknown): Error[] => {
  const found: Error[] = []
  for (let cause = error; cause instanceof Error && found.length < 8; cause = cause.cause) {
    found.push(cause)
    // If connecting fails for several addresses (Happy Eyeballs), the cause has one error for each.
    if (cause instanceof AggregateError) found.push(...cause.errors.filter((one) => one instanceof Error).slice(0, 1))
  }
  return found
}

/** Returns why a service could not be reached, as text. */
export const reasonOf = (error: unknown): string => {
  const causes = causesOf(error)
  if (causes.some(({ name }) => name === 'TimeoutError')) return 'it did not answer in time'
  const known = causes.flatMap((cause) => ('code' in cause ? (reasons[String(cause.code)] ?? []) : []))[0]
  return known ?? 'the connection failed'
}

const waitOf = ({ retryAfter }: ApiClientError): string =>
  retryAfter === undefined || retryAfter <= 0 ? '' : ` Try again in ${retryAfter} s.`

// The client gives every 503 the same message. If a feature is not set up, the message of its error code is more specific.
const textOf = ({ code, message }: ApiClientError): string =>
  NOT_SET_UP.has(code) && isApiErrorCode(code) ? apiErrors[code].message : message

const titles: Partial<Record<ExitCode, string>> = {
  [exitCodes.refused]: 'Refused',
  [exitCodes.limit]: 'Access restricted',
  [exitCodes.usage]: 'Not accepted',
  [exitCodes.unreachable]: 'Service unreachable',
}

/** Converts an error of the client into one of the command; other errors stay unchanged. */
export const toCommandError = (error: unknown, apiUrl: string): unknown => {
  const ours = causesOf(error).find((cause) => cause instanceof CommandError)
  if (ours !== undefined) return ours
  // These errors come from fetch itself, not from the client: the service was unreachable, or the request timed out.
  const isFetchError = error instanceof TypeError && error.message === 'fetch failed'
  if (isFetchError || (error instanceof DOMException && error.name === 'TimeoutError'))
    return unreachable(apiUrl, reasonOf(error))
  if (!(error instanceof ApiClientError)) return error
  const { code, status } = error
  if (UNREACHED.has(code)) return unreachable(apiUrl, reasonOf(error))
  // The server is not netbox, or a proxy sent a page instead of JSON.
  if (code === 'invalid_response' || (status === 404 && code === 'unknown')) return notTheService(apiUrl)
  const exit = exitOfStatus(status ?? 0, code)
  return new CommandError({
    code,
    title: titles[exit] ?? 'Failed',
    // Text from a service is shown without control characters.
    message: `${plainText(textOf(error))}${waitOf(error)}`,
    exit,
  })
}
