import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { findOperation } from '../operations/index.ts'
import type { World } from '../world.ts'
import { API_VERSION } from '../world.ts'
import { type Answer, type ApiRequest, orRefusal } from './answer.ts'
import { expand } from './expand.ts'
import type { Faults } from './faults.ts'
import { parseForm } from './form.ts'
import { createIdempotentRequests } from './idempotency.ts'
import { refuse } from './refusal.ts'

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

const errorOnDemand = (status: number): Answer => {
  const type = status === 429 ? 'invalid_request_error' : 'api_error'
  return { status, body: JSON.stringify({ error: { type, message: 'An error of the double, on demand.' } }) }
}

/** Writes an answer; of one that stalls a part is announced and never comes. */
const write = (response: ServerResponse, { status, body, headers = {} }: Answer, stalls: boolean): void => {
  const length = Buffer.byteLength(body) + (stalls ? 100 : 0)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
  if (stalls) response.write(body)
  else response.end(body)
}

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
  const idempotent = createIdempotentRequests(tables)

  const run = ({ request: { method = '' }, path, search, body }: ApiRequest): string => {
    const match = findOperation(method, path)
    if (match === undefined) throw refuse(404, { message: `Unrecognized request URL (${method}: ${path}).` })
    const form = parseForm(method === 'POST' ? body : search)
    checkParameters(form, match.operation.takes)
    const answer = match.operation.run({ world, form, ids: match.ids, origin: origin() })
    return JSON.stringify(expand(tables, answer, form), undefined, 2)
  }

  const answerOf = (asked: ApiRequest): Answer => orRefusal(() => ({ status: 200, body: run(asked) }))

  const checked = (asked: ApiRequest, key: string | undefined): Answer => {
    checkKey(asked.request)
    if (key === undefined || asked.request.method !== 'POST') return answerOf(asked)
    return idempotent.answer(key, asked, () => answerOf(asked))
  }

  return async (asked: ApiRequest, response: ServerResponse): Promise<void> => {
    const header = asked.request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : undefined
    const fault = faults.take(asked.path)
    if (fault?.kind === 'hang') return faults.hold(asked.request.socket)
    if (fault?.kind === 'drop') return void asked.request.socket.destroy()
    response.setHeader('request-id', world.id('req', 14))
    response.setHeader('stripe-version', API_VERSION)
    if (key !== undefined) response.setHeader('idempotency-key', key)
    if (fault?.kind === 'status') return write(response, errorOnDemand(fault.status), false)
    const answer = orRefusal(() => checked(asked, key))
    save()
    if (fault?.kind === 'drop-answer') return void asked.request.socket.destroy()
    if (fault?.kind === 'slow') {
      const arrived = key === undefined ? undefined : idempotent.hold(key)
      await wait(fault.milliseconds)
      arrived?.()
    }
    write(response, answer, fault?.kind === 'stall')
  }
}
