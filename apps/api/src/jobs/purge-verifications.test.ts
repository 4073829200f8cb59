import { beforeAll, expect, it } from 'vitest'
import { addUser } from '../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { found, putOff } from '../../test/support/fake-verifier.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../schema.ts'
import { newId } from '../random.ts'
import { createMonthlyAllowance, RUN_LEASE } from '../email-verification/monthly-allowance.ts'
import { purgeRecords } from './housekeeping.ts'
import { storeResults } from '../email-verification/results-repository.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.parse('2026-11-20T08:00:00Z')

describeOnEveryEngine('the retention of email verification', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const rowsIn = async (table: keyof Schema): Promise<number> =>
    (await database.queries.selectFrom(table).selectAll().execute()).length

  it('is deleted when it expires, and no sooner', async () => {
    const { queries, writer } = database
    for (const [name, until] of [
      ['over', NOW - 1],
      ['current', NOW],
    ] as const) {
      const expires_at = until
      await writer.insertInto('verification_cache').values({ key: name, result: '{}', expires_at }).execute()
      await writer
        .insertInto('catch_all_verdicts')
        .values({ domain: name, verdict: 'accepts_all', expires_at })
        .execute()
      await writer.insertInto('probed_domains').values({ id: name, used: 1, expires_at }).execute()
      await writer.insertInto('probed_local_parts').values({ id: name, expires_at }).execute()
    }
    await purgeRecords(database, NOW)
    expect(await queries.selectFrom('verification_cache').select('key').execute()).toEqual([{ key: 'current' }])
    expect(await queries.selectFrom('catch_all_verdicts').select('domain').execute()).toEqual([{ domain: 'current' }])
    expect(await queries.selectFrom('probed_domains').select('id').execute()).toEqual([{ id: 'current' }])
    expect(await queries.selectFrom('probed_local_parts').select('id').execute()).toEqual([{ id: 'current' }])
  })

  it('are verifications after a year, with pending retries; their number stays', async () => {
    const userId = await addUser(database)
    const store = async (at: number, count: number) => {
      const clock = { now: () => at }
      const outcome = await createMonthlyAllowance({ database, clock, newId }).reserve(
        { id: userId, plan: 'pro' },
        count,
      )
      if (!outcome.granted) throw new Error('refused')
      const { run } = outcome
      const fresh = Array.from({ length: count }, (_, index) => ({
        id: newId(),
        run,
        result: index % 2 === 0 ? found(`user${index}@mail.example`) : putOff(`user${index}@mail.example`),
        cached: undefined,
      }))
      await database.transaction((queries) => storeResults(queries, fresh, { now: at, until: at + RUN_LEASE }))
    }
    await store(NOW - 366 * DAY, 6)
    await store(NOW - 364 * DAY, 4)
    await purgeRecords(database, NOW)
    expect(await rowsIn('verifications')).toBe(4)
    expect(await rowsIn('verification_jobs')).toBe(2)
    const months = database.queries.selectFrom('verification_months').select('verified').where('user_id', '=', userId)
    expect((await months.execute()).reduce((sum, { verified }) => sum + verified, 0)).toBe(10)
  })
})
