import { fakeClock } from '@netbox/core/testing'
import { expect, it } from 'vitest'
import { accountsOver, PASSWORD, freshDevice, freshEmail, signUp } from '../../test/support/accounts.ts'
import { addUser } from '../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { createAuthFlows } from '../accounts/codes/auth-flows.ts'
import { purgeRecords } from './housekeeping.ts'

const DAY = 24 * 60 * 60_000
const tables = ['sessions', 'refresh_tokens', 'one_time_codes', 'outbox', 'auth_flows'] as const

describeOnEveryEngine('expired data', (open) => {
  it('is deleted a week later, but nothing that is still in use', async () => {
    const database = await open()
    const core = await accountsOver(database, { mail: true })
    const withoutMail = await accountsOver(database, { clock: core.clock })
    const count = async () => {
      const counts: number[] = []
      for (const table of tables) counts.push((await database.queries.selectFrom(table).selectAll().execute()).length)
      return counts
    }
    const old = await signUp(withoutMail)
    const kept = await signUp(withoutMail)
    await core.accounts.register({ email: freshEmail(), password: PASSWORD, device: freshDevice() })
    await core.accounts.recover(old.account.email)
    await core.sender.sendDue()
    const flows = createAuthFlows(core)
    const challenge = { text: 'x', method: 'plain' } as const
    for (const { account } of [old, kept]) await flows.begin(account.id, challenge, 'otp')
    expect(await count()).toEqual([2, 2, 2, 2, 2])
    core.clock.advance(20 * DAY)
    const { refreshToken } = await core.sessions.refresh(kept.refreshToken)
    core.clock.advance(18 * DAY)
    await purgeRecords(database, core.clock.now())
    expect(await count()).toEqual([1, 1, 0, 0, 0])
    expect((await core.sessions.refresh(refreshToken)).account.id).toBe(kept.account.id)
    expect(await core.accounts.find(old.account.id)).toBeDefined()
  })

  it('is mail that was sent a week ago or undeliverable for thirty days, and API tokens revoked as long ago', async () => {
    const database = await open()
    const clock = fakeClock()
    const now = clock.now()
    const user_id = await addUser(database)
    const mail = {
      recipient: 'ana@example.com',
      template: 'recover',
      data: '{}',
      created_at: 0,
      last_error: null,
    } as const
    const addMail = (id: string, next_attempt_at: number, sent_at: number | null) =>
      database.writer
        .insertInto('outbox')
        .values({ id, ...mail, attempts: 8, next_attempt_at, sent_at })
        .execute()
    await addMail('sent', now, now - 7 * DAY - 1)
    await addMail('just sent', now, now - 7 * DAY)
    await addMail('given up', now - 30 * DAY - 1, null)
    await addMail('just given up', now - 30 * DAY, null)
    const token = {
      user_id,
      name: 't',
      prefix: 'nbx_',
      scopes: '[]',
      created_at: 0,
      expires_at: null,
      last_used_at: null,
    }
    const addToken = (id: string, revoked_at: number | null) =>
      database.writer
        .insertInto('api_tokens')
        .values({ id, hash: id, ...token, revoked_at })
        .execute()
    await addToken('revoked', now - 30 * DAY - 1)
    await addToken('just revoked', now - 30 * DAY)
    await addToken('in force', null)
    const left = async (table: 'outbox' | 'api_tokens') =>
      (await database.queries.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
    await Promise.all([purgeRecords(database, now), purgeRecords(database, now)])
    expect(await left('outbox')).toEqual(['just given up', 'just sent'])
    expect(await left('api_tokens')).toEqual(['in force', 'just revoked'])
  })

  it('are registrations unconfirmed for a day, except suspended ones and ones that were ever signed in', async () => {
    const database = await open()
    const now = fakeClock().now()
    const add = async (age: number, status: 'active' | 'disabled' = 'active') => {
      const id = await addUser(database)
      const times = { confirmed_at: null, created_at: now - age }
      await database.writer.updateTable('users').set(times).where('id', '=', id).execute()
      await database.writer
        .insertInto('profiles')
        .values({
          id,
          email: id,
          status,
          is_admin: 0,
          plan: 'free',
          plan_expires_at: null,
          plan_source: 'default',
          created_at: 0,
        })
        .execute()
      return id
    }
    const [old, fresh, suspended, signedIn] = [
      await add(DAY + 1),
      await add(DAY),
      await add(9 * DAY, 'disabled'),
      await add(9 * DAY),
    ]
    await database.writer
      .insertInto('sessions')
      .values({
        id: signedIn,
        user_id: signedIn,
        actor_id: null,
        actor_session_id: null,
        created_at: now,
        expires_at: now + 1,
        last_used_at: now,
        revoked_at: null,
        user_agent: '',
        address: '',
        aal: 'aal1',
        amr: '[]',
      })
      .execute()
    await Promise.all([purgeRecords(database, now), purgeRecords(database, now)])
    const left = await database.queries.selectFrom('users').select('id').where('confirmed_at', 'is', null).execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([fresh, suspended, signedIn].toSorted())
    expect(left).not.toContainEqual({ id: old })
  })
})
