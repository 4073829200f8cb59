import { beforeAll, expect, it } from 'vitest'
import { addUser } from '../../test/support/add-user.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { compileOnce } from './compile-once.ts'
import type { Database } from './database.ts'

describeOnEveryEngine('a query compiled once', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('is built at the first call alone, and takes the values of each', async () => {
    let built = 0
    const userById = compileOnce((queries, id: string) => {
      built += 1
      return queries.selectFrom('users').select('id').where('id', '=', id)
    })
    const [first, second] = [await addUser(database), await addUser(database)]
    for (const id of [first, second, 'nobody']) {
      const { rows } = await database.queries.executeQuery(userById(database.queries, id))
      expect(rows.map((row) => row.id)).toEqual(id === 'nobody' ? [] : [id])
    }
    expect(built).toBe(1)
  })

  it('puts each value where its argument stands, however often and in whatever order', async () => {
    const query = compileOnce((queries, first: string, second: string) =>
      queries
        .selectFrom('users')
        .select('id')
        .where((where) => where.or([where('id', '=', second), where('email', '=', first), where('id', '=', first)])),
    )
    expect(query(database.queries, 'one', 'two').parameters).toEqual(['two', 'one', 'one'])
    expect(query(database.queries, 'three', 'four').parameters).toEqual(['four', 'three', 'three'])
  })

  it('keeps the values that the query has of its own', () => {
    const query = compileOnce((queries, id: string) =>
      queries.selectFrom('profiles').select('id').where('status', '=', 'active').where('id', '=', id).limit(5),
    )
    expect(query(database.queries, 'one').parameters).toEqual(['active', 'one', 5])
  })
})
