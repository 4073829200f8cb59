import { expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { codeAt } from '../support/second-factor.ts'
import { setClock } from '../support/set-clock.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from './support/client.ts'

const STEP = 30_000
const MINUTE = 60_000

describeOnSqlite('second factors for supabase-js', (open) => {
  const clock = setClock(new Date().toISOString())
  const api = useApi({ on: open, clock, env: { SERVICE_ROLE_KEY: SERVICE_KEY } })
  const password = 'correct horse'

  const signIn = async (email: string) => {
    const client = clientOf(api)
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
    return client
  }
  const codeOf = ({ error }: { error: { code?: string | undefined; status?: number | undefined } | null }) => [
    error?.status,
    error?.code,
  ]

  /** Creates a client with a verified first factor, and one that signed in with the password after that. */
  const withFactor = async () => {
    const { email } = await api.user()
    const { auth } = await signIn(email)
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (error !== null) throw error
    const factorId = data.id
    const { secret } = data.totp
    const now = () => codeAt(secret, clock.now())
    const verified = await auth.mfa.challengeAndVerify({ factorId, code: now() })
    expect(verified.error).toBeNull()
    clock.advance(2 * STEP)
    return { email, auth, factorId, now, enrolled: data, verified }
  }

  it('are enrolled with a QR code that a page can show, and raise the session', async () => {
    const { auth, enrolled, verified } = await withFactor()
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)
    expect(enrolled.totp.uri).toMatch(/^otpauth:\/\/totp\/netbox\.example:/)
    expect(verified.data).toMatchObject({ token_type: 'bearer', user: { factors: [{ status: 'verified' }] } })
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }, { method: 'totp' }],
    })
    expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: enrolled.id, friendly_name: 'Phone' }])
    expect((await auth.refreshSession()).error).toBeNull()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  it('block a session that began with only the password', async () => {
    const { email, factorId, now } = await withFactor()
    const client = await signIn(email)
    const { auth } = client
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await auth.refreshSession()).error).toBeNull()
    expect(codeOf(await auth.mfa.enroll({ factorType: 'totp' }))).toEqual([403, 'insufficient_aal'])
    expect(codeOf(await auth.mfa.unenroll({ factorId }))).toEqual([422, 'insufficient_aal'])
    expect((await client.from('profiles').select('*')).status).toBe(403)
    expect((await client.storage.from('files').list()).error?.message).toContain('authenticator app')
    const challenge = await auth.mfa.challenge({ factorId })
    expect(challenge.data?.expires_at).toBe(Math.floor((clock.now() + 5 * MINUTE) / 1000))
    const verify = (code: string, challengeId = challenge.data?.id ?? '') =>
      auth.mfa.verify({ factorId, challengeId, code })
    expect(codeOf(await verify('000000'))).toEqual([422, 'mfa_verification_failed'])
    expect((await verify(now())).error).toBeNull()
    expect((await client.from('profiles').select('email')).data).toEqual([{ email }])
    expect(codeOf(await verify(now()))).toEqual([422, 'mfa_verification_failed'])
    clock.advance(STEP)
    expect(codeOf(await verify(now()))).toEqual([422, 'mfa_challenge_expired'])
    expect((await auth.signOut()).error).toBeNull()
  })

  it('keep a sign-in with only the password from ending other sessions; it can end itself', async () => {
    const { email, auth } = await withFactor()
    const [half, other] = [await signIn(email), await signIn(email)]
    const bearer = (await half.auth.getSession()).data.session?.access_token ?? ''
    const headers = { apikey: api.core.config.anonKey, authorization: `Bearer ${bearer}` }
    const refused = await api.fetch('/auth/v1/logout?scope=others', { method: 'POST', headers })
    expect([refused.status, await refused.json()]).toMatchObject([403, { error_code: 'insufficient_aal' }])
    expect((await half.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await half.auth.getUser()).error).not.toBeNull()
    for (const live of [auth, other.auth]) expect((await live.getUser()).data.user?.email).toBe(email)
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await other.auth.getUser()).error).not.toBeNull()
  })

  it('give the tokens of the password alone no more rights once the sign-in is finished', async () => {
    const { email, factorId, now } = await withFactor()
    const { auth } = await signIn(email)
    const { data } = await auth.getSession()
    expect((await auth.mfa.challengeAndVerify({ factorId, code: now() })).error).toBeNull()
    const old = { access_token: data.session?.access_token ?? '', refresh_token: data.session?.refresh_token ?? '' }
    expect((await clientOf(api).auth.getUser(old.access_token)).error).not.toBeNull()
    expect((await clientOf(api).auth.refreshSession(old)).error?.code).toBe('refresh_token_not_found')
    expect((await auth.getUser()).data.user?.email).toBe(email)
  })

  it('are refused with the messages that clients know', async () => {
    const { auth, factorId } = await withFactor()
    const other = await api.user()
    const stranger = await signIn(other.email)
    const nobodys = crypto.randomUUID()
    for (const [mfa, id] of [
      [stranger.auth.mfa, factorId],
      [auth.mfa, nobodys],
    ] as const) {
      expect(codeOf(await mfa.challenge({ factorId: id }))).toEqual([404, 'mfa_factor_not_found'])
      expect(codeOf(await mfa.unenroll({ factorId: id }))).toEqual([404, 'mfa_factor_not_found'])
    }
    const again = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(codeOf(again)).toEqual([422, 'mfa_factor_name_conflict'])
    expect(codeOf(await auth.mfa.enroll({ factorType: 'phone', phone: '+15550100' }))).toEqual([
      400,
      'validation_failed',
    ])
    for (let count = 1; count < 10; count += 1) expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    expect(codeOf(await auth.mfa.enroll({ factorType: 'totp' }))).toEqual([422, 'too_many_enrolled_mfa_factors'])
  })

  it('are listed and removed only with the service key', async () => {
    const { email, factorId, auth } = await withFactor()
    const { mfa } = clientOf(api, { key: SERVICE_KEY }).auth.admin
    const { data } = await auth.getUser()
    const userId = data.user?.id ?? ''
    expect((await mfa.listFactors({ userId })).data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    const nobodys = await mfa.deleteFactor({ userId, id: crypto.randomUUID() })
    expect(codeOf(nobodys)).toEqual([404, 'mfa_factor_not_found'])
    expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
    expect((await auth.getUser()).error).not.toBeNull()
    const { auth: next } = await signIn(email)
    expect(codeOf(await next.admin.mfa.listFactors({ userId }))).toEqual([403, 'not_admin'])
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1')
  })

  it('are removed, after which the password is enough to sign in', async () => {
    const { auth, email, factorId } = await withFactor()
    expect(await auth.mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null })
    const { auth: next } = await signIn(email)
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    expect((await auth.refreshSession()).error).toBeNull()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
  })
})
