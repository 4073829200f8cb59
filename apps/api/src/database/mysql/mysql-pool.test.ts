import { describe, expect, inject, it } from 'vitest'
import { createMysqlPool } from './mysql-pool.ts'
import { parseMysqlUrl } from './mysql-url.ts'

const port = inject('mariadbPort')

/** Reads `wsrep_sync_wait` on a new connection of a pool. */
const waitsFor = async (isCluster: boolean): Promise<unknown> => {
  const address = parseMysqlUrl(`mysql://netbox:netbox@127.0.0.1:${port}/mysql?pool=1`)
  const pool = createMysqlPool(address, isCluster)
  try {
    const connection = await pool.acquire()
    const [rows] = await connection.promise().query('select @@session.wsrep_sync_wait as waits')
    connection.release()
    return rows
  } finally {
    await pool.close()
  }
}

describe.runIf(port !== null)('a connection (mysql)', () => {
  it('waits for the commits of other cluster nodes before it reads, changes or inserts', async () => {
    expect(await waitsFor(true)).toEqual([{ waits: 7 }])
  })

  it('leaves a standalone server’s settings unchanged', async () => {
    expect(await waitsFor(false)).toEqual([{ waits: 0 }])
  })
})
