import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../database.ts'
import { openCommitLog } from './commit-log.ts'

describe('the log of an SQLite file', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-log-'))
    await writeFile(join(folder, 'a.sqlite-wal'), '')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('syncs as often as requested', async () => {
    const log = await openCommitLog(join(folder, 'a.sqlite'))
    await log.sync()
    await log.sync()
    expect(log.isLost()).toBe(false)
    await log.close()
  })

  it('acknowledges nothing after a failed sync', async () => {
    const log = await openCommitLog(join(folder, 'a.sqlite'))
    // A closed file can't be synced, which simulates a broken disk on any machine.
    await log.close()
    await expect(log.sync()).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(log.isLost()).toBe(true)
    await expect(log.sync()).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it('trusts no later sync, because the kernel may have dropped unwritten data', async () => {
    const path = join(folder, 'a.sqlite')
    const file = await open(`${path}-wal`)
    const datasync = vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockRejectedValueOnce(new Error('EIO'))
    const log = await openCommitLog(path)
    await expect(log.sync()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(log.sync()).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(datasync).toHaveBeenCalledTimes(1)
    await log.close()
    await file.close()
  })

  it('reports a missing log', async () => {
    await expect(openCommitLog(join(folder, 'b.sqlite'))).rejects.toThrow(/ENOENT/)
  })
})
