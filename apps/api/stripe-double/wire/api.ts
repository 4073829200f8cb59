import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { findOperation } from '../operations/index.ts'
import type { World } from '../world.ts'
import { API_VERSION } from '../world.ts'
import { expand } from './expand.ts'
import type { Faults } from './faults.ts'
import { parseForm } from './form.ts'
import { Refusal, refuse } from './refusal.ts'

/** A request of the API, read. */
export interface ApiRequest {
  readonly request: IncomingMessage
  readonly path: string
  readonly search: string
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

const keyOf = ({ headers }: IncomingMessage): string => {
  const [scheme = '', credential = ''] = (headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'basic'
    ? (Buffer.from(credential, 'base64').toString().split(':')[0] ?? '')
    : credential
}

// It knows test keys alone: real money never meets the double.
const checkKey = (request: IncomingMessage): void => {
  const key = keyOf(request)
  if (key === '')
    throw refuse(401, {
      message: 'You did not provide an API key. You need to provide your API key in the Authorization header.',
    })
  if (!/^(?:sk|rk)_test_\w+$/.test(key))
    throw refuse(401, { message: `Invalid API Key provided: ${key.slice(0, 8)}****` })
}

const checkParameters = (form: object, takes: readonly string[]): void => {
  const unknown = Object.keys(form).find((name) => name !== 'expand' && !takes.includes(name))
  if (unknown !== undefined)
    throw refuse(400, { message: `Received unknown parameter: ${unknown}`, param: unknown, code: 'parameter_unknown' })
}

/** Answers with what work gives, or with its refusal. */
const orRefusal = (work: () => Answer): Answer => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: JSON.stringify({ error: error.body }, undefined, 2) }
  }
}

const errorOnDemand = (status: number): Answer => {
  const type = status === 429 ? 'invalid_request_error' : 'api_error'
  return { status, body: JSON.stringify({ error: { type, message: 'An error of the double, on demand.' } }) }
}

const digestOf = ({ request: { method }, path, body }: ApiRequest): string =>
  createHash('sha256').update(`${method} ${path} ${body}`).digest('hex')

/** Makes what answers the requests of the API. */
export const createApi = ({
  world,
  faults,
  origin,
  save,
}: {
  readonly world: World
  readonly faults: Faults
  readonly origin: () => string
  readonly save: () => void
}) => {
  const { tables } = world
  const inFlight = new Set<string>()

  const run = ({ request: { method = '' }, path, search, body }: ApiRequest): string => {
    const match = findOperation(method, path)
    if (match === undefined) throw refuse(404, { message: `Unrecognized request URL (${method}: ${path}).` })
    const form = parseForm(method === 'POST' ? body : search)
    checkParameters(form, match.operation.takes)
    const answer = match.operation.run({ world, form, ids: match.ids, origin: origin() })
    return JSON.stringify(expand(tables, answer, form), undefined, 2)
  }

  const answerOf = (asked: ApiRequest): Answer => orRefusal(() => ({ status: 200, body: run(asked) }))

  /** Gives the answer that a key had before, as the provider does for a day. */
  const remembered = (key: string, asked: ApiRequest): Answer | undefined => {
    const known = tables.keys[key]
    if (known === undefined) return undefined
    if (known.request !== digestOf(asked))
      throw refuse(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    return { ...known, headers: { 'idempotent-replayed': 'true' } }
  }

  const once = (key: string, asked: ApiRequest): Answer => {
    const before = remembered(key, asked)
    if (before !== undefined) return before
    const answer = answerOf(asked)
    // What was refused before it began may be asked again.
    if (answer.status !== 400 && answer.status !== 401 && answer.status !== 404)
      tables.keys[key] = { request: digestOf(asked), status: answer.status, body: answer.body }
    return answer
  }

  const checked = (asked: ApiRequest, key: string | undefined): Answer => {
    checkKey(asked.request)
    if (key === undefined || asked.request.method !== 'POST') return answerOf(asked)
    if (inFlight.has(key))
      throw refuse(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key: ${key}`,
      })
    return once(key, asked)
  }

  const write = (
    response: ServerResponse,
    { status, body, headers = {} }: Answer,
    key: string | undefined,
    length?: number,
  ): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': length ?? Buffer.byteLength(body),
      'request-id': world.id('req', 14),
      'stripe-version': API_VERSION,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    })
  }

  return async (asked: ApiRequest, response: ServerResponse): Promise<void> => {
    const header = asked.request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : undefined
    const fault = faults.take(asked.path)
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'drop') return void asked.request.socket.destroy()
    if (fault?.kind === 'status') {
      const answer = errorOnDemand(fault.status)
      write(response, answer, key)
      response.end(answer.body)
      return
    }
    const answer = orRefusal(() => checked(asked, key))
    save()
    if (fault?.kind === 'drop-answer') return void asked.request.socket.destroy()
    if (fault?.kind === 'slow') {
      if (key !== undefined) inFlight.add(key)
      await wait(fault.milliseconds)
      if (key !== undefined) inFlight.delete(key)
    }
    write(response, answer, key, fault?.kind === 'stall' ? Buffer.byteLength(answer.body) + 100 : undefined)
    if (fault?.kind === 'stall') response.write(answer.body)
    else response.end(answer.body)
  }
}
