import { existsSync, lstatSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The complete new version of a file or folder, before it replaces the one at the path. */
export const draftOf = (path: string): string => `${path}.restored`
/** The version that was replaced. */
export const asideOf = (path: string): string => `${path}.before-restore`

/** Makes the names in a folder durable. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const moveAside = async (path: string, aside: string): Promise<void> => {
  if (!existsSync(path)) return
  await rm(aside, { recursive: true, force: true })
  await rename(path, aside)
}

/** Throws if the path can't be renamed, because it is the root of a mounted file system. */
export const requireRenamable = (path: string): void => {
  if (existsSync(path) && lstatSync(path).dev !== lstatSync(dirname(path)).dev)
    throw new Error(`${path} is a mounted file system, which a restore can't replace: mount the folder above it`)
}

/**
 * Replaces a file or folder by its draft, and keeps the former one aside. After a crash, another call completes it. A companion is a file
 * with the same name and a suffix, such as a log, that belongs to the former one.
 */
export const replacePath = async (path: string, companions: readonly string[] = []): Promise<void> => {
  const draft = draftOf(path)
  if (!existsSync(draft)) return
  for (const suffix of companions) await moveAside(`${path}${suffix}`, `${asideOf(path)}${suffix}`)
  await moveAside(path, asideOf(path))
  await rename(draft, path)
  await syncFolder(dirname(path))
}
