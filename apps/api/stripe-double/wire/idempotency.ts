import { createHash } from 'node:crypto'
import type { Tables } from '../store.ts'
import type { Answer, ApiRequest } from './answer.ts'
import { refuse } from './refusal.ts'

/** Requests with idempotency keys: what has the same key is done once, and has the same answer. */
export interface IdempotentRequests {
  /**
   * Returns the answer that a key had before, as the provider does for a day, or else that of the work. Refuses a key of other
   * parameters, and one whose answer is on its way.
   */
  answer(key: string, asked: ApiRequest, work: () => Answer): Answer
  /** Notes that the answer of a key is on its way; gives what notes its arrival. */
  hold(key: string): () => void
}

const digestOf = ({ request: { method }, path, body }: ApiRequest): string =>
  createHash('sha256').update(`${method} ${path} ${body}`).digest('hex')

/** What was refused before it began may be asked again. */
const NOT_BEGUN: ReadonlySet<number> = new Set([400, 401, 404])

/** Makes the memory of keys. */
export const createIdempotentRequests = ({ keys }: Pick<Tables, 'keys'>): IdempotentRequests => {
  const inFlight = new Set<string>()

  const remembered = (key: string, asked: ApiRequest): Answer | undefined => {
    const known = keys[key]
    if (known === undefined) return undefined
    if (known.request !== digestOf(asked))
      throw refuse(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    return { ...known, headers: { 'idempotent-replayed': 'true' } }
  }

  return {
    answer: (key, asked, work) => {
      if (inFlight.has(key))
        throw refuse(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key: ${key}`,
        })
      const before = remembered(key, asked)
      if (before !== undefined) return before
      const answer = work()
      if (!NOT_BEGUN.has(answer.status))
        keys[key] = { request: digestOf(asked), status: answer.status, body: answer.body }
      return answer
    },
    hold: (key) => {
      inFlight.add(key)
      return () => void inFlight.delete(key)
    },
  }
}
