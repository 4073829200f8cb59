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

// A server of its own: the others' must not stop.
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

  it('is unavailable within 5 s while it is frozen, and well within 5 s after', async () => {
    await settle(20, () => read())
    process.kill(server.pid, 'SIGSTOP')
    // The first meet connections that were good, the second have to make new ones.
    for (let round = 0; round < 2; round += 1) {
      const start = performance.now()
      const { values, errors } = await settle(60, (index): Promise<unknown> =>
        index % 2 === 0 ? read() : write(index),
      )
      expect(values).toEqual([])
      expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
      expect(performance.now() - start).toBeLessThan(5000)
    }
    expect(await timed(() => expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable))).toBeLessThan(2500)

    process.kill(server.pid, 'SIGCONT')
    const well = await timed(async () => {
      while (
        await write(1_000_000 + Math.round(performance.now())).then(
          () => false,
          () => true,
        )
      )
        await wait(50)
    })
    expect(well).toBeLessThan(5000)
    expect((await settle(60, () => read())).errors).toEqual([])
  })

  it('is unavailable at once when it is gone, also to whoever starts', async () => {
    const url = server.url('netbox')
    await server.stop()
    expect(await timed(() => expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable))).toBeLessThan(2500)
    await expect(write(5)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(openDatabase(url)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await database.close()
  })
})
