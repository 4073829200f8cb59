import { describe, expect, it } from 'vitest'
import { type FakeAnswer, fakeApi, json, unreachable } from '../../test/support/fake-api.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { NOW, signedIn } from '../../test/support/signed-in.ts'
import { createClient } from './create-client.ts'
import { createSession } from './create-session.ts'
import { memoryStorage, type SessionEvent, TOKEN_KEY } from './session-store.ts'

const user = signedIn().user

const setUp = (...answers: readonly FakeAnswer[]) => {
  const api = fakeApi(...answers)
  const storage = memoryStorage()
  const clock = manualClock(NOW * 1000)
  const session = createSession({ fetch: api.fetch, storage, clock })
  const events: SessionEvent[] = []
  session.store.subscribe((event) => events.push(event))
  return { api, storage, clock, session, events }
}

const unauthorized = json({ error: 'No.', code: 'unauthorized' }, 401)

describe('signing in', () => {
  it.each([
    ['at the top level', signedIn()],
    ['inside data', { data: signedIn() }],
  ])('reads token and user %s and stores them', async (_, answer) => {
    const { session, storage, events } = setUp(json(answer))
    expect(await session.login('ana@mail.example', 'x')).toEqual({ kind: 'signed_in', user })
    expect(storage.getItem('auth_token')).toBe('access-a')
    expect(session.store.read()?.refresh).toEqual({ token: 'refresh-a', expiresAt: (NOW + 600) * 1000 })
    expect(events).toEqual(['signed_in'])
  })

  it('reads a bare token and a bare user: the id as text, free, not an admin', async () => {
    const { session } = setUp(json({ token: 't', user: { id: 7, email: 'a@b.example' } }))
    expect(await session.login('a@b.example', 'x')).toEqual({
      kind: 'signed_in',
      user: { id: '7', email: 'a@b.example', plan: 'free', is_admin: false },
    })
    expect(session.store.read()?.refresh).toBeUndefined()
  })

  it.each([
    ['a token', { user }],
    ['a user', { token: 't' }],
    ['anything', { data: null }],
  ])('fails without %s', async (_, answer) => {
    const { session, storage } = setUp(json(answer))
    await expect(session.login('a', 'b')).rejects.toThrow('Invalid response from server')
    expect(storage.getItem(TOKEN_KEY)).toBeNull()
  })

  it('stores nothing until the user has passed a required second factor', async () => {
    const wrong = json({ error: 'No.', code: 'factor_code_invalid' }, 400)
    const halfway = { ...signedIn('half'), second_factor_required: true }
    const { session, storage, api, events } = setUp(json(halfway), wrong, json(signedIn()))
    const login = await session.login('ana@mail.example', 'x')
    if (login.kind === 'signed_in') throw new Error('No code was asked for')
    await expect(login.finish('000 000')).rejects.toMatchObject({ code: 'factor_code_invalid' })
    expect(storage.getItem(TOKEN_KEY)).toBeNull()
    expect(await login.finish('482 013')).toEqual(user)
    expect(api.seen.at(-1)).toMatchObject({ path: '/api/auth/second-factor', body: { code: '482 013' } })
    expect(api.seen.at(-1)?.headers.get('authorization')).toBe('Bearer access-half')
    expect(storage.getItem(TOKEN_KEY)).toBe('access-a')
    expect(events).toEqual(['signed_in'])
  })

  it('passes on the reason of a refusal', async () => {
    const { session } = setUp(json({ error: 'Esta conta está desativada.', code: 'account_disabled' }, 403))
    await expect(session.login('a', 'b')).rejects.toMatchObject({
      code: 'account_disabled',
      message: 'Account is disabled',
    })
  })
})

describe('registering', () => {
  it('signs in directly', async () => {
    const { session } = setUp(json(signedIn(), 201))
    expect(await session.register('ana@mail.example', 'secret')).toEqual({ kind: 'signed_in', user })
    expect(session.store.read()?.token).toBe('access-a')
  })

  it('requires confirmation of the address if the service does', async () => {
    const { session } = setUp(
      json({ confirmation_required: true, email: 'ana@mail.example', message: 'Look.', resend_token: 'r' }, 201),
    )
    expect(await session.register('ana@mail.example', 'secret')).toEqual({
      kind: 'confirmation_required',
      email: 'ana@mail.example',
      resendToken: 'r',
    })
    expect(session.store.read()).toBeUndefined()
  })
})

