import { expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { useApi } from '../support/use-api.ts'

describeOnSqlite('API tokens over HTTP', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock })

  const create = (bearer: string, body: object = {}) =>
    api.call('tokens.create', { bearer, body: { name: 'Nightly', scopes: ['tools:run'], ...body } })
  const run = (bearer: string) =>
    api.call('tools.run', { params: { id: 'mx-record' }, bearer, body: { input: 'example.com' } })

  it('shows a token once and stores only its hash', async () => {
    const { bearer, id } = await api.user({ plan: 'enterprise' })
    const { body, status } = await create(bearer, { name: ' Nightly report ', expires_at: '2027-01-01T00:00:00Z' })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^nbx_[0-9A-Za-z]{32}$/)
    expect(body.api_token).toMatchObject({
      name: 'Nightly report',
      prefix: body.token.slice(0, 10),
      scopes: ['tools:run'],
      created_at: '2026-11-20T08:00:00.000Z',
      expires_at: '2027-01-01T00:00:00.000Z',
      last_used_at: null,
    })
    const list = await api.call('tokens.list', { bearer })
    expect(list.body.tokens).toEqual([body.api_token])
    expect(list.text).not.toContain(body.token)
    const rows = await api.core.database.queries
      .selectFrom('api_tokens')
      .selectAll()
      .where('user_id', '=', id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })

  it('runs tools with a token until it is revoked', async () => {
    const { bearer } = await api.user({ plan: 'enterprise' })
    const { token, api_token } = (await create(bearer)).body
    expect((await run(token)).status).toBe(200)
    expect((await api.call('tokens.list', { bearer })).body.tokens[0]?.last_used_at).toBe('2026-11-20T08:00:00.000Z')
    expect((await api.call('tokens.revoke', { bearer, params: { id: api_token.id } })).body).toEqual({ ok: true })
    expect((await run(token)).code).toBe('unauthorized')
    expect((await api.call('tokens.revoke', { bearer, params: { id: api_token.id } })).code).toBe('not_found')
  })

  it('accepts no token beyond its scopes, its time or its plan', async () => {
    const user = await api.user({ plan: 'enterprise' })
    const reading = (await create(user.bearer, { scopes: ['usage:read'] })).body.token
    expect((await run(reading)).code).toBe('scope_missing')
    const short = (await create(user.bearer, { expires_at: '2026-11-20T08:00:01Z' })).body.token
    const lasting = (await create(user.bearer)).body.token
    clock.advance(1000)
    expect((await run(short)).code).toBe('unauthorized')
    expect((await run(lasting)).status).toBe(200)
    const { writer } = api.core.database
    await writer.updateTable('profiles').set({ plan: 'pro' }).where('id', '=', user.id).execute()
    expect((await run(lasting)).code).toBe('upgrade_required')
    expect((await create(user.bearer)).code).toBe('upgrade_required')
    // Their owner still sees them, and can revoke them.
    const { tokens } = (await api.call('tokens.list', { bearer: user.bearer })).body
    expect(tokens).toHaveLength(3)
    for (const { id } of tokens)
      expect((await api.call('tokens.revoke', { bearer: user.bearer, params: { id } })).status).toBe(200)
    const current = { current_password: 'x', new_password: 'battery staple' }
    expect((await api.call('auth.password', { bearer: lasting, body: current })).code).toBe('unauthorized')
    await writer.updateTable('api_tokens').set({ revoked_at: null }).where('user_id', '=', user.id).execute()
    // The response is checked against the contract, which lists this error for each of these endpoints.
    expect((await api.call('auth.password', { bearer: lasting, body: current })).code).toBe('upgrade_required')
    expect((await api.call('tokens.list', { bearer: lasting })).code).toBe('upgrade_required')
    expect((await api.call('admin.audit', { bearer: lasting })).code).toBe('upgrade_required')
  })

  it.each([
    ['a time that is over', { expires_at: '2026-11-20T07:59:59Z' }],
    ['a day that no calendar has', { expires_at: '2027-02-30T25:61:00Z' }],
    ['no scope', { scopes: [] }],
    ['a scope that there is not', { scopes: ['admin'] }],
    ['a blank name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(101) }],
  ])('refuses %s', async (_, body) => {
    const { bearer } = await api.user({ plan: 'enterprise' })
    expect((await create(bearer, body)).code).toBe('validation_failed')
  })

  it('allows a user at most fifty tokens', async () => {
    const { bearer } = await api.user({ plan: 'enterprise' })
    for (let count = 0; count < 50; count++) await create(bearer)
    expect((await create(bearer)).code).toBe('limit_exceeded')
  })
})
