import { adminCommand, describeUrl } from '../config/settings.ts'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseEnv } from 'node:util'
import { type Environment, readReplaced, SECRET_FILES } from '../config/config.ts'
import { makePrivateFolder, readEncryptionKeys, readJwtKeys } from '../config/secrets.ts'
import { openTarget } from '../database/open-database.ts'
import { makeFolder } from '../make-folder.ts'
import { draftOf, requireRenamable, syncFolder } from '../replace-path.ts'
import { explainAccess } from '../access-errors.ts'
import { summaryOf, verifyBackup } from './backup.ts'
import { checksumOf, FILES, fill, KEYS, type Manifest, readManifest } from './backup-format.ts'
import {
  completeRestore,
  discardDrafts,
  giveToOwner,
  listReplaced,
  replacedPaths,
  withRestoreLock,
  writeIntent,
} from './restore-switch.ts'

/** Reads the keys of a backup. Throws if one is missing or can't be used. */
const readKeys = async (folder: string): Promise<Readonly<Record<keyof typeof SECRET_FILES, string>>> => {
  const keys: Environment = parseEnv(await readFile(join(folder, KEYS), 'utf8'))
  const { JWT_KEYS = '', ENCRYPTION_KEYS = '', ANON_KEY = '' } = keys
  try {
    readJwtKeys(JWT_KEYS)
    readEncryptionKeys(ENCRYPTION_KEYS)
    if (ANON_KEY === '') throw new Error('ANON_KEY is missing')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The backup ${folder} is damaged: in ${KEYS}, ${reason}`, { cause: error })
  }
  return { JWT_KEYS, ENCRYPTION_KEYS, ANON_KEY }
}

/** Returns whether a secret is a setting, which a restore doesn't change. In production, only ANON_KEY may be a file. */
const isKept = (env: Environment, name: string): boolean =>
  (env[name]?.trim() ?? '') !== '' || (env['NODE_ENV'] === 'production' && name !== 'ANON_KEY')

/** Returns a note if the setting lacks a key that the backup needs. */
const lackingKeys = (env: Environment, folder: string, stored: string): readonly string[] => {
  if (!isKept(env, 'ENCRYPTION_KEYS')) return []
  const given = env['ENCRYPTION_KEYS']?.trim() ?? ''
  const known = new Set(readEncryptionKeys(given || stored).map(({ kid }) => kid))
  const lacks = given === '' || readEncryptionKeys(stored).some(({ kid }) => !known.has(kid))
  return lacks ? [`ENCRYPTION_KEYS lacks a key of the backup: add it from ${join(folder, KEYS)}.`] : []
}

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies a folder of the backup and makes it durable. Throws if a file changes in the meantime. */
const copyFiles = async (folder: string, to: string, { checksums }: Manifest): Promise<void> => {
  makeFolder(to, 0o700)
  for (const [path, expected] of Object.entries(checksums)) {
    if (path === KEYS) continue
    const copy = join(to, relative(FILES, path))
    makeFolder(dirname(copy), 0o700)
    await pipeline(createReadStream(join(folder, path)), createWriteStream(copy, { mode: 0o600, flush: true }))
    if ((await checksumOf(copy)) !== expected) throw new Error(`${join(folder, path)} changed during the restore`)
  }
}

/** Makes a folder and its subfolders durable, and gives all to the owner of the data folder. */
const settleFolder = async (dataDir: string, folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await syncFolder(path)
    giveToOwner(dataDir, path)
  }
  await syncFolder(folder)
  giveToOwner(dataDir, folder)
}

/** Writes keys and files beside the present ones. Returns the paths that they replace. */
const writeDrafts = async (env: Environment, folder: string, manifest: Manifest): Promise<readonly string[]> => {
  const replaced = readReplaced(env)
  const { dataDir } = replaced
  const { objects } = replacedPaths(replaced)
  const keys = await readKeys(folder)
  const paths: string[] = []
  for (const [name, file] of Object.entries(SECRET_FILES)) {
    if (isKept(env, name)) continue
    const path = join(dataDir, file)
    requireRenamable(path)
    // SECRET_FILES has the names of the keys.
    await writeDurably(draftOf(path), `${keys[name as keyof typeof keys]}\n`)
    giveToOwner(dataDir, draftOf(path))
    paths.push(path)
  }
  if (manifest.files === null) return paths
  requireRenamable(objects)
  const isNew = !existsSync(dirname(objects))
  await copyFiles(folder, draftOf(objects), manifest)
  await settleFolder(dataDir, draftOf(objects))
  if (isNew) giveToOwner(dataDir, dirname(objects))
  return [...paths, objects]
}

/** Writes rows, keys and files beside the present ones; then, in one step that survives a crash, they replace them. */
const replaceAll = async (env: Environment, folder: string, manifest: Manifest, replaces: boolean): Promise<void> => {
  const { databaseUrl, dataDir, file } = readReplaced(env)
  const migrateTo = manifest.migrations.at(-1)
  if (migrateTo === undefined) throw new Error(`The backup ${folder} has no tables`)
  const prepare = async (): Promise<readonly string[]> => {
    const target = await openTarget(databaseUrl, { migrateTo, replaces })
    try {
      await discardDrafts(env)
      const paths = await writeDrafts(env, folder, manifest)
      await fill(target, folder, manifest)
      await target.complete()
      return paths
    } finally {
      // It holds locks on the new tables.
      await target.close()
    }
  }
  const intent = { backup: folder, database: describeUrl(databaseUrl), paths: [] as string[] }
  try {
    intent.paths.push(...(await prepare()))
    if (file !== undefined) giveToOwner(dataDir, draftOf(file))
    await writeIntent(dataDir, intent)
  } catch (error) {
    // A database of another program, or one that is away, has no drafts.
    await discardDrafts(env)
    throw error
  }
  await completeRestore(env, intent)
}

/** Replaces an empty database, or with `replaces` any database of netbox, by a backup. Returns lines about it. */
export const restoreBackup = async (env: Environment, given: string, replaces: boolean): Promise<readonly string[]> => {
  const folder = resolve(given)
  try {
    const manifest = await readManifest(folder)
    const missing = await verifyBackup(folder, manifest)
    const { ENCRYPTION_KEYS: stored } = await readKeys(folder)
    const { dataDir, sellsPlans } = readReplaced(env)
    makePrivateFolder(dataDir)
    return await withRestoreLock(env, async (recovered) => {
      await replaceAll(env, folder, manifest, replaces)
      return [
        ...(recovered === undefined ? [] : [recovered]),
        `Restored: ${folder} (${manifest.createdAt}, netbox ${manifest.netbox})`,
        ...summaryOf(manifest, missing),
        ...lackingKeys(env, folder, stored),
        ...((await listReplaced(readReplaced(env))).length === 0
          ? []
          : [`The former data stays aside until '${adminCommand('delete-replaced')}', or the next restore.`]),
        ...(sellsPlans
          ? [
              `Run '${adminCommand('stripe-sync')}' before the service starts: the database has lost the purchases since the backup.`,
            ]
          : []),
      ]
    })
  } catch (error) {
    throw explainAccess(error, folder)
  }
}