describe('loading', () => {
  it('checks nothing without a token', async () => {
    const { session, api } = setUp(unauthorized)
    expect(await session.load()).toEqual({ kind: 'signed_out' })
    expect(api.seen).toEqual([])
  })

  it.each([
    ['at the top level', { user }],
    ['inside data', { data: { user } }],
  ])('reads the user %s', async (_, answer) => {
    const { session, storage, api, events } = setUp(json(answer))
    storage.setItem(TOKEN_KEY, 'stored')
    expect(await session.load()).toEqual({ kind: 'signed_in', user })
    expect(api.seen[0]).toMatchObject({ method: 'GET', path: '/api/auth/verify' })
    expect(api.seen[0]?.headers.get('authorization')).toBe('Bearer stored')
    expect(events).toEqual(['initial_session'])
  })

  it.each([
    ['is refused', unauthorized],
    ['belongs to a disabled account', json({ error: 'x', code: 'account_disabled' }, 403)],
    ['has no user', json({ ok: true })],
    ['the service fails to check', json({ error: 'x' }, 500)],
    ['is answered with a page', new Response('<html></html>')],
  ])('removes a token that %s', async (_, answer) => {
    const { session, storage, events } = setUp(answer)
    storage.setItem(TOKEN_KEY, 'stored')
    expect(await session.load()).toEqual({ kind: 'signed_out' })
    expect(storage.getItem('auth_token')).toBeNull()
    expect(events).toEqual(['signed_out'])
  })

  it.each([
    ['cannot be reached', unreachable()],
    ['is behind a proxy that can’t reach it', new Response('<html></html>', { status: 502 })],
    ['has no database', json({ error: 'x', code: 'database_unavailable' }, 503)],
    ['does not answer its proxy in time', json({}, 504)],
  ])('keeps the token while the service %s', async (_, answer) => {
    const { session, storage } = setUp(json(signedIn()), answer)
    await session.login('a', 'b')
    expect(await session.load()).toMatchObject({ kind: 'unknown', user })
    expect(storage.getItem('auth_token')).toBe('access-a')
  })

  it('refreshes a session whose token was refused before it gives up', async () => {
    const { session, api } = setUp(json(signedIn()), unauthorized, json(signedIn('b')), json({ user }))
    await session.login('a', 'b')
    expect(await session.load()).toEqual({ kind: 'signed_in', user })
    expect(session.store.read()).toMatchObject({ token: 'access-b', refresh: { token: 'refresh-b' } })
    expect(api.seen.map(({ path }) => path)).toEqual([
      '/api/auth/login',
      '/api/auth/verify',
      '/api/auth/refresh',
      '/api/auth/verify',
    ])
  })

  it('does not sign out a user who signed in during the check', async () => {
    const disabled = json({ error: 'x', code: 'account_disabled' }, 403)
    const { session, storage } = setUp(() => {
      session.setSession(signedIn('new'))
      return disabled.clone()
    })
    storage.setItem(TOKEN_KEY, 'stored')
    expect(await session.load()).toEqual({ kind: 'signed_in', user })
    expect(session.store.read()?.token).toBe('access-new')
  })

  it('does not confuse the checked user with one who signed in during the check, or restore a signed-out one', async () => {
    const other = { ...signedIn('new'), user: { ...user, id: 'u2' } }
    const changed = setUp(() => {
      changed.session.setSession(other)
      return json({ user })
    })
    changed.storage.setItem(TOKEN_KEY, 'stored')
    expect(await changed.session.load()).toEqual({ kind: 'signed_in', user: other.user })
    expect(changed.session.store.read()).toMatchObject({ token: 'access-new', user: { id: 'u2' } })

    const left = setUp(() => {
      left.session.store.clear()
      return json({ user })
    })
    left.storage.setItem(TOKEN_KEY, 'stored')
    expect(await left.session.load()).toEqual({ kind: 'signed_out' })
    expect(left.session.store.read()).toBeUndefined()
  })
})

describe('the session as credentials', () => {
  it('renews a refused token once for all calls with it', async () => {
    const api = fakeApi((seen) => {
      if (seen.path === '/api/auth/login') return json(signedIn())
      if (seen.path === '/api/auth/refresh') return json(signedIn('b'))
      return seen.headers.get('authorization') === 'Bearer access-b' ? json({ ip: '192.0.2.1' }) : unauthorized.clone()
    })
    const session = createSession({ fetch: api.fetch, clock: manualClock(NOW * 1000) })
    await session.login('a', 'b')
    const client = createClient({ fetch: api.fetch, session })
    const answers = await Promise.all([client.call('ip.get'), client.call('ip.get'), client.call('ip.get')])
    expect(answers).toEqual([{ ip: '192.0.2.1' }, { ip: '192.0.2.1' }, { ip: '192.0.2.1' }])
    expect(api.seen.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1)
  })

  it('ends when the refresh is refused, and the call fails with its own error', async () => {
    const reused = json({ error: 'Used.', code: 'refresh_reused' }, 401)
    const { session, api } = setUp(json(signedIn()), unauthorized, reused)
    await session.login('a', 'b')
    const work = createClient({ fetch: api.fetch, session }).call('usage.list')
    await expect(work).rejects.toMatchObject({ code: 'unauthorized' })
    expect(session.store.read()).toBeUndefined()
  })
})

