import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { toUuid } from '../../src/random.ts'
import { freshEmail } from '../support/accounts.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { settle } from '../support/settle.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

interface Refused {
  readonly error: { code?: string | undefined; status?: number | undefined; message: string } | null
}

describeOnEveryEngine('accounts for supabase-js', (open) => {
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  const client = () => clientOf(api)
  const admin = () => clientOf(api, { key: SERVICE_KEY }).auth.admin
  const password = 'correct horse'
  const signIn = async (email: string) => {
    const { auth } = client()
    const { data } = await auth.signInWithPassword({ email, password })
    return { auth, bearer: data.session?.access_token ?? '', id: data.user?.id ?? '' }
  }
  const codeOf = ({ error }: Refused) => [error?.code, error?.status, error?.message]
  const post = async (path: string, body: unknown, bearer?: string) => {
    const response = await api.fetch(`/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: api.core.config.anonKey,
        'content-type': 'application/json',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const said = (await response.json()) as { error_code?: string; msg?: string }
    return [said.error_code, response.status, said.msg]
  }

  it('are created and signed in, and are the same users as everywhere', async () => {
    const email = freshEmail()
    const made = await client().auth.signUp({ email, password })
    expect(made.error).toBeNull()
    expect(made.data.user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated', is_anonymous: false })
    const signedIn = client()
    const { data, error } = await signedIn.auth.signInWithPassword({ email, password })
    expect([error, data.user?.id]).toEqual([null, made.data.user?.id])
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number) })
    const native = await api.call('auth.verify', { bearer: data.session?.access_token ?? '' })
    expect(toUuid(native.body.user.id)).toBe(data.user?.id)
    const user = await signedIn.auth.getUser()
    expect(user.data.user).toMatchObject({ id: data.user?.id, email, app_metadata: { provider: 'email' } })
    expect((await signedIn.from('profiles').select('email')).data).toEqual([{ email }])
  })

  it('continue with a refresh, and end at sign-out', async () => {
    const { email } = await api.user()
    const one = client()
    const { data } = await one.auth.signInWithPassword({ email, password })
    const next = await one.auth.refreshSession()
    expect(next.error).toBeNull()
    expect(next.data.session?.refresh_token).not.toBe(data.session?.refresh_token)
    const other = client()
    await other.auth.signInWithPassword({ email, password })
    expect((await one.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.auth.getUser()).error).not.toBeNull()
    const bearer = next.data.session?.access_token ?? ''
    expect((await one.auth.signOut()).error).toBeNull()
    expect((await api.call('auth.verify', { bearer })).code).toBe('unauthorized')
  })

  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('sign out with the scope %s', async (scope, expected) => {
    const { email } = await api.user()
    const sessions = [await signIn(email), await signIn(email), await signIn(email)]
    expect((await sessions[0]?.auth.signOut({ scope }))?.error).toBeNull()
    const live = sessions.map(({ bearer }) => api.call('auth.verify', { bearer }))
    expect((await Promise.all(live)).map(({ status }) => status === 200)).toEqual(expected)
  })

  it('are refused with the messages that clients know', async () => {
    const { email } = await api.user()
    const { auth } = client()
    const wrong = ['invalid_credentials', 400, 'Invalid login credentials']
    expect(codeOf(await auth.signInWithPassword({ email, password: 'wrong one' }))).toEqual(wrong)
    expect(codeOf(await auth.signInWithPassword({ email: freshEmail(), password }))).toEqual(wrong)
    expect(codeOf(await auth.signUp({ email, password }))).toEqual([
      'user_already_exists',
      422,
      'User already registered',
    ])
    const weak = await auth.signUp({ email: freshEmail(), password: '12345' })
    expect(weak.error).toMatchObject({ reasons: ['length'] })
    expect(codeOf(weak)).toEqual(['weak_password', 422, 'Password should be at least 6 characters.'])
    expect(codeOf(await auth.signUp({ email: 'nobody', password }))).toEqual([
      'validation_failed',
      400,
      'Unable to validate email address: invalid format',
    ])
    expect(codeOf(await auth.refreshSession({ refresh_token: 'unknown' }))[0]).toBe('refresh_token_not_found')
    expect(codeOf(await auth.getUser('no.token.ofours'))[0]).toBe('bad_jwt')
  })

  it('are refused for unsupported features and unreadable requests', async () => {
    const phone = '+15550100'
    expect(await post('/signup', {})).toEqual(['anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled'])
    expect((await post('/signup', { phone, password })).slice(0, 2)).toEqual(['phone_provider_disabled', 400])
    expect(await post('/otp', { phone: 'x' })).toEqual([
      'validation_failed',
      400,
      'Invalid phone number format (E.164 required)',
    ])
    expect((await post('/verify', { phone, token: '1', type: 'sms' }))[0]).toBe('otp_expired')
    expect((await post('/verify', { phone: 'x', token: '1', type: 'sms' }))[0]).toBe('validation_failed')
    expect((await post('/factors', { factor_type: 'phone' })).slice(0, 2)).toEqual(['no_authorization', 401])
    expect(await post('/token?grant_type=id_token', { provider: 'google', id_token: 'x' })).toEqual([
      'provider_disabled',
      400,
      'Provider (issuer "google") is not enabled',
    ])
    expect((await post('/token?grant_type=web3', {})).slice(1)).toEqual([422, 'Web3 provider is disabled'])
    expect((await post('/sso', { domain: 'a.example' })).slice(1)).toEqual([404, 'SAML 2.0 is disabled'])
    expect((await post('/token?grant_type=password', '{'))[0]).toBe('bad_json')
    expect((await post('/verify', { email: freshEmail(), token: 'x', type: 'other' }))[0]).toBe('validation_failed')
    const { auth } = await signIn((await api.user()).email)
    expect(codeOf(await auth.linkIdentity({ provider: 'github' }))).toEqual([
      'manual_linking_disabled',
      404,
      'Manual linking is disabled',
    ])
    expect(codeOf(await auth.updateUser({ phone }))[0]).toBe('phone_provider_disabled')
    const deep = { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } }
    expect(codeOf(await auth.updateUser({ data: deep }))).toEqual([
      'validation_failed',
      400,
      'Metadata must be an object of at most 4 kB of JSON and 8 levels',
    ])
  })

  it('learn why they are signed out', async () => {
    const { email } = await api.user()
    const [one, other] = [await signIn(email), await signIn(email)]
    await one.auth.signOut({ scope: 'local' })
    expect((await post('/logout', {}, one.bearer)).slice(0, 2)).toEqual(['session_not_found', 403])
    await admin().updateUserById(other.id, { ban_duration: '24h' })
    expect(await post('/logout', {}, other.bearer)).toEqual(['user_banned', 403, 'User is banned'])
    expect(codeOf(await client().auth.signInWithPassword({ email, password })).slice(0, 2)).toEqual([
      'user_banned',
      400,
    ])
    await admin().updateUserById(other.id, { ban_duration: 'none' })
    expect((await client().auth.signInWithPassword({ email, password })).error).toBeNull()
    expect((await post('/logout', {})).slice(0, 2)).toEqual(['no_authorization', 401])
    expect((await post('/logout', {}, 'x.y.z'))[0]).toBe('bad_jwt')
  })

  it('change without mail: the address at once', async () => {
    const { email } = await api.user()
    const [{ auth }, next] = [await signIn(email), freshEmail()]
    expect((await auth.updateUser({ email: next, data: { city: 'Lima' } })).data.user).toMatchObject({
      email: next,
      user_metadata: { city: 'Lima' },
    })
    expect(codeOf(await auth.updateUser({ email: (await api.user()).email })).slice(0, 2)).toEqual([
      'email_exists',
      422,
    ])
    expect((await auth.signInWithOtp({ email: next })).error).toBeNull()
    expect((await auth.reauthenticate()).error).toBeNull()
    expect((await client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
  })

  it('are read-only in an admin’s view', async () => {
    const [viewer, { id }] = [await api.user({ isAdmin: true }), await api.user()]
    const view = await api.call('admin.viewAs', { bearer: viewer.bearer, params: { id } })
    const auth = { apikey: api.core.config.anonKey, authorization: `Bearer ${view.body.token}` }
    expect((await api.fetch('/auth/v1/user', { headers: auth })).status).toBe(200)
    const headers = { ...auth, 'content-type': 'application/json' }
    const changed = await api.fetch('/auth/v1/user', { method: 'PUT', headers, body: '{"data":{"a":1}}' })
    expect([changed.status, await changed.json()]).toMatchObject([403, { error_code: 'not_admin' }])
  })

  it('stay signed in when an admin’s view signs out', async () => {
    const [viewer, { id, bearer }] = [await api.user({ isAdmin: true }), await api.user()]
    const view = async () => (await api.call('admin.viewAs', { bearer: viewer.bearer, params: { id } })).body.token
    const isLive = async (token: string) => (await api.call('auth.verify', { bearer: token })).status === 200
    const [one, two] = [await view(), await view()]
    expect((await post('/logout?scope=others', {}, one)).slice(0, 2)).toEqual(['not_admin', 403])
    expect([await isLive(one), await isLive(two), await isLive(bearer)]).toEqual([true, true, true])
    const headers = { apikey: api.core.config.anonKey, authorization: `Bearer ${one}` }
    expect((await api.fetch('/auth/v1/logout?scope=global', { method: 'POST', headers })).status).toBe(204)
    expect([await isLive(one), await isLive(two), await isLive(bearer)]).toEqual([false, true, true])
  })

  it('are managed by no user, not even an admin: each route refuses and changes nothing', async () => {
    const target = await api.user()
    const { queries } = api.core.database
    const rows = async () => [
      await queries.selectFrom('users').selectAll().orderBy('id').execute(),
      await queries.selectFrom('one_time_codes').selectAll().execute(),
    ]
    const id = toUuid(target.id)
    const routes: readonly [string, string, object?][] = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users', { email: freshEmail(), password }],
      ['GET', `/admin/users/${id}`],
      ['PUT', `/admin/users/${id}`, { password: 'battery staple' }],
      ['DELETE', `/admin/users/${id}`],
      ['GET', `/admin/users/${id}/factors`],
      ['DELETE', `/admin/users/${id}/factors/${id}`],
      ['POST', '/admin/generate_link', { type: 'recovery', email: target.email }],
      ['POST', '/invite', { email: freshEmail() }],
    ]
    const callers = [await api.user(), await api.user({ isAdmin: true }), target].map(({ bearer }) => bearer)
    const before = await rows()
    for (const bearer of [...callers, undefined])
      for (const [method, path, body] of routes) {
        const response = await api.fetch(`/auth/v1${path}`, {
          method,
          headers: {
            apikey: api.core.config.anonKey,
            'content-type': 'application/json',
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const said = (await response.json()) as { error_code?: string }
        expect([method, path, response.status, said.error_code]).toEqual([method, path, 403, 'not_admin'])
      }
    expect(await rows()).toEqual(before)
  })

  it('are created, found, changed and deleted with the service key', async () => {
    const email = freshEmail()
    const given = { user_metadata: { name: 'Cy' }, app_metadata: { team: 'a' } }
    const { data, error } = await admin().createUser({ email, password, email_confirm: true, ...given })
    expect([error, data.user]).toMatchObject([
      null,
      { email, user_metadata: { name: 'Cy' }, app_metadata: { provider: 'email', team: 'a' } },
    ])
    const id = data.user?.id ?? ''
    expect(codeOf(await admin().createUser({ email, password })).slice(0, 2)).toEqual(['email_exists', 422])
    expect(codeOf(await admin().createUser({ email: freshEmail(), password: '1' }))[0]).toBe('weak_password')
    expect((await admin().getUserById(id)).data.user?.email).toBe(email)
    const list = await admin().listUsers({ page: 1, perPage: 1 })
    expect(list.data).toMatchObject({ aud: 'authenticated', users: [{}], nextPage: 2, total: expect.any(Number) })
    expect(codeOf(await admin().listUsers({ page: -1 })).slice(0, 2)).toEqual(['validation_failed', 400])
    expect((await admin().listUsers({ page: 999_999_999_999_999 })).data.users).toEqual([])
    const hashed = { email: freshEmail(), password_hash: '$2a$10$x' }
    expect(codeOf(await admin().createUser(hashed)).slice(0, 2)).toEqual(['validation_failed', 400])
    const next = freshEmail()
    const changed = await admin().updateUserById(id, {
      email: next,
      password: 'battery staple',
      user_metadata: { a: 1 },
    })
    expect(changed.data.user).toMatchObject({ email: next, user_metadata: { name: 'Cy', a: 1 } })
    const account = { email: next, password: 'battery staple' }
    expect((await client().auth.signInWithPassword(account)).error).toBeNull()
    expect(codeOf(await client().auth.admin.listUsers())).toEqual(['not_admin', 403, 'User not allowed'])
    expect((await admin().deleteUser(id)).error).toBeNull()
    for (const gone of [await admin().getUserById(id), await admin().deleteUser(id)])
      expect(codeOf(gone)).toEqual(['user_not_found', 404, 'User not found'])
    expect((await client().auth.signInWithPassword(account)).error?.code).toBe('invalid_credentials')
    expect(codeOf(await admin().generateLink({ type: 'recovery', email: next }))[0]).toBe('user_not_found')
  })

  it('return errors in the older form to older clients', async () => {
    const response = await api.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: api.core.config.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: freshEmail(), password }),
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    ])
    for (const path of ['/token?grant_type=__proto__', '/token', '/logout?scope=all'])
      expect((await api.fetch(`/auth/v1${path}`, { method: 'POST', headers: { apikey: SERVICE_KEY } })).status).toBe(
        400,
      )
  })

  it('publish their keys, settings and health', async () => {
    const get = async (path: string): Promise<unknown> =>
      (await api.fetch(`/auth/v1${path}`, { headers: { apikey: api.core.config.anonKey } })).json()
    const { bearer } = await api.user()
    const keys = createLocalJWKSet((await get('/.well-known/jwks.json')) as JSONWebKeySet)
    expect((await jwtVerify(bearer, keys)).payload.session_id).toEqual(expect.any(String))
    expect(await get('/settings')).toMatchObject({ disable_signup: false, mailer_autoconfirm: true })
    expect(await get('/health')).toEqual({ version: '1.0.0', name: 'netbox', description: expect.any(String) })
    expect((await api.fetch('/auth/v1/user')).status).toBe(401)
  })
})

describe('the limits of accounts for supabase-js', () => {
  const api = useApi({ env: { RATE_LIMITS: 'on' } })

  it('equal the limits of netbox: a captcha after many sign-ups, ten typed codes, ten requests for mail', async () => {
    const { auth } = clientOf(api)
    const repeat = async (times: number, work: () => Promise<Refused>) => {
      const { values } = await settle(times, work)
      return new Set(values.map(({ error }) => error?.code))
    }
    const signUp = () => auth.signUp({ email: freshEmail(), password: '1' })
    expect(await repeat(15, signUp)).toEqual(new Set(['weak_password']))
    expect(await signUp()).toMatchObject({ error: { code: 'captcha_failed', status: 400 } })
    const guess = () => auth.verifyOtp({ email: freshEmail(), token: 'aaaaa-aaaaa', type: 'email' })
    expect(await repeat(10, guess)).toEqual(new Set(['otp_expired']))
    expect(await guess()).toMatchObject({ error: { code: 'over_request_rate_limit', status: 429 } })
    expect(await repeat(10, () => auth.signInWithOtp({ email: freshEmail() }))).toEqual(new Set([undefined]))
    expect((await auth.resetPasswordForEmail(freshEmail())).error?.code).toBe('over_request_rate_limit')
  })

  it('refuse a refresh with 429 on /api, and with 503 here, because clients end their session after a 4xx', async () => {
    const { refreshToken } = await api.user()
    const { values } = await settle(300, () => api.call('auth.refresh', { body: { refresh_token: 'unknown' } }))
    expect(new Set(values.map(({ code }) => code))).toEqual(new Set(['session_not_found']))
    const native = await api.call('auth.refresh', { body: { refresh_token: refreshToken } })
    expect([native.status, native.code, native.headers.has('retry-after')]).toEqual([429, 'rate_limited', true])
    const response = await api.fetch('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: api.core.config.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    })
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    expect(await response.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  })
})
