import { describe, expect, it } from 'vitest'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

describe('the keys of supabase-js', () => {
  const api = useApi({ env: { SERVICE_ROLE_KEY: SERVICE_KEY, CORS_ORIGINS: 'https://app.example' } })
  const path = '/rest/v1/service_controls'
  const outcome = async (headers: Record<string, string>) => {
    const response = await api.fetch(path, { headers })
    const body = (await response.json()) as { code?: string }
    return [response.status, body.code]
  }

  it('let visitors in by the anon key, in either header', async () => {
    const { anonKey } = api.core.config
    expect(anonKey).toMatch(/^sb_publishable_[\w-]{32}$/)
    expect(await outcome({ apikey: anonKey })).toEqual([200, undefined])
    expect(await outcome({ authorization: `Bearer ${anonKey}` })).toEqual([200, undefined])
    expect(await outcome({ apikey: anonKey, authorization: `Bearer ${anonKey}` })).toEqual([200, undefined])
  })

  it('let users in by their session only', async () => {
    const { bearer } = await api.user()
    expect(await outcome({ authorization: `Bearer ${bearer}` })).toEqual([200, undefined])
  })

  it.each([
    ['nothing', {}],
    ['another key', { apikey: 'sb_publishable_other' }],
    ['a key that begins like the right one', { apikey: 'sb_publishable_' }],
    ['no bearer', { authorization: 'Basic YTpi' }],
    ['an unsigned token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.' }],
  ])('refuse %s', async (_, headers) => {
    expect(await outcome(headers)).toEqual([401, 'PGRST301'])
  })

  it('refuse a good key with a bad bearer, a bad key with a good bearer, and API tokens', async () => {
    const user = await api.user({ plan: 'enterprise' })
    const { anonKey } = api.core.config
    expect(await outcome({ apikey: anonKey, authorization: 'Bearer x' })).toEqual([401, 'PGRST301'])
    expect(await outcome({ apikey: 'x', authorization: `Bearer ${user.bearer}` })).toEqual([401, 'PGRST301'])
    const created = await api.call('tokens.create', {
      bearer: user.bearer,
      body: { name: 'ci', scopes: ['tools:run'] },
    })
    expect(await outcome({ authorization: `Bearer ${created.body.token}` })).toEqual([401, 'PGRST301'])
  })

  it('that are wrong are called wrong on every API', async () => {
    const client = clientOf(api, { key: 'sb_publishable_other' })
    const { auth, storage, functions } = client
    const wrong = { message: 'Invalid API key', status: 401 }
    const account = { email: 'ana@mail.example', password: 'correct horse' }
    expect((await auth.signInWithPassword(account)).error).toMatchObject({ ...wrong, code: 'invalid_api_key' })
    expect((await storage.listBuckets()).error).toMatchObject({ message: wrong.message, statusCode: '403' })
    const { error, status } = await client.from('profiles').select()
    expect({ message: error?.message, status }).toEqual(wrong)
    const called = (await functions.invoke('create-checkout')).error as { context: Response }
    expect([called.context.status, await called.context.json()]).toEqual([401, { error: wrong.message }])
  })

  it('become invalid with the session', async () => {
    const user = await api.user()
    const client = clientOf(api, { user })
    expect((await client.from('profiles').select('id')).data).toHaveLength(1)
    await api.call('auth.logout', { bearer: user.bearer })
    expect((await client.from('profiles').select('id')).status).toBe(401)
  })

  it('work from pages of the listed origins', async () => {
    const ask = (origin: string) =>
      api.fetch(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'apikey,x-upsert',
        },
      })
    const allowed = await ask('https://app.example')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT')
    for (const name of ['apikey', 'x-client-info', 'x-upsert', 'prefer', 'range'])
      expect(allowed.headers.get('access-control-allow-headers')).toContain(name)
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('are required on every path, even an unknown one', async () => {
    for (const prefix of ['rest', 'functions', 'storage']) {
      const response = await api.fetch(`/${prefix}/v1/a/b/c/d`, { headers: { accept: 'text/html' } })
      expect(response.headers.get('content-type')).toContain('application/json')
      expect([400, 404]).toContain(response.status)
    }
  })
})