describe('signing out', () => {
  it('removes the token at once and ends the session at the service', async () => {
    const { session, storage, api, events } = setUp(json(signedIn()), json({ ok: true }))
    await session.login('a', 'b')
    const done = session.logout()
    expect(storage.getItem('auth_token')).toBeNull()
    await done
    expect(api.seen[1]).toMatchObject({ method: 'POST', path: '/api/auth/logout' })
    expect(api.seen[1]?.headers.get('authorization')).toBe('Bearer access-a')
    expect(events).toEqual(['signed_in', 'signed_out'])
  })

  it('refreshes an expired token so that the session really ends', async () => {
    const { session, api, clock } = setUp(json(signedIn()), json(signedIn('b')), json({ ok: true }))
    await session.login('a', 'b')
    await clock.advance(600_000)
    await session.logout()
    expect(api.seen.map(({ path }) => path)).toEqual(['/api/auth/login', '/api/auth/refresh', '/api/auth/logout'])
    expect(api.seen[2]?.headers.get('authorization')).toBe('Bearer access-b')
    expect(session.store.read()).toBeUndefined()
  })

  it('works without a connection, and without a session', async () => {
    const { session } = setUp(json(signedIn()), unreachable())
    await session.login('a', 'b')
    await session.logout()
    expect(session.store.read()).toBeUndefined()
    await session.logout()
  })
})

describe('update', () => {
  it('changes the stored user, and nothing without a session', async () => {
    const { session, events } = setUp(json(signedIn()))
    session.update({ plan: 'free' })
    await session.login('a', 'b')
    session.update({ plan: 'enterprise' })
    expect(session.store.read()?.user).toEqual({ ...user, plan: 'enterprise' })
    expect(events).toEqual(['signed_in', 'user_updated'])
  })
})

describe('the end of a plan', () => {
  const END = '2026-02-01T00:00:00.000Z'
  const expiry = ({ store }: ReturnType<typeof setUp>['session']) => store.read()?.user?.planExpiry

  it('is set locally, and stays while the API returns the same user and plan', async () => {
    const { session } = setUp(json(signedIn()), json(signedIn('b')), json({ user }))
    await session.login('a', 'b')
    expect(expiry(session)).toBeUndefined()
    session.update({ planExpiry: END })
    await session.renew?.('access-a')
    await session.load()
    expect(session.store.read()).toMatchObject({ token: 'access-b', user: { ...user, planExpiry: END } })
    session.update({ plan: 'enterprise', planExpiry: null })
    expect(expiry(session)).toBeNull()
  })

  it.each([
    ['another plan', { ...user, plan: 'free' }],
    ['another user', { ...user, id: 'u2' }],
  ])('does not apply to %s', async (_, other) => {
    const { session } = setUp(json(signedIn()), json({ user: other }))
    await session.login('a', 'b')
    session.update({ planExpiry: END })
    await session.load()
    expect(session.store.read()?.user).toEqual(other)
  })

  it('is ignored if it is not a time', async () => {
    const { session, storage } = setUp(json(signedIn()))
    await session.login('a', 'b')
    session.update({ planExpiry: 'soon' })
    expect(storage.getItem('auth_session')).toContain('soon')
    expect(session.store.read()?.user).toEqual(user)
  })
})

describe('the events of a session', () => {
  it('are the six of the specification', async () => {
    const { session, storage, events } = setUp(
      json({ user }),
      json(signedIn()),
      json(signedIn('b')),
      json({ ok: true }),
    )
    storage.setItem(TOKEN_KEY, 'stored')
    await session.load()
    await session.login('ana@mail.example', 'x')
    await session.renew?.('access-a')
    session.update({ plan: 'pro' })
    session.store.notify('password_recovery')
    await session.logout()
    expect(events).toEqual([
      'initial_session',
      'signed_in',
      'token_refreshed',
      'user_updated',
      'password_recovery',
      'signed_out',
    ])
  })
})
