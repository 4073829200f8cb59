import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { toUuid } from '../../src/uuid.ts'
import { freshEmail } from '../support/accounts.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

describeOnEveryEngine('accounts for supabase-js', (open) => {
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  const client = () => clientOf(api)
  const password = 'correct horse'

  it('are made and signed in, by the same users as everywhere', async () => {
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

  it('go on by refreshing, and end at sign-out', async () => {
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

  it('are refused in the words that clients know', async () => {
    const { email } = await api.user()
    const { auth } = client()
    const codeOf = ({
      error,
    }: {
      error: { code?: string | undefined; status?: number | undefined; message: string } | null
    }) => [error?.code, error?.status, error?.message]
    const wrong = ['invalid_credentials', 400, 'Invalid login credentials']
    expect(codeOf(await auth.signInWithPassword({ email, password: 'wrong one' }))).toEqual(wrong)
    expect(codeOf(await auth.signInWithPassword({ email: freshEmail(), password }))).toEqual(wrong)
    expect(codeOf(await auth.signUp({ email, password }))).toEqual([
      'user_already_exists',
      422,
      'User already registered',
    ])
    expect(codeOf(await auth.signUp({ email: freshEmail(), password: '12345' }))).toEqual([
      'weak_password',
      422,
      'Password should be at least 6 characters.',
    ])
    expect(codeOf(await auth.signUp({ email: 'nobody', password }))).toEqual([
      'validation_failed',
      400,
      'Unable to validate email address: invalid format',
    ])
    expect(codeOf(await auth.refreshSession({ refresh_token: 'unknown' }))[0]).toBe('refresh_token_not_found')
    expect(codeOf(await auth.getUser('no.token.ofours'))[0]).toBe('bad_jwt')
  })

  it('answer errors in the older form to older clients', async () => {
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
