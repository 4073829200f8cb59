import { successHeaders, errorResponses, type ResponseObject } from './error-responses.ts'
import type { EndpointId } from '../endpoint-types.ts'
import type { GenericSchema } from 'valibot'
import { type Access, type EndpointDefinition, statusOf } from '../endpoint.ts'
import { jsonSchemaOf, type SchemaObject } from './component-schemas.ts'

type Feature = EndpointId extends infer Id ? (Id extends `${infer First}.${string}` ? First : never) : never

/** The headings of the features in the reference, in order. */
export const tags = {
  auth: { name: 'Accounts', description: 'Accounts, sessions and passwords.' },
  account: {
    name: 'Your account',
    description: 'Sessions, data export and account deletion.',
  },
  tools: {
    name: 'Tools',
    description: 'The list of tools, and their runs. Every result is simulated and marked as such.',
  },
  runs: { name: 'Runs', description: 'The history of your runs, in browsers and over the API.' },
  usage: { name: 'Usage', description: "Today's runs and their limits." },
  tokens: { name: 'API tokens', description: 'Tokens for programs, on the enterprise plan.' },
  email: { name: 'Email verification', description: 'Real verification of addresses; no message is sent.' },
  captcha: { name: 'Captcha', description: 'Proof-of-work challenges for visitors.' },
  plans: { name: 'Plans', description: 'Plans and prices.' },
  subscription: { name: 'Subscription', description: 'Buying and managing a plan.' },
  migrations: { name: 'Mailbox migrations', description: 'Requests to move a mailbox; nothing is transferred yet.' },
  notifications: { name: 'Notifications', description: 'Messages from admins.' },
  services: { name: 'Service', description: 'The parts of the service that are switched on.' },
  ip: { name: 'Address', description: 'Your IP address.' },
  stats: { name: 'Numbers', description: 'Your usage statistics.' },
  activity: { name: 'Activity', description: 'Your recent actions.' },
  admin: { name: 'Admin', description: 'Only for admins.' },
} as const satisfies Record<Feature, { readonly name: string; readonly description: string }>

/** Returns the tag of an endpoint. */
const tagOf = (id: string): string => {
  const [feature = ''] = id.split('.', 1)
  // The cast is safe: a feature without an entry does not compile.
  return tags[feature as Feature].name
}

/** One parameter of an operation. */
export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: unknown
}

/** One operation of the document. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, object>> }
  readonly responses: Readonly<Record<string, ResponseObject>>
}

/**
 * Returns the name of an operation in the style of code generators: 'auth.login' becomes 'authLogin'.
 *
 * @example
 * operationId('auth.login') // => 'authLogin'
 */
export const operationId = (id: string): string =>
  id.replaceAll(/\.([a-z])/g, (_, letter: string) => letter.toUpperCase())

const security = (access: Access, scope: string | undefined): OperationObject['security'] => {
  const apiToken = { apiToken: scope === undefined ? [] : [scope] }
  if (access === 'refresh') return []
  if (access === 'anyone') return scope === undefined ? [] : [{}, { session: [] }, apiToken]
  return access === 'bearer' ? [{ session: [] }, apiToken] : [{ session: [] }]
}

const parametersOf = (place: 'path' | 'query', schema: GenericSchema | undefined): ParameterObject[] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] }: SchemaObject = jsonSchemaOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const requestBody = ({ body, raw, example }: EndpointDefinition): Pick<OperationObject, 'requestBody'> => {
  if (body === undefined) return {}
  // The sender signs a raw body and decides on its shape.
  const media = raw
    ? { schema: { type: 'object' } }
    : { schema: jsonSchemaOf(body), ...(example === undefined ? {} : { example }) }
  return { requestBody: { required: true, content: { 'application/json': media } } }
}

const success = (endpoint: EndpointDefinition): ResponseObject => {
  const { response, stream, simulated = false } = endpoint
  const pieces =
    stream === undefined
      ? {}
      : { [stream.type]: { schema: { type: 'string' }, 'x-item-schema': jsonSchemaOf(stream.item) } }
  return {
    description: stream === undefined ? 'Done.' : `Done. With \`Accept: ${stream.type}\`, the response is streamed.`,
    headers: successHeaders(simulated),
    content: { 'application/json': { schema: jsonSchemaOf(response) }, ...pieces },
  }
}

/** Converts an endpoint to an operation of the OpenAPI document. */
export const operationOf = (endpoint: EndpointDefinition): OperationObject => {
  const { id, summary, description, access, scope, params, query } = endpoint
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)]
  return {
    operationId: operationId(id),
    tags: [tagOf(id)],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security(access, scope),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(endpoint),
    responses: { [String(statusOf(endpoint))]: success(endpoint), ...errorResponses(endpoint) },
  }
}
