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

const MINUTE = 60_000

describeOnEveryEngine('passwords of accounts with a mail server', (open) => {
  let core: Fixture
  let mailing: Mailing
  beforeAll(async () => {
    core = await accountsOver(await open(), { mail: true })
    mailing = mailingOf(core)
  })

  it('choose a new password by mail: every session ends, the old password no longer works, and a mail reports it', async () => {
    const email = await mailing.confirmed()
    const { accessToken, refreshToken } = await core.accounts.login({
      email,
      password: PASSWORD,
      device: freshDevice(),
    })
    await core.accounts.recover(email)
    const { token } = await mailing.mailTo(email)
    expect(await refusalOf(core.accounts.reset({ token }, 'short', freshDevice()))).toBe('password_too_short')
    await core.accounts.reset({ token }, 'another horse', freshDevice())
    expect(await core.sessions.authenticate(accessToken)).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(refreshToken))).toBe('session_not_found')
    expect(await mailing.login(email)).toBe('invalid_credentials')
    expect(await mailing.login(email, 'another horse')).toBe('none')
    await core.sender.sendDue()
    expect(core.messages.findLast(({ to }) => to === email)?.subject).toBe('Your netbox password was changed')
  })

  it('lose their API tokens when the password is recovered', async () => {
    const email = await mailing.confirmed()
    const account = await core.accounts.findByEmail(email)
    const owner = { id: account?.id ?? '', plan: 'enterprise' } as const
    const { secret } = await core.apiTokens.create(owner, { name: 'CI', scopes: ['tools:run'], expiresAt: null })
    const { writer } = core.database
    await writer.updateTable('profiles').set({ plan: 'enterprise' }).where('id', '=', owner.id).execute()
    expect(await core.apiTokens.authenticate(secret)).toBeDefined()
    await core.accounts.recover(email)
    await core.accounts.reset({ token: (await mailing.mailTo(email)).token }, 'another horse', freshDevice())
    expect(await core.apiTokens.authenticate(secret)).toBeUndefined()
    expect(await core.apiTokens.list(owner.id)).toEqual([])
  })

  it('are also confirmed by a recovery, which only the reader of the mailbox can do', async () => {
    const email = await mailing.register()
    // The registration message is sent first, because the order of messages with the same due time is undefined.
    await core.sender.sendDue()
    await core.accounts.recover(email)
    await core.accounts.reset({ token: (await mailing.mailTo(email)).token }, 'another horse', freshDevice())
    expect(await mailing.login(email, 'another horse')).toBe('none')
  })

  it('give the same response for unknown, known and disabled addresses, and send mail only to existing accounts', async () => {
    const known = await mailing.confirmed()
    const disabled = await mailing.confirmed()
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
    const email = await mailing.confirmed()
    core.clock.advance(15 * MINUTE)
    core.messages.length = 0
    for (let index = 0; index < 12; index++) expect(await refusalOf(core.accounts.recover(email))).toBe('none')
    await core.sender.sendDue()
    expect(core.messages.filter(({ to }) => to === email)).toHaveLength(5)
  })
})
