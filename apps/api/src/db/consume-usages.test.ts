import { expect, it } from 'vitest'
import { addUser } from '../../test/support/add-user.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { consumeUsages, type UsageRequest } from './consume-usage.ts'

const day = '2026-11-20'
const yesterday = '2026-11-19'

describeOnEveryEngine('usage of several people counted together', (open) => {
  it('keeps people, tools and days apart, and writes nothing for a limit of 0', async () => {
    const database = await open()
    const ana = await addUser(database)
    const ben = await addUser(database)
    const counters = [
      { userId: ben, tool: 'mx-record', day },
      { userId: ana, tool: 'mx-record', day },
      { userId: ana, tool: 'ping-test', day },
      { userId: ana, tool: 'mx-record', day: yesterday },
      { userId: ben, tool: 'ping-test', day },
    ]
    const twice: UsageRequest[] = [...counters, ...counters].map((counter, index) => ({
      ...counter,
      cost: 1,
      // Each may run once, but Ben's second tool never.
      limit: index % counters.length === 4 ? 0 : 1,
    }))
    const consumed = await database.transaction((queries) => consumeUsages(queries, twice))
    const once = Array.from({ length: 4 }, () => ({ granted: true, used: 1 }))
    const refused = Array.from({ length: 4 }, () => ({ granted: false, used: 1 }))
    const never = { granted: false, used: 0 }
    expect(consumed).toEqual([...once, never, ...refused, never])
    const rows = await database.queries
      .selectFrom('usage_counters')
      .select(['user_id', 'tool', 'day', 'used'])
      .execute()
    const keyed = rows.map((row) => `${row.user_id} ${row.tool} ${row.day} ${row.used}`).toSorted()
    expect(keyed).toEqual(
      counters
        .slice(0, 4)
        .map(({ userId, tool, day: on }) => `${userId} ${tool} ${on} 1`)
        .toSorted(),
    )
  })
})
