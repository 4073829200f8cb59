import { cp, lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { DAY } from '../clock.ts'
import { type Config, readConfig, readLocation, SECRET_FILES } from '../config/config.ts'
import { formatEncryptionKeys, makePrivateFolder, readEncryptionKeys } from '../config/secrets.ts'
import type { Environment } from '../config/settings.ts'
import { knowsMigration } from '../database/migrations.ts'
import { openSource, openTarget } from '../database/open-database.ts'
import { version } from '../version.ts'
import { fill, type Manifest, readManifest, readRows, writeManifest, writeRows } from './backup-format.ts'

const NAME = /^netbox-\d{8}T\d{6}Z$/
/** A backup in progress, or one that a crash interrupted. */
const UNFINISHED = /^netbox-\d{8}T\d{6}Z\.unfinished$/
const KEYS = 'keys.env'
const FILES = 'files'

const nameOf = (now: number): string => `netbox-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
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
    const rows = await writeRows(folder, source)
    await writeKeys(folder, config)
    const { s3, folder: stored } = config.storage
    if (s3 === undefined) {
      await mkdir(join(folder, FILES), { mode: 0o700 })
      const objects = join(stored, 'objects')
      if ((await filesIn(objects)).length > 0) await cp(objects, join(folder, FILES), { recursive: true })
    }
    const files = s3 === undefined ? (await filesIn(join(folder, FILES))).length : null
    const { engine } = source
    const createdAt = new Date(now).toISOString()
    return {
      format: 'netbox-backup/1',
      netbox: version,
      createdAt,
      engine,
      migrations: migrations.toSorted(),
      files,
      ...rows,
    }
  } finally {
    await source.close()
  }
}

/** Reads a whole backup. Returns the number of objects whose file is missing. Throws if the backup is damaged or too new. */
const verify = async (folder: string, manifest: Manifest): Promise<number> => {
  const unknown = manifest.migrations.find((name) => !knowsMigration(name))
  if (unknown !== undefined)
    throw new Error(`The backup ${folder} was made by a newer netbox (${manifest.netbox}): install it`)
  const files = new Set(await filesIn(join(folder, FILES)))
  if (manifest.files !== null && files.size !== manifest.files)
    throw new Error(`The backup ${folder} is damaged: it has ${files.size} files instead of ${manifest.files}`)
  let missing = 0
  for await (const [table, row] of readRows(folder, manifest))
    if (manifest.files !== null && table === 'storage_objects' && !files.has(String(row['version']))) missing += 1
  return missing
}

const summaryOf = ({ tables, files }: Manifest, missing: number): readonly string[] => {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const stored = files === null ? 'The files are in the object store, which needs its own backup.' : `Files: ${files}.`
  const lost =
    missing === 0
      ? []
      : [`Objects whose file is missing: ${missing}. 'npm run admin -- doctor' counts those of the service.`]
  return [`Rows: ${rows} in ${Object.keys(tables).length} tables. ${stored}`, ...lost]
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
  makePrivateFolder(parent)
  const draft = join(parent, `${name}.unfinished`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const manifest = await write(draft, config, now)
    await writeManifest(draft, manifest)
    const missing = await verify(draft, await readManifest(draft))
    await rename(draft, join(parent, name))
    const entries = (await readdir(parent)).toSorted()
    const old = entries.filter((entry) => NAME.test(entry)).slice(0, keep === undefined ? 0 : -keep)
    const abandoned = entries.filter((entry) => UNFINISHED.test(entry) && entry < nameOf(now - DAY))
    for (const entry of [...old, ...abandoned]) await rm(join(parent, entry), { recursive: true })
    const pruned = old.length === 0 ? [] : [`Deleted older backups: ${old.length}.`]
    return [`Backup, complete and verified: ${join(parent, name)}`, ...summaryOf(manifest, missing), ...pruned]
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Writes the keys of a backup to the data folder, except those that are settings. Returns notes about settings without a needed key. */
const restoreKeys = async (folder: string, env: Environment): Promise<readonly string[]> => {
  const keys: Environment = parseEnv(await readFile(join(folder, KEYS), 'utf8'))
  const { dataDir } = readLocation(env)
  const notes: string[] = []
  for (const [name, file] of Object.entries(SECRET_FILES)) {
    const [given, kept = ''] = [env[name]?.trim() ?? '', keys[name]]
    if (given === '' && env['NODE_ENV'] !== 'production') {
      makePrivateFolder(dataDir)
      await writeFile(join(dataDir, file), `${kept}\n`, { mode: 0o600 })
    } else if (name === 'ENCRYPTION_KEYS') {
      const known = new Set(readEncryptionKeys(given || kept).map(({ kid }) => kid))
      const lacks = given === '' || readEncryptionKeys(kept).some(({ kid }) => !known.has(kid))
      if (lacks) notes.push(`ENCRYPTION_KEYS lacks a key of the backup: add it from ${join(folder, KEYS)}.`)
    }
  }
  return notes
}

/** Gives restored files to the owner of the data folder, if root runs the command. Otherwise the service could not write them. */
const giveToOwner = async (dataDir: string, paths: readonly string[]): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  for (const path of paths) {
    const entries = await readdir(path, { recursive: true }).catch(() => [])
    for (const entry of ['', ...entries]) await lchown(join(path, entry), uid, gid).catch(() => undefined)
  }
}

/** Replaces an empty database, or with `replaces` any database of netbox, by a backup. Returns lines about it. */
export const restoreBackup = async (env: Environment, given: string, replaces: boolean): Promise<readonly string[]> => {
  const folder = resolve(given)
  const manifest = await readManifest(folder)
  const missing = await verify(folder, manifest)
  const { databaseUrl, dataDir, file } = readLocation(env)
  const migrateTo = manifest.migrations.at(-1)
  if (migrateTo === undefined) throw new Error(`The backup ${folder} has no tables`)
  const target = await openTarget(databaseUrl, { migrateTo, replaces })
  try {
    const notes = [...(await restoreKeys(folder, env))]
    const { storage, billing } = readConfig(env)
    const objects = join(storage.folder, 'objects')
    if (manifest.files !== null) await cp(join(folder, FILES), objects, { recursive: true })
    await fill(target, folder, manifest)
    await target.commit()
    const secrets = Object.values(SECRET_FILES).map((name) => join(dataDir, name))
    await giveToOwner(dataDir, [...secrets, storage.folder, ...(file === undefined ? [] : [file])])
    if (billing.secretKey !== undefined)
      notes.push(
        "Run 'npm run stripe:sync' before the service starts: the database has lost the purchases since the backup.",
      )
    return [
      `Restored: ${folder} (${manifest.createdAt}, netbox ${manifest.netbox})`,
      ...summaryOf(manifest, missing),
      ...notes,
    ]
  } finally {
    await target.close()
  }
}
