import { loginFailure, type Notice } from '@netbox/product'

/** The failure of a request: a stable code, and the message. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** The HTTP status, if there was a response. */
  readonly status?: number
}

const textOf = (value: object, name: string): string | undefined => {
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : undefined
}

/**
 * Reads why a request failed. An error without a code means that a file of the site could not be loaded, so the service is unreachable too.
 */
export const failureOf = (error: unknown): Failure => {
  if (typeof error !== 'object' || error === null) return { code: 'cannot_connect', message: '' }
  const code = textOf(error, 'code')
  if (code === undefined) return { code: 'cannot_connect', message: '' }
  const status: unknown = Reflect.get(error, 'status')
  return { code, message: textOf(error, 'message') ?? '', ...(typeof status === 'number' ? { status } : {}) }
}

/** Describes why an account request failed. */
export const accountNotice =
  (title: string) =>
  ({ code, message }: Failure): Notice => ({
    title,
    message: code === 'cannot_connect' || message === '' ? loginFailure('cannot_connect').message : message,
  })
