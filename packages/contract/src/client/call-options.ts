import type { GenericSchema, InferOutput } from 'valibot'
import type { BodyInput, Endpoint, EndpointId, EndpointOf, ParamsOf, QueryInput } from '../endpoint-types.ts'

type Wanted<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

/** The options of an endpoint call. */
export type CallOptions<Id extends EndpointId> = Wanted<'params', ParamsOf<Id>> &
  Wanted<'query', QueryInput<Id>> &
  Wanted<'body', BodyInput<Id>> & { readonly signal?: AbortSignal }

/** The call's arguments: the options are optional if nothing in them is required. */
export type CallArguments<Id extends EndpointId> =
  object extends CallOptions<Id> ? [options?: CallOptions<Id>] : [options: CallOptions<Id>]

type Streamed = Extract<Endpoint, { readonly stream: unknown }>

/** The id of an endpoint that can stream its response. */
export type StreamId = Streamed['id']

/** One item of an endpoint's stream. */
export type StreamItemOf<Id extends StreamId> =
  EndpointOf<Id> extends { readonly stream: { readonly item: infer Item extends GenericSchema } }
    ? InferOutput<Item>
    : never
