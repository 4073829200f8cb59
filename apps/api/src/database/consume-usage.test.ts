import { expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { addUser } from '../../test/support/rows.ts'
import { consumeUsage, type UsageRequest } from './consume-usage.ts'
import { settle } from '../../test/support/settle.ts'

const day = '2026-11-20'

describeOnEveryEngine('consumeUsage', (open) => {
  const request = (userId: string, limit: number): UsageRequest => ({ userId, tool: 'mx-record', day, limit })

  it('grants exactly 50 of 1,000 at once', async () => {
    const database = await open()
    const userId = await addUser(database)
    const { values: answers, errors } = await settle(1000, () =>
      database.transaction((queries) => consumeUsage(queries, request(userId, 50))),
    )
    expect(errors).toEqual([])
    expect(answers).toHaveLength(1000)
    const granted = answers.filter((answer) => answer.granted).map(({ used }) => used)
    expect(granted.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(Math.max(...answers.map(({ used }) => used))).toBe(50)
  })

  it('grants exactly 20 of 100 at once, repeatedly', async () => {
    const database = await open()
    for (let round = 0; round < 5; round++) {
      const userId = await addUser(database)
      const { values, errors } = await settle(100, () =>
        database.transaction((queries) => consumeUsage(queries, request(userId, 20))),
      )
      expect(errors).toEqual([])
      expect(values.filter(({ granted }) => granted)).toHaveLength(20)
    }
  })

  it('grants none at a limit of 0 and writes nothing', async () => {
    const database = await open()
    const userId = await addUser(database)
    expect(await consumeUsage(database.writer, request(userId, 0))).toEqual({ granted: false, used: 0 })
    const rows = await database.queries.selectFrom('usage_counters').where('user_id', '=', userId).selectAll().execute()
    expect(rows).toEqual([])
  })

  it('never refuses at a limit of -1, and counts', async () => {
    const database = await open()
    const userId = await addUser(database)
    const { values } = await settle(100, () =>
      database.transaction((queries) => consumeUsage(queries, request(userId, -1))),
    )
    expect(values.filter(({ granted }) => granted)).toHaveLength(100)
    expect(await consumeUsage(database.writer, request(userId, -1))).toEqual({ granted: true, used: 101 })
  })

  it('counts each day and each tool separately', async () => {
    const database = await open()
    const userId = await addUser(database)
    const one = request(userId, 1)
    expect(await consumeUsage(database.writer, one)).toEqual({ granted: true, used: 1 })
    expect(await consumeUsage(database.writer, { ...one, day: '2026-11-21' })).toEqual({ granted: true, used: 1 })
    expect(await consumeUsage(database.writer, { ...one, tool: 'a-record' })).toEqual({ granted: true, used: 1 })
    expect(await consumeUsage(database.writer, one)).toEqual({ granted: false, used: 1 })
  })

  it('counts nothing when the surrounding transaction fails', async () => {
    const database = await open()
    const userId = await addUser(database)
    const failing = database.transaction(async (queries) => {
      await consumeUsage(queries, request(userId, 5))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await consumeUsage(database.writer, request(userId, 5))).toEqual({ granted: true, used: 1 })
  })
})
