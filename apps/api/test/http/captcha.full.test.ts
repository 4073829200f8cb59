import { createMetrics } from '../../src/metrics.ts'
import { createClient } from '@netbox/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createHousekeeping } from '../../src/jobs/housekeeping.ts'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { solveCaptcha } from '../support/solve-captcha.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const HALF_OF_REGISTER = 15
const HALF_OF_VERIFY = 30
const PASSWORD = 'correct horse'

describeOnEveryEngine('a captcha', (open) => {
  const clock = setClock('2026-11-20T12:00:00Z')
  let api: TestApi
  let other: TestApi
  let address = 0
  let headers: Record<string, string>
  beforeAll(async () => {
    await open()
    // Both APIs have the same keys, like the processes of one service.
    const ENCRYPTION_KEYS = 'k:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
    const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1', ENCRYPTION_KEYS, VERIFIER_MODE: 'off' }
    api = await startApi({ databaseUrl: open.url(), clock, env })
    other = await startApi({ databaseUrl: open.url(), clock, env })
  })
  beforeEach(() => {
    headers = { 'x-forwarded-for': `198.51.100.${address++}` }
  })
  afterAll(() => Promise.all([api.stop(), other.stop()]))

  const register = (captcha?: unknown, at = api, email = `${newId()}@mail.example`) =>
    at.call('auth.register', { headers, body: { email, password: PASSWORD, captcha } })

  /** Uses up the half of the rate limit that needs no captcha, with cheap requests. */
  const useHalf = async () => {
    for (let count = 0; count < HALF_OF_REGISTER; count++)
      expect((await register(undefined, api, 'x')).code).toBe('invalid_email')
  }

  const solved = async (purpose: 'auth.register' | 'email.verify' = 'auth.register') =>
    solveCaptcha((await api.call('captcha.challenge', { headers, query: { purpose } })).body)

  it('is required, with the specified text, when half of the registrations are used, in every process', async () => {
    await useHalf()
    const { status, code, text } = await register()
    expect([status, code]).toEqual([403, 'captcha_required'])
    expect(JSON.parse(text)).toHaveProperty('error', 'Please complete the security verification first.')
    expect((await register(undefined, other)).code).toBe('captcha_required')
    headers = { 'x-forwarded-for': `203.0.113.${address}` }
    expect((await register()).status).toBe(201)
  })

  it('lets one call through, in any process, and is then used up', async () => {
    await useHalf()
    const captcha = await solved()
    expect((await register(captcha, other)).status).toBe(201)
    expect((await register(captcha, api)).code).toBe('captcha_required')
    expect((await register(captcha, other)).code).toBe('captcha_required')
  })

  it('lets one of many concurrent calls through', async () => {
    await useHalf()
    const captcha = await solved()
    const answers = await Promise.all([api, other, api, other, api, other].map((at) => register(captcha, at)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'captcha_required')).toHaveLength(5)
  })

  it('is used up by a call that then fails', async () => {
    await useHalf()
    const captcha = await solved()
    expect((await register(captcha, api, 'x')).code).toBe('invalid_email')
    expect((await register(captcha)).code).toBe('captcha_required')
  })

  it('is refused if it is garbage, has another purpose or is ten minutes old', async () => {
    await useHalf()
    const data = { purpose: 'auth.register', expires: Math.floor(clock.now() / 1000) + 60 }
    const work = { algorithm: 'PBKDF2/SHA-256', cost: 1, nonce: 'zz', salt: '', keyLength: 2 ** 40, keyPrefix: '' }
    const parameters = { ...work, keySignature: 'x', data }
    const forged = { challenge: { parameters, signature: 'zz' }, solution: { counter: -1, derivedKey: 'zz' } }
    for (const wrong of ['', 'x', btoa('{}'), btoa(JSON.stringify(forged)), await solved('email.verify')])
      expect((await register(wrong)).code).toBe('captcha_required')
    expect((await register('x'.repeat(4097))).code).toBe('validation_failed')
    const captcha = await solved()
    clock.advance(600_000)
    await useHalf()
    expect((await register(captcha)).code).toBe('captcha_required')
  })

  it('raises no limit', async () => {
    await useHalf()
    for (let count = HALF_OF_REGISTER; count < 30; count++) await register()
    const { status, code } = await register(await solved())
    expect([status, code]).toEqual([429, 'rate_limited'])
  })

  it('is required of no signed-in user', async () => {
    const { bearer } = await api.user()
    const verify = (more: object) =>
      api.call('email.verify', { headers, body: { emails: ['a@mail.example'] }, ...more })
    for (let count = 0; count < HALF_OF_VERIFY; count++) await verify({})
    expect((await verify({})).code).toBe('captcha_required')
    expect((await verify({ bearer })).code).toBe('verifier_unavailable')
    const body = { emails: ['a@mail.example'], captcha: await solved('email.verify') }
    expect((await verify({ body })).code).toBe('verifier_unavailable')
  })

  it('is required of users with a session too if they register accounts as supabase-js does', async () => {
    const { bearer } = await api.user()
    const signUp = async (captcha?: string) => {
      const response = await api.fetch('/auth/v1/signup', {
        method: 'POST',
        headers: {
          ...headers,
          apikey: api.core.config.anonKey,
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          email: `${newId()}@mail.example`,
          password: PASSWORD,
          gotrue_meta_security: { captcha_token: captcha },
        }),
      })
      return [response.status, ((await response.json()) as { error_code?: string }).error_code]
    }
    await useHalf()
    expect(await signUp()).toEqual([400, 'captcha_failed'])
    expect(await signUp(await solved())).toEqual([200, undefined])
  })

  it('has challenges that are limited by address, and stored nowhere', async () => {
    const ask = () => api.call('captcha.challenge', { headers, query: { purpose: 'auth.register' } })
    expect((await ask()).headers.get('cache-control')).toBe('no-store')
    const answers = await Promise.all(Array.from({ length: 65 }, ask))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(59)
    expect((await ask()).code).toBe('rate_limited')
    expect((await api.call('captcha.challenge', { query: { purpose: 'auth.recover' as never } })).code).toBe(
      'validation_failed',
    )
  })

  it('is solved by a client with a solver', async () => {
    await useHalf()
    const send: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...Object(init?.headers), ...headers } })
    const client = createClient({ baseUrl: `${api.url}/api`, fetch: send, solveCaptcha })
    const signedIn = await client.call('auth.register', {
      body: { email: `${newId()}@mail.example`, password: PASSWORD },
    })
    expect(signedIn).toHaveProperty('token')
  })

  it('leaves a row until it could no longer be reused', async () => {
    const { database, rateLimits } = api.core
    const rows = () => database.queries.selectFrom('used_captchas').select('expires_at').execute()
    await useHalf()
    const now = clock.now()
    await register(await solved(), api, 'x')
    expect(Math.max(...(await rows()).map(({ expires_at }) => expires_at))).toBe(now + 1_200_000)
    clock.advance(1_200_001)
    const housekeeping = createHousekeeping({
      database,
      clock,
      rateLimits,
      log: { warn: () => {} },
      metrics: createMetrics(),
      purge: async () => {},
    })
    housekeeping.start()
    await expect.poll(rows).toEqual([])
    await housekeeping.stop()
  })
})

it('is never required if rate limits are turned off', async () => {
  const api = await startApi()
  try {
    const body = { email: 'x', password: PASSWORD }
    for (let count = 0; count < 31; count++)
      expect((await api.call('auth.register', { body })).code).toBe('invalid_email')
  } finally {
    await api.stop()
  }
})
