import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { administer, type Mariadb, startMariadb } from '../../../test/support/mariadb.ts'
import { settle } from '../../../test/support/settle.ts'
import { type Database, DatabaseUnavailable } from '../database.ts'
import { openDatabase } from '../open-database.ts'

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

// The guaranteed time is five seconds, but a busy machine may need longer.
const TIMEOUT = 30_000

// A separate server, because the shared ones must not stop.
describe.runIf(inject('mariadbPort') !== null)('a MariaDB server that stops', () => {
  let server: Mariadb
  let database: Database
  beforeAll(async () => {
    server = await startMariadb()
    await administer(server.port, 'create database netbox')
    database = await openDatabase(server.url('netbox'))
  })
  afterAll(() => server.stop())

  const read = () => database.queries.selectFrom('service_controls').select('id').execute()
  const write = (minute: number) =>
    database.transaction(async (queries) => {
      await queries.insertInto('heartbeats').values({ minute }).execute()
    })

  const untilWell = async (minute: number): Promise<void> => {
    const works = (): Promise<boolean> =>
      write(minute).then(
        () => true,
        () => false,
      )
    while (!(await works())) await wait(50)
  }

  it('is unavailable soon after it freezes, and available soon after it resumes', async () => {
    await settle(20, () => read())
    await server.freeze()
    // The first round finds connections that were open, the second has to open new ones.
    for (let round = 0; round < 2; round += 1) {
      const start = performance.now()
      const { values, errors } = await settle(60, (index): Promise<unknown> =>
        index % 2 === 0 ? read() : write(index),
      )
      expect(values).toEqual([])
      expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
      expect(performance.now() - start).toBeLessThan(TIMEOUT)
    }
    expect(await timed(() => expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable))).toBeLessThan(TIMEOUT)

    server.thaw()
    const well = await timed(() => untilWell(1_000_000))
    expect(well).toBeLessThan(TIMEOUT)
    expect((await settle(60, () => read())).errors).toEqual([])
  })

  it('has every acknowledged row after a kill under load, and soon serves again', async () => {
    const acknowledged: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const killed = new AbortController()
      const first = 2_000_000 + round * 100_000
      const lanes = settle(8, async (lane) => {
        for (let minute = first + lane; !killed.signal.aborted; minute += 8) {
          await write(minute)
          acknowledged.push(minute)
        }
      })
      const enough = acknowledged.length + 20 + 10 * round
      await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(enough)
      const restarted = server.restart()
      killed.abort()
      const { errors } = await lanes
      expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
      await restarted
      expect(await timed(() => untilWell(first + 99_999))).toBeLessThan(TIMEOUT)
    }
    const rows = await database.queries.selectFrom('heartbeats').select('minute').execute()
    const kept = new Set(rows.map(({ minute }) => minute))
    expect(acknowledged.filter((minute) => !kept.has(minute))).toEqual([])
  })

  it('is unavailable at once after it is gone, even for new connections', async () => {
    const url = server.url('netbox')
    await server.stop()
    expect(await timed(() => expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable))).toBeLessThan(TIMEOUT)
    await expect(write(5)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(openDatabase(url)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await database.close()
  })
})
