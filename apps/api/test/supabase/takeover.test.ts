import type { GenerateLinkParams } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { freshEmail } from '../support/accounts.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { clientOf, ownMetadata, SERVICE_KEY } from './support/client.ts'
import { password, refusalOf, startMailingApi } from './support/mailing-api.ts'

const MINUTE = 60_000
const next = 'battery staple'

describeOnEveryEngine('an account for supabase-js', (open) => {
  const { api, clock, client, admin, mailTo, follow, signUp, signedUp } = startMailingApi(open)

  const signIn = (email: string, given = password) => client().auth.signInWithPassword({ email, password: given })
  const tokenOf = (said: URLSearchParams) => said.get('access_token') ?? ''
  const userOf = async (token: string) => (await client().auth.getUser(token)).data.user

  describe('whose address a stranger registered first', () => {
    const squatted = async () => {
      const { email } = await signUp()
      await mailTo(email)
      clock.advance(1000)
      return email
    }

    it('is invited without the stranger’s password and metadata', async () => {
      const email = await squatted()
      const invited = await admin().inviteUserByEmail(email, { data: { team: 'a' } })
      expect(invited.data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { team: 'a' } })
      const { said } = await follow((await mailTo(email, 2)).link)
      expect(ownMetadata(await userOf(tokenOf(said)))).toEqual({ team: 'a' })
      expect(refusalOf(await signIn(email))).toEqual(['invalid_credentials', 400])
    })

    it.each(['invite', 'magiclink', 'recovery'] as const)('gets a link without them: %s', async (type) => {
      const email = await squatted()
      const { data } = await admin().generateLink({ type, email })
      const { said } = await follow(new URL(data.properties?.action_link ?? ''))
      expect(ownMetadata(await userOf(tokenOf(said)))).toEqual({})
      expect(refusalOf(await signIn(email))).toEqual(['invalid_credentials', 400])
    })

    it('signs up without them, and the response does not reveal the stranger', async () => {
      const email = await squatted()
      const { data } = await client().auth.signUp({ email, password: next, options: { data: { name: 'Bo' } } })
      const fresh = await client().auth.signUp({
        email: freshEmail(),
        password: next,
        options: { data: { name: 'Bo' } },
      })
      const shown = (user: typeof data.user) => ({
        ...user,
        id: '',
        email: '',
        identities: user?.identities?.length,
        user_metadata: ownMetadata(user),
      })
      expect(shown(data.user)).toEqual(shown(fresh.data.user))
      const { said } = await follow((await mailTo(email, 2)).link)
      expect(ownMetadata(await userOf(tokenOf(said)))).toEqual({})
      for (const given of [password, next]) expect(refusalOf(await signIn(email, given))[0]).toBe('invalid_credentials')
      const { auth } = client()
      await auth.setSession({ access_token: tokenOf(said), refresh_token: said.get('refresh_token') ?? '' })
      expect((await auth.updateUser({ password: 'third horse' })).error).toBeNull()
      expect((await signIn(email, 'third horse')).error).toBeNull()
    })

    it('signs in for a recovery if the password was removed: by a link, and by a code', async () => {
      for (const way of ['link', 'code']) {
        const email = await squatted()
        await client().auth.resend({ type: 'signup', email })
        const { link, code } = await mailTo(email, 2)
        const { auth } = client()
        if (way === 'code') expect((await auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
        else {
          const { said } = await follow(link)
          expect(said.get('type'), 'the event PASSWORD_RECOVERY').toBe('recovery')
          await auth.setSession({ access_token: tokenOf(said), refresh_token: said.get('refresh_token') ?? '' })
        }
        const { data } = await auth.getClaims()
        expect(data?.claims.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method))).toEqual([
          'recovery',
        ])
        expect(refusalOf(await signIn(email))[0]).toBe('invalid_credentials')
        expect((await auth.updateUser({ password: next })).error).toBeNull()
        expect((await signIn(email, next)).error).toBeNull()
      }
    })

    it('is refused as invited once it is confirmed', async () => {
      const { email } = await signedUp()
      expect(refusalOf(await admin().inviteUserByEmail(email))).toEqual(['email_exists', 422])
    })
  })

  it('that a stranger registers after the invitation keeps the invitation', async () => {
    const email = freshEmail()
    await admin().inviteUserByEmail(email, { data: { team: 'a' } })
    const { link } = await mailTo(email)
    await signUp(email)
    const { said } = await follow(link)
    expect(ownMetadata(await userOf(tokenOf(said)))).toEqual({ team: 'a' })
    expect(refusalOf(await signIn(email))[0]).toBe('invalid_credentials')
  })

  describe('whose password is set', () => {
    /** Creates a user with a session elsewhere, an API token, and a signed URL of a file. */
    const withAccess = async () => {
      const { email, auth, user } = await signedUp()
      const id = user?.id ?? ''
      const profiles = api.core.database.writer.updateTable('profiles').set({ plan: 'enterprise' })
      await profiles.where('email', '=', email).execute()
      const elsewhere = (await signIn(email)).data.session?.access_token ?? ''
      const body = { name: 'CI', scopes: ['usage:read'] }
      const { token } = (await api.call('tokens.create', { bearer: elsewhere, body })).body
      await clientOf(api, { key: SERVICE_KEY }).storage.createBucket('docs')
      const session = (await auth.getSession()).data.session?.access_token ?? ''
      const owner = { id, email, password, bearer: session, refreshToken: '', sessionId: '' }
      const files = clientOf(api, { user: owner }).storage.from('docs')
      expect((await files.upload(`${id}/a.txt`, 'a')).error).toBeNull()
      const url = (await files.createSignedUrl(`${id}/a.txt`, 600)).data?.signedUrl ?? ''
      const upload = (await files.createSignedUploadUrl(`${id}/b.txt`)).data?.signedUrl ?? ''
      const works = async () => ({
        elsewhere: (await api.call('auth.verify', { bearer: elsewhere })).status === 200,
        token: (await api.call('usage.list', { bearer: token })).status === 200,
        url: (await fetch(url)).ok,
        upload: (await fetch(upload, { method: 'PUT', body: 'b', headers: { 'content-type': 'text/plain' } })).ok,
      })
      return { email, id, auth, works, files }
    }
    const nothing = { elsewhere: false, token: false, url: false, upload: false }

    it('after a recovery ends all other access', async () => {
      const { email, works } = await withAccess()
      const { auth } = client()
      await auth.resetPasswordForEmail(email)
      const recovered = await auth.verifyOtp({ type: 'recovery', token_hash: (await mailTo(email, 2)).token })
      expect(recovered.error).toBeNull()
      expect((await auth.updateUser({ password: next })).error).toBeNull()
      expect(await works()).toEqual(nothing)
      expect((await auth.getUser()).data.user?.email).toBe(email)
    })

    it('with a mailed code, too', async () => {
      const { email, auth, works } = await withAccess()
      await auth.reauthenticate()
      const { code } = await mailTo(email, 2)
      expect((await auth.updateUser({ password: next, nonce: code })).error).toBeNull()
      expect(await works()).toEqual(nothing)
    })

    it('by the service key ends all access', async () => {
      const { email, id, auth, works } = await withAccess()
      expect((await admin().updateUserById(id, { password: next })).error).toBeNull()
      expect(await works()).toEqual(nothing)
      expect((await auth.getUser()).error).not.toBeNull()
      expect((await signIn(email, next)).error).toBeNull()
    })

    it('with the earlier one keeps API tokens, and later signed URLs work', async () => {
      const { email, id, auth, works, files } = await withAccess()
      const change = { password: next, current_password: password }
      expect((await auth.updateUser(change)).error).toBeNull()
      expect(await works()).toEqual({ ...nothing, token: true })
      const url = (await files.createSignedUrl(`${id}/a.txt`, 600)).data?.signedUrl ?? ''
      expect((await fetch(url)).status).toBe(200)
      expect((await signIn(email, next)).error).toBeNull()
    })

    it('ends codes and links that were mailed before', async () => {
      const { email, auth } = await signedUp()
      await client().auth.signInWithOtp({ email })
      const { token } = await mailTo(email, 2)
      await auth.updateUser({ password: next })
      expect(refusalOf(await client().auth.verifyOtp({ type: 'email', token_hash: token }))[0]).toBe('otp_expired')
    })
  })

  it('needs a code that was sent for the change of its password: a sign-in code is not enough', async () => {
    const { email, auth } = await signedUp()
    clock.advance(16 * MINUTE)
    await auth.refreshSession()
    await client().auth.signInWithOtp({ email })
    const { code } = await mailTo(email, 2)
    const refused = await auth.updateUser({ password: next, nonce: code })
    expect(refusalOf(refused)).toEqual(['reauthentication_not_valid', 422])
    expect((await signIn(email)).error).toBeNull()
    expect((await client().auth.verifyOtp({ email, token: code, type: 'email' })).error, 'it stays unused').toBeNull()
  })

  it('keeps its address until the old one confirms the change, however often the new one does', async () => {
    const { email, auth } = await signedUp()
    const wanted = freshEmail()
    await auth.updateUser({ email: wanted })
    const confirmNew = async (nth: number) => {
      const { token } = await mailTo(wanted, nth)
      return client().auth.verifyOtp({ type: 'email_change', token_hash: token })
    }
    expect(await confirmNew(1)).toMatchObject({ error: null, data: { session: null } })
    expect((await auth.getUser()).data.user).toMatchObject({ email, new_email: wanted })
    const { data } = await admin().generateLink({ type: 'email_change_new', email, newEmail: wanted })
    await follow(new URL(data.properties?.action_link ?? ''))
    expect((await auth.getUser()).data.user?.email).toBe(email)
    await client().auth.verifyOtp({ type: 'email_change', token_hash: (await mailTo(email, 2)).token })
    expect((await auth.getUser()).data.user?.email).toBe(wanted)
  })

  it('is not created by a code once registration is switched off', async () => {
    const email = freshEmail()
    await client().auth.signInWithOtp({ email })
    const { token } = await mailTo(email)
    const turn = async (isOn: boolean) => {
      const services = api.core.database.writer.updateTable('service_controls').set({ is_enabled: isOn ? 1 : 0 })
      await services.where('service_name', '=', 'registration').execute()
      clock.advance(1000)
    }
    await turn(false)
    const verify = () => client().auth.verifyOtp({ type: 'email', token_hash: token })
    expect(refusalOf(await verify())).toEqual(['signup_disabled', 422])
    expect(await api.core.accounts.findByEmail(email)).toBeUndefined()
    await turn(true)
    expect((await verify()).error).toBeNull()
  })

  it.each(['magiclink', 'recovery', 'email_change_new'] as const)('is told by mail of a link: %s', async (type) => {
    const { email } = await signedUp()
    const others = type === 'email_change_new' ? { newEmail: freshEmail() } : {}
    // The cast is safe: only a change of address has more options.
    const made = await admin().generateLink({ type, email, ...others } as GenerateLinkParams)
    expect(made.error).toBeNull()
    const { text } = await mailTo(email, 2)
    expect(text).toContain('The operator of http://netbox.example has made a link that gives access to your account.')
    expect(text).not.toContain(made.data.properties?.hashed_token ?? '')
  })

  it('is told nothing before its address is confirmed', async () => {
    const { email } = await signUp()
    await mailTo(email)
    await admin().generateLink({ type: 'magiclink', email })
    await client().auth.signInWithOtp({ email })
    expect((await mailTo(email, 2)).text).toContain('Someone asked to sign in')
  })

  it('has an audit entry for each invitation and for each link that the service key makes', async () => {
    const { bearer } = await api.user({ isAdmin: true })
    const email = freshEmail()
    await admin().inviteUserByEmail(email)
    await admin().generateLink({ type: 'magiclink', email })
    await admin().generateLink({ type: 'recovery', email })
    const found = await api.call('admin.audit', { bearer, query: { search: email } })
    const entries = found.body.data.items.map(({ action, actor_id, detail }) => ({ action, actor_id, ...detail }))
    expect(entries).toHaveLength(4)
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: 'user.create', actor_id: 'service', email, plan: 'free' },
        { action: 'user.invite', actor_id: 'service' },
        { action: 'link.create', actor_id: 'service', type: 'magiclink' },
        { action: 'link.create', actor_id: 'service', type: 'recovery' },
      ]),
    )
  })
})
