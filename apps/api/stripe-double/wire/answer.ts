import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

/** A request of the API, read. */
export interface ApiRequest {
  readonly request: IncomingMessage
  readonly path: string
  readonly search: string
  readonly body: string
}

/** An answer of the API. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with what work gives, or with its refusal. */
export const orRefusal = (work: () => Answer): Answer => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: JSON.stringify({ error: error.body }, undefined, 2) }
  }
}
