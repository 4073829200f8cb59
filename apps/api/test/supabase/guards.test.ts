import { type EndpointId, findEndpoint, rateLimitOf } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { limiterKey } from '../../src/http/client-address.ts'
import { freshEmail, PASSWORD } from '../support/accounts.ts'
import { enrol } from '../support/second-factor.ts'
import { setClock } from '../support/set-clock.ts'
import { solveCaptcha } from '../support/solve-captcha.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const FIVE_MINUTES = 300_000

describe('the guards of an endpoint, on a route for supabase-js', () => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ clock, env: { RATE_LIMITS: 'on' } })

  const send = async (path: string, body?: object, bearer?: string) => {
    const response = await api.fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: api.core.config.anonKey,
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const remaining = response.headers.get('ratelimit-remaining')
    return { status: response.status, remaining, body: text === '' ? {} : JSON.parse(text) }
  }
  const signUp = (captcha?: string) =>
    send('/auth/v1/signup', {
      email: freshEmail(),
      password: PASSWORD,
      gotrue_meta_security: { captcha_token: captcha },
    })
  const checkout = (body: object, bearer: string) => send('/functions/v1/create-checkout', body, bearer)
  const order = { priceId: 'x', planName: 'Pro' }
  const migrate = ({ id, bearer }: Pick<TestUser, 'id' | 'bearer'>) =>
    send(
      '/rest/v1/email_migrations',
      {
        user_id: id,
        source_host: 'imap.old.example',
        source_email: 'ana@old.example',
        source_password_encrypted: btoa(PASSWORD),
        destination_host: 'imap.new.example',
        destination_email: 'ana@new.example',
        destination_password_encrypted: btoa(PASSWORD),
      },
      bearer,
    )

  /** Uses up a share of the calls of an endpoint, from the address of the tests. */
  const use = async (id: EndpointId, share: (points: number) => number) => {
    const limit = rateLimitOf(findEndpoint(id))
    if (limit === undefined) throw new Error(`${id} has no limit`)
    await api.core.rateLimits.consume(id, limit, limiterKey('127.0.0.1'), share(limit.points))
    return limit.points
  }
  const turn = async (service: string, isOn: boolean) => {
    const services = api.core.database.writer.updateTable('service_controls').set({ is_enabled: isOn ? 1 : 0 })
    await services.where('service_name', '=', service).execute()
    clock.advance(1000)
  }

  it.each([
    ['auth.login', '/auth/v1/token?grant_type=password', { email: 'a@mail.example', password: 'x' }, 429],
    ['auth.refresh', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'unknown' }, 503],
    ['auth.register', '/auth/v1/signup', { email: 'a@mail.example', password: PASSWORD }, 429],
    ['auth.confirm', '/auth/v1/verify', { type: 'email', token_hash: 'unknown' }, 429],
    ['auth.resend', '/auth/v1/resend', { type: 'signup', email: 'a@mail.example' }, 429],
    ['auth.recover', '/auth/v1/recover', { email: 'a@mail.example' }, 429],
    ['auth.recover', '/auth/v1/otp', { email: 'b@mail.example' }, 429],
    ['auth.keys', '/auth/v1/.well-known/jwks.json', undefined, 429],
  ] as const)('count a call of %s by %s, and refuse it at the same limit', async (id, path, body, status) => {
    clock.advance(12 * FIVE_MINUTES)
    const first = await send(path, body)
    const points = await use(id, (all) => all - 1)
    expect(first.remaining).toBe(String(points - 1))
    expect((await send(path, body)).status).toBe(status)
    expect((await api.call(id, { body })).code).toBe('rate_limited')
  })

  it('refuse a call while the part of the service is off, after its input and before its captcha', async () => {
    clock.advance(FIVE_MINUTES)
    const buyer = await api.user({ plan: 'pro' })
    for (const service of ['registration', 'billing', 'email_migration']) await turn(service, false)
    await use('auth.register', (points) => points / 2)
    expect(await signUp()).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
    const off = await api.call('subscription.checkout', { body: order, bearer: buyer.bearer })
    expect(off.code).toBe('service_off')
    expect(await checkout(order, buyer.bearer)).toMatchObject({
      status: 403,
      body: { error: JSON.parse(off.text).error },
    })
    expect((await checkout({}, buyer.bearer)).status).toBe(400)
    expect(await migrate(buyer)).toMatchObject({ status: 403, body: { code: 'service_off' } })
    for (const service of ['registration', 'billing', 'email_migration']) await turn(service, true)
    expect((await checkout(order, buyer.bearer)).status).toBe(503)
    expect((await migrate(buyer)).status).toBe(201)
  })

  it('ask for a captcha after half of the limit, and use each one once', async () => {
    clock.advance(FIVE_MINUTES)
    await use('auth.register', (points) => points / 2)
    const refused = { status: 400, body: { error_code: 'captcha_failed' } }
    expect(await signUp()).toMatchObject(refused)
    const { body } = await api.call('captcha.challenge', { query: { purpose: 'auth.register' } })
    const captcha = await solveCaptcha(body)
    expect((await signUp(captcha)).status).toBe(200)
    expect(await signUp(captcha)).toMatchObject(refused)
    expect((await api.call('auth.register', { body: { email: freshEmail(), password: PASSWORD, captcha } })).code).toBe(
      'captcha_required',
    )
  })

  it('let no session act before its second factor, and nobody with too few rights', async () => {
    const { core } = api
    const { bearer: free } = await api.user()
    const { id, email } = await api.user({ plan: 'pro' })
    const found = await core.accounts.find(id)
    if (found === undefined) throw new Error('The user is missing.')
    const device = { userAgent: 'test', address: '192.0.2.7' }
    const session = await core.sessions.start(found, device, { method: 'password' })
    const owner = { account: found, session: { id: session.sessionId, actorId: null, needsFactor: false } }
    await enrol(core.secondFactors, { ...owner, address: device.address }, clock.now())
    const { accessToken: bearer } = await core.accounts.login({ email, password: PASSWORD, device })
    expect((await migrate({ id, bearer })).body.code).toBe('second_factor_required')
    expect((await checkout(order, bearer)).status).toBe(403)
    expect((await send('/functions/v1/create-checkout', order)).status).toBe(401)
    const admin = '/functions/v1/admin-create-user'
    for (const body of [{ action: 'sync_missing_profiles' }, { email, password: PASSWORD, plan: 'pro' }])
      expect((await send(admin, body, free)).status).toBe(403)
    expect((await send('/rest/v1/notifications', { title: 'a', message: 'b' }, free)).body.code).toBe('42501')
  })
})
