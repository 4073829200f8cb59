import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { freshEmail } from '../support/accounts.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { clientOf, ownMetadata } from './support/client.ts'
import { PAGE, password, refusalOf, startMailingApi } from './support/mailing-api.ts'

const MINUTE = 60_000

describeOnEveryEngine('accounts for supabase-js with a mail server', (open) => {
  const { api, clock, mails, client, admin, mailTo, follow, signUp, signedUp } = startMailingApi(open)

  describe('sign up', () => {
    it('without a session, and by the link, which works once', async () => {
      const { email, made } = await signUp()
      expect(made).toMatchObject({
        error: null,
        data: { session: null, user: { email, user_metadata: { name: 'Ana' } } },
      })
      expect(made.data.user?.identities).toHaveLength(1)
      expect(refusalOf(await client().auth.signInWithPassword({ email, password }))).toEqual([
        'email_not_confirmed',
        400,
      ])
      const { link } = await mailTo(email)
      expect((await follow(link, 'HEAD')).status).toBe(200)
      const { status, location, said } = await follow(link)
      expect([status, location.origin, location.search]).toEqual([303, 'https://app.example', '?flow=1'])
      expect([said.get('type'), said.get('token_type')]).toEqual(['signup', 'bearer'])
      const { data } = await client().auth.getUser(said.get('access_token') ?? '')
      expect(data.user).toMatchObject({
        email,
        email_confirmed_at: expect.any(String),
        last_sign_in_at: expect.any(String),
      })
      const again = await follow(link)
      expect([again.status, again.said.get('error_code')]).toEqual([303, 'otp_expired'])
      expect((await client().auth.signInWithPassword({ email, password })).error).toBeNull()
    })

    it('by the code too, and tells of an account by an empty list of identities only', async () => {
      const { email } = await signedUp()
      const { made } = await signUp(email)
      const fresh = (await signUp()).made.data.user
      expect(made.error).toBeNull()
      expect(Object.keys(made.data.user ?? {}).toSorted()).toEqual(Object.keys(fresh ?? {}).toSorted())
      expect([made.data.user?.identities, fresh?.identities?.length]).toEqual([[], 1])
      const other = freshEmail()
      await signUp(other)
      const { code } = await mailTo(other)
      const { auth } = client()
      const { data, error } = await auth.verifyOtp({ email: other, token: code, type: 'email' })
      expect([error, data.user?.email]).toEqual([null, other])
      expect(refusalOf(await client().auth.verifyOtp({ email: other, token: code, type: 'email' }))).toEqual([
        'otp_expired',
        403,
      ])
    })
  })

  describe('codes to sign in', () => {
    it('create an account when they are verified, not before', async () => {
      const email = freshEmail()
      const { auth } = client()
      expect((await auth.signInWithOtp({ email, options: { data: { name: 'Bo' } } })).error).toBeNull()
      const { code } = await mailTo(email)
      expect(await api.core.accounts.findByEmail(email)).toBeUndefined()
      expect(refusalOf(await client().auth.verifyOtp({ email, token: 'aaaaa-aaaaa', type: 'email' }))[0]).toBe(
        'otp_expired',
      )
      const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
      expect([error, ownMetadata(data.user)]).toEqual([null, { name: 'Bo' }])
      const claims = (await auth.getClaims()).data?.claims
      expect(claims).toMatchObject({ sub: data.user?.id, role: 'authenticated', aal: 'aal1', email, phone: '' })
      expect(claims).toMatchObject({
        iss: 'http://netbox.example/auth/v1',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { name: 'Bo', sub: data.user?.id, email, email_verified: true, phone_verified: false },
      })
      expect(claims?.amr).toMatchObject([{ method: 'otp' }])
      expect((await auth.updateUser({ password: 'another horse' })).error).toBeNull()
      expect((await client().auth.signInWithPassword({ email, password: 'another horse' })).error).toBeNull()
    })

    it('send nothing to unknown addresses without account creation, and respond the same', async () => {
      const email = freshEmail()
      const { auth } = client()
      expect(await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).toMatchObject({ error: null })
      expect(await auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null })
      expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
      const known = await signedUp()
      await client().auth.signInWithOtp({ email: known.email })
      expect((await mailTo(known.email, 2)).text).toContain('sign in')
      expect(mails().filter(({ to }) => to === email)).toEqual([])
      expect(refusalOf(await auth.signInWithOtp({ email: 'nobody' }))).toEqual(['validation_failed', 400])
    })

    it('replace the password of an unconfirmed registration', async () => {
      const { email } = await signUp()
      const { auth } = client()
      // Of several codes, the last one is valid.
      await mailTo(email)
      clock.advance(1000)
      await auth.signInWithOtp({ email })
      const { code } = await mailTo(email, 2)
      expect((await auth.verifyOtp({ email, token: code, type: 'magiclink' })).error).toBeNull()
      expect(refusalOf(await client().auth.signInWithPassword({ email, password }))[0]).toBe('invalid_credentials')
    })

    it('expire after half an hour', async () => {
      const email = freshEmail()
      await client().auth.signInWithOtp({ email })
      const { token } = await mailTo(email)
      clock.advance(30 * MINUTE)
      expect(refusalOf(await client().auth.verifyOtp({ type: 'email', token_hash: token }))).toEqual([
        'otp_expired',
        403,
      ])
    })
  })

  describe('recovery', () => {
    it('signs in, and the password can be changed', async () => {
      const { email } = await signedUp()
      const { auth } = client()
      expect((await auth.resetPasswordForEmail(email, { redirectTo: 'myapp://signed-in' })).error).toBeNull()
      const { link } = await mailTo(email, 2)
      const { location, said } = await follow(link)
      expect([location.protocol, said.get('type')]).toEqual(['myapp:', 'recovery'])
      const tokens = { access_token: said.get('access_token') ?? '', refresh_token: said.get('refresh_token') ?? '' }
      expect((await auth.setSession(tokens)).error).toBeNull()
      expect(refusalOf(await auth.updateUser({ password }))).toEqual(['same_password', 422])
      expect(refusalOf(await auth.updateUser({ password: '123' }))).toEqual(['weak_password', 422])
      expect((await auth.updateUser({ password: 'battery staple' })).error).toBeNull()
      expect((await client().auth.signInWithPassword({ email, password: 'battery staple' })).error).toBeNull()
    })

    it('redirects only to allowed addresses', async () => {
      const { email } = await signedUp()
      await client().auth.resetPasswordForEmail(email, { redirectTo: 'https://evil.example/' })
      const { link } = await mailTo(email, 2)
      link.searchParams.set('redirect_to', 'https://evil.example/')
      expect((await follow(link)).location.origin).toBe('http://netbox.example')
    })
  })

  describe('PKCE', () => {
    const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
    const verifier = 'v'.repeat(43)
    const post = async (path: string, body: object) => {
      const response = await api.fetch(`/auth/v1${path}`, {
        method: 'POST',
        headers: { apikey: api.core.config.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const codeFor = async (email: string, nth: number) => {
      const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: 's256' }
      expect((await post('/otp', { email, ...challenge })).body).toEqual({})
      const { location } = await follow((await mailTo(email, nth)).link)
      expect(location.hash).toBe('')
      return location.searchParams.get('code') ?? ''
    }
    const exchange = (auth_code: string, code_verifier = verifier) =>
      post('/token?grant_type=pkce', { auth_code, code_verifier })

    it('returns a code that the requester of the link exchanges once, within five minutes', async () => {
      const email = freshEmail()
      const code = await codeFor(email, 1)
      expect(await exchange(code, 'w'.repeat(43))).toMatchObject({
        status: 400,
        body: { error_code: 'bad_code_verifier' },
      })
      expect((await exchange(code)).body).toMatchObject({ token_type: 'bearer', user: { email } })
      expect(await exchange(code)).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
      const late = await codeFor(email, 2)
      clock.advance(5 * MINUTE)
      expect(await exchange(late)).toMatchObject({ status: 422, body: { error_code: 'flow_state_expired' } })
      expect(await exchange('')).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
      const half = await post('/otp', { email, code_challenge: challengeOf(verifier) })
      expect(half).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    })

    it('works through the client: sign-up, recovery and a change of address', async () => {
      const { auth } = clientOf(api, { flowType: 'pkce' })
      const [email, next] = [freshEmail(), freshEmail()]
      const signInBy = async (to: string, nth = 1) => {
        const { location } = await follow((await mailTo(to, nth)).link)
        const flowId = location.searchParams.get('sb_flow_id') ?? undefined
        return auth.exchangeCodeForSession(location.searchParams.get('code') ?? '', ...(flowId ? [{ flowId }] : []))
      }
      await auth.signUp({ email, password, options: { emailRedirectTo: PAGE } })
      expect((await signInBy(email)).data.user?.email).toBe(email)
      await auth.resetPasswordForEmail(email, { redirectTo: PAGE })
      expect(await signInBy(email, 2)).toMatchObject({ error: null, data: { redirectType: 'recovery' } })
      await auth.updateUser({ email: next }, { emailRedirectTo: PAGE })
      await follow((await mailTo(email, 3)).link)
      expect((await signInBy(next)).data.user?.email).toBe(next)
    })
  })

  describe('users', () => {
    it('change their metadata, key by key', async () => {
      const { auth } = await signedUp()
      const { data } = await auth.updateUser({ data: { city: 'Lima', name: null } })
      expect(ownMetadata(data.user)).toEqual({ city: 'Lima' })
      expect(refusalOf(await auth.updateUser({ data: { long: 'x'.repeat(5000) } }))).toEqual(['validation_failed', 400])
    })

    it('verify themselves again to change the password later', async () => {
      const { email, auth } = await signedUp()
      clock.advance(16 * MINUTE)
      await auth.refreshSession()
      const other = client()
      await other.auth.signInWithPassword({ email, password })
      expect(refusalOf(await auth.updateUser({ password: 'battery staple' }))).toEqual(['reauthentication_needed', 400])
      expect(refusalOf(await auth.updateUser({ password: 'battery staple', nonce: 'aaaaa-aaaaa' }))).toEqual([
        'reauthentication_not_valid',
        422,
      ])
      expect((await auth.reauthenticate()).error).toBeNull()
      const { code } = await mailTo(email, 2)
      expect((await auth.updateUser({ password: 'battery staple', nonce: code })).error).toBeNull()
      expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
      const change = { password: 'third horse', current_password: 'wrong' }
      expect(refusalOf(await auth.updateUser(change))[0]).toBe('invalid_credentials')
      expect((await auth.updateUser({ ...change, current_password: 'battery staple' })).error).toBeNull()
    })

    it('change their address once both addresses have confirmed', async () => {
      const { email, auth } = await signedUp()
      const [next, taken] = [freshEmail(), (await signedUp()).email]
      expect(refusalOf(await auth.updateUser({ email: taken }))).toEqual(['email_exists', 422])
      const { data } = await auth.updateUser({ email: next }, { emailRedirectTo: PAGE })
      expect(data.user).toMatchObject({ email, new_email: next })
      const first = await follow((await mailTo(email, 2)).link)
      expect(first.said.get('message')).toContain('confirm link sent to the other email')
      expect((await auth.getUser()).data.user?.email).toBe(email)
      const { code } = await mailTo(next)
      const second = await client().auth.verifyOtp({ email: next, token: code, type: 'email_change' })
      expect(second.data.user).toMatchObject({ email: next })
      expect((await client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
      expect(refusalOf(await client().auth.signInWithPassword({ email, password }))[0]).toBe('invalid_credentials')
    })

    it('do not get an address that another user took in the meantime', async () => {
      const { email, auth } = await signedUp()
      const next = freshEmail()
      await auth.updateUser({ email: next })
      const [current, wanted] = [await mailTo(email, 2), await mailTo(next)]
      const half = await client().auth.verifyOtp({ type: 'email_change', token_hash: current.token })
      expect(half.data).toMatchObject({ session: null })
      await admin().createUser({ email: next, password, email_confirm: true })
      expect(refusalOf(await client().auth.verifyOtp({ type: 'email_change', token_hash: wanted.token }))).toEqual([
        'email_exists',
        422,
      ])
      expect((await auth.getUser()).data.user?.email).toBe(email)
    })
  })

  describe('the service key', () => {
    it.each(['signup', 'invite', 'magiclink', 'recovery'] as const)('makes links: %s', async (type) => {
      const email = type === 'recovery' ? (await signedUp()).email : freshEmail()
      const made = await admin().generateLink({ type, email, password, options: { redirectTo: PAGE } })
      expect(made.error).toBeNull()
      expect(made.data.properties).toMatchObject({ redirect_to: PAGE, verification_type: type })
      const { said } = await follow(new URL(made.data.properties?.action_link ?? ''))
      expect(said.get('access_token')).toEqual(expect.any(String))
    })

    it('creates links for a change of address, and invites', async () => {
      const { email } = await signedUp()
      const newEmail = freshEmail()
      for (const type of ['email_change_current', 'email_change_new'] as const) {
        const made = await admin().generateLink({ type, email, newEmail })
        await follow(new URL(made.data.properties?.action_link ?? ''))
      }
      expect((await client().auth.signInWithPassword({ email: newEmail, password })).error).toBeNull()
      expect(refusalOf(await admin().inviteUserByEmail(newEmail))).toEqual(['email_exists', 422])
      const guest = freshEmail()
      const invited = await admin().inviteUserByEmail(guest, { data: { team: 'a' }, redirectTo: PAGE })
      expect(invited.data.user).toMatchObject({
        email: guest,
        invited_at: expect.any(String),
        user_metadata: { team: 'a' },
      })
      const { location, said } = await follow((await mailTo(guest)).link)
      expect([location.origin, said.get('type')]).toEqual(['https://app.example', 'invite'])
    })
  })
})
