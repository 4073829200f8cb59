import { once } from 'node:events'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject, MINUTE, readScenario, SECOND, ToolError } from '@netbox/core'
import { describeInternet, type Internet } from '../internet/internet.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'
import { limitPipelining } from '../tcp/limit-pipelining.ts'
import { expectedFindings, faultMetric } from './expected.ts'
import { renamed } from './old-names.ts'

/** The error for a refused request, with the status of the response. */
class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A request for a path. The body is parsed JSON. The signal ends when the client has left. */
interface Asked {
  readonly body: unknown
  readonly query: URLSearchParams
  readonly signal: AbortSignal
}

/** A function that handles one method of a path. A result that is a text is sent as text. */
type Handler = (internet: Internet, asked: Asked) => Answer | Promise<Answer>

type Answer = object | string

const stateOf = (internet: Internet) => ({
  ...describeInternet(internet),
  requests: internet.requestCount,
  messages: internet.messages.length,
})

/** Returns the fields of a body. Throws for an unknown field, because it may be misspelled. */
const fieldsOf = (body: unknown, known: readonly string[]): Readonly<Record<string, unknown>> => {
  if (!isObject(body))
    throw new ControlError(400, `The body must be an object with ${known.map((name) => `'${name}'`).join(' and ')}.`)
  const strange = Object.keys(body).find((name) => !known.includes(name))
  if (strange !== undefined)
    throw new ControlError(400, renamed(strange) ?? `Unknown field '${strange}'. Known: ${known.join(', ')}.`)
  return body
}

const textsOf = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((one): one is string => typeof one === 'string')
  return texts.length === value.length ? texts : undefined
}

const scenarioChanges = (body: unknown): Partial<InternetWorld> => {
  const { scenario, domains } = fieldsOf(body, ['scenario', 'domains'])
  if (typeof scenario !== 'string') throw new ControlError(400, "'scenario' must be a string, such as 'mx-down'.")
  const text = readScenario(scenario)
  if (domains === undefined) return { scenario: text }
  const texts = textsOf(domains)
  if (texts === undefined) throw new ControlError(400, "'domains' must be a list of domains, such as ['shop.example'].")
  return { scenario: text, domains: texts }
}

const clockChanges = (body: unknown): Partial<InternetWorld> => {
  const { at, startAt } = fieldsOf(body, ['at', 'startAt'])
  if (at === null && startAt === undefined) return { at: undefined, startAt: undefined }
  if (typeof at === 'string' && startAt === undefined) return { at, startAt: undefined }
  if (typeof startAt === 'string' && at === undefined) return { startAt }
  throw new ControlError(
    400,
    "'at' or 'startAt' must be a time, such as '2026-01-01T10:00:00Z'; 'at' may be null for the clock of the machine.",
  )
}

// `set` opens the world, and that validates the document.
const worldChanges = (body: unknown): Partial<InternetWorld> => ({ world: body ?? undefined })

const changes =
  (read: (body: unknown) => Partial<InternetWorld>): Handler =>
  async (internet, { body }) => {
    const wanted = read(body)
    try {
      await internet.set(wanted)
    } catch (error) {
      if (error instanceof ToolError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new ControlError(500, `The change failed, so the world is as before: ${reason}`)
    }
    return stateOf(internet)
  }

const findings: Handler = async (internet, { query }) => {
  const domain = query.get('domain') ?? ''
  if (domain === '') throw new ControlError(400, "The query needs a domain, such as '/findings?domain=shop.example'.")
  return { domain, at: new Date(internet.time).toISOString(), findings: await expectedFindings(internet, domain) }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE }
const LONGEST_WAIT = 5 * MINUTE

const waitOf = (text: string): number => {
  const [, number, unit = ''] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  const time = Number(number) * (UNITS[unit] ?? NaN)
  if (time <= LONGEST_WAIT) return time
  throw new ControlError(400, `'wait' must be a time of at most 5m, such as '30s' or '500ms', not '${text}'.`)
}

/** Returns the fields of a query. Throws for an unknown field and for a repeated one. */
const queryOf = (query: URLSearchParams, known: readonly string[]): Readonly<Partial<Record<string, string>>> => {
  const names = [...query.keys()]
  fieldsOf(Object.fromEntries(query), known)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new ControlError(400, `The query has '${twice}' twice.`)
  // Neither an address nor a time has a space. It was a plus sign that the client did not encode.
  return Object.fromEntries([...query].map(([name, value]) => [name, value.replaceAll(' ', '+')]))
}

/** Calls a function that reads a filter of messages. */
const filtering = async <Result>(read: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await read()
  } catch (error) {
    throw error instanceof RangeError ? new ControlError(400, error.message) : error
  }
}

