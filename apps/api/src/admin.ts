import { findPending, openDatabase } from './database/open-database.ts'
import { composeCore } from './compose.ts'
import { createLog } from './log.ts'
import { type Config, readConfig, readLocation } from './config/config.ts'
import { describeInstallation, requireEnvFiles } from './config/installation.ts'
import { makeEncryptionKeys, makeJwtKeys } from './config/secrets.ts'
import { done, isCommand, type CommandOutcome, parseWords, usage } from './admin/commands.ts'
import { makeBackup } from './admin/backup.ts'
import { restoreBackup } from './admin/restore.ts'
import { deleteReplaced, recoverRestore } from './admin/restore-switch.ts'
import { runOnDatabase } from './run-on-database.ts'
import { audit, SHELL } from './audit.ts'
import { reasonOf } from './system-errors.ts'
import { version } from './version.ts'
import { WORLD_VERSION } from '@netbox/core'

const { env } = process

/** The verbs that need no configuration, because operators use them to create it. */
const bare: ReadonlyMap<string, () => CommandOutcome> = new Map([
  ['keys', () => done(`JWT_KEYS='${makeJwtKeys()}'`, `ENCRYPTION_KEYS='${makeEncryptionKeys()}'`)],
  ['version', () => done(`netbox ${version} (${WORLD_VERSION}, Node.js ${process.version})`)],
])

/** Shows the affected installation on standard error, because standard output contains only results. */
const tellTarget = (verb: string): void => {
  requireEnvFiles(process.execArgv)
  for (const line of describeInstallation(env, `netbox-admin ${verb}`)) process.stderr.write(`${line}\n`)
}

const migrate = async ([option, ...more]: readonly string[]): Promise<CommandOutcome> => {
  if (more.length > 0 || (option !== undefined && option !== '--dry-run')) return usage
  const pending = await findPending(readLocation(env).databaseUrl)
  if (option === '--dry-run')
    return done(...pending.map((name) => `Pending: ${name}`), `Pending migrations: ${pending.length}.`)
  // Missing secrets are created too, as at the start of the service.
  const core = await composeCore(readConfig(env), { log: createLog('silent') })
  await core.database.close()
  return done(...pending.map((name) => `Migrated: ${name}`), 'The tables are up to date.')
}

/** Records the time of a backup, for doctor and the metrics. Returns a line if that fails: the backup is complete. */
const recordBackup = async ({ databaseUrl }: Config, now: number): Promise<readonly string[]> => {
  try {
    const database = await openDatabase(databaseUrl, { migrates: false })
    const entry = { actorId: SHELL, action: 'backup.create', targetId: null, detail: {} } as const
    try {
      await audit(database.writer, entry, now)
    } finally {
      await database.close()
    }
    return []
  } catch (error) {
    return [`The database could not record the time of this backup: ${reasonOf(error)}`]
  }
}

const backup = async (words: readonly string[]): Promise<CommandOutcome> => {
  const parsed = parseWords(words, { keep: { type: 'string' } })
  const [folder, ...more] = parsed?.positionals ?? []
  const keep = parsed?.values.keep
  if (parsed === undefined || more.length > 0 || !/^[1-9]\d{0,4}$/.test(keep ?? '1')) return usage
  const options = { folder, keep: keep === undefined ? undefined : Number(keep), now: Date.now() }
  const config = readConfig(env, { creates: false })
  const lines = await makeBackup(config, options)
  return done(...lines, ...(await recordBackup(config, options.now)))
}

const restore = async (words: readonly string[]): Promise<CommandOutcome> => {
  const parsed = parseWords(words, { replace: { type: 'boolean' } })
  const [folder, ...more] = parsed?.positionals ?? []
  if (folder === undefined || more.length > 0) return usage
  return done(...(await restoreBackup(env, folder, parsed?.values.replace ?? false)))
}

/** The verbs that open the database themselves, or not at all. */
const separate = new Map<string, (words: readonly string[]) => CommandOutcome | Promise<CommandOutcome>>([
  ['anon-key', (words) => (words.length > 0 ? usage : done(readConfig(env, { creates: false }).anonKey))],
  ['migrate', migrate],
  ['backup', backup],
  ['restore', restore],
  ['delete-replaced', async (words) => (words.length > 0 ? usage : done(...(await deleteReplaced(env))))],
])

const outcomeOf = async ([verb = '', ...words]: readonly string[]): Promise<CommandOutcome> => {
  const immediate = bare.get(verb)
  if (immediate !== undefined) return words.length > 0 ? usage : immediate()
  const command = separate.get(verb)
  if (command === undefined && !isCommand(verb)) return usage
  tellTarget(verb)
  if (verb !== 'restore') {
    const recovered = await recoverRestore(env)
    if (recovered !== undefined) process.stderr.write(`${recovered}\n`)
  }
  return command === undefined ? runOnDatabase(readConfig(env, { creates: false }), verb, words) : command(words)
}

try {
  const { exitCode, lines } = await outcomeOf(process.argv.slice(2))
  const stream = exitCode === 2 ? process.stderr : process.stdout
  stream.write(`${lines.join('\n')}\n`)
  process.exitCode = exitCode
} catch (error) {
  process.stderr.write(`netbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
