import type { Clock } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { newId } from '../../src/random.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const password = 'correct horse'
const DAY = 24 * 60 * 60_000
// The interval of the sender's rounds.
const ROUND = 2000

/** Creates a clock on which the sender's next round never comes, so that it sends only when it is woken. */
const clockWithoutRounds = (): Clock => {
  const real = systemClock()
  return {
    now: () => real.now(),
    wait: (milliseconds, signal) => real.wait(milliseconds === ROUND ? DAY : milliseconds, signal),
  }
}

describe('accounts with a mail server', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>
  let api: TestApi
  beforeAll(async () => {
    server = await startMailServer()
    // So every mail below also shows that it was sent at once.
    api = await startApi({ env: { SMTP_URL: server.url }, clock: clockWithoutRounds() })
  })
  afterAll(async () => {
    await api.stop()
    await server.stop()
  })

  /** Waits for the next mail to an address and returns its proof. */
  const proofIn = (email: string, nth = 1) =>
    vi.waitFor(
      () => {
        const text = server.mails.filter(({ to }) => to === email).at(nth - 1)?.text
        if (text === undefined) throw new Error(`No mail to ${email} yet`)
        const [, token = ''] = /#token=(\S+)/.exec(text) ?? []
        const [, code = ''] = /: (\d{6})$/m.exec(text) ?? []
        return { text, token: decodeURIComponent(token), code }
      },
      { timeout: 30_000, interval: 50 },
    )

  const register = async () => {
    const email = `${newId()}@mail.example`
    return { email, answer: await api.call('auth.register', { body: { email, password } }) }
  }
  const login = (email: string, given = password) => api.call('auth.login', { body: { email, password: given } })

  it('signs in only after the address is confirmed, by the token of the link, once', async () => {
    const { email, answer } = await register()
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      confirmation_required: true,
      email,
      message: 'Check your email: the link in it confirms your address.',
      resend_token: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect((await login(email)).code).toBe('email_not_confirmed')
    expect((await login(email, 'wrong')).code).toBe('invalid_credentials')
    const { text, token } = await proofIn(email)
    expect(text).toContain('http://netbox.example/confirm#token=')
    const confirmed = await api.call('auth.confirm', { body: { token } })
    expect(confirmed.body.user.email).toBe(email)
    expect((await api.call('auth.verify', { bearer: confirmed.body.token })).status).toBe(200)
    expect((await api.call('auth.confirm', { body: { token } })).code).toBe('token_invalid')
    expect((await login(email)).status).toBe(200)
  })

  it('accepts a typed code, of the last mail only', async () => {
    const { email } = await register()
    const first = await proofIn(email)
    expect((await api.call('auth.resend', { body: { email } })).status).toBe(202)
    const second = await proofIn(email, 2)
    expect((await api.call('auth.confirm', { body: { email, code: first.code } })).code).toBe('code_invalid')
    expect((await api.call('auth.confirm', { body: { email, code: second.code } })).status).toBe(200)
  })

  it('confirms no account that was suspended in the meantime', async () => {
    const { email } = await register()
    const { token } = await proofIn(email)
    const account = await api.core.accounts.findByEmail(email)
    await api.core.accounts.updateProfile(account?.id ?? '', { status: 'disabled' })
    expect((await api.call('auth.confirm', { body: { token } })).code).toBe('account_disabled')
  })

  it('recovers a lost account by mail, and ends every session', async () => {
    const { email, bearer } = await api.user()
    expect((await api.call('auth.recover', { body: { email } })).status).toBe(202)
    const { text, token } = await proofIn(email)
    expect(text).toContain('http://netbox.example/reset#token=')
    const reset = (given: string) => api.call('auth.reset', { body: { token: given, password: 'battery staple' } })
    expect((await reset(token)).body).toEqual({ ok: true })
    expect((await api.call('auth.verify', { bearer })).code).toBe('unauthorized')
    expect((await reset(token)).code).toBe('token_invalid')
    expect((await login(email)).code).toBe('invalid_credentials')
    expect((await login(email, 'battery staple')).status).toBe(200)
    expect((await proofIn(email, 2)).text).toContain('was changed')
  })

  it('reports a changed password at once', async () => {
    const { email, bearer } = await api.user()
    const body = { current_password: password, new_password: 'battery staple' }
    expect((await api.call('auth.password', { bearer, body })).status).toBe(200)
    expect((await proofIn(email)).text).toContain('was changed')
  })

  it('builds links only from configuration, whatever host the request names', async () => {
    const email = `${newId()}@mail.example`
    const headers = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'http://evil.example',
    }
    await api.call('auth.register', { body: { email, password }, headers })
    const { text } = await proofIn(email)
    expect(text).toContain('http://netbox.example/')
    expect(text).not.toContain('evil')
  })

  it('sends nothing to unknown addresses', async () => {
    const email = `${newId()}@mail.example`
    await api.call('auth.recover', { body: { email } })
    await api.core.mail?.sender.sendDue()
    expect(server.mails.some(({ to }) => to === email)).toBe(false)
  })
})
