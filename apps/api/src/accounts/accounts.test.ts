import { beforeAll, expect, it } from 'vitest'
import {
  accountsOver,
  CHEAP,
  type Fixture,
  freshDevice,
  freshEmail,
  PASSWORD,
  refusalOf,
  signUp,
} from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { settle } from '../../test/support/settle.ts'
import { createPasswords } from './passwords/passwords.ts'

describeOnEveryEngine('accounts without a mail server', (open) => {
  let core: Fixture
  beforeAll(async () => {
    core = await accountsOver(await open())
  })

  const login = (email: string, password = PASSWORD) => core.accounts.login({ email, password, device: freshDevice() })

  it('are signed in by registering, on the free plan and without admin rights', async () => {
    const email = freshEmail()
    const { account, accessToken } = await signUp(core, ` ${email.toUpperCase()} `)
    expect(account).toMatchObject({ email: email.toUpperCase(), plan: 'free', isAdmin: false, status: 'active' })
    expect(account.confirmedAt).toBe(core.clock.now())
    expect((await core.sessions.authenticate(accessToken))?.account).toEqual(account)
    expect((await login(email)).account).toEqual(account)
  })

  it('are refused: no address, a password too short or too long, an address in use, ignoring case', async () => {
    const register = (email: string, password = PASSWORD) =>
      refusalOf(core.accounts.register({ email, password, device: freshDevice() }))
    const { account } = await signUp(core)
    expect(await register('nobody')).toBe('invalid_email')
    expect(await register(freshEmail(), '12345')).toBe('password_too_short')
    expect(await register(freshEmail(), 'x'.repeat(1025))).toBe('password_too_long')
    expect(await register(account.email)).toBe('email_in_use')
    expect(await register(account.email.toUpperCase())).toBe('email_in_use')
  })

  it('are created once when 20 requests register the same address at the same time', async () => {
    const email = freshEmail()
    const { values, errors } = await settle(20, (index) =>
      core.accounts.register({
        email: index % 2 === 0 ? email : email.toUpperCase(),
        password: PASSWORD,
        device: freshDevice(),
      }),
    )
    expect(values).toHaveLength(1)
    for (const error of errors) expect(error).toMatchObject({ code: 'email_in_use' })
    expect(await core.accounts.findByEmail(email)).toBeDefined()
  })

  it('are not distinguishable from unknown ones by a wrong password, and learn their state only with the right one', async () => {
    const { account } = await signUp(core)
    await core.accounts.updateProfile(account.id, { status: 'disabled' })
    expect(await refusalOf(login(account.email, 'wrong one'))).toBe('invalid_credentials')
    expect(await refusalOf(login(account.email))).toBe('account_disabled')
    expect(await refusalOf(login(freshEmail()))).toBe('invalid_credentials')
    expect(await refusalOf(login('no address at all'))).toBe('invalid_credentials')
    expect(await refusalOf(login(account.email, 'x'.repeat(1025)))).toBe('invalid_credentials')
    expect(await refusalOf(login(freshEmail(), 'x'.repeat(1025)))).toBe('invalid_credentials')
  })

  it('get a new hash on sign-in when the cost changed', async () => {
    const { account } = await signUp(core)
    const dearer = await accountsOver(core.database, {
      clock: core.clock,
      passwords: createPasswords({ cost: { ...CHEAP, passes: 2 } }),
    })
    const hashOf = async () => {
      const users = core.database.queries.selectFrom('users').select('password_hash')
      return (await users.where('id', '=', account.id).executeTakeFirstOrThrow()).password_hash
    }
    expect(await hashOf()).toContain('t=1')
    await dearer.accounts.login({ email: account.email, password: PASSWORD, device: freshDevice() })
    expect(await hashOf()).toContain('t=2')
    expect(
      (await dearer.accounts.login({ email: account.email, password: PASSWORD, device: freshDevice() })).account.id,
    ).toBe(account.id)
  })

  it('change their password: the other sessions end, this one stays, the old password no longer works', async () => {
    const here = await signUp(core)
    const elsewhere = await login(here.account.email)
    const session = { id: here.sessionId, actorId: null }
    const change = (current: string, next: string) =>
      refusalOf(core.accounts.changePassword({ account: here.account, session, current, next }))
    expect(await change('wrong one', 'another horse')).toBe('invalid_credentials')
    expect(await change(PASSWORD, 'short')).toBe('password_too_short')
    expect(await core.sessions.authenticate(elsewhere.accessToken)).toBeDefined()
    expect(await change(PASSWORD, 'another horse')).toBe('none')
    expect(await core.sessions.authenticate(here.accessToken)).toBeDefined()
    expect(await core.sessions.authenticate(elsewhere.accessToken)).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(elsewhere.refreshToken))).toBe('session_not_found')
    expect(await refusalOf(login(here.account.email))).toBe('invalid_credentials')
    expect(await refusalOf(login(here.account.email, 'another horse'))).toBe('none')
  })

  it('have their password changed once by concurrent changes, and never by an admin who is viewing as the user', async () => {
    const { account, sessionId } = await signUp(core)
    const session = { id: sessionId, actorId: null }
    const { values } = await settle(3, (index) =>
      core.accounts.changePassword({ account, session, current: PASSWORD, next: `another horse ${index}` }),
    )
    expect(values).toHaveLength(1)
    const view = { account, session: { id: 'view', actorId: 'admin' }, current: PASSWORD, next: 'another horse' }
    expect(await refusalOf(core.accounts.changePassword(view))).toBe('read_only')
  })

  it('limit guesses of the current password to ten tries', async () => {
    const { account, sessionId } = await signUp(core)
    const codes: unknown[] = []
    for (let index = 0; index < 12; index++) {
      const wrong = {
        account,
        session: { id: sessionId, actorId: null },
        current: `wrong ${index}`,
        next: 'another horse',
      }
      codes.push(await refusalOf(core.accounts.changePassword(wrong)))
    }
    expect(codes.slice(9)).toEqual(['invalid_credentials', 'rate_limited', 'rate_limited'])
  })

  it('lose their sessions when they are disabled, and do not get them back', async () => {
    const { account, accessToken, refreshToken } = await signUp(core)
    expect(await core.accounts.updateProfile(account.id, { status: 'disabled' })).toMatchObject({ status: 'disabled' })
    expect(await core.sessions.authenticate(accessToken)).toBeUndefined()
    await core.accounts.updateProfile(account.id, { status: 'active' })
    expect(await core.sessions.authenticate(accessToken)).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(refreshToken))).toBe('session_not_found')
    expect(await refusalOf(login(account.email))).toBe('none')
  })

  it('are created by an admin with a plan, ready to use, in one transaction with their related rows', async () => {
    const email = freshEmail()
    const account = await core.accounts.createUser({ email, password: PASSWORD, plan: 'pro' })
    expect(account).toMatchObject({ plan: 'pro', planSource: 'admin', isAdmin: false })
    expect((await login(email)).account.plan).toBe('pro')
    const undone = freshEmail()
    await expect(
      core.accounts.createUser({ email: undone, password: PASSWORD, plan: 'pro' }, () =>
        Promise.reject(new Error('no audit')),
      ),
    ).rejects.toThrow('no audit')
    expect(await core.accounts.findByEmail(undone)).toBeUndefined()
    expect(await refusalOf(core.accounts.createUser({ email, password: PASSWORD, plan: 'free' }))).toBe('email_in_use')
  })

  it('get their missing profile back', async () => {
    await core.accounts.syncProfiles()
    const users = [await signUp(core), await signUp(core), await signUp(core)]
    const ids = users.map(({ account }) => account.id)
    await core.database.writer.deleteFrom('profiles').where('id', 'in', ids.slice(0, 2)).execute()
    expect(
      (await core.sessions.authenticate(users[0]?.accessToken ?? ''))?.account,
      'without one: the least',
    ).toMatchObject({
      plan: 'free',
      isAdmin: false,
    })
    const { values } = await settle(5, () => core.accounts.syncProfiles())
    expect(values.reduce((sum, created) => sum + created, 0)).toBe(2)
    const repaired = await core.database.queries.selectFrom('profiles').selectAll().where('id', 'in', ids).execute()
    for (const profile of repaired)
      expect(profile).toMatchObject({ status: 'active', is_admin: 0, plan: 'free', plan_source: 'default' })
    expect(repaired.map(({ email }) => email).toSorted()).toEqual(users.map(({ account }) => account.email).toSorted())
    expect(await core.accounts.syncProfiles()).toBe(0)
  })
})

