import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '@netbox/contract'
import { unwritable } from '../texts/messages.ts'
import { isSystemError } from '../state/files.ts'
import { makePrivateFolder } from '../state/private-file.ts'

/** The timeout for a lock, in milliseconds. */
const PATIENCE = 20_000
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 200
// A process writes its id and token right after it creates the file. If they are missing after this time, it was killed in between.
const UNSIGNED = 5000

/** Returns the content for a new lock file: the id of this process and a unique token. */
const sign = (): string => `${process.pid} ${randomUUID()}`

const create = (path: string, content: string): boolean => {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw error
  }
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return isSystemError(error, 'EPERM')
  }
}

const isAbandoned = (path: string, content: string): boolean => {
  const pid = Number.parseInt(content, 10)
  if (pid > 0) return !isAlive(pid)
  try {
    return Date.now() - statSync(path).mtimeMs > UNSIGNED
  } catch {
    return false
  }
}

/** Deletes a lock file if it still has its owner's content, so that no process deletes the lock of another. */
const release = (path: string, content: string): void => {
  if (read(path) === content) rmSync(path, { force: true })
}

/**
 * Deletes the lock file of a process that no longer runs. Only one process may do so: the one that creates a second lock file, named
 * after the token of the first. If that second lock was abandoned too, it is removed in the same way.
 */
const removeAbandoned = (path: string): void => {
  const content = read(path)
  if (content === undefined || !isAbandoned(path, content)) return
  const guard = `${path}.${content.split(' ')[1] ?? 'unsigned'}`
  const own = sign()
  if (!create(guard, own)) return removeAbandoned(guard)
  release(path, content)
  release(guard, own)
}

/** Creates the lock file and returns its content. Returns undefined if the lock was not free in time. */
const acquire = async (path: string): Promise<string | undefined> => {
  const content = sign()
  const end = Date.now() + PATIENCE
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    if (create(path, content)) return content
    removeAbandoned(path)
    if (create(path, content)) return content
    if (Date.now() >= end) return undefined
    await wait(pause)
  }
}

const prepare = async (path: string): Promise<string | undefined> => {
  try {
    makePrivateFolder(dirname(path))
    return await acquire(path)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/**
 * Returns a lock that several processes share: a file that one of them creates. The lock of a running process is never removed; that of a
 * killed process is deleted. If the lock is not available within 20 seconds, the work runs without it. This is safe enough, because the
 * work reads its data again before a change: at worst, a session ends early. Throws a `CommandError` if the lock file can't be created,
 * because then the work could not save its change either.
 */
export const fileLock =
  (path: string): Lock =>
  async (work) => {
    const content = await prepare(path)
    try {
      return await work()
    } finally {
      if (content !== undefined) release(path, content)
    }
  }
