import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addUser } from '../../../test/support/rows.ts'
import { settle } from '../../../test/support/settle.ts'
import { newId } from '../../random.ts'
import { type Database, DatabaseUnavailable } from '../database.ts'
import { openDatabase } from '../open-database.ts'

/** Limits the file to its current size plus some pages. */
const boundTo = (database: Database, morePages: number): Promise<void> =>
  database.transaction(async (queries) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(queries)
    await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + morePages))}`.execute(queries)
  })

describe('an SQLite file on a full disk', () => {
  let folder = ''
  let database: Database
  let user_id = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-full-'))
    database = await openDatabase(`sqlite:${join(folder, 'netbox.sqlite')}`)
    user_id = await addUser(database)
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const writeRun = (size: number): Promise<string> =>
    database.transaction(async (queries) => {
      const id = newId()
      const rest = { tool: 'a', seed: 's', scenario: 'random', at: '', severity: 'pass', sentence: '', created_at: 0 }
      await queries
        .insertInto('runs')
        .values({ id, user_id, input: 'x'.repeat(size), ...rest })
        .execute()
      return id
    })
  const idsOfRuns = async (): Promise<string[]> =>
    (await database.queries.selectFrom('runs').select('id').execute()).map(({ id }) => id)

  it('refuses writes as unavailable, continues to read, and recovers', async () => {
    await boundTo(database, 20)
    const { values, errors } = await settle(50, () => writeRun(10_000))
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
    const message = `SQLite: the disk is full (${join(folder, 'netbox.sqlite')}). Free some space`
    expect(errors).toContainEqual(expect.objectContaining({ message }))
    expect((await idsOfRuns()).toSorted()).toEqual(values.toSorted())

    await boundTo(database, 10_000)
    const after = await writeRun(10_000)
    expect(await idsOfRuns()).toContain(after)
  })

  it('refuses the transaction that does not fit, not the others of its group', async () => {
    await boundTo(database, 20)
    const sizes = [100, 100, 1_000_000, 100]
    const { values, errors } = await settle(sizes.length, (index) => writeRun(sizes[index] ?? 0))
    expect(errors).toEqual([expect.any(DatabaseUnavailable)])
    expect((await idsOfRuns()).toSorted()).toEqual(values.toSorted())
    expect(values).toHaveLength(3)
  })
})