describeOnEveryEngine('admins', (open) => {
  it('always keep the last admin: 20 trials of two admins who demote each other', async () => {
    const [one, two] = [await accountsOver(await open()), await accountsOver(await open())]
    const [ann, bob] = [(await signUp(one)).account.id, (await signUp(one)).account.id]
    for (let trial = 0; trial < 20; trial++) {
      await one.accounts.updateProfile(ann, { isAdmin: true, status: 'active' })
      await one.accounts.updateProfile(bob, { isAdmin: true, status: 'active' })
      const lost = trial % 2 === 0 ? { isAdmin: false } : ({ status: 'disabled' } as const)
      const outcomes = await Promise.all([
        refusalOf(one.accounts.updateProfile(ann, lost)),
        refusalOf(two.accounts.updateProfile(bob, lost)),
      ])
      expect(outcomes.toSorted()).toEqual(['last_admin', 'none'])
    }
  })

  it('can be created for a user without a profile, but not without a user', async () => {
    const core = await accountsOver(await open())
    const { account } = await signUp(core)
    await core.database.writer.deleteFrom('profiles').where('id', '=', account.id).execute()
    expect(await core.accounts.updateProfile(account.id, { isAdmin: true })).toMatchObject({ isAdmin: true })
    expect(await refusalOf(core.accounts.updateProfile('nobody', { isAdmin: true }))).toBe('not_found')
  })
})
