import { existsSync, lchownSync, rmSync, statSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { type Environment, readReplaced, SECRET_FILES } from '../config/config.ts'
import { makePrivateFolder } from '../config/secrets.ts'
import { describeUrl } from '../config/settings.ts'
import { targetSwitch } from '../database/open-database.ts'
import { orFailure } from '../database/sqlite/node-sqlite.ts'
import { isBusy, toSqliteFailure } from '../database/sqlite/sqlite-error.ts'
import { asideOf, draftOf, replacePath, syncFolder } from '../replace-path.ts'

const LOCK = 'restore.lock'
const INTENT = 'restore.json'

const intentShape = v.object({
  /** The folder of the backup. */
  backup: v.string(),
  /** The database, without its password. */
  database: v.string(),
  /** The files and folders that their drafts replace. */
  paths: v.array(v.string()),
})

/** The old and the new version of everything that a restore replaces. While it exists, the restore is decided but not complete. */
export type Intent = v.InferOutput<typeof intentShape>

/** Gives a file to the owner of the data folder, if root runs the command. Otherwise the service could not use it. */
export const giveToOwner = (dataDir: string, path: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  lchownSync(path, uid, gid)
}

const busy = (): Error => new Error('A restore is running: wait until it ends')

/** Takes the lock of restores; the system releases it when the process ends. Returns the function that releases it. */
const lockRestores = (dataDir: string): (() => void) => {
  const path = join(dataDir, LOCK)
  // Node.js has no lock on files, but SQLite has.
  const lock = orFailure(() => new DatabaseSync(path, { timeout: 0 }), path)
  try {
    giveToOwner(dataDir, path)
    const { ino } = statSync(path)
    // Nothing is written, so no journal is needed, which a crash would leave.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    // Its last owner may have removed the file that this process opened.
    if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) throw busy()
  } catch (error) {
    lock.close()
    throw isBusy(error) ? busy() : toSqliteFailure(error, path)
  }
  return () => lock.close()
}

const readIntent = async (dataDir: string): Promise<Intent | undefined> => {
  const path = join(dataDir, INTENT)
  return existsSync(path) ? v.parse(intentShape, JSON.parse(await readFile(path, 'utf8'))) : undefined
}

/** Decides a restore: from now on, it is only completed, never undone. */
export const writeIntent = async (dataDir: string, intent: Intent): Promise<void> => {
  const path = join(dataDir, INTENT)
  const file = await open(draftOf(path), 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(intent, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  giveToOwner(dataDir, draftOf(path))
  await rename(draftOf(path), path)
  await syncFolder(dataDir)
}

/** Replaces the old version by the new one. It can be repeated after a crash. */
export const completeRestore = async (env: Environment, intent: Intent): Promise<void> => {
  const { dataDir, databaseUrl } = readReplaced(env)
  if (describeUrl(databaseUrl) !== intent.database)
    throw new Error(
      `A restore of the database ${intent.database} is incomplete: start the service with that DATABASE_URL to complete it`,
    )
  await targetSwitch(databaseUrl).replace()
  for (const path of intent.paths) await replacePath(path)
  await rm(join(dataDir, INTENT))
  await syncFolder(dataDir)
}

/** The data that a restore replaces. */
export type Replaced = Pick<ReturnType<typeof readReplaced>, 'databaseUrl' | 'dataDir' | 'storage'>

/** Returns the files and folders besides the database that a restore may replace. */
export const replacedPaths = ({ dataDir, storage }: Pick<Replaced, 'dataDir' | 'storage'>) => {
  const secrets = Object.values(SECRET_FILES).map((name) => join(dataDir, name))
  return { secrets, objects: join(storage.folder, 'objects') }
}

/** Removes what an undecided restore has written. */
export const discardDrafts = async (env: Environment): Promise<void> => {
  const replaced = readReplaced(env)
  const { secrets, objects } = replacedPaths(replaced)
  for (const path of [...secrets, objects, join(replaced.dataDir, INTENT)])
    await rm(draftOf(path), { recursive: true, force: true })
}

/** Lists the data that the last restore replaced. */
export const listReplaced = async (replaced: Replaced): Promise<readonly string[]> => {
  const { secrets, objects } = replacedPaths(replaced)
  const files = [...secrets, objects].map(asideOf).filter((path) => existsSync(path))
  return [...(await targetSwitch(replaced.databaseUrl).listReplaced()), ...files]
}

/** Completes or undoes an interrupted restore. Returns a line about it, if there was one. Its caller has the lock. */
const recover = async (env: Environment): Promise<string | undefined> => {
  const { dataDir, databaseUrl } = readReplaced(env)
  const intent = await readIntent(dataDir)
  if (intent !== undefined) {
    await completeRestore(env, intent)
    return `A restore was interrupted. It is complete now: ${intent.backup}`
  }
  await targetSwitch(databaseUrl).discard()
  await discardDrafts(env)
  return 'A restore was interrupted before it changed anything. Its drafts are removed.'
}

/**
 * Runs work while no restore runs, after an interrupted one is completed or undone; the work gets a line about that. While the file of the
 * lock exists, a restore runs or was interrupted.
 */
export const withRestoreLock = async <Result>(
  env: Environment,
  work: (recovered: string | undefined) => Promise<Result>,
): Promise<Result> => {
  const { dataDir } = readReplaced(env)
  const file = join(dataDir, LOCK)
  const isInterrupted = existsSync(file)
  makePrivateFolder(dataDir)
  const release = lockRestores(dataDir)
  try {
    return await work(isInterrupted ? await recover(env) : undefined)
  } finally {
    // With an intent, the next command or start completes the restore.
    if (!existsSync(join(dataDir, INTENT))) rmSync(file, { force: true })
    release()
  }
}

/** Deletes the data that the last restore replaced. Returns lines about it. */
export const deleteReplaced = (env: Environment): Promise<readonly string[]> =>
  withRestoreLock(env, async () => {
    const replaced = readReplaced(env)
    const found = await listReplaced(replaced)
    const { secrets, objects } = replacedPaths(replaced)
    await targetSwitch(replaced.databaseUrl).deleteReplaced()
    for (const path of [...secrets, objects]) await rm(asideOf(path), { recursive: true, force: true })
    return found.length === 0 ? ['No restore has left data aside.'] : found.map((each) => `Deleted: ${each}`)
  })

/** Completes or undoes an interrupted restore, before anything reads the keys or the database. Throws if one is running. */
export const recoverRestore = async (env: Environment): Promise<string | undefined> =>
  existsSync(join(readReplaced(env).dataDir, LOCK)) ? withRestoreLock(env, async (line) => line) : undefined
