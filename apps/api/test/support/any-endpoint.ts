import { type EndpointDefinition, type EndpointId, endpoints } from '@netbox/contract'
import type { TestAnswer, TestApi } from './start-api.ts'

/** An endpoint with the fields of all endpoints, because the list's literal types share no optional fields. */
export type AnyEndpoint = EndpointDefinition & { readonly id: EndpointId }

/** Every endpoint of the contract, for tests of all of them. */
export const everyEndpoint: readonly AnyEndpoint[] = endpoints

/** Returns the ids of endpoints, for test names. */
export const idsOf = (list: readonly AnyEndpoint[]): readonly EndpointId[] => list.map(({ id }) => id)

/** Returns whether an endpoint needs a credential. */
export const isClosed = ({ access }: EndpointDefinition): boolean => access !== 'anyone' && access !== 'refresh'

/** Finds an endpoint by its id. */
export const endpointOf = (id: EndpointId): AnyEndpoint => {
  const found = everyEndpoint.find((endpoint) => endpoint.id === id)
  if (found === undefined) throw new Error(`The contract has no endpoint ${id}.`)
  return found
}

/** The arguments of any endpoint. */
export interface AnyCall {
  /** The path parameter. Default `x`, which does not exist. */
  readonly of?: string
  readonly query?: object
  readonly body?: unknown
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an endpoint by its id. The arguments may be invalid, because the types don't know the endpoint. */
export const callAny = (
  api: TestApi,
  id: EndpointId,
  { of = 'x', query, body, bearer, headers }: AnyCall = {},
): Promise<TestAnswer<EndpointId>> =>
  api.call(id, {
    ...(endpointOf(id).params === undefined ? {} : { params: { id: of } as never }),
    ...(query === undefined ? {} : { query: query as never }),
    ...(body === undefined ? {} : { body }),
    ...(bearer === undefined ? {} : { bearer }),
    ...(headers === undefined ? {} : { headers }),
  })
