import { beforeAll, expect, it } from 'vitest'
import {
  accountsOver,
  type Fixture,
  freshDevice,
  freshEmail,
  type Mailing,
  mailingOf,
  PASSWORD,
  refusalOf,
} from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { settle } from '../../../test/support/settle.ts'
import type { Proof } from '../codes/codes.ts'
import { purgeRecords } from '../../jobs/housekeeping.ts'

const MINUTE = 60_000

describeOnEveryEngine('accounts with a mail server', (open) => {
  let core: Fixture
  let mailing: Mailing
  beforeAll(async () => {
    core = await accountsOver(await open(), { mail: true })
    mailing = mailingOf(core)
  })

  it('sign in after the address is confirmed, by link or by code, and not before', async () => {
    for (const way of ['link', 'code']) {
      const email = await mailing.register()
      expect(await mailing.login(email)).toBe('email_not_confirmed')
      expect(await mailing.login(email, 'wrong one')).toBe('invalid_credentials')
      const { token, code } = await mailing.mailTo(email)
      const proof = way === 'link' ? { token } : { email: email.toUpperCase(), code: ` ${code.toUpperCase()} ` }
      const { signedIn, needsPassword } = await core.accounts.confirm(proof, freshDevice())
      expect(needsPassword).toBe(false)
      expect((await core.sessions.authenticate(signedIn.accessToken))?.account).toMatchObject({
        email,
        confirmedAt: core.clock.now(),
      })
      expect(await mailing.login(email)).toBe('none')
      expect(await refusalOf(core.accounts.confirm(proof, freshDevice())), 'works once').toMatch(
        /^(token|code)_invalid$/,
      )
    }
  })

  it('write the mail in the transaction that creates the account', async () => {
    const email = await mailing.confirmed()
    await refusalOf(core.accounts.register({ email, password: PASSWORD, device: freshDevice() }))
    const rows = await core.database.queries.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
    expect(rows).toHaveLength(1)
  })

  it('keep no code, token or password in the database', async () => {
    const email = await mailing.register()
    await core.accounts.recover(email)
    const { token, code } = await mailing.mailTo(email)
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
    const email = await mailing.register()
    const { token } = await mailing.mailTo(email)
    core.clock.advance(30 * MINUTE)
    expect(await refusalOf(core.accounts.confirm({ token }, freshDevice()))).toBe('token_invalid')
  })

  it('have typed codes that expire after five wrong tries, even concurrent ones, while links stay valid', async () => {
    for (const atOnce of [false, true]) {
      const email = await mailing.register()
      const { token, code } = await mailing.mailTo(email)
      const wrong = () => core.accounts.confirm({ email, code: 'aaaaa-aaaaa' }, freshDevice())
      if (atOnce) await settle(5, wrong)
      else for (let index = 0; index < 5; index++) expect(await refusalOf(wrong())).toBe('code_invalid')
      expect(await refusalOf(core.accounts.confirm({ email, code }, freshDevice()))).toBe('code_invalid')
      core.clock.advance(1)
      await core.accounts.resend(email)
      const next = await mailing.mailTo(email)
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
    const email = await mailing.register()
    const { token } = await mailing.mailTo(email)
    expect(await refusalOf(core.accounts.confirm({ token }, device)), 'links are not counted').toBe('none')
  })

  it('accept typed codes of the last mail only, and links of every mail until one is used', async () => {
    const email = await mailing.register()
    const first = await mailing.mailTo(email)
    core.clock.advance(1)
    await core.accounts.resend(email)
    const second = await mailing.mailTo(email)
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
      const one = await mailing.mailTo(email)
      core.clock.advance(1)
      expect(await core.accounts.register({ ...stranger, password: PASSWORD })).toMatchObject({ id: undefined })
      const two = await mailing.mailTo(email)
      core.clock.advance(1)
      if (way !== 'the newest link') await core.accounts.resend(email)
      const three = await mailing.mailTo(email)
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
        expect(await mailing.login(email, password)).toBe('invalid_credentials')
      expect(await mailing.userRow(email)).toMatchObject({ user_metadata: null })
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
      expect(await mailing.login(email, 'third horse')).toBe('none')
      expect(await choose(sessionId), 'only without a password').toBe('invalid_credentials')
      expect(await refusalOf(core.accounts.register(stranger)), 'once confirmed').toBe('email_in_use')
    },
  )

  it('choose a first password only soon after signing in, and never in an admin’s view', async () => {
    const email = await mailing.register()
    await mailing.register(email)
    const { signedIn } = await core.accounts.confirm({ token: (await mailing.mailTo(email)).token }, freshDevice())
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
    const email = await mailing.register()
    core.clock.advance(23 * 60 * MINUTE)
    await mailing.register(email)
    core.clock.advance(2 * 60 * MINUTE)
    await purgeRecords(core.database, core.clock.now())
    expect(await core.accounts.findByEmail(email)).toBeDefined()
    core.clock.advance(23 * 60 * MINUTE)
    await purgeRecords(core.database, core.clock.now())
    expect(await core.accounts.findByEmail(email)).toBeUndefined()
  })

  it('keep no metadata of an unconfirmed registration after a recovery', async () => {
    const email = freshEmail()
    await core.accounts.register({ email, password: PASSWORD, device: freshDevice(), metadata: '{"name":"Eve"}' })
    await mailing.mailTo(email)
    core.clock.advance(1)
    await core.accounts.recover(email)
    await core.accounts.reset({ token: (await mailing.mailTo(email)).token }, 'third horse', freshDevice())
    expect(await mailing.userRow(email)).toMatchObject({ user_metadata: null, confirmed_at: core.clock.now() })
  })

  it('get at most five messages in 15 minutes from all flows together; notices come later', async () => {
    const email = await mailing.confirmed()
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
    await core.outbox?.post(core.database.writer, { recipient: email, template: 'password-changed' })
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
    const email = await mailing.register()
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
    const email = await mailing.confirmed()
    await core.accounts.recover(email)
    const { token } = await mailing.mailTo(email)
    const { values } = await settle(20, (index) =>
      core.accounts.reset({ token }, `another horse ${index}`, freshDevice()),
    )
    expect(values).toHaveLength(1)
  })

  it('have codes for one purpose and one account', async () => {
    const email = await mailing.confirmed()
    const stranger = await mailing.confirmed()
    await core.accounts.recover(email)
    const { token, code } = await mailing.mailTo(email)
    expect(await refusalOf(core.accounts.confirm({ token }, freshDevice()))).toBe('token_invalid')
    expect(await refusalOf(core.accounts.reset({ email: stranger, code }, 'another horse', freshDevice()))).toBe(
      'code_invalid',
    )
    const [id] = token.split('.')
    for (const bad of ['', '.', `${id}`, `${id}.`, `${id}.${code}x`, `${token}.x`.slice(1), 'constructor.x'])
      expect(await refusalOf(core.accounts.reset({ token: bad }, 'another horse', freshDevice()))).toBe('token_invalid')
  })
})
