import { expect, it } from 'vitest'
import { newId } from '../../src/random.ts'
import { everyEndpoint, callAny, endpointOf, idsOf } from '../support/any-endpoint.ts'
import { describeOnSqlite } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'

const withBody = idsOf(everyEndpoint.filter(({ body, raw }) => body !== undefined && raw !== true))
// The extra keys of some bodies.
const allowed: Readonly<Record<string, readonly string[]>> = {
  'admin.createUser': ['plan'],
  'admin.updateProfile': ['is_admin', 'status'],
}

describeOnSqlite('unknown keys', (open) => {
  const api = useApi({ on: open })

  const extrasFor = (id: string, victim: string): Record<string, unknown> => {
    const extras = {
      id: victim,
      user_id: victim,
      userId: victim,
      actor_id: victim,
      is_admin: true,
      isAdmin: true,
      plan: 'enterprise',
      plan_expires_at: null,
      plan_source: 'billing',
      status: 'completed',
      progress_percentage: 100,
      confirmed_at: 1,
      created_at: 1,
      password_hash: 'x',
      constructor: { prototype: { is_admin: true } },
      prototype: { is_admin: true },
    }
    return Object.fromEntries(Object.entries(extras).filter(([key]) => !allowed[id]?.includes(key)))
  }

  const powers = async () => {
    const rows = await api.core.database.queries
      .selectFrom('profiles')
      .select(['id', 'is_admin', 'plan', 'plan_source', 'status', 'created_at'])
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  it.each(withBody)('have no effect in the body of %s', async (id) => {
    const { example, access } = endpointOf(id)
    const caller = await api.user({ plan: access === 'enterprise' ? 'enterprise' : 'pro', isAdmin: access === 'admin' })
    const victim = await api.user()
    const before = await powers()
    const fields = { ...(example as object), ...extrasFor(id, victim.id) }
    const text = JSON.stringify(fields).replaceAll('ana@mail.example', `${newId()}@mail.example`)
    const poison = '"__proto__":{"is_admin":true,"isAdmin":true,"plan":"enterprise","user_id":"x"}'
    const call = (body: string) =>
      callAny(api, id, { of: id === 'tools.run' ? 'mx' : victim.id, bearer: caller.bearer, body })
    expect((await call(`{${poison},${text.slice(1)}`)).code).toBe('bad_request')
    const { status, text: answer } = await call(text)
    expect(status, answer).not.toBe(500)
    const after = await powers()
    for (const [user, row] of before) {
      const expected = id === 'admin.updateProfile' && user === victim.id ? { ...row, status: 'disabled' } : row
      expect(after.get(user)).toEqual(expected)
    }
    for (const [user, row] of after) {
      if (before.has(user)) continue
      expect(row).toMatchObject({ is_admin: 0, plan: id === 'admin.createUser' ? 'pro' : 'free', status: 'active' })
      expect(row.created_at).toBeGreaterThan(1)
    }
    for (const table of ['email_migrations', 'api_tokens', 'runs'] as const) {
      const rows = api.core.database.queries.selectFrom(table).select('id').where('user_id', '=', victim.id)
      expect(await rows.execute()).toEqual([])
    }
    const migrations = await api.core.database.queries.selectFrom('email_migrations').selectAll().execute()
    for (const row of migrations) expect(row).toMatchObject({ status: 'pending', progress_percentage: 0 })
    const probe: Record<string, unknown> = {}
    expect([probe['is_admin'], probe['isAdmin'], probe['plan'], probe['user_id']]).toEqual(Array(4).fill(undefined))
  })
})
