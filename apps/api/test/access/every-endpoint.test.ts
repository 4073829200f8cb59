import { rateLimitOf, type TokenScope } from '@netbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnyEndpoint, callAny, everyEndpoint, isClosed } from '../support/any-endpoint.ts'
import { callIn, codesOf, each } from '../support/call-each.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

describe('every endpoint', () => {
  const api = useApi()
  let admin: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true, plan: 'enterprise' })
  })

  it('that identifies the caller refuses the API token of a user whose enterprise plan has ended', async () => {
    const { id } = await api.user({ plan: 'enterprise' })
    const made = await api.core.apiTokens.create(
      { id, plan: 'enterprise' },
      { name: 't', scopes: ['usage:read'], expiresAt: null },
    )
    await api.core.database.writer.updateTable('profiles').set({ plan: 'pro' }).where('id', '=', id).execute()
    const list = everyEndpoint.filter((endpoint) => isClosed(endpoint) || endpoint.id === 'email.verify')
    expect(await codesOf(list, (endpoint) => callIn(api, endpoint, made.secret))).toEqual(
      each(list, 'upgrade_required'),
    )
  })

  it('that needs a scope refuses an API token without it', async () => {
    const tokenFor = async (scope: TokenScope): Promise<string> => {
      const made = { name: 't', scopes: [scope], expiresAt: null }
      return (await api.core.apiTokens.create({ id: admin.id, plan: 'enterprise' }, made)).secret
    }
    const [running, reading] = [await tokenFor('tools:run'), await tokenFor('usage:read')]
    const list = everyEndpoint.filter(({ scope }) => scope !== undefined)
    const call = (endpoint: AnyEndpoint) => callIn(api, endpoint, endpoint.scope === 'tools:run' ? reading : running)
    expect(await codesOf(list, call)).toEqual(each(list, 'scope_missing'))
  })
})

describe('every endpoint with a path parameter', () => {
  const api = useApi()

  it.each(['constructor', 'toString', '__proto__'])('finds nothing named %s', async (of) => {
    const { bearer } = await api.user({ isAdmin: true, plan: 'enterprise' })
    for (const { id, example } of everyEndpoint.filter(({ params }) => params !== undefined)) {
      const { status } = await callAny(api, id, { of, body: example, bearer })
      expect(status, id).toBeGreaterThanOrEqual(400)
      expect(status, id).toBeLessThan(500)
    }
  })
})

describe('every endpoint with a switch', () => {
  const clock = setClock('2026-11-20T12:00:00Z')
  const api = useApi({ clock })

  it('reports that the service is off', async () => {
    await api.core.database.writer.updateTable('service_controls').set({ is_enabled: 0 }).execute()
    // A switch takes effect within a second.
    clock.advance(1000)
    const { bearer } = await api.user({ plan: 'enterprise' })
    const list = everyEndpoint.filter(({ errors }) => errors.includes('service_off'))
    expect(list.length).toBeGreaterThanOrEqual(7)
    expect(await codesOf(list, (endpoint) => callIn(api, endpoint, bearer))).toEqual(each(list, 'service_off'))
  })
})

describe('every endpoint whose calls all processes count', () => {
  const api = useApi({ env: { RATE_LIMITS: 'on' } })

  it('answers internal_error when its calls can’t be counted', async () => {
    await sql`drop table rate_limits`.execute(api.core.database.writer)
    const list = everyEndpoint.filter((endpoint) => rateLimitOf(endpoint)?.shared === true)
    expect(list.length).toBeGreaterThanOrEqual(8)
    expect(await codesOf(list, (endpoint) => callIn(api, endpoint))).toEqual(each(list, 'internal_error'))
  })
})
