import { describe, expect, it } from 'vitest'
import { newId } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { settle } from '../support/settle.ts'
import { solveCaptcha } from '../support/solve-captcha.ts'
import { setClock } from '../support/set-clock.ts'
import { startApi } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const password = 'correct horse'
const freshEmail = (): string => `${newId()}@mail.example`

describeOnEveryEngine('accounts over HTTP', (open) => {
  const clock = setClock('2026-11-20T08:00:00Z')
  const api = useApi({ on: open, clock })

  const register = (body: unknown) => api.call('auth.register', { body })
  const login = (email: string, given = password) => api.call('auth.login', { body: { email, password: given } })
  const verify = (bearer: string) => api.call('auth.verify', { bearer })

  const signUp = async () => {
    const email = freshEmail()
    const { body } = await register({ email, password })
    if (!('token' in body)) throw new Error('No mail is configured here')
    return { ...body, email }
  }

  describe('registration', () => {
    it('signs in directly if no mail server is configured', async () => {
      const { token, user, session, email } = await signUp()
      expect(user).toEqual({ id: user.id, email, plan: 'free', is_admin: false })
      expect(session).toEqual({
        access_token: token,
        refresh_token: session.refresh_token,
        expires_in: 600,
        expires_at: clock.now() / 1000 + 600,
        token_type: 'bearer',
        user,
      })
      expect((await verify(token)).body).toEqual({ user, actor_id: null })
    })

    it.each([
      ['invalid_email', { email: 'no address', password }],
      ['password_too_short', { email: 'ana@mail.example', password: '12345' }],
      ['password_too_long', { email: 'ana@mail.example', password: 'x'.repeat(1025) }],
    ])('answers %s', async (code, body) => {
      expect((await register(body)).code).toBe(code)
    })

    it('returns the specified Portuguese messages', async () => {
      const { email, user } = await signUp()
      const taken = await register({ email: email.toUpperCase(), password })
      expect(taken.body).toMatchObject({ error: 'Este e-mail já está em uso.', code: 'email_in_use' })
      const short = await register({ email: freshEmail(), password: '12345' })
      expect(short.body).toMatchObject({ error: 'A senha deve ter pelo menos 6 caracteres.' })
      const bad = await register({ email: 'nobody', password })
      expect(bad.body).toMatchObject({ error: 'Informe um e-mail válido.' })
      const wrong = await login(email, 'wrong')
      expect(wrong.body).toMatchObject({ error: 'E-mail ou senha incorretos.', code: 'invalid_credentials' })
      await api.core.accounts.updateProfile(user.id, { status: 'disabled' })
      const disabled = await login(email)
      expect(disabled.body).toMatchObject({ error: 'Esta conta está desativada.', code: 'account_disabled' })
    })

    it('gives the account to one of many concurrent requests for the same address', async () => {
      const email = freshEmail()
      const { values } = await settle(10, () => register({ email, password }))
      const statuses = values.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(values.filter(({ code }) => code === 'email_in_use')).toHaveLength(9)
    })

    it('ignores fields that users can’t choose for themselves', async () => {
      const email = freshEmail()
      const extra = '"is_admin":true,"plan":"enterprise","id":"me"'
      const { body } = await register(`{"email":"${email}","password":"${password}",${extra}}`)
      expect(body).toMatchObject({ user: { email, plan: 'free', is_admin: false } })
      expect(body).not.toMatchObject({ user: { id: 'me' } })
    })

    it('is refused while the service is off', async () => {
      const { bearer } = await api.user({ isAdmin: true })
      const set = (is_enabled: boolean) =>
        api.call('admin.updateService', { params: { id: 'registration' }, body: { is_enabled }, bearer })
      await set(false)
      clock.advance(1000)
      const { code, status } = await register({ email: freshEmail(), password })
      expect([code, status]).toEqual(['service_off', 403])
      await set(true)
      clock.advance(1000)
      expect((await register({ email: freshEmail(), password })).status).toBe(201)
    })
  })

  describe('sign-in', () => {
    it('accepts the address, ignoring case', async () => {
      const { email, user } = await signUp()
      expect((await login(` ${email.toUpperCase()} `)).body.user).toEqual(user)
    })

    it('refuses a blank email and a blank password as it refuses a missing one', async () => {
      for (const body of [{ email: '', password }, { email: ' ', password }, { email: freshEmail(), password: '' }, {}])
        expect(await api.call('auth.login', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
    })

    it('returns the same response for a wrong password and an unknown address', async () => {
      const { email } = await signUp()
      const answers = [await login(email, 'wrong'), await login(freshEmail()), await login(email, 'x'.repeat(2000))]
      const texts = new Set(answers.map(({ text }) => text.replace(/"request_id":"[^"]+"/, '')))
      expect(texts.size).toBe(1)
      expect(answers[0]?.code).toBe('invalid_credentials')
    })

    it('reports a disabled account only after the right password', async () => {
      const { email, user } = await signUp()
      await api.core.accounts.updateProfile(user.id, { status: 'disabled' })
      expect((await login(email, 'wrong')).code).toBe('invalid_credentials')
      expect((await login(email)).code).toBe('account_disabled')
    })
  })

  describe('a session', () => {
    const refresh = (refresh_token: string) => api.call('auth.refresh', { body: { refresh_token } })

    it('continues with each refresh token, even if a response got lost, and ends when an old one is used', async () => {
      const { session } = await signUp()
      const next = await refresh(session.refresh_token)
      expect(next.status).toBe(200)
      expect(next.body.session.refresh_token).not.toBe(session.refresh_token)
      expect((await verify(next.body.token)).status).toBe(200)
      const sibling = await refresh(session.refresh_token)
      const last = await refresh(sibling.body.session.refresh_token)
      expect((await verify(last.body.token)).status).toBe(200)
      expect((await refresh(session.refresh_token)).code).toBe('refresh_reused')
      expect((await verify(last.body.token)).code).toBe('unauthorized')
      expect((await refresh(last.body.session.refresh_token)).code).toBe('session_not_found')
    })

    it('is not found by an invented token', async () => {
      expect((await refresh('rt')).code).toBe('session_not_found')
    })

    it('ends after a sign-out, on the next request', async () => {
      const { token, session } = await signUp()
      expect((await api.call('auth.logout', { bearer: token })).body).toEqual({ ok: true })
      expect((await verify(token)).code).toBe('unauthorized')
      expect((await refresh(session.refresh_token)).code).toBe('session_not_found')
    })

    it('ends when the user is suspended, and a new one can start afterwards', async () => {
      const { token, email, user } = await signUp()
      await api.core.accounts.updateProfile(user.id, { status: 'disabled' })
      expect((await verify(token)).code).toBe('unauthorized')
      await api.core.accounts.updateProfile(user.id, { status: 'active' })
      expect((await verify(token)).code).toBe('unauthorized')
      expect((await login(email)).status).toBe(200)
    })
  })

  describe('a change of the password', () => {
    const change = (bearer: string, current_password: string, new_password: string) =>
      api.call('auth.password', { bearer, body: { current_password, new_password } })

    it('ends the other sessions and keeps this one', async () => {
      const { token, email } = await signUp()
      const other = (await login(email)).body.token
      expect((await change(token, password, 'battery staple')).body).toEqual({ ok: true })
      expect((await verify(token)).status).toBe(200)
      expect((await verify(other)).code).toBe('unauthorized')
      expect((await login(email)).code).toBe('invalid_credentials')
      expect((await login(email, 'battery staple')).status).toBe(200)
    })

    it.each([
      ['invalid_credentials', 'wrong', 'battery staple'],
      ['password_too_short', password, '12345'],
      ['password_too_long', password, 'x'.repeat(1025)],
    ])('answers %s', async (code, current, next) => {
      const { token } = await signUp()
      expect((await change(token, current, next)).code).toBe(code)
    })
  })

  describe('mail that is asked for', () => {
    it('is confirmed in the same bytes for known and unknown addresses', async () => {
      const { email } = await signUp()
      for (const id of ['auth.recover', 'auth.resend'] as const) {
        const answers = await Promise.all([email, freshEmail()].map((to) => api.call(id, { body: { email: to } })))
        expect(answers.map(({ status }) => status)).toEqual([202, 202])
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
        expect((await api.call(id, { body: { email: 'no address' } })).code).toBe('validation_failed')
      }
    })

    it('is required for reset and confirmation: neither accepts an invented proof', async () => {
      const code = { email: 'ana@mail.example', code: 'abcde-12345' }
      expect((await api.call('auth.confirm', { body: { token: 'x.y' } })).code).toBe('token_invalid')
      expect((await api.call('auth.confirm', { body: code })).code).toBe('code_invalid')
      expect((await api.call('auth.reset', { body: { token: 'x.y', password } })).code).toBe('token_invalid')
      expect((await api.call('auth.reset', { body: { ...code, password } })).code).toBe('code_invalid')
      expect((await api.call('auth.reset', { body: { ...code, password: '12345' } })).code).toBe('password_too_short')
      const long = { ...code, password: 'x'.repeat(1025) }
      expect((await api.call('auth.reset', { body: long })).code).toBe('password_too_long')
    })
  })
})

describe('a server with a longer minimum', () => {
  it('names its own minimum', async () => {
    const api = await startApi({ env: { PASSWORD_MIN_LENGTH: '10' } })
    const { body } = await api.call('auth.register', { body: { email: freshEmail(), password: '123456789' } })
    expect(body).toMatchObject({ error: 'A senha deve ter pelo menos 10 caracteres.', code: 'password_too_short' })
    await api.stop()
  })
})

describe('a server with limits', () => {
  it('limits the password tries of a session', async () => {
    const api = await startApi({ env: { RATE_LIMITS: 'on' } })
    const { bearer } = await api.user()
    const body = { current_password: 'wrong', new_password: 'battery staple' }
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 11; attempt++) codes.push((await api.call('auth.password', { bearer, body })).code)
    expect(codes.slice(9)).toEqual(['invalid_credentials', 'rate_limited'])
    await api.stop()
  })

  it('stops checking an account’s password after ten wrong ones, and keeps its session', async () => {
    const api = await startApi({ env: { RATE_LIMITS: 'on' } })
    const { email, bearer } = await api.user()
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 11; attempt++)
      codes.push((await api.call('auth.login', { body: { email, password: 'wrong' } })).code)
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'invalid_credentials'))
    expect(codes[10]).toBe('rate_limited')
    expect((await api.call('auth.verify', { bearer })).status).toBe(200)
    // The owner can solve a captcha, as clients do automatically.
    const { body: challenge } = await api.call('captcha.challenge', { query: { purpose: 'auth.login' } })
    const body = { email, password, captcha: await solveCaptcha(challenge) }
    expect((await api.call('auth.login', { body })).status).toBe(200)
    expect((await api.call('auth.login', { body })).status, 'once').toBe(429)
    await api.stop()
  })
})
