import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outputOf, startChild } from '../../../test/support/child.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netbox-durability-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Lets a process write, kills it after it has acknowledged some rows, and returns the numbers of these rows. */
const writeAndKill = async (url: string, first: number, rows: number): Promise<number[]> => {
  const child = startChild('write-rows.ts', [url, String(first)])
  const acknowledged: number[] = []
  for await (const line of child.lines) {
    if (line !== 'open') acknowledged.push(Number(line))
    if (acknowledged.length >= rows) child.process.kill('SIGKILL')
  }
  await child.ended
  // The kill may have cut the last line, which then shows a wrong number.
  return acknowledged.slice(0, -1)
}

describe('a process that writes to SQLite', () => {
  it('loses no acknowledged row over 20 kills', { timeout: 300_000 }, async () => {
    const path = join(folder, 'netbox.sqlite')
    let acknowledged = 0
    for (let round = 0; round < 20; round += 1) {
      const minutes = await writeAndKill(`sqlite:${path}`, round * 1_000_000, 1 + round * 10)
      const database = new DatabaseSync(path)
      const kept = database.prepare('select minute from heartbeats where minute >= ?').all(round * 1_000_000)
      const keptMinutes = new Set(kept.map((row) => row['minute']))
      expect(minutes.filter((minute) => !keptMinutes.has(minute))).toEqual([])
      expect(database.prepare('pragma integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }])
      database.close()
      acknowledged += minutes.length
    }
    expect(acknowledged).toBeGreaterThan(1000)
  })

  const strace = spawnSync('strace', ['-c', 'true']).status === 0
  if (!strace) console.warn('\n  strace does not work here: THE COUNT OF FSYNCS IS SKIPPED.\n')

  const countSyncs = async (times: number, lanes: number): Promise<number> => {
    const log = join(folder, 'strace.log')
    const under = ['strace', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', log]
    const lines = await outputOf(
      startChild(
        'write-rows.ts',
        [`sqlite:${join(folder, 'netbox.sqlite')}`, '0', String(times), String(lanes)],
        under,
      ),
    )
    expect(lines).toHaveLength(times + 1)
    return (await readFile(log, 'utf8')).split('\n').filter((line) => /f(data)?sync\(/.test(line)).length
  }

  it.runIf(strace)('syncs the file for each row when they arrive one by one', async () => {
    expect(await countSyncs(200, 1)).toBeGreaterThanOrEqual(200)
  })

  it.runIf(strace)('syncs the file for each group of rows when they arrive together', async () => {
    const syncs = await countSyncs(1000, 100)
    expect(syncs).toBeGreaterThanOrEqual(10)
    expect(syncs).toBeLessThan(100)
  })
})