const findMessages: Handler = async (internet, { query, signal }) => {
  const { wait, ...filter } = queryOf(query, ['to', 'since', 'wait'])
  const timeout = wait === undefined ? 0 : waitOf(wait)
  return filtering(async () => ({ messages: await internet.findMessages({ ...filter, timeout, signal }) }))
}

const deleteMessages: Handler = async (internet, { query }) =>
  filtering(() => ({ deleted: internet.deleteMessages(queryOf(query, ['to', 'since'])) }))

/** The handlers by path and method. */
const routes: ReadonlyMap<string, Readonly<Partial<Record<string, Handler>>>> = new Map<
  string,
  Readonly<Partial<Record<string, Handler>>>
>([
  ['/', { GET: stateOf }],
  ['/scenario', { PUT: changes(scenarioChanges) }],
  ['/clock', { PUT: changes(clockChanges) }],
  ['/world', { GET: ({ document = {} }) => document, PUT: changes(worldChanges) }],
  [
    '/requests',
    {
      GET: ({ requests, requestCount }) => ({
        count: requestCount,
        requests: requests.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
      }),
    },
  ],
  ['/certificates', { GET: ({ certificates }) => ({ certificates }) }],
  ['/messages', { GET: findMessages, DELETE: deleteMessages }],
  ['/findings', { GET: findings }],
  ['/metrics', { GET: faultMetric }],
])

/** Returns the handlers of `/messages/{n}/verdict`; `n` is the place in the list of `/messages`, from 0. */
const verdictRoute = (path: string): Readonly<Partial<Record<string, Handler>>> | undefined => {
  const [, index] = /^\/messages\/(\d{1,4})\/verdict$/.exec(path) ?? []
  if (index === undefined) return undefined
  return {
    GET: ({ messages }) => {
      const message = messages[Number(index)]
      if (message === undefined)
        throw new ControlError(404, `There is no message ${index}. The number of messages is ${messages.length}.`)
      return message.verdict
    },
  }
}

/** The control server of an internet, until it is closed. */
export interface Control extends AsyncDisposable {
  /** The URL of the server: `http://127.0.0.1:37211`. */
  readonly url: string
  /** The token for the header `Authorization: Bearer …`. */
  readonly token: string
  /** The environment variables for programs: `NETBOX_CONTROL_URL` and `NETBOX_CONTROL_TOKEN`. */
  readonly variables: Readonly<Record<string, string>>
  close(): Promise<void>
}

const LONGEST_BODY = 4_194_304
const REQUEST_TIME = 10_000
const MOST_CONNECTIONS = 100
const TOKEN_OCTETS = 24

const isToken = (header: string | undefined, token: string): boolean => {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const octets = Buffer.from(chunk as Buffer) // The cast is safe: without an encoding, the stream yields buffers.
    length += octets.length
    if (length > LONGEST_BODY) throw new ControlError(413, `The body is longer than ${LONGEST_BODY} bytes.`)
    chunks.push(octets)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError(400, 'The body is not JSON.')
  }
}

