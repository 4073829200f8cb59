import { beforeAll, expect, it } from 'vitest'
import {
  accountsOver,
  CHEAP,
  type Fixture,
  freshDevice,
  freshEmail,
  PASSWORD,
  proofOf,
  refusalOf,
  signUp,
} from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { settle } from '../../test/support/settle.ts'
import type { Proof } from './codes/codes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { purgeRecords } from '../jobs/purge.ts'

const MINUTE = 60_000

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
    await core.database.queries.deleteFrom('profiles').where('id', 'in', ids.slice(0, 2)).execute()
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
    await core.database.queries.deleteFrom('profiles').where('id', '=', account.id).execute()
    expect(await core.accounts.updateProfile(account.id, { isAdmin: true })).toMatchObject({ isAdmin: true })
    expect(await refusalOf(core.accounts.updateProfile('nobody', { isAdmin: true }))).toBe('not_found')
  })
})

describeOnEveryEngine('accounts with a mail server', (open) => {
  let core: Fixture
  beforeAll(async () => {
    core = await accountsOver(await open(), { mail: true })
  })

  const register = async (email = freshEmail()) => {
    const registered = await core.accounts.register({ email, password: PASSWORD, device: freshDevice() })
    expect(registered).toMatchObject({ kind: 'confirmation-sent', email })
    return email
  }
  const login = (email: string, password = PASSWORD) =>
    refusalOf(core.accounts.login({ email, password, device: freshDevice() }))
  const mailTo = async (email: string) => {
    await core.sender.sendDue()
    return proofOf(core.messages, email)
  }
  const userRow = (email: string) =>
    core.database.queries.selectFrom('users').selectAll().where('email_key', '=', email).executeTakeFirstOrThrow()
  const confirmed = async () => {
    const email = await register()
    await core.accounts.confirm({ token: (await mailTo(email)).token }, freshDevice())
    return email
  }

  it('sign in after the address is confirmed, by link or by code, and not before', async () => {
    for (const way of ['link', 'code']) {
      const email = await register()
      expect(await login(email)).toBe('email_not_confirmed')
      expect(await login(email, 'wrong one')).toBe('invalid_credentials')
      const { token, code } = await mailTo(email)
      const proof = way === 'link' ? { token } : { email: email.toUpperCase(), code: ` ${code.toUpperCase()} ` }
      const { signedIn, needsPassword } = await core.accounts.confirm(proof, freshDevice())
      expect(needsPassword).toBe(false)
      expect((await core.sessions.authenticate(signedIn.accessToken))?.account).toMatchObject({
        email,
        confirmedAt: core.clock.now(),
      })
      expect(await login(email)).toBe('none')
      expect(await refusalOf(core.accounts.confirm(proof, freshDevice())), 'works once').toMatch(
        /^(token|code)_invalid$/,
      )
    }
  })

  it('write the mail in the transaction that creates the account', async () => {
    const email = await confirmed()
    await refusalOf(core.accounts.register({ email, password: PASSWORD, device: freshDevice() }))
    const rows = await core.database.queries.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
    expect(rows).toHaveLength(1)
  })

  it('keep no code, token or password in the database', async () => {
    const email = await register()
    await core.accounts.recover(email)
    const { token, code } = await mailTo(email)
    const { queries } = core.database
    const dump = JSON.stringify([
      await queries.selectFrom('one_time_codes').selectAll().execute(),
      await queries.selectFrom('outbox').selectAll().execute(),
      await queries.selectFrom('users').selectAll().execute(),
    ])
    for (const secret of [token, token.split('.')[1] ?? '-', code, code.replace('-', ''), PASSWORD])
      expect(dump).not.toContain(secret)
  })

  it('have codes that live for 30 minutes', async () => {
    const email = await register()
    const { token } = await mailTo(email)
    core.clock.advance(30 * MINUTE)
    expect(await refusalOf(core.accounts.confirm({ token }, freshDevice()))).toBe('token_invalid')
  })

  it('have typed codes that expire after five wrong tries, even concurrent ones, while links stay valid', async () => {
    for (const atOnce of [false, true]) {
      const email = await register()
      const { token, code } = await mailTo(email)
      const wrong = () => core.accounts.confirm({ email, code: 'aaaaa-aaaaa' }, freshDevice())
      if (atOnce) await settle(5, wrong)
      else for (let index = 0; index < 5; index++) expect(await refusalOf(wrong())).toBe('code_invalid')
      expect(await refusalOf(core.accounts.confirm({ email, code }, freshDevice()))).toBe('code_invalid')
      core.clock.advance(1)
      await core.accounts.resend(email)
      const next = await mailTo(email)
      for (let index = 0; index < 4; index++) expect(await refusalOf(wrong())).toBe('code_invalid')
      const proof = atOnce ? { token } : { email, code: next.code }
      expect(await refusalOf(core.accounts.confirm(proof, freshDevice())), 'four are forgiven').toBe('none')
      expect(await refusalOf(core.accounts.confirm({ token: next.token }, freshDevice()))).toBe('token_invalid')
    }
  })

  it('allow a network address ten typed codes in 15 minutes, for all accounts together', async () => {
    const device = freshDevice()
    const codes: unknown[] = []
    for (let index = 0; index < 12; index++)
      codes.push(await refusalOf(core.accounts.confirm({ email: freshEmail(), code: 'aaaaa-aaaaa' }, device)))
    expect(codes.filter((code) => code === 'code_invalid')).toHaveLength(10)
    expect(codes.slice(10)).toEqual(['rate_limited', 'rate_limited'])
    const email = await register()
    const { token } = await mailTo(email)
    expect(await refusalOf(core.accounts.confirm({ token }, device)), 'links are not counted').toBe('none')
  })

  it('accept typed codes of the last mail only, and links of every mail until one is used', async () => {
    const email = await register()
    const first = await mailTo(email)
    core.clock.advance(1)
    await core.accounts.resend(email)
    const second = await mailTo(email)
    expect(second.token).not.toBe(first.token)
    expect(await refusalOf(core.accounts.confirm({ email, code: first.code }, freshDevice()))).toBe('code_invalid')
    expect(await refusalOf(core.accounts.confirm({ token: first.token }, freshDevice()))).toBe('none')
    expect(await refusalOf(core.accounts.confirm({ token: second.token }, freshDevice()))).toBe('token_invalid')
  })

  it.each(['the first link', 'the newest link', 'a resent link', 'a typed code'])(
    'registered twice belong to the reader of the mailbox, who confirms by %s and chooses a password',
    async (way) => {
      const email = freshEmail()
      const stranger = { email, password: 'battery staple', device: freshDevice(), metadata: '{"name":"Eve"}' }
      const first = await core.accounts.register(stranger)
      const one = await mailTo(email)
      core.clock.advance(1)
      expect(await core.accounts.register({ ...stranger, password: PASSWORD })).toMatchObject({ id: undefined })
      const two = await mailTo(email)
      core.clock.advance(1)
      if (way !== 'the newest link') await core.accounts.resend(email)
      const three = await mailTo(email)
      const proofs: Readonly<Record<string, Proof>> = {
        'the first link': { token: one.token },
        'the newest link': { token: two.token },
        'a resent link': { token: three.token },
        'a typed code': { email, code: three.code },
      }
      const { signedIn, needsPassword } = await core.accounts.confirm(proofs[way] ?? { token: '' }, freshDevice())
      expect(needsPassword).toBe(true)
      expect(signedIn.account).toMatchObject({ id: 'id' in first ? first.id : '', email })
      for (const password of [PASSWORD, stranger.password])
        expect(await login(email, password)).toBe('invalid_credentials')
      expect(await userRow(email)).toMatchObject({ user_metadata: null })
      const { account, sessionId } = signedIn
      const choose = (session: string, current?: string) =>
        refusalOf(
          core.accounts.changePassword({
            account,
            session: { id: session, actorId: null },
            current,
            next: 'third horse',
          }),
        )
      expect(await choose('another session')).toBe('invalid_credentials')
      expect(await choose(sessionId)).toBe('none')
      expect(await login(email, 'third horse')).toBe('none')
      expect(await choose(sessionId), 'only without a password').toBe('invalid_credentials')
      expect(await refusalOf(core.accounts.register(stranger)), 'once confirmed').toBe('email_in_use')
    },
  )

  it('choose a first password only soon after signing in, and never in an admin’s view', async () => {
    const email = await register()
    await register(email)
    const { signedIn } = await core.accounts.confirm({ token: (await mailTo(email)).token }, freshDevice())
    const { account, sessionId: id } = signedIn
    const choose = (actorId: string | null) =>
      refusalOf(
        core.accounts.changePassword({ account, session: { id, actorId }, current: undefined, next: 'third horse' }),
      )
    expect(await choose('admin')).toBe('read_only')
    core.clock.advance(15 * MINUTE)
    expect(await choose(null)).toBe('invalid_credentials')
  })

  it('registered twice live a day after the last registration', async () => {
    const email = await register()
    core.clock.advance(23 * 60 * MINUTE)
    await register(email)
    core.clock.advance(2 * 60 * MINUTE)
    await purgeRecords(core.database.queries, core.clock.now())
    expect(await core.accounts.findByEmail(email)).toBeDefined()
    core.clock.advance(23 * 60 * MINUTE)
    await purgeRecords(core.database.queries, core.clock.now())
    expect(await core.accounts.findByEmail(email)).toBeUndefined()
  })

  it('keep no metadata of an unconfirmed registration after a recovery', async () => {
    const email = freshEmail()
    await core.accounts.register({ email, password: PASSWORD, device: freshDevice(), metadata: '{"name":"Eve"}' })
    await mailTo(email)
    core.clock.advance(1)
    await core.accounts.recover(email)
    await core.accounts.reset({ token: (await mailTo(email)).token }, 'third horse', freshDevice())
    expect(await userRow(email)).toMatchObject({ user_metadata: null, confirmed_at: core.clock.now() })
  })

  it('get at most five messages in 15 minutes from all flows together; notices come later', async () => {
    const email = await confirmed()
    const { id = '' } = (await core.accounts.findByEmail(email)) ?? {}
    core.clock.advance(15 * MINUTE)
    core.messages.length = 0
    const stranger = freshEmail()
    for (let index = 0; index < 5; index++) {
      for (const address of [email, stranger]) {
        await core.accounts.recover(address)
        await core.accounts.mailSignIn(address, { createsUser: true })
        await core.accounts.mailInvitation(address, {})
      }
    }
    core.clock.advance(1)
    await core.outbox?.post(core.database.queries, { recipient: email, template: 'password-changed' })
    await core.sender.sendDue()
    const sent = (address: string) => core.messages.filter(({ to }) => to === address)
    expect([sent(email).length, sent(stranger).length]).toEqual([5, 5])
    const codes = core.database.queries.selectFrom('one_time_codes').select('id').where('user_id', '=', id)
    expect((await codes.where('used_at', 'is', null).execute()).length, 'no code without its message').toBe(5)
    core.clock.advance(15 * MINUTE)
    await core.sender.sendDue()
    expect(sent(email).map(({ subject }) => subject)[5]).toBe('Your netbox password was changed')
    expect(sent(email)).toHaveLength(6)
  })

  it('can be registered again at most five times in 15 minutes, and never while suspended', async () => {
    const email = await register()
    const again = () => refusalOf(core.accounts.register({ email, password: PASSWORD, device: freshDevice() }))
    const codes: unknown[] = []
    // Messages that anyone can request don't use up this limit.
    for (let index = 0; index < 6; index++) await core.accounts.resend(email)
    for (let index = 0; index < 6; index++) codes.push(await again())
    expect(codes).toEqual(['none', 'none', 'none', 'none', 'none', 'rate_limited'])
    core.clock.advance(15 * MINUTE)
    const { id } = (await core.accounts.findByEmail(email)) ?? { id: '' }
    await core.accounts.updateProfile(id, { status: 'disabled' })
    expect(await again()).toBe('email_in_use')
  })

  it('have codes that work once, even with 20 concurrent uses', async () => {
    const email = await confirmed()
    await core.accounts.recover(email)
    const { token } = await mailTo(email)
    const { values } = await settle(20, (index) =>
      core.accounts.reset({ token }, `another horse ${index}`, freshDevice()),
    )
    expect(values).toHaveLength(1)
  })

  it('have codes for one purpose and one account', async () => {
    const email = await confirmed()
    const stranger = await confirmed()
    await core.accounts.recover(email)
    const { token, code } = await mailTo(email)
    expect(await refusalOf(core.accounts.confirm({ token }, freshDevice()))).toBe('token_invalid')
    expect(await refusalOf(core.accounts.reset({ email: stranger, code }, 'another horse', freshDevice()))).toBe(
      'code_invalid',
    )
    const [id] = token.split('.')
    for (const bad of ['', '.', `${id}`, `${id}.`, `${id}.${code}x`, `${token}.x`.slice(1), 'constructor.x'])
      expect(await refusalOf(core.accounts.reset({ token: bad }, 'another horse', freshDevice()))).toBe('token_invalid')
  })

  it('choose a new password by mail: every session ends, the old password no longer works, and a mail reports it', async () => {
    const email = await confirmed()
    const { accessToken, refreshToken } = await core.accounts.login({
      email,
      password: PASSWORD,
      device: freshDevice(),
    })
    await core.accounts.recover(email)
    const { token } = await mailTo(email)
    expect(await refusalOf(core.accounts.reset({ token }, 'short', freshDevice()))).toBe('password_too_short')
    await core.accounts.reset({ token }, 'another horse', freshDevice())
    expect(await core.sessions.authenticate(accessToken)).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(refreshToken))).toBe('session_not_found')
    expect(await login(email)).toBe('invalid_credentials')
    expect(await login(email, 'another horse')).toBe('none')
    await core.sender.sendDue()
    expect(core.messages.findLast(({ to }) => to === email)?.subject).toBe('Your netbox password was changed')
  })

  it('lose their API tokens when the password is recovered', async () => {
    const email = await confirmed()
    const account = await core.accounts.findByEmail(email)
    const owner = { id: account?.id ?? '', plan: 'enterprise' } as const
    const { secret } = await core.apiTokens.create(owner, { name: 'CI', scopes: ['tools:run'], expiresAt: null })
    const { queries } = core.database
    await queries.updateTable('profiles').set({ plan: 'enterprise' }).where('id', '=', owner.id).execute()
    expect(await core.apiTokens.authenticate(secret)).toBeDefined()
    await core.accounts.recover(email)
    await core.accounts.reset({ token: (await mailTo(email)).token }, 'another horse', freshDevice())
    expect(await core.apiTokens.authenticate(secret)).toBeUndefined()
    expect(await core.apiTokens.list(owner.id)).toEqual([])
  })

  it('are also confirmed by a recovery, which only the reader of the mailbox can do', async () => {
    const email = await register()
    // The registration message is sent first, because the order of messages with the same due time is undefined.
    await core.sender.sendDue()
    await core.accounts.recover(email)
    await core.accounts.reset({ token: (await mailTo(email)).token }, 'another horse', freshDevice())
    expect(await login(email, 'another horse')).toBe('none')
  })

  it('give the same response for unknown, known and disabled addresses, and send mail only to existing accounts', async () => {
    const known = await confirmed()
    const disabled = await confirmed()
    const account = await core.accounts.findByEmail(disabled)
    await core.accounts.updateProfile(account?.id ?? '', { status: 'disabled' })
    const unknown = freshEmail()
    await core.sender.sendDue()
    core.messages.length = 0
    for (const email of [known, disabled, unknown]) {
      expect(await core.accounts.recover(email)).toBeUndefined()
      expect(await core.accounts.resend(email)).toBeUndefined()
      const rows = await core.database.queries
        .selectFrom('outbox')
        .select(['template', 'attempts', 'data'])
        .where('recipient', '=', email)
        .where('sent_at', 'is', null)
        .execute()
      expect(rows.map(({ template }) => template).toSorted()).toEqual(['confirm', 'recover'])
    }
    await core.sender.sendDue()
    expect(core.messages.map(({ to, subject }) => [to, subject])).toEqual([[known, 'Choose a new password for netbox']])
    expect(await refusalOf(core.accounts.recover('no address'))).toBe('validation_failed')
  })

  it('get at most five mails in 15 minutes, without an error', async () => {
    const email = await confirmed()
    core.clock.advance(15 * MINUTE)
    core.messages.length = 0
    for (let index = 0; index < 12; index++) expect(await refusalOf(core.accounts.recover(email))).toBe('none')
    await core.sender.sendDue()
    expect(core.messages.filter(({ to }) => to === email)).toHaveLength(5)
  })
})
