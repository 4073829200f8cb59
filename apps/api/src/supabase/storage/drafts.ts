import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@netbox/core'
import { newId } from '../../random.ts'
import { hasCode } from '../../system-errors.ts'
import { makeFolder } from '../../make-folder.ts'
import type { Content, StoredFile } from './object-store.ts'
import { Refusal } from '../../refusal.ts'

/** The age after which a draft counts as abandoned, in milliseconds. */
const ABANDONED = 60 * 60_000

/** Runs work in a folder, which is created if it is missing. */
export const inFolder = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    makeFolder(path, 0o700)
    return work()
  }
}

/** Lists the names in a folder; none if it is missing or a file. A folder that can't be read is an error, because it may have files. */
export const namesIn = (path: string): Promise<string[]> =>
  readdir(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  })

/**
 * Returns the time of the last change of a file's content or name (a new link changes `ctime`, but not `mtime`); undefined if the file is
 * gone.
 */
export const changeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ ctimeMs }) => ctimeMs,
    () => undefined,
  )

/** Converts a failure for the client: a full disk, or an interrupted source. Other failures stay unchanged. */
export const asRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal) return error
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return new Refusal('busy', {
      message: 'The storage is full. Nothing was changed.',
      retryAfter: 60,
      cause: error,
    })
  const isOurs = error instanceof Error && 'syscall' in error
  return isOurs ? error : new Refusal('InvalidRequest', { message: 'The upload was interrupted', cause: error })
}

/**
 * Writes a stream to an open file and returns its size. Writes each chunk directly: collecting chunks would cost more in garbage collection
 * than it saves.
 */
const writeTo = async (file: FileHandle, content: Content, limit: number): Promise<number> => {
  let size = 0
  async function* measured() {
    for await (const chunk of content) {
      size += chunk.length
      if (size > limit) throw new Refusal('EntityTooLarge')
      yield chunk
    }
  }
  await file.writeFile(measured())
  return size
}

/** Creates the store of uploads in a folder while they arrive. With `flush`, a draft is on disk before it is kept. */
export const createDrafts = (folder: string, clock: Pick<Clock, 'now'>, flush: boolean) => ({
  /** Writes a stream to a file and passes it to `keep`, which moves or removes it. A failure removes the file. */
  write: async (
    content: Content,
    limit: number,
    keep: (path: string, file: StoredFile) => Promise<void>,
  ): Promise<StoredFile> => {
    const version = newId()
    const draft = join(folder, version)
    try {
      const target = await inFolder(folder, () => open(draft, 'wx', 0o600))
      let file: StoredFile
      try {
        file = { version, size: await writeTo(target, content, limit) }
        if (flush) await target.sync()
      } finally {
        await target.close()
      }
      await keep(draft, file)
      return file
    } catch (error) {
      await rm(draft, { force: true })
      throw asRefusal(error)
    }
  },
  /** Removes drafts that a crash left behind. */
  removeAbandoned: async (): Promise<void> => {
    for (const name of await namesIn(folder)) {
      const path = join(folder, name)
      if (((await changeOf(path)) ?? Infinity) < clock.now() - ABANDONED) await rm(path, { force: true })
    }
  },
})
