import type { EndpointId } from '@netbox/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint, callAny, endpointOf, idsOf } from '../support/any-endpoint.ts'
import { describeOnSqlite } from '../support/database.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const withBody = idsOf(everyEndpoint.filter(({ body, raw }) => body !== undefined && raw !== true))
const withQuery = idsOf(everyEndpoint.filter(({ query }) => query !== undefined))
const withParams = idsOf(everyEndpoint.filter(({ params }) => params !== undefined))
const raw = idsOf(everyEndpoint.filter((endpoint) => endpoint.raw === true))
const away = ['sessions', 'refresh_tokens', 'one_time_codes', 'users', 'service_controls'] as const
// Open endpoints that don't read these tables.
const unharmed: ReadonlySet<EndpointId> = new Set([
  'auth.resend',
  'auth.recover',
  'auth.keys',
  'tools.list',
  'tools.get',
  'captcha.challenge',
  'plans.list',
  'ip.get',
  'subscription.webhook',
])
const harmed = idsOf(everyEndpoint).filter((id) => !unharmed.has(id))

describeOnSqlite('the errors of an invalid request', (open) => {
  const api = useApi({ on: open })
  let user: TestUser
  beforeAll(async () => {
    user = await api.user({ isAdmin: true, plan: 'enterprise' })
  })

  const call = (id: EndpointId, body: unknown, headers: Record<string, string> = {}) =>
    callAny(api, id, { bearer: user.bearer, body, headers })

  describe.each(withBody)('%s', (id) => {
    it.each([
      ['validation_failed', 'a list', []],
      ['validation_failed', 'nothing', {}],
      ['validation_failed', 'numbers for everything', { email: 1, password: 1, token: 1, title: 1, host: 1, name: 1 }],
      ['bad_request', 'no JSON', '{"email":'],
      ['validation_failed', 'half a character', '{"email":"\\ud800","input":"\\ud800","a":"\\ud800"}'],
      ['bad_request', 'a prototype', '{"__proto__":{"is_admin":true}}'],
      ['payload_too_large', 'a megabyte and one', `{"a":"${'x'.repeat(1_048_569)}"}`],
    ])('answers %s to %s', async (code, _, body) => {
      expect((await call(id, body)).code).toBe(code)
    })

    it('answers unsupported_media_type to a form', async () => {
      const answer = await call(id, 'email=a', { 'content-type': 'application/x-www-form-urlencoded' })
      expect(answer.code).toBe('unsupported_media_type')
    })
  })

  it.each(withQuery)('%s answers validation_failed to an invalid page', async (id) => {
    for (const query of [{ page: 0 }, { page: 'x' }, { limit: 201 }, { limit: -1 }, { limit: '1e3' }, { page: '\0' }]) {
      expect((await callAny(api, id, { bearer: user.bearer, query })).code).toBe('validation_failed')
    }
  })

  it.each(withParams)('%s answers bad_request to a path with forbidden characters', async (id) => {
    expect((await callAny(api, id, { bearer: user.bearer, of: '\0' })).code).toBe('bad_request')
  })

  it.each(raw)('%s, whose body is any text, refuses one that is too large or of another type', async (id) => {
    expect((await call(id, 'x'.repeat(1_048_577))).code).toBe('payload_too_large')
    expect((await call(id, '{}', { 'content-type': 'text/plain' })).code).toBe('unsupported_media_type')
  })

  describe('of the service', () => {
    const rename = async (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(api.core.database.writer)
    beforeAll(async () => {
      for (const table of away) await rename(table, `${table}_away`)
    })
    afterAll(async () => {
      for (const table of away) await rename(`${table}_away`, table)
    })

    it.each(harmed)('%s answers internal_error without the reason', async (id) => {
      const { code, text } = await call(id, endpointOf(id).example)
      expect(code).toBe('internal_error')
      for (const table of away) expect(text).not.toContain(table)
      expect(api.logged()).not.toContain(user.bearer)
    })
  })
})
