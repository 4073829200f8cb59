import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { endpoints } from './endpoints/index.ts'

/** Is one of the endpoints, with its literal types. */
export type Endpoint = (typeof endpoints)[number]

/** Names one of the endpoints: 'auth.login'. */
export type EndpointId = Endpoint['id']

/** Is the endpoint that an id names, with its literal types. */
export type EndpointOf<Id extends EndpointId> = Extract<Endpoint, { readonly id: Id }>

type Part = 'body' | 'query' | 'params'

type OutputOf<Id extends EndpointId, Key extends Part> =
  EndpointOf<Id> extends { readonly [K in Key]: infer Schema extends GenericSchema } ? InferOutput<Schema> : undefined

type InputOf<Id extends EndpointId, Key extends Part> =
  EndpointOf<Id> extends { readonly [K in Key]: infer Schema extends GenericSchema } ? InferInput<Schema> : undefined

/** Is what a handler gets as the body: checked, with defaults filled in; undefined where there is none. */
export type BodyOf<Id extends EndpointId> = OutputOf<Id, 'body'>

/** Is what a handler gets as the query; undefined where there is none. */
export type QueryOf<Id extends EndpointId> = OutputOf<Id, 'query'>

/** Is what a handler gets as the parameters of the path; undefined where there are none. */
export type ParamsOf<Id extends EndpointId> = OutputOf<Id, 'params'>

/** Is what a caller sends as the body: what has a default may be left out; undefined where there is none. */
export type BodyInput<Id extends EndpointId> = InputOf<Id, 'body'>

/** Is what a caller sends as the query: what has a default may be left out; undefined where there is none. */
export type QueryInput<Id extends EndpointId> = InputOf<Id, 'query'>

/** Is what an endpoint answers when it succeeds. */
export type ResponseOf<Id extends EndpointId> = InferOutput<EndpointOf<Id>['response']>

/**
 * Finds an endpoint by its id. Throws a `TypeError` for an id that is none, which does not compile.
 *
 * @example
 * findEndpoint('auth.login').path // => '/auth/login'
 */
export const findEndpoint = <Id extends EndpointId>(id: Id): EndpointOf<Id> => {
  const found = endpoints.find((endpoint) => endpoint.id === id)
  if (found === undefined) throw new TypeError(`There is no endpoint '${id}'.`)
  // The id has just been compared.
  return found as EndpointOf<Id>
}
