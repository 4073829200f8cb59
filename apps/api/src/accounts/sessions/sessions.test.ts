import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { accountsOver, type Fixture, freshDevice, refusalOf, signUp } from '../../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import { settle } from '../../../test/support/settle.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import type { SignedIn } from './types.ts'
import { createSessions } from './sessions.ts'
import { sessionQuery } from './repository.ts'

const actorOf = ({ account, sessionId }: SignedIn) => ({ id: account.id, sessionId })

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeOnEveryEngine('sessions', (open) => {
  let core: Fixture
  beforeAll(async () => {
    core = await accountsOver(await open())
  })

  const stepsOf = async (sessionId: string): Promise<number> => {
    const rows = await core.database.queries
      .selectFrom('refresh_tokens')
      .select('id')
      .where('session_id', '=', sessionId)
      .execute()
    return rows.length
  }

  const setProfile = (id: string, change: object) =>
    core.database.writer.updateTable('profiles').set(change).where('id', '=', id).execute()

  it('identify the owner of an access token, for ten minutes', async () => {
    const { account, accessToken, expiresIn, expiresAt, sessionId } = await signUp(core)
    expect(expiresIn).toBe(600)
    expect(expiresAt).toBe(core.clock.now() + 10 * MINUTE)
    expect(await core.sessions.authenticate(accessToken)).toEqual({
      account,
      session: { id: sessionId, actorId: null, needsFactor: false },
    })
    core.clock.advance(10 * MINUTE)
    expect(await core.sessions.authenticate(accessToken)).toBeUndefined()
  })

  it('are read with one statement per request, by keys only', async () => {
    const { accessToken, sessionId, account } = await signUp(core)
    const answers: unknown[] = []
    const counted = core.database.queries.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answers.push(result)
        return result
      },
    })
    const { keys, clock, database } = core
    const sessions = createSessions({ database: { ...database, queries: counted }, keys, clock })
    expect(await sessions.authenticate(accessToken)).toBeDefined()
    expect(answers).toHaveLength(1)
    const { sql: text, parameters } = sessionQuery({ sessionId, userId: account.id }).compile(database.queries)
    const values = parameters.map((value) => `'${String(value)}'`)
    const filled = text.replaceAll('?', () => values.shift() ?? '')
    const plan = sql.raw(database.engine === 'sqlite' ? `explain query plan ${filled}` : `explain ${filled}`)
    const { rows } = await plan.execute(database.queries)
    expect(JSON.stringify(rows)).not.toMatch(/SCAN|"type":"(ALL|index)"/)
  })

  it('store refresh tokens only as hashes', async () => {
    const { refreshToken, accessToken } = await signUp(core)
    const rows = await core.database.queries.selectFrom('refresh_tokens').selectAll().execute()
    const sessions = await core.database.queries.selectFrom('sessions').selectAll().execute()
    const dump = JSON.stringify([rows, sessions])
    expect(dump).not.toContain(refreshToken)
    expect(dump).not.toContain(accessToken)
    expect(Buffer.from(refreshToken, 'base64url')).toHaveLength(32)
  })

  it('continue with each refresh token, each time with a new one', async () => {
    const first = await signUp(core)
    const second = await core.sessions.refresh(first.refreshToken)
    const third = await core.sessions.refresh(second.refreshToken)
    expect(third.sessionId).toBe(first.sessionId)
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3)
    expect(await core.sessions.authenticate(third.accessToken)).toBeDefined()
    expect(await stepsOf(first.sessionId)).toBe(3)
  })

  it('end at once when a refresh token is used again after its successor', async () => {
    for (const stepsLater of [2, 5]) {
      const first = await signUp(core)
      let last = first
      for (let step = 0; step < stepsLater; step++) last = await core.sessions.refresh(last.refreshToken)
      expect(await refusalOf(core.sessions.refresh(first.refreshToken))).toBe('refresh_reused')
      expect(await core.sessions.authenticate(last.accessToken)).toBeUndefined()
      expect(await refusalOf(core.sessions.refresh(last.refreshToken))).toBe('session_not_found')
    }
  })

  it('continue when a client repeats a refresh whose response got lost, however late', async () => {
    const first = await signUp(core)
    const lost = await core.sessions.refresh(first.refreshToken)
    core.clock.advance(29 * DAY)
    const sibling = await core.sessions.refresh(first.refreshToken)
    expect(await core.sessions.authenticate(sibling.accessToken)).toBeDefined()
    await core.sessions.refresh(sibling.refreshToken)
    expect(await refusalOf(core.sessions.refresh(lost.refreshToken))).toBe('refresh_reused')
    expect(await refusalOf(core.sessions.refresh(sibling.refreshToken))).toBe('session_not_found')
  })

  it('continue with one sibling token, and end when another one is used after it', async () => {
    for (const chosen of [0, 1]) {
      const first = await signUp(core)
      const siblings = [
        await core.sessions.refresh(first.refreshToken),
        await core.sessions.refresh(first.refreshToken),
      ]
      const next = await core.sessions.refresh(siblings[chosen]?.refreshToken ?? '')
      expect(await core.sessions.authenticate(next.accessToken)).toBeDefined()
      expect(await refusalOf(core.sessions.refresh(siblings[1 - chosen]?.refreshToken ?? ''))).toBe('refresh_reused')
      expect(await core.sessions.authenticate(next.accessToken)).toBeUndefined()
    }
  })

  it('continue when several processes use one refresh token at the same time, with exactly one sibling token', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => accountsOver(await open(), { clock: core.clock })),
    )
    for (let round = 0; round < 10; round++) {
      const first = await signUp(core)
      const { values, errors } = await settle(20, async (index) =>
        others[index % 4]?.sessions.refresh(first.refreshToken),
      )
      expect([values.length, errors]).toEqual([20, []])
      // All siblings at once: the first one succeeds, and the next one counts as reuse.
      const second = await settle(4, async (index) =>
        others[index]?.sessions.refresh(values[index]?.refreshToken ?? ''),
      )
      expect(second.values).toHaveLength(1)
      expect(await refusalOf(core.sessions.refresh(second.values[0]?.refreshToken ?? ''))).toBe('session_not_found')
    }
  })

  it('continue when a refresh was stored but its response got lost', async () => {
    const { database, keys, clock } = core
    const first = await signUp(core)
    const silent: typeof database = {
      ...database,
      transaction: async (work) => {
        await database.transaction(work)
        throw new DatabaseUnavailable()
      },
    }
    const lost = createSessions({ database: silent, keys, clock }).refresh(first.refreshToken)
    await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailable)
    const again = await core.sessions.refresh(first.refreshToken)
    expect((await core.sessions.refresh(again.refreshToken)).sessionId).toBe(first.sessionId)
    expect(await refusalOf(core.sessions.refresh(first.refreshToken))).toBe('refresh_reused')
  })

  it('end with their refresh token after 30 days without use', async () => {
    const { refreshToken } = await signUp(core)
    core.clock.advance(30 * DAY - 1)
    const next = await core.sessions.refresh(refreshToken)
    core.clock.advance(30 * DAY)
    expect(await refusalOf(core.sessions.refresh(next.refreshToken))).toBe('session_not_found')
  })

  it('refuse a text that never was a refresh token', async () => {
    const { accessToken } = await signUp(core)
    for (const text of ['', 'x', accessToken, '\u0000', 'é'.repeat(5000)])
      expect(await refusalOf(core.sessions.refresh(text))).toBe('session_not_found')
  })

  it('end on the next request after a sign-out, and only this one', async () => {
    const first = await signUp(core)
    const other = await core.sessions.start(first.account, freshDevice())
    await core.sessions.end(first.sessionId)
    expect(await core.sessions.authenticate(first.accessToken)).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(first.refreshToken))).toBe('session_not_found')
    expect(await core.sessions.authenticate(other.accessToken)).toBeDefined()
  })

  it('end on all devices except this one', async () => {
    const kept = await signUp(core)
    const other = await core.sessions.start(kept.account, freshDevice())
    await core.sessions.endOthers(kept.account.id, kept.sessionId)
    expect(await core.sessions.authenticate(kept.accessToken)).toBeDefined()
    expect(await core.sessions.authenticate(other.accessToken)).toBeUndefined()
  })

  it('reflect the profile at the next request: disabled, made admin, demoted, plan expired', async () => {
    const { account, accessToken, refreshToken } = await signUp(core)
    const seen = async () => (await core.sessions.authenticate(accessToken))?.account
    await setProfile(account.id, { is_admin: 1, plan: 'pro', plan_expires_at: core.clock.now() + MINUTE })
    expect(await seen()).toMatchObject({ isAdmin: true, plan: 'pro' })
    await setProfile(account.id, { is_admin: 0 })
    expect(await seen()).toMatchObject({ isAdmin: false, plan: 'pro' })
    core.clock.advance(MINUTE)
    expect(await seen()).toMatchObject({ plan: 'free' })
    core.clock.advance(MINUTE)
    expect(await seen(), 'and stays over').toMatchObject({ plan: 'free' })
    await setProfile(account.id, { status: 'disabled' })
    expect(await seen()).toBeUndefined()
    expect(await refusalOf(core.sessions.refresh(refreshToken))).toBe('session_not_found')
  })

  it('are not refreshed for a disabled user, and continue once the user is enabled', async () => {
    const { account, refreshToken } = await signUp(core)
    await setProfile(account.id, { status: 'disabled' })
    expect(await refusalOf(core.sessions.refresh(refreshToken))).toBe('session_not_found')
    await setProfile(account.id, { status: 'active' })
    expect(await refusalOf(core.sessions.refresh(refreshToken))).toBe('none')
  })

  it('are refused if the password changed during the check', async () => {
    const { account } = await signUp(core)
    expect(await refusalOf(core.sessions.start(account, freshDevice(), { passwordHash: 'an old hash' }))).toBe(
      'invalid_credentials',
    )
  })

  it('refuse a token whose session belongs to another user', async () => {
    const [one, other] = [await signUp(core), await signUp(core)]
    const mixed = await core.keys.sign({ userId: one.account.id, sessionId: other.sessionId }, MINUTE)
    expect(await core.sessions.authenticate(mixed)).toBeUndefined()
  })

  it('let an admin view as a user: the admin is named, has no admin rights and no refresh token, for ten minutes', async () => {
    const admin = await signUp(core)
    const user = await signUp(core)
    await setProfile(admin.account.id, { is_admin: 1 })
    await setProfile(user.account.id, { is_admin: 1 })
    const view = await core.sessions.viewAs(user.account, actorOf(admin), freshDevice())
    expect(view).not.toHaveProperty('refreshToken')
    expect(await core.sessions.authenticate(view.accessToken)).toMatchObject({
      account: { id: user.account.id, isAdmin: false },
      session: { id: view.sessionId, actorId: admin.account.id },
    })
    core.clock.advance(10 * MINUTE)
    expect(await core.sessions.authenticate(view.accessToken)).toBeUndefined()
  })

  it('end an admin’s view with the session that started it, and with no other', async () => {
    const admin = await signUp(core)
    const user = await signUp(core)
    await setProfile(admin.account.id, { is_admin: 1 })
    const other = await core.sessions.start(admin.account, freshDevice())
    const view = await core.sessions.viewAs(user.account, actorOf(admin), freshDevice())
    await core.sessions.end(other.sessionId)
    expect(await core.sessions.authenticate(view.accessToken)).toBeDefined()
    await core.sessions.end(admin.sessionId)
    expect(await core.sessions.authenticate(view.accessToken)).toBeUndefined()
  })

  it('end an admin’s view when the admin loses the role', async () => {
    for (const lost of [{ is_admin: 0 }, { status: 'disabled' }]) {
      const admin = await signUp(core)
      const user = await signUp(core)
      await setProfile(admin.account.id, { is_admin: 1 })
      const view = await core.sessions.viewAs(user.account, actorOf(admin), freshDevice())
      expect(await core.sessions.authenticate(view.accessToken)).toBeDefined()
      await setProfile(admin.account.id, lost)
      expect(await core.sessions.authenticate(view.accessToken)).toBeUndefined()
    }
  })
})
