import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { type SetClock, setClock } from '../../test/support/set-clock.ts'
import type { Database } from '../database/database.ts'
import { closeBilling } from '../accounts/users/deletion-repository.ts'
import { createClosing } from './closing.ts'

const SECOND = 1000
const HOUR = 60 * 60 * SECOND

describeOnEveryEngine('the customers of deleted accounts', (open) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
    await database.writer.deleteFrom('billing_customers').execute()
  })

  /** Creates customers of deleted accounts, and the job that deletes them at a provider that may be unavailable. */
  const closing = async (count: number, isLive = false) => {
    const still = setClock('2026-11-20T12:00:00Z')
    const rests: number[] = []
    const clock: SetClock = {
      ...still,
      wait: (milliseconds, signal) => {
        rests.push(milliseconds)
        return still.wait(milliseconds, signal)
      },
    }
    const deleted: string[] = []
    const warnings: (readonly [object, string])[] = []
    const provider = { isAway: false }
    const { buy, customerOf } = billingOn(database)
    const customers: string[] = []
    for (let index = 0; index < count; index++) {
      const user = await addBuyer(database)
      await buy(user)
      customers.push((await customerOf(user)).id)
      await closeBilling(database.writer, user.id, clock.now())
    }
    const made = createClosing({
      database,
      clock,
      provider: {
        isLive,
        deleteCustomer: async (id) => {
          if (provider.isAway) throw new Error('away')
          deleted.push(id)
        },
      },
      log: { warn: (fields, message) => void warnings.push([fields, message]) },
    })
    const closeDue = (signal?: AbortSignal): Promise<number> => made.closeDue(signal)
    return { ...made, closeDue, clock, rests, deleted, warnings, provider, customers }
  }
  const left = async () =>
    (await database.queries.selectFrom('billing_customers').select('id').execute()).map(({ id }) => id)

  it('are deleted at the provider first, then here', async () => {
    const { closeDue, deleted, customers } = await closing(2)
    expect(await closeDue()).toBe(2)
    expect(deleted.toSorted()).toEqual(customers.toSorted())
    expect(await left()).toEqual([])
    expect(await closeDue()).toBe(0)
  })

  it('of the other mode wait for a matching key', async () => {
    const { closeDue, customers } = await closing(1, true)
    expect(await closeDue()).toBe(0)
    expect(await left()).toEqual(customers)
  })

  it('are retried less and less often while the provider is unreachable, and at least every six hours', async () => {
    const { closeDue, clock, warnings, provider, customers, deleted } = await closing(1)
    provider.isAway = true
    const pauses: number[] = []
    for (let tries = 1; tries <= 14; tries++) {
      expect(await closeDue()).toBe(0)
      expect(warnings).toHaveLength(tries)
      expect(warnings.at(-1)).toMatchObject([{ tries, err: { message: 'away' } }, expect.stringContaining('deleted')])
      const row = await database.queries.selectFrom('billing_customers').selectAll().executeTakeFirstOrThrow()
      const pause = (row.next_attempt_at ?? 0) - clock.now()
      pauses.push(pause)
      clock.advance(pause - 1)
      expect(await closeDue()).toBe(0)
      clock.advance(1)
    }
    expect(warnings).toHaveLength(14)
    expect(pauses.slice(0, 4)).toEqual([30 * SECOND, 60 * SECOND, 120 * SECOND, 240 * SECOND])
    expect(pauses.slice(-3)).toEqual([6 * HOUR, 6 * HOUR, 6 * HOUR])
    provider.isAway = false
    expect(await closeDue()).toBe(1)
    expect(deleted).toEqual(customers)
  })

  it('that remain when the process ends are left to the next process', async () => {
    const { closeDue, deleted } = await closing(2)
    expect(await closeDue(AbortSignal.abort())).toBe(0)
    expect(deleted).toEqual([])
    expect(await left()).toHaveLength(2)
  })

  it('are deleted every ten seconds, until the job stops', async () => {
    const { start, stop, deleted, customers, rests } = await closing(1)
    start()
    await expect.poll(() => rests).toEqual([10 * SECOND])
    await stop()
    expect(deleted).toEqual(customers)
  })

  it('wait for the next run while they can’t be read, and the log reports it', async () => {
    const { start, stop, warnings, rests } = await closing(1)
    const { writer } = database
    await sql`alter table billing_customers rename to billing_customers_away`.execute(writer)
    start()
    await expect.poll(() => rests).toEqual([10 * SECOND])
    await stop()
    await sql`alter table billing_customers_away rename to billing_customers`.execute(writer)
    expect(warnings).toEqual([[{ err: expect.any(Error) }, 'deleted accounts cannot be read']])
  })
})
