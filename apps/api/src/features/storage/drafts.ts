import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '@netbox/core'
import { newId } from '../../random.ts'
import type { Content, StoredFile } from './object-store.ts'
import { StorageError } from './storage-error.ts'

/** How long a file without a row is kept, in milliseconds. */
export const ORPHAN_AGE = 60 * 60_000

/** Creates a folder that only the service may read, with its parents. */
const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Runs work in a folder, which is created if it is missing. */
export const inFolder = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await makeFolder(path)
    return work()
  }
}

/** Lists the names in a folder; none if the folder is missing. */
export const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => [])

/** Returns whether a file system error has one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Removes a file whose content and name are older than an hour. */
export const removeOld = async (path: string, now: number): Promise<void> => {
  // The latest change may be the name, because a link keeps the time of its content.
  const found = await stat(path).catch(() => undefined)
  if (found !== undefined && found.ctimeMs < now - ORPHAN_AGE) await rm(path, { force: true })
}

/** Converts a failure for the client: a full disk, or an interrupted source. Other failures stay unchanged. */
export const asRefusal = (error: unknown): unknown => {
  if (error instanceof StorageError) return error
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return new StorageError('ServiceUnavailable', 'The storage is full. Nothing was changed.', {
      retryAfter: 60,
      cause: error,
    })
  const isOurs = error instanceof Error && 'syscall' in error
  return isOurs ? error : new StorageError('InvalidRequest', 'The upload broke off', { cause: error })
}

const measuring = (limit: number) => {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > limit) return done(new StorageError('EntityTooLarge'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, etag: `"${hash.digest('hex')}"` }) }
}

/** Stores uploads on disk while they arrive. */
export interface Drafts {
  /** Writes a stream to a file and passes it to `keep`, which moves or removes it. A failure removes the file. */
  write(content: Content, limit: number, keep: (path: string, file: StoredFile) => Promise<void>): Promise<StoredFile>
  /** Removes drafts that a crash left behind. */
  sweep(): Promise<void>
}

/** Creates the drafts of a folder. With `flush`, a draft is on disk before it is kept. */
export const createDrafts = (folder: string, clock: Pick<Clock, 'now'>, flush: boolean): Drafts => ({
  write: async (content, limit, keep) => {
    const version = newId()
    const draft = join(folder, version)
    const { stream, result } = measuring(limit)
    try {
      const target = await inFolder(folder, () => open(draft, 'wx', 0o600))
      await pipeline(content, stream, target.createWriteStream({ flush }))
      const file = { version, ...result() }
      await keep(draft, file)
      return file
    } catch (error) {
      await rm(draft, { force: true })
      throw asRefusal(error)
    }
  },
  sweep: async () => {
    for (const name of await namesIn(folder)) await removeOld(join(folder, name), clock.now())
  },
})
