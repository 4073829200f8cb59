import { captchaPurposes } from '@netbox/contract'
import { type AnyEndpoint, callAny } from './any-endpoint.ts'
import type { TestApi } from './start-api.ts'

/** Calls an endpoint with a permitted caller and valid arguments. */
export const callIn = (api: TestApi, { id, body, example = '{}' }: AnyEndpoint, bearer?: string) =>
  callAny(api, id, {
    of: 'mx-record',
    bearer,
    body: body === undefined ? undefined : example,
    ...(id === 'captcha.challenge' ? { query: { purpose: captchaPurposes[0] } } : {}),
  })

/** Calls each endpoint and returns the code of its response. */
export const codesOf = async (
  list: readonly AnyEndpoint[],
  call: (endpoint: AnyEndpoint) => Promise<{ code?: string | undefined }>,
) => Promise.all(list.map(async (endpoint) => [endpoint.id, (await call(endpoint)).code]))

/** Returns the same code for each endpoint. */
export const each = (list: readonly AnyEndpoint[], code: string) => list.map(({ id }) => [id, code])
