import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileLock } from './file-lock.ts'

describe('a lock of processes', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
    path = join(folder, 'account', 'lock')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('lets one piece of work go on at a time, and leaves nothing behind', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      inside++
      most = Math.max(most, inside)
      await turn()
      inside--
    }
    // A lock of its own for each, as processes have.
    await Promise.all(Array.from({ length: 12 }, async () => fileLock(path)(work)))
    expect(most).toBe(1)
    expect(existsSync(path)).toBe(false)
  })

  it('is given up when the work fails', async () => {
    await expect(
      fileLock(path)(async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(existsSync(path)).toBe(false)
  })

  it.each([
    ['a process that is no more', '4194999', 0],
    ['nobody any more: it is older than any work', String(process.pid), 61_000],
  ])('that belongs to %s is taken away', async (_whose, pid, age) => {
    await fileLock(path)(async () => undefined)
    writeFileSync(path, pid)
    const then = new Date(Date.now() - age)
    utimesSync(path, then, then)
    expect(await fileLock(path)(async () => 'done')).toBe('done')
  })

  it('that can not be made stops the work: what it would change could not be kept', async () => {
    writeFileSync(join(folder, 'file'), '')
    let isDone = false
    const work = async (): Promise<void> => {
      isDone = true
    }
    await expect(fileLock(join(folder, 'file', 'lock'))(work)).rejects.toThrow("can't be written")
    expect(isDone).toBe(false)
  })
})
