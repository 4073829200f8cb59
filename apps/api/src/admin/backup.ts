import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { DAY } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { formatEncryptionKeys, makePrivateFolder } from '../config/secrets.ts'
import { isOfPreview, knowsMigration } from '../database/migrations.ts'
import { openSource } from '../database/open-database.ts'
import { adminCommand } from '../config/settings.ts'
import { version } from '../version.ts'
import { explainAccess, isMissing } from '../access-errors.ts'
import {
  checksumOf,
  FILES,
  KEYS,
  listFiles,
  type Manifest,
  previewError,
  readManifest,
  readRows,
  verifyFiles,
  writeManifest,
  writeRows,
} from './backup-format.ts'

const NAME = /^netbox-\d{8}T\d{6}Z$/
/** A backup in progress, or one that a crash interrupted. */
const UNFINISHED = /^netbox-\d{8}T\d{6}Z\.unfinished$/

const nameOf = (now: number): string => `netbox-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** Lists the names of the files in a folder; none if it is missing. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await listFiles(folder)).map((path) => basename(path))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const writeKeys = (folder: string, { jwtKeys, encryptionKeys, anonKey }: Config): Promise<void> => {
  const lines = [
    `JWT_KEYS='${JSON.stringify(jwtKeys)}'`,
    `ENCRYPTION_KEYS='${formatEncryptionKeys(encryptionKeys)}'`,
    `ANON_KEY='${anonKey}'`,
  ]
  return writeFile(join(folder, KEYS), `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** Writes rows, keys and files. The rows come first: files never change, so only files that were deleted in between are missing. */
const write = async (folder: string, config: Config, now: number): Promise<Manifest> => {
  const source = await openSource(config.databaseUrl)
  try {
    const migrations: string[] = []
    for await (const { name } of source.rows('kysely_migration')) migrations.push(String(name))
    if (migrations.some(isOfPreview))
      throw new Error(
        'The database belongs to a preview of netbox, from before its first release: only that version can back it up',
      )
    const rows = await writeRows(folder, source)
    await writeKeys(folder, config)
    const { s3, folder: stored } = config.storage
    if (s3 === undefined) {
      await mkdir(join(folder, FILES), { mode: 0o700 })
      const objects = join(stored, 'objects')
      if ((await namesIn(objects)).length > 0) await cp(objects, join(folder, FILES), { recursive: true })
    }
    const files = s3 === undefined ? (await listFiles(join(folder, FILES))).length : null
    const checksums: Record<string, string> = {}
    for (const path of await listFiles(folder))
      if (path === KEYS || path.startsWith(`${FILES}${sep}`)) checksums[path] = await checksumOf(join(folder, path))
    const { engine } = source
    const createdAt = new Date(now).toISOString()
    return {
      format: 'netbox-backup/1',
      netbox: version,
      createdAt,
      engine,
      migrations: migrations.toSorted(),
      files,
      checksums,
      ...rows,
    }
  } finally {
    await source.close()
  }
}

/** Reads a whole backup. Returns the number of objects whose file is missing. Throws if the backup is damaged or too new. */
export const verifyBackup = async (folder: string, manifest: Manifest): Promise<number> => {
  if (manifest.migrations.some(isOfPreview)) throw previewError(folder, manifest.netbox)
  if (!manifest.migrations.every(knowsMigration))
    throw new Error(`The backup ${folder} was made by a newer netbox (${manifest.netbox}): install it`)
  await verifyFiles(folder, manifest)
  const files = new Set(await namesIn(join(folder, FILES)))
  let missing = 0
  for await (const [table, row] of readRows(folder, manifest))
    if (manifest.files !== null && table === 'storage_objects' && !files.has(String(row['version']))) missing += 1
  return missing
}

/** Returns lines about the content of a backup. */
export const summaryOf = ({ tables, files }: Manifest, missing: number): readonly string[] => {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const stored = files === null ? 'The files are in the object store, which needs its own backup.' : `Files: ${files}.`
  const lost =
    missing === 0
      ? []
      : [
          `Objects whose file is missing: ${missing}. '${adminCommand('doctor')}' counts the missing files of the service.`,
        ]
  return [`Rows: ${rows} in ${Object.keys(tables).length} tables. ${stored}`, ...lost]
}

/** Deletes all but the newest backups. Returns lines about it; the new backup is complete even if an old one can't be deleted. */
const prune = async (parent: string, now: number, keep: number | undefined): Promise<readonly string[]> => {
  const entries = (await readdir(parent)).toSorted()
  const old = entries.filter((entry) => NAME.test(entry)).slice(0, keep === undefined ? 0 : -keep)
  const abandoned = entries.filter((entry) => UNFINISHED.test(entry) && entry < nameOf(now - DAY))
  let deleted = 0
  const problems: string[] = []
  for (const entry of [...old, ...abandoned]) {
    try {
      await rm(join(parent, entry), { recursive: true })
      if (old.includes(entry)) deleted += 1
    } catch (error) {
      const { message } = explainAccess(error, join(parent, entry)) as Error
      problems.push(`An older backup could not be deleted: ${message}`)
    }
  }
  return [...(deleted === 0 ? [] : [`Deleted older backups: ${deleted}.`]), ...problems]
}

/** Makes a backup of database, keys and files in a new folder, while the service may run. Returns lines about it. */
export const makeBackup = async (
  config: Config,
  {
    folder = join(config.dataDir, 'backups'),
    keep,
    now,
  }: { readonly folder?: string | undefined; readonly keep?: number | undefined; readonly now: number },
): Promise<readonly string[]> => {
  const [parent, name] = [resolve(folder), nameOf(now)]
  const draft = join(parent, `${name}.unfinished`)
  try {
    makePrivateFolder(parent)
    await mkdir(draft, { mode: 0o700 })
    const manifest = await write(draft, config, now)
    await writeManifest(draft, manifest)
    const missing = await verifyBackup(draft, await readManifest(draft))
    await rename(draft, join(parent, name))
    return [
      `Backup, complete and verified: ${join(parent, name)}`,
      ...summaryOf(manifest, missing),
      ...(await prune(parent, now, keep)),
    ]
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw explainAccess(error, parent)
  }
}
