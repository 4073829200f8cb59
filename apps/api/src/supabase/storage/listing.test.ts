import { beforeAll, expect, it } from 'vitest'
import * as v from 'valibot'
import { addUser } from '../../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../../test/support/database.ts'
import type { Database } from '../../database/database.ts'
import { newId } from '../../random.ts'
import { listByPrefix, listFolder, listQuery, listV2Query } from './listing.ts'

// Each key has another time, in an order that is not the alphabetical one. A folder and an object have the same name.
const KEYS = ['b', 'a-1', 'a/x', 'a', 'a/y/z', 'c/d/e', 'B', 'c/a', 'a.txt', 'a/b'] as const

const [EVERY, ORDERS] = [['name', 'created_at', 'updated_at', 'last_accessed_at'] as const, ['asc', 'desc'] as const]
const SORTS = EVERY.flatMap((column) => ORDERS.map((order) => ({ column, order })))

const timeOf = (key: string): number => KEYS.indexOf(key as (typeof KEYS)[number])

/** Returns the keys in the order of a list. */
const inOrder = ({ column, order }: (typeof SORTS)[number]): readonly string[] => {
  const keys = column === 'name' ? KEYS.toSorted((one, other) => (one < other ? -1 : 1)) : [...KEYS]
  return order === 'asc' ? keys : keys.toReversed()
}

describeOnEveryEngine('lists of objects', (open) => {
  let database: Database
  let owner = ''
  const where = (bucket = 'files') => ({ bucket, owner: undefined })
  const addBucket = (id: string) =>
    database.writer
      .insertInto('storage_buckets')
      .values({
        id,
        owner: null,
        public: 0,
        file_size_limit: null,
        allowed_mime_types: null,
        created_at: 1,
        updated_at: 1,
      })
      .execute()
  const add = (name: string, owner_id: string | null, bucket_id = 'files') =>
    database.writer
      .insertInto('storage_objects')
      .values({
        id: newId(),
        bucket_id,
        name,
        owner_id,
        version: newId(),
        size: 1,
        mime: 'text/plain',
        cache_control: 'no-cache',
        etag: '"1"',
        user_metadata: null,
        created_at: timeOf(name),
        updated_at: timeOf(name),
        content_encoding: null,
      })
      .execute()
  beforeAll(async () => {
    database = await open()
    owner = await addUser(database)
    for (const bucket of ['files', 'others']) await addBucket(bucket)
    for (const key of KEYS) await add(key, key.startsWith('c/') ? owner : null)
    await add('a/other', null, 'others')
  })

  const names = async (options: v.InferInput<typeof listQuery>) =>
    (await listFolder(database.queries, where(), v.parse(listQuery, options))).map(
      ({ name, id }) => `${name}${id === null ? '/' : ''}`,
    )

  it('have each object and folder once, sorted by name or time, in both directions', async () => {
    expect(await names({})).toEqual(['B', 'a', 'a/', 'a-1', 'a.txt', 'b', 'c/'])
    expect(await names({ sortBy: { order: 'desc' } })).toEqual(['c/', 'b', 'a.txt', 'a-1', 'a/', 'a', 'B'])
    for (const sortBy of SORTS.filter(({ column }) => column !== 'name')) {
      const firsts = inOrder(sortBy).map((key) => (key.includes('/') ? key.slice(0, key.indexOf('/') + 1) : key))
      expect(await names({ sortBy })).toEqual([...new Set(firsts)])
    }
    expect(await names({ prefix: 'a' })).toEqual(['b', 'x', 'y/'])
    expect(await names({ prefix: 'c/d/' })).toEqual(['e'])
    expect(await names({ prefix: 'a/x', exactMatch: true })).toEqual(['x'])
  })

  it('are searched by the beginning of a name, in either case, and read in pages', async () => {
    expect(await names({ search: 'B' })).toEqual(['B', 'b'])
    expect(await names({ search: 'é' })).toEqual([])
    expect(await names({ search: 'a', limit: 2, offset: 1 })).toEqual(['a/', 'a-1'])
    expect(await names({ limit: 0 })).toEqual([])
  })

  it.each(SORTS)('by prefix have every key once over all pages, sorted by $column, $order', async (sortBy) => {
    for (const limit of [1, 3, 100]) {
      const keys: string[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const query = v.parse(listV2Query, { sortBy, limit, cursor })
        const page: Awaited<ReturnType<typeof listByPrefix>> = await listByPrefix(database.queries, where(), query)
        keys.push(...page.objects.map(({ key }) => key))
        expect(page.hasNext).toBe(page.nextCursor !== undefined)
        cursor = page.nextCursor
      }
      expect(keys).toEqual(inOrder(sortBy))
    }
  })

  it('by prefix and folder, and of one owner, have only what they name', async () => {
    const { queries } = database
    const page = await listByPrefix(queries, where(), v.parse(listV2Query, { prefix: 'a/', with_delimiter: true }))
    expect(page.objects.map(({ key }) => key)).toEqual(['a/b', 'a/x'])
    expect(page.folders).toEqual([{ key: 'a/y', name: 'a/y/' }])
    const own = await listByPrefix(queries, { bucket: 'files', owner }, v.parse(listV2Query, {}))
    expect(own.objects.map(({ key }) => key)).toEqual(['c/a', 'c/d/e'])
    const exact = v.parse(listV2Query, { prefix: 'a', exactMatch: true })
    expect((await listByPrefix(queries, where(), exact)).objects.map(({ key }) => key)).toEqual(['a'])
  })
})
