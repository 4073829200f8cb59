import type {
  BodyOf,
  EndpointDefinition,
  EndpointId,
  EndpointOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@netbox/contract'
import type { Pieced, Prepared, Streamed, Written } from './answers.ts'
import type { Caller, KnownCaller, UserCaller } from './caller.ts'

/** Who can be behind a call of an endpoint, by its `access`. */
export type CallerOf<Id extends EndpointId> = {
  readonly anyone: Caller
  readonly refresh: Caller
  readonly bearer: KnownCaller
  readonly session: UserCaller
  readonly enterprise: UserCaller
  readonly admin: UserCaller
}[EndpointOf<Id>['access']]

/** One request as a handler sees it: checked against the contract, and free of HTTP. */
export interface Call<Id extends EndpointId> {
  readonly body: BodyOf<Id>
  readonly query: QueryOf<Id>
  readonly params: ParamsOf<Id>
  readonly caller: CallerOf<Id>
  /** Gives a signal that is aborted when the client is gone or the process ends. It is made when it is first asked for. */
  readonly signal: () => AbortSignal
  /** The client's address. */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** A header of the request; only for what has its place there, as a signature. */
  readonly header: (name: string) => string | undefined
  /** Whether the client asks for the pieces of the answer as they come. */
  readonly wantsStream: boolean
  readonly setHeader: (name: string, value: string) => void
}

/** What a handler answers with: the contract's response, its text or bytes made before or while it is read, or its pieces. */
export type Answer<Id extends EndpointId> =
  | ResponseOf<Id>
  | Prepared<ResponseOf<Id>>
  | Pieced<ResponseOf<Id>>
  | Written<ResponseOf<Id>>
  | Streamed<unknown>

/** Serves an endpoint. Refuses by throwing an `ApiError`. */
export type Handler<Id extends EndpointId> = (call: Call<Id>) => Promise<Answer<Id>>

/** The handlers of some endpoints: what a feature gives. The router refuses to start when one is missing in the end. */
export type Routes = { readonly [Id in EndpointId]?: Handler<Id> }

/** An endpoint with its handler, their types forgotten: the router has checked what they have to agree on. */
export interface Route {
  readonly endpoint: EndpointDefinition
  readonly handle: (call: Call<EndpointId>) => Promise<unknown>
}