const failureOf = (error: unknown): { readonly status: number; readonly body: object } => {
  if (error instanceof ControlError) return { status: error.status, body: { error: { message: error.message } } }
  if (error instanceof ToolError) return { status: 422, body: { error: { code: error.code, message: error.message } } }
  return { status: 500, body: { error: { message: 'The request could not be served.' } } }
}

const answer = (response: ServerResponse, status: number, body: Answer): void => {
  const type = typeof body === 'string' ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(typeof body === 'string' ? body : `${JSON.stringify(body)}\n`)
}

/**
 * Refuses requests from web pages and from other users. They may know the port, but not the token, and a page sends another host name.
 */
const authorize = ({ headers }: IncomingMessage, host: string, port: number, token: string): void => {
  if (headers.host !== `${host}:${port}` && headers.host !== `localhost:${port}`)
    throw new ControlError(421, `The Host header must be ${host}:${port}.`)
  if (!isToken(headers.authorization, token))
    throw new ControlError(
      401,
      "The header 'Authorization: Bearer TOKEN' is missing, or its token belongs to another run.",
    )
}

const serve = async (internet: Internet, request: IncomingMessage, signal: AbortSignal): Promise<Answer> => {
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  const methods = routes.get(path) ?? verdictRoute(path)
  if (methods === undefined)
    throw new ControlError(
      404,
      renamed(path) ??
        `There is no path ${path}. The paths are ${[...routes.keys(), '/messages/{n}/verdict'].join(', ')}.`,
    )
  const { method = 'GET' } = request
  const handle = methods[method]
  if (handle === undefined)
    throw new ControlError(405, `${path} accepts ${Object.keys(methods).join(' and ')}, not ${method}.`)
  const body = method === 'PUT' ? await readBody(request) : undefined
  return handle(internet, { body, query: new URLSearchParams(query), signal })
}

interface ControlOptions {
  readonly host?: string
  readonly port?: number
  /** Receives the path of each request. */
  readonly onRequest?: (path: string) => void
}

/**
 * Starts an HTTP server, by default on 127.0.0.1, with which programs in any language control an internet: they read its requests and delivered mail,
 * and change its scenario, clock and world document. Every request needs the token, and the server's address in the `Host` header.
 *
 * @example
 * const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy' })
 * const control = await startControl(internet)
 * const headers = { authorization: `Bearer ${control.token}` }
 * const response = await fetch(`${control.url}/scenario`, { method: 'PUT', headers, body: '{"scenario":"mx-down"}' })
 * response.status // => 200
 * internet.scenario // => 'mx-down'
 * await control.close()
 * await internet.close()
 */
export const startControl = async (
  internet: Internet,
  { host = '127.0.0.1', port = 0, onRequest }: ControlOptions = {},
): Promise<Control> => {
  const token = randomBytes(TOKEN_OCTETS).toString('base64url')
  let bound = port
  const server = createServer({ requestTimeout: REQUEST_TIME, headersTimeout: REQUEST_TIME }, (request, response) => {
    const work = async (): Promise<Answer> => {
      authorize(request, host, bound, token)
      onRequest?.(request.url ?? '/')
      const left = new AbortController()
      response.on('close', () => left.abort())
      return serve(internet, request, left.signal)
    }
    work().then(
      (body) => answer(response, 200, body),
      (error: unknown) => {
        const { status, body } = failureOf(error)
        if (status === 500) process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`)
        // Closes the connection, because the server does not read the rest of a body that is too long.
        if (status === 413) response.setHeader('connection', 'close')
        answer(response, status, body)
      },
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  limitPipelining(server)
  server.listen(port, host)
  await once(server, 'listening')
  bound = (server.address() as AddressInfo).port // The cast is safe: a server on a port has an address of this type.
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    server.closeAllConnections()
    await closed
  }
  const url = `http://${host}:${bound}`
  const variables = { NETBOX_CONTROL_URL: url, NETBOX_CONTROL_TOKEN: token }
  return { url, token, variables, close, [Symbol.asyncDispose]: close }
}
