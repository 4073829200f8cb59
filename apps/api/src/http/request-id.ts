import { randomUUID } from 'node:crypto'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** Gives a request its id: a trusted proxy's own when that is a UUID, else a fresh one. */
export const requestIdFor = (given: string | string[] | undefined, isTrusted: boolean): string =>
  isTrusted && typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : randomUUID()
