import { beforeAll, expect, it } from 'vitest'
import {
  accountsOver,
  type Fixture,
  freshDevice,
  freshEmail,
  PASSWORD,
  refusalOf,
  signUp,
} from '../../../test/support/accounts.ts'
import { addUser, runRow } from '../../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { settle } from '../../../test/support/settle.ts'
import type { Database } from '../../database/database.ts'
import { BATCH } from '../../database/delete-in-batches.ts'
import type { SignedIn } from '../sessions/types.ts'

describeOnEveryEngine('the deletion of an account', (open) => {
  let core: Fixture
  beforeAll(async () => {
    core = await accountsOver(await open())
  })

  const remove = (who: Pick<SignedIn, 'account' | 'sessionId'>, password = PASSWORD) =>
    core.accounts.deleteAccount({
      account: who.account,
      session: { id: who.sessionId, actorId: null },
      password,
    })

  it('ends the account at once, and its address can register again', async () => {
    const email = freshEmail()
    const ana = await signUp(core, email)
    const made = await core.apiTokens.create(
      { id: ana.account.id, plan: 'enterprise' },
      { name: 'CI', scopes: ['tools:run'], expiresAt: null },
    )
    await core.codes.make({ id: null, emailKey: email }, 'sign-in', { createsUser: true })
    await core.codes.make({ id: ana.account.id, emailKey: freshEmail() }, 'email-change')
    await remove(ana)
    expect(await core.database.queries.selectFrom('one_time_codes').selectAll().execute()).toEqual([])
    expect(await core.sessions.authenticate(ana.accessToken)).toBeUndefined()
    expect(await core.apiTokens.authenticate(made.secret)).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(ana.refreshToken))).toBe('session_not_found')
    expect(await refusalOf(core.accounts.login({ email, password: PASSWORD, device: freshDevice() }))).toBe(
      'invalid_credentials',
    )
    expect((await signUp(core, email)).account.id).not.toBe(ana.account.id)
  })

  it('needs the password, and is refused to an admin who is viewing as the user', async () => {
    const ana = await signUp(core)
    expect(await refusalOf(remove(ana, 'wrong one'))).toBe('invalid_credentials')
    const view = { account: ana.account, session: { id: 'view', actorId: 'admin' }, password: PASSWORD }
    expect(await refusalOf(core.accounts.deleteAccount(view))).toBe('read_only')
    expect(await core.sessions.authenticate(ana.accessToken)).toBeDefined()
  })

  it('limits guesses of the password to ten tries', async () => {
    const ana = await signUp(core)
    const codes: unknown[] = []
    for (let index = 0; index < 11; index++) codes.push(await refusalOf(remove(ana, `wrong ${index}`)))
    expect(codes.slice(9)).toEqual(['invalid_credentials', 'rate_limited'])
    expect(await refusalOf(remove(ana))).toBe('rate_limited')
  })

  it('is refused if the password was changed in the meantime', async () => {
    const ana = await signUp(core)
    const slow = core.database.writer
    const hash = slow.updateTable('users').set({ password_hash: 'changed' }).where('id', '=', ana.account.id)
    // The password is checked before the transaction begins; here it changes in between.
    const { passwords } = core
    const changing = await accountsOver(core.database, {
      clock: core.clock,
      passwords: {
        ...passwords,
        verify: async (stored, password) => {
          const verdict = await passwords.verify(stored, password)
          await hash.execute()
          return verdict
        },
      },
    })
    const session = { id: ana.sessionId, actorId: null }
    const request = { account: ana.account, session, password: PASSWORD }
    expect(await refusalOf(changing.accounts.deleteAccount(request))).toBe('invalid_credentials')
    expect(await core.accounts.find(ana.account.id)).toBeDefined()
  })

  it('is one transaction: rolled back at its end, it leaves all runs, verifications and sessions', async () => {
    const ana = await signUp(core)
    const { queries, writer } = core.database
    await writer
      .insertInto('runs')
      .values({ ...runRow, id: 'only', user_id: ana.account.id, created_at: 1 })
      .execute()
    const database: Database = {
      ...core.database,
      transaction: (work) =>
        core.database.transaction(async (inside) => {
          await work(inside)
          throw new Error('The disk is full')
        }),
    }
    const { accounts } = await accountsOver(database, { clock: core.clock })
    const session = { id: ana.sessionId, actorId: null }
    const request = { account: ana.account, session, password: PASSWORD }
    await expect(accounts.deleteAccount(request)).rejects.toThrow('The disk is full')
    const runs = await queries.selectFrom('runs').select('id').where('user_id', '=', ana.account.id).execute()
    expect(runs).toEqual([{ id: 'only' }])
    expect(await core.sessions.authenticate(ana.accessToken)).toBeDefined()
    await remove(ana)
  })

  it('happens once with concurrent requests, which all report success', async () => {
    const ana = await signUp(core)
    const { errors } = await settle(5, () => remove(ana))
    // The requests after the first one find no user, so no password is valid.
    for (const error of errors) expect(error).toMatchObject({ code: 'invalid_credentials' })
    const recorded = core.database.queries
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', ana.account.id)
    expect(await recorded.execute()).toEqual([{ action: 'account.delete' }])
    expect(await core.accounts.find(ana.account.id)).toBeUndefined()
  })

  it('deletes more runs than fit into one statement, and no other user’s', async () => {
    const [ana, ben] = [await signUp(core), await signUp(core)]
    const { queries, writer } = core.database
    for (const { id: user_id } of [ana.account, ben.account])
      for (const half of [0, 1]) {
        const rows = Array.from({ length: BATCH }, (_, index) => ({
          ...runRow,
          id: `${half}-${index}`,
          user_id,
          created_at: index % 7,
        }))
        for (let start = 0; start < BATCH; start += 250)
          await writer
            .insertInto('runs')
            .values(rows.slice(start, start + 250))
            .execute()
      }
    await remove(ana)
    const left = await queries.selectFrom('runs').select('user_id').execute()
    expect(new Set(left.map(({ user_id }) => user_id))).toEqual(new Set([ben.account.id]))
    expect(left).toHaveLength(2 * BATCH)
  })

  it('is confirmed by mail, and deletes mail that waits for the address', async () => {
    const mailing = await accountsOver(core.database, { mail: true, clock: core.clock })
    const ana = await signUp(core, freshEmail().toUpperCase())
    const { email } = ana.account
    await mailing.accounts.recover(email.toLowerCase())
    const other = await signUp(core)
    await mailing.accounts.recover(other.account.email)
    const session = { id: ana.sessionId, actorId: null }
    await mailing.accounts.deleteAccount({ account: ana.account, session, password: PASSWORD })
    const posted = await core.database.queries.selectFrom('outbox').select(['recipient', 'template']).execute()
    const own = posted.filter(({ recipient }) => recipient.toLowerCase() === email.toLowerCase())
    expect(own).toEqual([{ recipient: email, template: 'account-deleted' }])
    await mailing.sender.sendDue()
    const messages = mailing.messages.filter(({ to }) => to.toLowerCase() === email.toLowerCase())
    expect(messages.map(({ subject }) => subject)).toEqual(['Your netbox account was deleted'])
    expect(messages[0]?.text).toContain('https://netbox.test')
    expect(mailing.messages.map(({ to }) => to)).toContain(other.account.email)
  })

  it('leaves one active admin, even if the last two delete their accounts concurrently', async () => {
    const { queries, writer } = core.database
    const outcomes = new Map<string, number>()
    for (let round = 0; round < 8; round++) {
      await writer.updateTable('profiles').set({ is_admin: 0 }).execute()
      const pair = [await signUp(core), await signUp(core)]
      const ids = pair.map(({ account }) => account.id)
      await writer.updateTable('profiles').set({ is_admin: 1 }).where('id', 'in', ids).execute()
      const codes = await Promise.all(pair.map((admin) => refusalOf(remove(admin))))
      const outcome = codes.map(String).toSorted().join()
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      const admins = await queries.selectFrom('profiles').select('id').where('is_admin', '=', 1).execute()
      expect(admins).toHaveLength(1)
    }
    expect([...outcomes.keys()]).toEqual(['last_admin,none'])
  })

  it('does not count admins who are suspended', async () => {
    const { writer } = core.database
    await writer.updateTable('profiles').set({ is_admin: 0 }).execute()
    const [ana, ben] = [await signUp(core), await signUp(core)]
    const both = [ana.account.id, ben.account.id]
    await writer.updateTable('profiles').set({ is_admin: 1 }).where('id', 'in', both).execute()
    await core.accounts.updateProfile(ben.account.id, { status: 'disabled' })
    expect(await refusalOf(remove(ana))).toBe('last_admin')
    await core.accounts.updateProfile(ben.account.id, { status: 'active' })
    expect(await refusalOf(remove(ana))).toBe('none')
  })

  it('leaves other accounts unchanged', async () => {
    const [ana, ben] = [await signUp(core), await signUp(core)]
    const alone = await addUser(core.database)
    await remove(ana)
    expect(await core.sessions.authenticate(ben.accessToken)).toBeDefined()
    expect(await core.accounts.find(alone)).toBeDefined()
  })
})
