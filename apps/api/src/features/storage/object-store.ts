import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '@netbox/core'
import { newId } from '../../random.ts'
import { StorageError } from './storage-error.ts'

/** The bytes of a file, as they come. */
export type Content = AsyncIterable<Uint8Array>

/** A file that is stored and on disk, though nothing may refer to it yet. */
export interface StoredFile {
  /** Names the file. */
  readonly version: string
  readonly size: number
  /** SHA-256, in quotes. */
  readonly etag: string
}

/** Keeps files, each under its own name that says nothing. */
export interface ObjectStore {
  /** Writes a stream to the disk. Throws `EntityTooLarge`; an incomplete file is removed. */
  write(content: Content, limit: number): Promise<StoredFile>
  /** Makes a second name for a file. */
  copy(version: string): Promise<string>
  /** Removes a file; one that is gone already is as good. */
  remove(version: string): Promise<void>
  pathOf(version: string): string
  /** Removes files that are older than an hour and that nothing refers to. */
  sweep(referenced: (versions: readonly string[]) => Promise<ReadonlySet<string>>, signal: AbortSignal): Promise<void>
}

const HOUR = 60 * 60_000
const BATCH = 500
const PRIVATE = 0o700

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Words a failure for the client: a full disk, or a source that broke off. Other failures of the disk are ours. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof StorageError) return error
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return new StorageError('ServiceUnavailable', 'The storage is full. Nothing was changed.', {
      retryAfter: 60,
      cause: error,
    })
  const isOurs = error instanceof Error && 'syscall' in error
  return isOurs ? error : new StorageError('InvalidRequest', 'The upload broke off', { cause: error })
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
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

/** Makes the store of a folder. Several processes may share it. */
export const createObjectStore = (folder: string, clock: Pick<Clock, 'now'>): ObjectStore => {
  const drafts = join(folder, 'tmp')
  const objects = join(folder, 'objects')
  const folderOf = (version: string): string => join(objects, version.slice(-2))
  const pathOf = (version: string): string => join(folderOf(version), version)
  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: PRIVATE })

  const removeOld = async (path: string): Promise<void> => {
    // The latest change may be the name: a link keeps the time of its content.
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.ctimeMs < clock.now() - HOUR) await rm(path, { force: true })
  }

  const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => [])

  return {
    pathOf,

    write: async (content, limit) => {
      const version = newId()
      const draft = join(drafts, version)
      const { stream, result } = measuring(limit)
      try {
        await makeFolder(drafts)
        await makeFolder(folderOf(version))
        // With `flush` the content is on the disk before the file is closed.
        await pipeline(content, stream, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, pathOf(version))
        await syncFolder(folderOf(version))
        return { version, ...result() }
      } catch (error) {
        await rm(draft, { force: true })
        throw asRefusal(error)
      }
    },

    copy: async (version) => {
      const copied = newId()
      await makeFolder(folderOf(copied))
      await link(pathOf(version), pathOf(copied)).catch((error: unknown) => {
        throw hasCode(error, 'ENOENT') ? new StorageError('NoSuchKey') : asRefusal(error)
      })
      await syncFolder(folderOf(copied))
      return copied
    },

    remove: (version) => rm(pathOf(version), { force: true }),

    sweep: async (referenced, signal) => {
      for (const name of await namesIn(drafts)) await removeOld(join(drafts, name))
      for (const part of await namesIn(objects)) {
        const names = await namesIn(join(objects, part))
        for (let start = 0; start < names.length && !signal.aborted; start += BATCH) {
          const some = names.slice(start, start + BATCH)
          const kept = await referenced(some)
          for (const name of some) if (!kept.has(name)) await removeOld(join(objects, part, name))
        }
      }
    },
  }
}
