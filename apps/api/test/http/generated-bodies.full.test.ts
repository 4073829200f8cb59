import type { EndpointDefinition } from '@netbox/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint, callAny, endpointOf, idsOf } from '../support/any-endpoint.ts'
import { awkward, jsonText, value } from '../support/generated.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

// The number of generated bodies for each endpoint with a body. With FC_RUNS=550, there are ten thousand.
const RUNS = 50

const api = useApi()
let admin: TestUser
beforeAll(async () => {
  admin = await api.user({ plan: 'enterprise', isAdmin: true })
})

const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  if ('entries' in schema && typeof schema.entries === 'object' && schema.entries !== null)
    return Object.keys(schema.entries)
  const inner = [
    ...('pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe : []),
    ...('options' in schema && Array.isArray(schema.options) ? schema.options : []),
  ]
  return inner.flatMap((part) => (part === schema ? [] : namesIn(part)))
}

/** Generates bodies similar to valid ones: with the endpoint's keys, some missing, and any values. */
const bodyOf = ({ body }: EndpointDefinition) => {
  const keys = Object.fromEntries([...new Set(namesIn(body))].map((name) => [name, value]))
  const extra = fc.record(
    { is_admin: fc.boolean(), plan: awkward, user_id: awkward, id: awkward },
    { requiredKeys: [] },
  )
  return fc.oneof(
    fc.tuple(fc.record(keys, { requiredKeys: [] }), extra).map(([own, other]) => ({ ...other, ...own })),
    value,
  )
}

const taking = idsOf(everyEndpoint.filter(({ body }) => body !== undefined))

describe('a generated body', () => {
  it.each(taking)('never makes %s fail', { timeout: 60_000 }, async (id) => {
    await fc.assert(
      fc.asyncProperty(bodyOf(endpointOf(id)), async (body) => {
        const answer = await callAny(api, id, { body: jsonText(body), bearer: admin.bearer })
        // Features that are off, busy or not configured may respond with their own 5xx; no other 5xx is allowed.
        if (answer.status >= 500)
          expect(['billing_unavailable', 'price_not_configured', 'verifier_unavailable', 'busy']).toContain(answer.code)
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? RUNS) },
    )
  })

  it('makes no user an admin and grants no plan', async () => {
    const profiles = await api.core.database.queries
      .selectFrom('profiles')
      .select(['id', 'is_admin'])
      .where('is_admin', '=', 1)
      .execute()
    expect(profiles.map(({ id }) => id)).toEqual([admin.id])
  })
})
