import { expect, it } from 'vitest'
import { accountsOver, PASSWORD, freshDevice, freshEmail, signUp } from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { purgeAccounts } from './purge.ts'

const DAY = 24 * 60 * 60_000
const tables = ['sessions', 'refresh_tokens', 'one_time_codes', 'outbox', 'rate_limits'] as const

describeOnEveryEngine('what is over', (open) => {
  it('is deleted a week later, and nothing that still counts', async () => {
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
    expect(await count()).toEqual([2, 2, 2, 2, 1])
    core.clock.advance(20 * DAY)
    const { refreshToken } = await core.sessions.refresh(kept.refreshToken)
    core.clock.advance(18 * DAY)
    await purgeAccounts(database.queries, core.clock.now())
    expect(await count()).toEqual([1, 1, 0, 0, 0])
    expect((await core.sessions.refresh(refreshToken)).account.id).toBe(kept.account.id)
    expect(await core.accounts.find(old.account.id)).toBeDefined()
  })
})
