import { readScenario } from '@netbox/core'
import { describeInternet, type Internet } from '../internet/start-internet.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'

/** The error for a refused request, with the status of the response. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A function that handles one method of a path. The body is parsed JSON. */
type Handler = (internet: Internet, body: unknown) => object | Promise<object>

const stateOf = (internet: Internet) => ({
  ...describeInternet(internet),
  asked: internet.askedCount,
  messages: internet.messages.length,
})

/** Returns the fields of a body. Throws for an unknown field, because it may be misspelled. */
const fieldsOf = (body: unknown, known: readonly string[]): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ControlError(400, `The body must be an object with ${known.map((name) => `'${name}'`).join(' and ')}.`)
  const strange = Object.keys(body).find((name) => !known.includes(name))
  if (strange !== undefined) throw new ControlError(400, `Unknown field '${strange}'. Known: ${known.join(', ')}.`)
  return body as Readonly<Record<string, unknown>> // The cast is safe: the keys are checked here, and callers check the values.
}

const textsOf = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((one): one is string => typeof one === 'string')
  return texts.length === value.length ? texts : undefined
}

const scenarioChanges = (body: unknown): Partial<InternetWorld> => {
  const { scenario, for: domains } = fieldsOf(body, ['scenario', 'for'])
  if (typeof scenario !== 'string') throw new ControlError(400, "'scenario' must be a string, such as 'mx-down'.")
  const text = readScenario(scenario)
  if (domains === undefined) return { scenario: text }
  const texts = textsOf(domains)
  if (texts === undefined) throw new ControlError(400, "'for' must be a list of domains, such as ['shop.example'].")
  return { scenario: text, for: texts }
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
  async (internet, body) => {
    await internet.set(read(body))
    return stateOf(internet)
  }

/** The handlers by path and method. */
export const routes: ReadonlyMap<string, Readonly<Partial<Record<string, Handler>>>> = new Map<
  string,
  Readonly<Partial<Record<string, Handler>>>
>([
  ['/', { GET: stateOf }],
  ['/scenario', { PUT: changes(scenarioChanges) }],
  ['/clock', { PUT: changes(clockChanges) }],
  ['/world', { PUT: changes(worldChanges) }],
  ['/asked', { GET: ({ asked, askedCount }) => ({ count: askedCount, asked }) }],
  ['/messages', { GET: ({ messages }) => ({ messages }) }],
])
