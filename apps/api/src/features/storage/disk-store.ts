import { createReadStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@netbox/core'
import { newId } from '../../random.ts'
import { asRefusal, createDrafts, hasCode, inFolder, namesIn, removeOld } from './drafts.ts'
import type { ObjectStore } from './object-store.ts'
import { StorageError } from './storage-error.ts'

const BATCH = 500
const READ_AT_ONCE = 256 * 1024

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Creates the store of a folder. Several processes may share it. */
export const createDiskStore = (folder: string, clock: Pick<Clock, 'now'>): ObjectStore => {
  const drafts = createDrafts(join(folder, 'tmp'), clock, true)
  const objects = join(folder, 'objects')
  const folderOf = (version: string): string => join(objects, version.slice(-2))
  const pathOf = (version: string): string => join(folderOf(version), version)

  return {
    write: (content, limit) =>
      drafts.write(content, limit, async (draft, { version }) => {
        await inFolder(folderOf(version), () => rename(draft, pathOf(version)))
        await syncFolder(folderOf(version))
      }),

    copy: async (version) => {
      const copied = newId()
      await inFolder(folderOf(copied), () => link(pathOf(version), pathOf(copied))).catch((error: unknown) => {
        throw hasCode(error, 'ENOENT') ? new StorageError('NoSuchKey') : asRefusal(error)
      })
      await syncFolder(folderOf(copied))
      return copied
    },

    open: (version, range) =>
      new Promise((resolve, reject) => {
        const length = range === undefined ? READ_AT_ONCE : range.end - range.start + 1
        const content = createReadStream(pathOf(version), { ...range, highWaterMark: Math.min(length, READ_AT_ONCE) })
        content.once('open', () => resolve(content))
        content.once('error', (error) => (hasCode(error, 'ENOENT') ? resolve(undefined) : reject(error)))
      }),

    remove: (version) => rm(pathOf(version), { force: true }),

    sweep: async (referenced, signal) => {
      await drafts.sweep()
      for (const part of await namesIn(objects)) {
        const names = await namesIn(join(objects, part))
        for (let start = 0; start < names.length && !signal.aborted; start += BATCH) {
          const some = names.slice(start, start + BATCH)
          const kept = await referenced(some)
          for (const name of some) if (!kept.has(name)) await removeOld(join(objects, part, name), clock.now())
        }
      }
    },
  }
}
