import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountsOver, refusalOf, signUp } from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { addUser, runRow } from '../../../test/support/rows.ts'
import { newId } from '../../random.ts'
import type { Database } from '../database.ts'
import { worldOfRun } from '../shared.ts'

/**
 * Reverts `0008-refresh-siblings`, so that it and later migrations run again; with `isPartial`, reverts only its last steps, as if a
 * process had ended during it.
 */
const undoRefreshSiblings = async ({ queries, engine }: Database, isPartial: boolean): Promise<void> => {
  const indexOf = (table: string) => (engine === 'mysql' ? sql` on ${sql.ref(table)}` : sql``)
  const all = [
    sql`drop index users_confirmed_at_created_at_index${indexOf('users')}`,
    sql`alter table one_time_codes add column attempts integer not null default 0`,
    sql`drop index refresh_tokens_parent_id_index${indexOf('refresh_tokens')}`,
    sql`alter table sessions drop column actor_session_id`,
    sql`alter table refresh_tokens drop column parent_id`,
  ]
  for (const statement of isPartial ? all.slice(0, 2) : all) await statement.execute(queries)
  await sql`delete from kysely_migration where name >= '0008-refresh-siblings'`.execute(queries)
}

describeOnEveryEngine('an upgrade from the tables before siblings of refresh tokens', (open) => {
  it.each([false, true])('keeps sessions that began before it; after an interruption: %s', async (isPartial) => {
    const old = await accountsOver(await open())
    const first = await signUp(old)
    const second = await old.sessions.refresh(first.refreshToken)
    await undoRefreshSiblings(old.database, isPartial)
    const { sessions } = await accountsOver(await open(), { clock: old.clock })
    const third = await sessions.refresh(second.refreshToken)
    expect((await sessions.refresh(third.refreshToken)).sessionId).toBe(first.sessionId)
    old.clock.advance(60_000)
    expect(await refusalOf(sessions.refresh(first.refreshToken))).toBe('refresh_reused')
  })
})

describeOnEveryEngine('an upgrade from the tables before supabase-js', (open) => {
  it('keeps sessions, and codes that were mailed before it', async () => {
    const old = await accountsOver(await open())
    const { account, refreshToken } = await signUp(old)
    const { code, token } = await old.codes.make({ id: account.id, emailKey: account.email }, 'recover')
    const { queries, engine } = old.database
    const index = sql.ref('one_time_codes_email_key_purpose_created_at_index')
    await sql`drop index ${index} ${engine === 'mysql' ? sql`on one_time_codes` : sql``}`.execute(queries)
    for (const column of ['email_key', 'data'])
      await sql`alter table one_time_codes drop column ${sql.ref(column)}`.execute(queries)
    for (const column of ['aal', 'amr']) await sql`alter table sessions drop column ${sql.ref(column)}`.execute(queries)
    await sql`delete from kysely_migration where name >= '0010-supabase-accounts'`.execute(queries)
    const { codes, sessions } = await accountsOver(await open(), { clock: old.clock })
    expect(await codes.check({ token }, ['recover'], '')).toMatchObject({ userId: account.id })
    expect(await codes.check({ email: account.email, code }, ['recover'], '')).toMatchObject({ userId: account.id })
    expect((await sessions.refresh(refreshToken)).account.id).toBe(account.id)
    expect(await codes.make({ id: null, emailKey: 'b@mail.example' }, 'sign-in')).toHaveProperty('token')
  })
})

describeOnEveryEngine('an upgrade from the tables with a world document in each run', (open) => {
  it('keeps every document, and stores each one once', async () => {
    const database = await open()
    const { queries } = database
    const [ana, ben] = [await addUser(database), await addUser(database)]
    const world = '{"domains":{"shop.example":{"dns":"nxdomain"}}}'
    const rows = [ana, ana, ben].map((user_id) => ({ ...runRow, id: newId(), user_id, world, created_at: 1 }))
    await queries
      .insertInto('runs')
      .values([...rows, { ...runRow, id: newId(), user_id: ben, created_at: 1 }])
      .execute()
    await sql`drop table world_documents`.execute(queries)
    await sql`delete from kysely_migration where name >= '0015-world-documents'`.execute(queries)
    const after = (await open()).queries
    const kept = await after
      .selectFrom('runs')
      .select(['user_id', worldOfRun().as('world')])
      .orderBy('world')
      .execute()
    expect(kept.map((row) => row.world)).toEqual([null, world, world, world])
    expect(await after.selectFrom('world_documents').selectAll().execute()).toHaveLength(2)
  })
})
