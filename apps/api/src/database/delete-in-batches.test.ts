import type { KyselyPlugin } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Database } from './database.ts'
import { deleteOutdated, repeatUntilNone } from './delete-in-batches.ts'

const NOW = 1_000_000

describe('repeatUntilNone', () => {
  it('lets other work run in between, and ends when it is aborted', async () => {
    const stopping = new AbortController()
    let rounds = 0
    const others = new Promise<void>((resolve) =>
      setImmediate(() => {
        stopping.abort()
        resolve()
      }),
    )
    await repeatUntilNone(async () => {
      rounds += 1
      return 1
    }, stopping.signal)
    await others
    expect(rounds).toBeLessThanOrEqual(2)
  })
})

describeOnEveryEngine('expired rows', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    await database.writer.deleteFrom('rate_limits').execute()
  })

  const fill = async (count: number, expiresAt: (index: number) => number) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      key: `k${index}`,
      points: 1,
      expires_at: expiresAt(index),
    }))
    for (let at = 0; at < count; at += 500)
      await database.writer
        .insertInto('rate_limits')
        .values(rows.slice(at, at + 500))
        .execute()
  }
  const left = async () => (await database.queries.selectFrom('rate_limits').select('key').execute()).length
  const outdated = { table: 'rate_limits', key: 'key', column: 'expires_at', before: NOW } as const

  /** Returns connections that record the number of rows that each statement deleted. */
  const watched = () => {
    const deleted: number[] = []
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.numAffectedRows !== undefined) deleted.push(Number(result.numAffectedRows))
        return result
      },
    }
    return { deleted, watching: { ...database, writer: database.writer.withPlugin(plugin) } }
  }

  it('are deleted a thousand at a time, even if all expire at once, and other rows stay', async () => {
    await fill(2600, (index) => (index < 2500 ? NOW - 1 : NOW))
    const { deleted, watching } = watched()
    await deleteOutdated(watching, outdated)
    expect(deleted).toEqual([1000, 1000, 500])
    expect(await left()).toBe(100)
  })

  it('may be deleted by two processes at once', async () => {
    await fill(3000, (index) => NOW - 1 - index)
    await Promise.all([deleteOutdated(database, outdated), deleteOutdated(database, outdated)])
    expect(await left()).toBe(0)
  })

  it('stay when the deletion is aborted', async () => {
    await fill(10, () => 0)
    await deleteOutdated(database, outdated, AbortSignal.abort())
    expect(await left()).toBe(10)
  })
})
