import { setImmediate as nextTurn } from 'node:timers/promises'
import { once } from 'node:events'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settle } from '../../../test/support/settle.ts'
import { type Database, DatabaseUnavailable } from '../database.ts'
import { openSqlite } from './open-sqlite.ts'

describe('an SQLite database', () => {
  let folder = ''
  let path = ''
  let database: Database
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-open-sqlite-'))
    path = join(folder, 'below', 'netbox.sqlite')
    database = await openSqlite(path)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const beat = (minute: number) =>
    database.transaction(async (queries) => {
      await queries.insertInto('heartbeats').values({ minute }).execute()
    })

  it('protects the file and its log from other users of the machine', async () => {
    await beat(1)
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect((await stat(file)).mode & 0o777, file).toBe(0o600)
  })

  it('uses a write-ahead log, leaves syncing to us and enforces foreign keys', async () => {
    const [mode, synchronous, keys] = await database.transaction(async (queries) => [
      (await sql`pragma journal_mode`.execute(queries)).rows,
      (await sql`pragma synchronous`.execute(queries)).rows,
      (await sql`pragma foreign_keys`.execute(queries)).rows,
    ])
    expect(mode).toMatchObject([{ journal_mode: 'wal' }])
    expect(synchronous).toMatchObject([{ synchronous: 1 }])
    expect(keys).toMatchObject([{ foreign_keys: 1 }])
  })

  it('acknowledges a write when it is on disk, and none after a failed sync', async () => {
    const file = await open(path)
    let fail: (error: Error) => void = () => undefined
    const stuck = new Promise<void>((_resolve, reject) => {
      fail = reject
    })
    const datasync = vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockReturnValueOnce(stuck)
    const settled: string[] = []
    const write = beat(1).then(
      () => settled.push('acknowledged'),
      () => settled.push('refused'),
    )
    await expect.poll(() => datasync.mock.calls.length).toBe(1)
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    expect(settled).toEqual([])
    fail(new Error('EIO'))
    await write
    expect(settled).toEqual(['refused'])
    await expect(beat(2)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await file.close()
  })

  it('rolls back a transaction that does not end, and lets the others continue', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stuck = new AbortController()
    const tries: Promise<unknown>[] = []
    const endless = database.transaction(async (queries) => {
      await queries.insertInto('heartbeats').values({ minute: 1 }).execute()
      const insertLater = () => queries.insertInto('heartbeats').values({ minute: 2 }).execute()
      tries.push(once(stuck.signal, 'abort').then(() => settle(1, insertLater)))
      await Promise.all(tries)
    })
    const outcomes = Promise.allSettled([endless, beat(3)])
    while (vi.getTimerCount() === 0) await nextTurn()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { name: 'DatabaseUnavailable' } },
      { status: 'fulfilled' },
    ])
    stuck.abort()
    expect(await Promise.all(tries)).toMatchObject([{ errors: [{ name: 'DatabaseUnavailable' }] }])
    const rows = await database.queries.selectFrom('heartbeats').select('minute').execute()
    expect(rows).toMatchObject([{ minute: 3 }])
  })

  it('is unavailable to writers while another process holds the lock for long, and readable meanwhile', async () => {
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    vi.useFakeTimers({ toFake: ['performance'] })
    let isRefused = false
    const refused = settle(1, () => beat(1)).finally(() => {
      isRefused = true
    })
    expect(await database.queries.selectFrom('service_controls').select('id').execute()).toHaveLength(5)
    const isLater = () => {
      vi.advanceTimersByTime(1000)
      return isRefused
    }
    await expect.poll(isLater).toBe(true)
    expect(await refused).toMatchObject({ errors: [{ name: 'DatabaseUnavailable' }] })
    other.exec('commit')
    other.close()
    await beat(1)
  })

  it('reports that a start waits for a lock, and gives up eventually', async () => {
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    vi.useFakeTimers({ toFake: ['performance'] })
    const warn = vi.fn<(fields: object, message: string) => void>()
    const starting = settle(1, () => openSqlite(path, { log: { info: () => undefined, warn } }))
    const isWarned = () => {
      vi.advanceTimersByTime(100)
      return warn.mock.calls.length
    }
    await expect.poll(isWarned).toBe(1)
    expect(warn).toHaveBeenCalledWith({ path }, expect.stringContaining('Another process holds the lock'))
    vi.advanceTimersByTime(60_000)
    expect(await starting).toMatchObject({ errors: [{ name: 'DatabaseUnavailable' }] })
    expect(warn).toHaveBeenCalledTimes(1)
    other.close()
  })

  it('accepts single writes and transactions at the same time', async () => {
    const alone = (minute: number) => database.writer.insertInto('heartbeats').values({ minute }).execute()
    const { errors } = await settle(100, (index): Promise<unknown> => (index % 2 === 0 ? beat(index) : alone(index)))
    expect(errors).toEqual([])
    expect(await database.queries.selectFrom('heartbeats').selectAll().execute()).toHaveLength(100)
  })

  it('refuses a write on the connection that reads', async () => {
    const write = sql`insert into heartbeats (minute) values (${1})`.execute(database.queries)
    await expect(write).rejects.toThrow(/the file is read-only/)
  })

  it('keeps savepoint data in memory: a transaction creates no file', async () => {
    const rows = await database.transaction(async (queries) => (await sql`pragma temp_store`.execute(queries)).rows)
    expect(rows).toEqual([{ temp_store: 2 }])
  })

  it('refuses the query builder’s own transaction, which would bypass the queue', async () => {
    await expect(database.writer.transaction().execute(async () => {})).rejects.toThrow(/transaction of Database/)
  })

  it('is unavailable once it is closed, and can be closed twice', async () => {
    await database.close()
    await database.close()
    await expect(beat(1)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it('is unavailable if the file can’t be opened', async () => {
    await expect(openSqlite(folder)).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})
