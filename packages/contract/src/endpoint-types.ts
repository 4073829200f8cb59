import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { endpoints } from './endpoints/index.ts'

/** One of the endpoints, with its literal types. */
export type Endpoint = (typeof endpoints)[number]

/** The id of an endpoint: 'auth.login'. */
export type EndpointId = Endpoint['id']

/** The endpoint with an id, with its literal types. */
export type EndpointOf<Id extends EndpointId> = Extract<Endpoint, { readonly id: Id }>

type Part = 'body' | 'query' | 'params'

type OutputOf<Id extends EndpointId, Key extends Part> =
  EndpointOf<Id> extends { readonly [K in Key]: infer Schema extends GenericSchema } ? InferOutput<Schema> : undefined

type InputOf<Id extends EndpointId, Key extends Part> =
  EndpointOf<Id> extends { readonly [K in Key]: infer Schema extends GenericSchema } ? InferInput<Schema> : undefined

/** The body for a handler: validated, with defaults; undefined if the endpoint has none. */
export type BodyOf<Id extends EndpointId> = OutputOf<Id, 'body'>

/** The query for a handler; undefined if the endpoint has none. */
export type QueryOf<Id extends EndpointId> = OutputOf<Id, 'query'>

/** The path parameters for a handler; undefined if the endpoint has none. */
export type ParamsOf<Id extends EndpointId> = OutputOf<Id, 'params'>

/** The body from a caller, in which fields with a default are optional; undefined if the endpoint has none. */
export type BodyInput<Id extends EndpointId> = InputOf<Id, 'body'>

/** The query from a caller, in which fields with a default are optional; undefined if the endpoint has none. */
export type QueryInput<Id extends EndpointId> = InputOf<Id, 'query'>

/** The response of a successful call. */
export type ResponseOf<Id extends EndpointId> = InferOutput<EndpointOf<Id>['response']>

/**
 * Finds an endpoint by its id. Throws a `TypeError` for an unknown id, which the compiler also rejects.
 *
 * @example
 * findEndpoint('auth.login').path // => '/auth/login'
 */
export const findEndpoint = <Id extends EndpointId>(id: Id): EndpointOf<Id> => {
  const found = endpoints.find((endpoint) => endpoint.id === id)
  if (found === undefined) throw new TypeError(`There is no endpoint '${id}'.`)
  // The id was compared just above.
  return found as EndpointOf<Id>
}
