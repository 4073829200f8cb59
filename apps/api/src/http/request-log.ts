import type { Exchange } from './exchange.ts'

/** Writes the line of a request where its level is logged. The fields are the inside of a JSON object. */
export type RequestLog = (level: 'info' | 'debug', fields: () => string) => void

/** What an answer was. */
export interface Answered {
  readonly method: string
  readonly status: number
  /** Milliseconds. */
  readonly ms: number
}

/**
 * Writes what the log says of a request, as the inside of a JSON object. What clients choose is quoted; ids, routes and methods can't hold
 * a quote: they are made, listed in the contract or checked by Node.
 */
export const requestFields = (
  { requestId, address, path, route, userId }: Exchange,
  { method, status, ms }: Answered,
): string => {
  // An endpoint is told by its name; what nobody serves is shown, but not a megabyte of it.
  const where = route === 'none' ? `"none","path":${JSON.stringify(path.slice(0, 120))}` : `"${route}"`
  const who = userId === undefined ? '' : `"user_id":"${userId}",`
  const what = `"method":"${method}","status":${status},"ms":${ms}`
  return `"request_id":"${requestId}","address":${JSON.stringify(address)},"route":${where},${who}${what}`
}
