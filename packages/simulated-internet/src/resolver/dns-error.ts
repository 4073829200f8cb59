/** The error codes of failed lookups, as in `node:dns`. */
export type DnsErrorCode =
  | 'ENOTFOUND'
  | 'ENODATA'
  | 'ESERVFAIL'
  | 'EREFUSED'
  | 'ENOTIMP'
  | 'ETIMEOUT'
  | 'EBADNAME'
  | 'ECANCELLED'
  | 'EINVAL'
  | 'EAI_AGAIN'

// libuv's error numbers. Errors of queries have none.
const NUMBERS: Readonly<Record<string, number>> = { ENOTFOUND: -3008, EAI_AGAIN: -3001, EINVAL: -22 }

/** Creates an error with the same code, errno, syscall, hostname and message as in `node:dns`. */
export const dnsError = (code: DnsErrorCode, syscall: string, hostname: string): NodeJS.ErrnoException => {
  const errno = syscall.startsWith('query') ? undefined : NUMBERS[code]
  return Object.assign(new Error(`${syscall} ${code} ${hostname}`), { errno, code, syscall, hostname })
}

const wrongType = (argument: string, type: string, value: unknown): never => {
  const received = value === undefined || value === null ? String(value) : `type ${typeof value}`
  const message = `The "${argument}" argument must be of type ${type}. Received ${received}`
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' })
}

/** Checks that a value is a string. If it is not, throws the same error as `node:dns`, synchronously. */
export const requireText = (value: unknown, argument: string): void => {
  if (typeof value !== 'string') wrongType(argument, 'string', value)
}

/** Checks that a value is a function. If it is not, throws the same error as `node:dns`, synchronously. */
export const requireFunction = (value: unknown, argument: string): ((...given: unknown[]) => void) =>
  typeof value === 'function' ? (value as (...given: unknown[]) => void) : wrongType(argument, 'function', value)

/** Checks that a value is an integer in its range. If it is not, throws the same error as `node:dns`, synchronously. */
export const requireInteger = (value: unknown, argument: string, least: number): number => {
  if (typeof value !== 'number') return wrongType(argument, 'number', value)
  if (Number.isInteger(value) && value >= least && value <= 0x7fff_ffff) return value
  const range = Number.isInteger(value) ? `>= ${least} && <= 2147483647` : 'an integer'
  const message = `The value of "${argument}" is out of range. It must be ${range}. Received ${value}`
  throw Object.assign(new RangeError(message), { code: 'ERR_OUT_OF_RANGE' })
}

/** Throws the same error as `node:dns`, synchronously, for an unknown value. */
export const invalidValue = (what: string, value: unknown): never => {
  const message = `The ${what} is invalid. Received ${JSON.stringify(value) ?? String(value)}`
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_VALUE' })
}
