import { expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

describeOnSqlite('the sessions of a user', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock })

  const login = async ({ email, password }: TestUser, agent: string) => {
    clock.advance(1000)
    const headers = { 'user-agent': agent }
    return (await api.call('auth.login', { body: { email, password }, headers })).body.session
  }
  const listed = async (bearer: string) => (await api.call('account.sessions', { bearer })).body.sessions
  const named = async (bearer: string, agent: string) => {
    const found = (await listed(bearer)).find(({ user_agent }) => user_agent === agent)
    if (found === undefined) throw new Error(`There is no session of ${agent}`)
    return found
  }
  const isIn = async (bearer: string) => (await api.call('auth.verify', { bearer })).status === 200

  it('are listed, most recently used first, including the current one', async () => {
    const ana = await api.user()
    const phone = await login(ana, 'Phone')
    const laptop = await login(ana, 'Laptop')
    const sessions = await listed(phone.access_token)
    expect(sessions.map(({ user_agent, current }) => [user_agent, current])).toEqual([
      ['Laptop', false],
      ['Phone', true],
      ['test', false],
    ])
    expect(sessions[0]).toEqual({
      id: sessions[0]?.id,
      user_agent: 'Laptop',
      address: '127.0.0.1',
      created_at: new Date(clock.now()).toISOString(),
      last_used_at: new Date(clock.now()).toISOString(),
      expires_at: new Date(clock.now() + 30 * 24 * 3_600_000).toISOString(),
      current: false,
    })
    clock.advance(1000)
    await api.call('auth.refresh', { body: { refresh_token: phone.refresh_token } })
    const [first] = await listed(laptop.access_token)
    expect(first).toMatchObject({ user_agent: 'Phone', last_used_at: new Date(clock.now()).toISOString() })
  })

  it('can be ended one by one, effective on the next request', async () => {
    const ana = await api.user()
    const [phone, laptop] = [await login(ana, 'Phone'), await login(ana, 'Laptop')]
    const { id } = await named(laptop.access_token, 'Phone')
    const end = () => api.call('account.endSession', { bearer: laptop.access_token, params: { id } })
    expect((await end()).status).toBe(200)
    expect(await isIn(phone.access_token)).toBe(false)
    expect((await api.call('auth.refresh', { body: { refresh_token: phone.refresh_token } })).code).toBe(
      'session_not_found',
    )
    expect(await isIn(laptop.access_token)).toBe(true)
    expect((await listed(laptop.access_token)).map(({ user_agent }) => user_agent)).toEqual(['Laptop', 'test'])
    expect((await end()).code).toBe('not_found')
  })

  it('can end themselves too', async () => {
    const ana = await api.user()
    const { id } = await named(ana.bearer, 'test')
    expect((await api.call('account.endSession', { bearer: ana.bearer, params: { id } })).status).toBe(200)
    expect(await isIn(ana.bearer)).toBe(false)
  })

  it('can all be ended except the current one, and no other user’s', async () => {
    const [ana, ben] = [await api.user(), await api.user()]
    const [phone, laptop] = [await login(ana, 'Phone'), await login(ana, 'Laptop')]
    expect((await api.call('account.endOthers', { bearer: phone.access_token })).status).toBe(200)
    const states = [phone.access_token, laptop.access_token, ana.bearer, ben.bearer].map(isIn)
    expect(await Promise.all(states)).toEqual([true, false, false, true])
    expect(await listed(phone.access_token)).toMatchObject([{ user_agent: 'Phone', current: true }])
  })

  it('do not include an admin’s view', async () => {
    const [ana, admin] = [await api.user(), await api.user({ isAdmin: true })]
    const view = (await api.call('admin.viewAs', { bearer: admin.bearer, params: { id: ana.id } })).body.token
    expect(await listed(ana.bearer)).toHaveLength(1)
    expect(await listed(view)).toMatchObject([{ user_agent: 'test', current: false }])
    await api.call('account.endOthers', { bearer: ana.bearer })
    expect(await isIn(view)).toBe(false)
  })

  it('are not listed after they expire', async () => {
    const ana = await api.user()
    clock.advance(31 * 24 * 3_600_000)
    const { access_token: bearer } = await login(ana, 'Phone')
    expect(await listed(bearer)).toHaveLength(1)
  })
})
