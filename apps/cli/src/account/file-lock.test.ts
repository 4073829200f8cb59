import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileURLToPath } from 'node:url'
import { fileLock } from './file-lock.ts'

const program = fileURLToPath(new URL('../../test/support/hold-lock.ts', import.meta.url))

// No process has this id.
const NOBODY = 4_194_999

describe('a lock of processes', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
    path = join(folder, 'account', 'lock')
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true, force: true })
  })

  it('runs one piece of work at a time, and leaves nothing behind', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      inside++
      most = Math.max(most, inside)
      await turn()
      inside--
    }
    // Each call has its own lock object, as in separate processes.
    await Promise.all(Array.from({ length: 12 }, async () => fileLock(path)(work)))
    expect(most).toBe(1)
    expect(existsSync(path)).toBe(false)
  })

  it('is released when the work fails', async () => {
    await expect(
      fileLock(path)(async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(existsSync(path)).toBe(false)
  })

  const leaveLock = async (content: string, age = 0): Promise<void> => {
    await fileLock(path)(async () => undefined)
    writeFileSync(path, content)
    const then = new Date(Date.now() - age)
    utimesSync(path, then, then)
  }

  it.each([
    ['a process that no longer runs', `${NOBODY} token`, 0],
    ['a process that was killed before it wrote its number', '', 6000],
  ])('deletes the lock of %s', async (_whose, content, age) => {
    await leaveLock(content, age)
    expect(await fileLock(path)(async () => 'done')).toBe('done')
    expect(readdirSync(dirname(path))).toEqual([])
  })

  it('deletes the lock of a process that no longer runs, even after another process was killed while it did so', async () => {
    await leaveLock(`${NOBODY} token`)
    writeFileSync(`${path}.token`, `${NOBODY} other`)
    expect(await fileLock(path)(async () => 'done')).toBe('done')
    expect(readdirSync(dirname(path))).toEqual([])
  })

  it('does not delete a lock that another process took in the meantime', async () => {
    const others = `${process.pid} other`
    await fileLock(path)(async () => writeFileSync(path, others))
    expect(readFileSync(path, 'utf8')).toBe(others)
  })

  it('is never taken from a running process, however old it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await leaveLock(`${process.pid} other`, 3_600_000)
    const work = fileLock(path)(async () => readFileSync(path, 'utf8'))
    // After the lock's timeout, the work runs without the lock, which stays unchanged.
    vi.setSystemTime(Date.now() + 30_000)
    expect(await work).toBe(`${process.pid} other`)
    expect(existsSync(path)).toBe(true)
  })

  it('lets one of three processes in at a time, even when one of them is killed inside', async () => {
    await fileLock(path)(async () => undefined)
    const log = join(folder, 'log')
    writeFileSync(log, '')
    const start = (times: number, milliseconds: number): ChildProcess =>
      spawn(process.execPath, [program, path, log, String(times), String(milliseconds)], { stdio: 'inherit' })
    const victim = start(1, 60_000)
    const ended = once(victim, 'exit')
    await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 45_000 }).toContain('enter')
    const others = [start(20, 1), start(20, 1)]
    const allEnded = Promise.all(others.map(async (child) => once(child, 'exit')))
    victim.kill('SIGKILL')
    await ended
    expect((await allEnded).map(([code]: unknown[]) => code)).toEqual([0, 0])
    const [first, ...lines] = readFileSync(log, 'utf8').trim().split('\n')
    expect(first).toBe(`enter ${victim.pid}`)
    expect(lines).toHaveLength(80)
    // Each process releases the lock before the next one takes it.
    const pairs = lines.flatMap((line, at) => (at % 2 === 0 ? [[line, lines[at + 1]]] : []))
    expect(pairs.filter(([enter, leave]) => leave !== enter?.replace('enter', 'leave'))).toEqual([])
    expect(readdirSync(dirname(path))).toEqual([])
  })

  it('that can’t be created stops the work, whose changes could not be saved', async () => {
    writeFileSync(join(folder, 'file'), '')
    let isDone = false
    const work = async (): Promise<void> => {
      isDone = true
    }
    await expect(fileLock(join(folder, 'file', 'lock'))(work)).rejects.toThrow("can't be written")
    expect(isDone).toBe(false)
  })
})
