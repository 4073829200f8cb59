import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@netbox/core'
import { newId } from '../../random.ts'
import { hasCode } from '../../system-errors.ts'
import { asRefusal, changeOf, createDrafts, inFolder, namesIn } from './drafts.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'
import { Refusal } from '../../refusal.ts'

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

const openOrMissing = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })

/** Reads a file in parts, and closes it. */
async function* readParts(file: FileHandle, { start, end }: ByteRange = { start: 0, end: Infinity }) {
  try {
    for (let at = start; at <= end;) {
      const part = Buffer.allocUnsafeSlow(Math.min(READ_AT_ONCE, end - at + 1))
      const { bytesRead } = await file.read(part, 0, part.length, at)
      if (bytesRead === 0) return
      yield part.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}

const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Creates a store in a folder. Several processes may share it. */
export const createDiskStore = (folder: string, clock: Pick<Clock, 'now'>): ObjectStore => {
  const drafts = createDrafts(join(folder, 'tmp'), clock, true)
  const objects = join(folder, 'objects')
  const folderOf = (version: string): string => join(objects, version.slice(-2))
  const pathOf = (version: string): string => join(folderOf(version), version)

  return {
    place: folder,
    write: (content, limit) =>
      drafts.write(content, limit, async (draft, { version }) => {
        await inFolder(folderOf(version), () => rename(draft, pathOf(version)))
        await syncFolder(folderOf(version))
      }),

    copy: async (version) => {
      const copied = newId()
      await inFolder(folderOf(copied), () => link(pathOf(version), pathOf(copied))).catch((error: unknown) => {
        throw hasCode(error, 'ENOENT') ? new Refusal('NoSuchKey') : asRefusal(error)
      })
      await syncFolder(folderOf(copied))
      return copied
    },

    open: async (version, range) => {
      const file = await openOrMissing(pathOf(version))
      return file && readParts(file, range)
    },

    remove: (version) => removeFile(pathOf(version)),

    async *list() {
      for (const part of await namesIn(objects)) {
        const names = await namesIn(join(objects, part))
        for (let start = 0; start < names.length; start += BATCH)
          yield names
            .slice(start, start + BATCH)
            .map((version) => ({ version, changedAt: () => changeOf(join(objects, part, version)) }))
      }
    },

    removeDrafts: () => drafts.removeAbandoned(),
  }
}
