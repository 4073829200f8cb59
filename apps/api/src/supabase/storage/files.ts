import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../config/settings.ts'
import { makeFolder } from '../../make-folder.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../database/database.ts'
import { createDiskStore } from './disk-store.ts'
import type { ListedFile, ObjectStore } from './object-store.ts'
import { nextVersions } from './repository.ts'
import { createS3Store } from './s3-store.ts'

/** Opens the store of files: a folder, or a bucket of an S3-compatible store. */
export const openStore = ({ config, clock }: Pick<Context, 'config' | 'clock'>): ObjectStore => {
  const { folder, s3 } = config.storage
  return s3 === undefined ? createDiskStore(folder, clock) : createS3Store(s3, join(folder, 'tmp'), clock)
}

/** Creates the folder of uploaded files. Throws a `ConfigError` if the service can't write it. */
export const requireStorageFolder = async (folder: string): Promise<void> => {
  try {
    makeFolder(folder, 0o700)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new ConfigError('STORAGE_URL', `needs a folder that the service can write: ${folder} (${reason})`)
  }
}

/** Finds out which of some files a row refers to. */
type FindReferenced = (versions: readonly string[]) => Promise<ReadonlySet<string>>

/** The time that a file may exist without a row that refers to it, in milliseconds: an upload writes its row last. */
const ORPHAN_AGE = 60 * 60_000

const isOld = async ({ changedAt }: ListedFile, now: number): Promise<boolean> =>
  ((await changedAt()) ?? Infinity) < now - ORPHAN_AGE

/** Removes files that are older than an hour and that no row refers to, and the drafts of interrupted uploads. */
export const sweepFiles = async (
  store: ObjectStore,
  referenced: FindReferenced,
  now: number,
  signal: AbortSignal,
): Promise<void> => {
  await store.removeDrafts()
  for await (const files of store.list()) {
    if (signal.aborted) return
    const kept = await referenced(files.map(({ version }) => version))
    for (const file of files) if (!kept.has(file.version) && (await isOld(file, now))) await store.remove(file.version)
  }
}

/** Counts the rows, the rows whose file is missing, and the files older than an hour that no row refers to. */
export const compareFiles = async (
  store: Pick<ObjectStore, 'list'>,
  queries: Reader,
  now: number,
): Promise<{ readonly objects: number; readonly missing: number; readonly orphans: number }> => {
  const stored = new Map<string, ListedFile>()
  for await (const files of store.list()) for (const file of files) stored.set(file.version, file)
  let [objects, missing] = [0, 0]
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await nextVersions(queries, after)
    // The file of a newer row may have been stored after the list was read.
    for (const { version, updated_at } of rows) if (!stored.delete(version) && updated_at < now) missing += 1
    objects += rows.length
    after = rows.at(-1)?.version
  }
  let orphans = 0
  for (const file of stored.values()) if (await isOld(file, now)) orphans += 1
  return { objects, missing, orphans }
}
