import { beforeAll, describe, expect, it } from 'vitest'
import { everyEndpoint, isClosed } from '../support/any-endpoint.ts'
import { callIn, codesOf, each } from '../support/call-each.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { codeAt } from '../support/second-factor.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const STEP = 30_000
const OUR_ERRORS = { RATE_LIMITS: 'on' }

describeOnEveryEngine('a second factor', (open) => {
  const clock = setClock('2026-11-20T12:00:00Z')
  const api = useApi({ on: open, clock })
  const now = () => clock.now()

  const enrol = async ({ bearer }: Pick<TestUser, 'bearer'>, name = 'Phone') => {
    const { body } = await api.call('account.enrolFactor', { bearer, body: { name } })
    return { id: body.id, secret: body.secret, params: { id: body.id }, uri: body.uri, image: body.qr_code }
  }
  const confirm = (bearer: string, { secret, params }: { secret: string; params: { id: string } }) =>
    api.call('account.confirmFactor', { bearer, params, body: { code: codeAt(secret, now()) } })

  /** Creates a user with an app whose first code is used, and the token of a sign-in that waits for a code. */
  const withFactor = async (as: Parameters<typeof api.user>[0] = {}) => {
    const user = await api.user(as)
    const app = await enrol(user)
    const { recovery_codes: codes } = (await confirm(user.bearer, app)).body
    clock.advance(2 * STEP)
    return { ...user, app, codes, waiting: await halfway(user) }
  }
  const halfway = async ({ email, password }: TestUser): Promise<string> =>
    (await api.call('auth.login', { body: { email, password } })).body.token

  it('is added with a code of the app, and required at the next sign-in', async () => {
    const user = await api.user()
    const app = await enrol(user)
    expect(app.image).toMatch(/^<svg/)
    expect((await api.call('account.factors', { bearer: user.bearer })).body.factors).toEqual([])
    const { email, password } = user
    const before = await api.call('auth.login', { body: { email, password } })
    expect(before.body).not.toHaveProperty('second_factor_required')
    expect((await confirm(user.bearer, app)).body.recovery_codes).toHaveLength(10)
    expect((await api.call('account.factors', { bearer: user.bearer })).body).toEqual({
      factors: [
        { id: app.id, name: 'Phone', created_at: '2026-11-20T12:00:00.000Z', last_used_at: '2026-11-20T12:00:00.000Z' },
      ],
      recovery_codes: { left: 10, last_used_at: null },
    })
    const { body } = await api.call('auth.login', { body: { email, password } })
    expect(body).toMatchObject({ second_factor_required: true, user: { email } })
    expect((await api.call('auth.verify', { bearer: body.token })).status).toBe(200)
    clock.advance(STEP)
    const code = codeAt(app.secret, now())
    const passed = await api.call('auth.secondFactor', { bearer: body.token, body: { code } })
    expect(passed.body).not.toHaveProperty('second_factor_required')
    expect((await api.call('usage.list', { bearer: passed.body.token })).status).toBe(200)
    expect((await api.call('auth.secondFactor', { bearer: body.token, body: { code } })).code).toBe('unauthorized')
    expect((await api.call('usage.list', { bearer: body.token })).code).toBe('unauthorized')
    const again = { bearer: await halfway(user), body: { code } }
    expect((await api.call('auth.secondFactor', again)).code, 'a code works once').toBe('factor_code_invalid')
  })

  it('is required for every endpoint except those that finish the sign-in or end it', async () => {
    const { waiting } = await withFactor({ isAdmin: true, plan: 'enterprise' })
    const all = everyEndpoint.filter((endpoint) => isClosed(endpoint) || endpoint.optionalSignIn === true)
    const list = all.filter(({ openToFirstFactor }) => openToFirstFactor !== true)
    expect(all.filter((endpoint) => !list.includes(endpoint)).map(({ id }) => id)).toEqual([
      'auth.verify',
      'auth.logout',
      'auth.secondFactor',
    ])
    expect(await codesOf(list, (endpoint) => callIn(api, endpoint, waiting))).toEqual(
      each(list, 'second_factor_required'),
    )
  })

  it('is required on every other interface too, whatever the access token says', async () => {
    const { waiting } = await withFactor({ isAdmin: true })
    const bucket = { method: 'POST', body: JSON.stringify({ id: 'b', name: 'b' }) }
    const requests: readonly [string, RequestInit][] = [
      ['/rest/v1/profiles?select=*', {}],
      ['/storage/v1/bucket', {}],
      ['/storage/v1/bucket', bucket],
      ['/storage/v1/object/authenticated/b/x', {}],
      ['/storage/v1/object/b/x', { method: 'POST', body: 'x' }],
      ['/functions/v1/create-checkout', { method: 'POST', body: '{}' }],
      ['/functions/v1/admin-create-user', { method: 'POST', body: '{"action":"sync_missing_profiles"}' }],
      ['/auth/v1/factors', { method: 'POST', body: '{"factor_type":"totp"}' }],
    ]
    for (const [path, init] of requests) {
      const headers = {
        authorization: `Bearer ${waiting}`,
        apikey: api.core.config.anonKey,
        'content-type': 'application/json',
      }
      const response = await api.fetch(path, { ...init, headers })
      expect([path, response.ok]).toEqual([path, false])
      expect(await response.text()).toMatch(/authenticator app|AAL2/)
    }
  })

  it('can be replaced by a recovery code, once', async () => {
    const { waiting, codes, ...user } = await withFactor()
    const body = { code: codes[3]?.toUpperCase() }
    expect((await api.call('auth.secondFactor', { bearer: waiting, body })).status).toBe(200)
    expect((await api.call('auth.secondFactor', { bearer: await halfway(user), body })).code).toBe(
      'factor_code_invalid',
    )
    const { bearer } = user
    expect((await api.call('account.factors', { bearer })).body.recovery_codes.left).toBe(9)
    const renew = (password: string) => api.call('account.recoveryCodes', { bearer, body: { password } })
    expect((await renew('wrong one')).code).toBe('invalid_credentials')
    expect((await renew('x'.repeat(1025))).code).toBe('invalid_credentials')
    expect((await renew(user.password)).body.recovery_codes).toHaveLength(10)
    expect((await api.call('account.factors', { bearer })).body.recovery_codes.left).toBe(10)
  })

  it('survives a refresh and a new password, and does not affect API tokens', async () => {
    const user = await withFactor({ plan: 'enterprise' })
    const body = { name: 't', scopes: ['usage:read'] }
    const { token } = (await api.call('tokens.create', { bearer: user.bearer, body })).body
    expect((await api.call('usage.list', { bearer: token })).status).toBe(200)
    const login = await api.call('auth.login', { body: { email: user.email, password: user.password } })
    const refresh_token = login.body.session.refresh_token
    const refreshed = await api.call('auth.refresh', { body: { refresh_token } })
    expect(refreshed.body.second_factor_required).toBe(true)
    expect((await api.call('usage.list', { bearer: refreshed.body.token })).code).toBe('second_factor_required')
    const { token: proof } = await api.core.codes.make({ id: user.id, emailKey: user.email.toLowerCase() }, 'recover')
    const password = 'battery staple'
    expect((await api.call('auth.reset', { body: { token: proof, password } })).status).toBe(200)
    const again = await api.call('auth.login', { body: { email: user.email, password } })
    expect(again.body.second_factor_required).toBe(true)
  })

  it('is removed by password and code', async () => {
    const { bearer, password, app, codes, ...user } = await withFactor()
    const remove = (body: object, params = app.params) => api.call('account.removeFactor', { bearer, params, body })
    const code = codes[0]
    expect((await remove({ password: 'wrong one', code })).code).toBe('invalid_credentials')
    expect((await remove({ password, code: '000000' })).code).toBe('factor_code_invalid')
    expect((await remove({ password, code }, { id: 'nobodys' })).code).toBe('not_found')
    expect((await remove({ password, code })).body).toEqual({ ok: true })
    const { body } = await api.call('auth.login', { body: { email: user.email, password } })
    expect(body).not.toHaveProperty('second_factor_required')
    expect((await api.call('account.recoveryCodes', { bearer, body: { password } })).code).toBe('not_found')
  })

  it('has a unique name among at most ten', async () => {
    const { bearer } = await withFactor()
    const again = await api.call('account.enrolFactor', { bearer, body: { name: ' Phone ' } })
    expect(again.code).toBe('factor_name_taken')
    for (let count = 1; count < 10; count += 1)
      expect((await confirm(bearer, await enrol({ bearer }, `App ${count}`))).status).toBe(200)
    const more = await api.call('account.enrolFactor', { bearer, body: { name: 'More' } })
    expect([more.code, more.text]).toEqual(['limit_exceeded', expect.stringContaining('10 authenticator apps')])
  })

  it('is confirmed by the user who added it, with the right code', async () => {
    const [one, other] = [await api.user(), await api.user()]
    const app = await enrol(one)
    expect((await confirm(other.bearer, app)).code).toBe('not_found')
    const wrong = { bearer: one.bearer, params: app.params, body: { code: '12345' } }
    expect((await api.call('account.confirmFactor', wrong)).code).toBe('factor_code_invalid')
  })

  it('that is lost is removed by an admin, and the removal is recorded', async () => {
    const admin = await api.user({ isAdmin: true })
    const lost = await withFactor()
    const call = { bearer: admin.bearer, params: { id: lost.id } }
    const found = { bearer: admin.bearer, query: { search: lost.email } }
    expect((await api.call('admin.profiles', found)).body.data.items).toMatchObject([{ second_factor: true }])
    expect((await api.call('admin.removeFactors', call)).body).toEqual({ ok: true })
    expect((await api.call('admin.removeFactors', call)).code).toBe('not_found')
    const long = { bearer: admin.bearer, params: { id: 'x'.repeat(300) } }
    expect((await api.call('admin.removeFactors', long)).code).toBe('not_found')
    expect((await api.call('admin.profiles', found)).body.data.items).toMatchObject([{ second_factor: false }])
    expect((await api.call('auth.verify', { bearer: lost.waiting })).code).toBe('unauthorized')
    const { body } = await api.call('auth.login', { body: { email: lost.email, password: lost.password } })
    expect(body).not.toHaveProperty('second_factor_required')
    const { items } = (await api.call('admin.audit', { bearer: admin.bearer, query: { action: 'factors.remove' } }))
      .body.data
    expect(items[0]).toMatchObject({ actor_id: admin.id, target_id: lost.id, detail: {} })
  })

  it('is exported without its secret, and deleted with its account', async () => {
    const { bearer, id, app, codes, password } = await withFactor()
    const { body, text } = await api.call('account.export', { bearer })
    expect(body.second_factors).toMatchObject([{ name: 'Phone', verified: true }])
    expect(body.recovery_codes).toHaveLength(10)
    for (const secret of [app.secret, ...codes]) expect(text).not.toContain(secret)
    await api.call('account.delete', { bearer, body: { password } })
    for (const table of ['mfa_factors', 'mfa_recovery_codes'] as const)
      expect(
        await api.core.database.queries.selectFrom(table).select('id').where('user_id', '=', id).execute(),
      ).toEqual([])
  })
})

describe('codes of a second factor', () => {
  const clock = setClock('2026-11-20T12:00:00Z')
  const api = useApi({ clock, env: OUR_ERRORS })
  let user: TestUser
  beforeAll(async () => {
    user = await api.user()
  })

  it('can be tried ten times in five minutes', async () => {
    const { bearer, password } = user
    const { body } = await api.call('account.enrolFactor', { bearer, body: { name: 'Phone' } })
    const params = { id: body.id }
    const wrong = () => api.call('account.confirmFactor', { bearer, params, body: { code: '000000' } })
    for (let count = 0; count < 10; count += 1) expect((await wrong()).code).toBe('factor_code_invalid')
    expect((await wrong()).code).toBe('rate_limited')
    expect((await api.call('auth.secondFactor', { bearer, body: { code: '000000' } })).code).toBe('rate_limited')
    const remove = { bearer, params, body: { password, code: '000000' } }
    expect((await api.call('account.removeFactor', remove)).code).toBe('rate_limited')
    const renew = () => api.call('account.recoveryCodes', { bearer, body: { password: 'wrong one' } })
    for (let count = 0; count < 10; count += 1) await renew()
    expect((await renew()).code).toBe('rate_limited')
  })
})
