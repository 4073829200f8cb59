import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '@netbox/contract'
import { unwritable } from '../messages.ts'
import { makePrivateFolder } from './private-file.ts'
import { isSystemError } from '../system-error.ts'

/** How long a lock is waited for, in milliseconds. */
const PATIENCE = 20_000
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 200
// Nobody holds a lock for as long as that: it was left by a process whose number another one has now.
const ABANDONED = 60_000
// Taking a lock away happens between two system calls.
const TAKING = 5000

const create = (path: string): boolean => {
  try {
    const descriptor = openSync(path, 'wx', 0o600)
    writeSync(descriptor, String(process.pid))
    closeSync(descriptor)
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw error
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is a process too.
    return isSystemError(error, 'EPERM')
  }
}

const isLeft = (path: string, limit: number): boolean => {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    const age = Date.now() - statSync(path).mtimeMs
    if (age > limit) return true
    // Between its creation and its first bytes a lock names nobody yet.
    return Number.isInteger(pid) && pid > 0 && !isAlive(pid)
  } catch {
    return false
  }
}

/** Takes away a lock that a killed process left. One process at a time does so, and looks again before it does. */
const takeAway = (path: string): void => {
  const guard = `${path}.taking`
  if (isLeft(guard, TAKING)) rmSync(guard, { force: true })
  if (!create(guard)) return
  try {
    if (isLeft(path, ABANDONED)) rmSync(path, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

const acquire = async (path: string): Promise<boolean> => {
  const end = Date.now() + PATIENCE
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    if (create(path)) return true
    if (isLeft(path, ABANDONED)) takeAway(path)
    else if (Date.now() >= end) return false
    else await wait(pause)
  }
}

/**
 * Makes a lock that processes share: a file that one of them creates. One that is killed leaves a file whose process no longer
 * is, and that is taken away. Where none is given up in time, the work is done without it: it looks again at what it changes, and
 * at worst a session ends sooner. Throws a `CommandError` where no file can be made: what the work changes could not be kept.
 */
export const fileLock =
  (path: string): Lock =>
  async (work) => {
    const isHeld = await prepare(path)
    try {
      return await work()
    } finally {
      if (isHeld) rmSync(path, { force: true })
    }
  }

const prepare = async (path: string): Promise<boolean> => {
  try {
    makePrivateFolder(dirname(path))
    return await acquire(path)
  } catch (error) {
    throw unwritable(path, error)
  }
}
