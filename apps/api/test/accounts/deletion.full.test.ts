import { beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'
import { storedRows } from '../support/rows.ts'

const mailbox = { source_host: 'a.example', source_email: 'ana@a.example', source_password: 'x' }
const target = { destination_host: 'b.example', destination_email: 'ana@b.example', destination_password: 'y' }

describeOnEveryEngine('a user who deletes the account', (open) => {
  const api = useApi({ on: open })
  let admin: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true })
  })

  const leave = ({ bearer, password }: TestUser, given = password) =>
    api.call('account.delete', { bearer, body: { password: given } })

  const stored = () => storedRows(api.core.database)

  const createUser = async (plan = 'enterprise'): Promise<TestUser> => {
    const made = await api.user()
    const email = made.email.replace('@', '.by-admin@')
    const body = { email, password: made.password, plan }
    const { profile } = (await api.call('admin.createUser', { bearer: admin.bearer, body })).body
    const { token, session } = (await api.call('auth.login', { body })).body
    return { ...made, id: profile.id, email, bearer: token, refreshToken: session.refresh_token }
  }

  it('leaves only the audit record, without the address', async () => {
    const ana = await createUser()
    const { bearer, id, email } = ana
    await api.call('migrations.create', { bearer, body: { ...mailbox, ...target } })
    const api_token = (await api.call('tokens.create', { bearer, body: { name: 'CI', scopes: ['tools:run'] } })).body
    await api.call('tools.run', { bearer, params: { id: 'mx' }, body: { input: 'shop.example' } })
    const draft = { title: 'For Ana', message: 'Hello', is_global: false, target_user_id: id }
    await api.call('admin.notify', { bearer: admin.bearer, body: draft })
    const view = (await api.call('admin.viewAs', { bearer: admin.bearer, params: { id } })).body.token
    const tables = (texts: ReadonlyMap<string, string>, trace: string) =>
      [...texts].filter(([, text]) => text.includes(trace)).map(([name]) => name)
    const before = await stored()
    expect(tables(before, id).length).toBeGreaterThan(8)
    expect(tables(before, email)).toContain('audit_log')

    expect((await leave(ana)).body).toEqual({ ok: true })
    const after = await stored()
    expect(tables(after, email)).toEqual([])
    expect(tables(after, 'ana@a.example')).toEqual([])
    // The names of locks stay for an hour.
    expect(tables(after, id).filter((name) => name !== 'row_locks')).toEqual(['audit_log'])
    for (const gone of [bearer, api_token.token, view])
      expect((await api.call('auth.verify', { bearer: gone })).code).toBe('unauthorized')
    const { items } = (await api.call('admin.audit', { bearer: admin.bearer })).body.data
    expect(items[0]).toMatchObject({
      action: 'account.delete',
      actor_id: id,
      actor_email: null,
      target_id: id,
      target_email: null,
      detail: {},
    })
    const created = items.find(({ action, target_id }) => action === 'user.create' && target_id === id)
    expect(created).toMatchObject({ actor_email: admin.email, detail: { plan: 'enterprise' } })

    const again = await api.call('auth.register', { body: { email, password: ana.password } })
    expect(again.status).toBe(201)
  })

  it('refuses a wrong password, even a very long one', async () => {
    const ana = await api.user()
    const before = await stored()
    for (const wrong of ['wrong one', 'x'.repeat(2000)])
      expect((await leave(ana, wrong)).code).toBe('invalid_credentials')
    const after = await stored()
    for (const table of ['users', 'profiles', 'sessions', 'audit_log']) expect(after.get(table)).toBe(before.get(table))
    expect((await api.call('auth.verify', { bearer: ana.bearer })).status).toBe(200)
  })

  it('is refused for the last active admin', async () => {
    expect((await leave(admin)).code).toBe('last_admin')
    const second = await api.user({ isAdmin: true })
    expect((await leave(second)).status).toBe(200)
    expect((await leave(admin)).code).toBe('last_admin')
    expect((await api.call('admin.services', { bearer: admin.bearer })).status).toBe(200)
  })

  it('is refused to an admin who is viewing as the user, and to an API token', async () => {
    const ana = await api.user({ plan: 'enterprise' })
    const view = (await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: ana.id } })).body.token
    const body = { name: 'CI', scopes: ['tools:run'] }
    const { token } = (await api.call('tokens.create', { bearer: ana.bearer, body })).body
    expect((await leave({ ...ana, bearer: view })).code).toBe('read_only')
    expect((await leave({ ...ana, bearer: token })).code).toBe('forbidden')
  })

  it('leads to 401 at once, and never 500, for any concurrent request', async () => {
    const codes = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const ana = await api.user({ plan: 'enterprise' })
      const { bearer } = ana
      const news = { title: 'News', message: 'Hello' }
      const { id } = (await api.call('admin.notify', { bearer: admin.bearer, body: news })).body.notification
      const work = () => [
        api.call('tools.run', { bearer, params: { id: 'mx' }, body: { input: 'example.com' } }),
        api.call('migrations.create', { bearer, body: { ...mailbox, ...target } }),
        api.call('tokens.create', { bearer, body: { name: 'CI', scopes: ['tools:run'] } }),
        api.call('notifications.read', { bearer, params: { id } }),
        api.call('account.sessions', { bearer }),
        api.call('stats.get', { bearer }),
        api.call('admin.viewAs', { bearer: admin.bearer, params: { id: ana.id } }),
      ]
      const left = leave(ana)
      const calls = []
      const leaving = { isOver: false }
      void left.finally(() => {
        leaving.isOver = true
      })
      while (!leaving.isOver) calls.push(...(await Promise.all(work())))
      calls.push(...(await Promise.all(work())))
      expect((await left).status).toBe(200)
      for (const { status, code = 'done', text } of calls) {
        expect(status, text).toBeLessThan(500)
        codes.add(code)
      }
    }
    // The requests are served before the deletion, and refused after it.
    expect([...codes].filter((code) => !['not_found', 'daily_limit_reached'].includes(code)).toSorted()).toEqual([
      'done',
      'unauthorized',
    ])
  })

  it('refuses a run that is active when the account is deleted', async () => {
    const ana = await api.user()
    const body = { input: 'example.com', delay: true }
    const slow = api.call('tools.run', { bearer: ana.bearer, params: { id: 'mx' }, body })
    // The run takes more than a second; the account is deleted earlier.
    await api.call('stats.get', { bearer: ana.bearer })
    expect((await leave(ana)).status).toBe(200)
    expect((await slow).code).toBe('unauthorized')
  })
})

describeOnEveryEngine('exporting and deleting an account', (open) => {
  const api = useApi({ on: open, env: { RATE_LIMITS: 'on' } })

  it('limits its tries', async () => {
    const { bearer } = await api.user()
    const body = { password: 'wrong one' }
    const codes: unknown[] = []
    for (let index = 0; index < 11; index++) codes.push((await api.call('account.delete', { bearer, body })).code)
    expect(codes.slice(9)).toEqual(['invalid_credentials', 'rate_limited'])
    const times = Array.from({ length: 31 }, () => api.call('account.export', { bearer }))
    const statuses = (await Promise.all(times)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
