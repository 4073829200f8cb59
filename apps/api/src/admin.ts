import { describeUrl, findPending } from './database/open-database.ts'
import { composeCore } from './compose.ts'
import { openBilling } from './billing/service.ts'
import { createClientAddresses } from './http/client-address.ts'
import { createLog } from './log.ts'
import { createNetwork } from './admin/network.ts'
import { type Config, readConfig, readLocation } from './config/config.ts'
import { makeEncryptionKeys, makeJwtKeys } from './config/secrets.ts'
import { done, isCommand, type Outcome, parseWords, runCommand, usage } from './admin/commands.ts'
import { makeBackup } from './admin/backup.ts'
import { restoreBackup } from './admin/restore.ts'
import { recoverRestore } from './admin/restore-switch.ts'
import { text } from 'node:stream/consumers'
import { compareFiles, openStore } from './supabase/storage/files.ts'
import { compareProcesses } from './service/processes.ts'
import { version } from './version.ts'
import { WORLD_VERSION } from '@netbox/core'

const { env } = process

/** The verbs that need no configuration, because operators use them to create it. */
const bare: ReadonlyMap<string, () => Outcome> = new Map([
  ['keys', () => done(`JWT_KEYS='${makeJwtKeys()}'`, `ENCRYPTION_KEYS='${makeEncryptionKeys()}'`)],
  ['version', () => done(`netbox ${version} (${WORLD_VERSION}, Node.js ${process.version})`)],
])

/** Shows the affected installation on standard error, because standard output contains only results. */
const tellTarget = (): void => {
  const { dataDir, databaseUrl } = readLocation(env)
  process.stderr.write(`Database ${describeUrl(databaseUrl)}, data folder ${dataDir}\n`)
}

const migrate = async ([option, ...more]: readonly string[]): Promise<Outcome> => {
  if (more.length > 0 || (option !== undefined && option !== '--dry-run')) return usage
  const pending = await findPending(readLocation(env).databaseUrl)
  if (option === '--dry-run')
    return done(...pending.map((name) => `Pending: ${name}`), `Pending migrations: ${pending.length}.`)
  // Missing secrets are created too, as at the start of the service.
  const core = await composeCore(readConfig(env), { log: createLog('silent') })
  await core.database.close()
  return done(...pending.map((name) => `Migrated: ${name}`), 'The tables are up to date.')
}

const backup = async (words: readonly string[]): Promise<Outcome> => {
  const parsed = parseWords(words, { keep: { type: 'string' } })
  const [folder, ...more] = parsed?.positionals ?? []
  const keep = parsed?.values.keep
  if (parsed === undefined || more.length > 0 || !/^[1-9]\d{0,4}$/.test(keep ?? '1')) return usage
  const options = { folder, keep: keep === undefined ? undefined : Number(keep), now: Date.now() }
  return done(...(await makeBackup(readConfig(env, { creates: false }), options)))
}

const restore = async (words: readonly string[]): Promise<Outcome> => {
  const parsed = parseWords(words, { replace: { type: 'boolean' } })
  const [folder, ...more] = parsed?.positionals ?? []
  if (folder === undefined || more.length > 0) return usage
  return done(...(await restoreBackup(env, folder, parsed?.values.replace ?? false)))
}

/** The verbs that open the database themselves, or not at all. */
const separate = new Map<string, (words: readonly string[]) => Outcome | Promise<Outcome>>([
  ['anon-key', (words) => (words.length > 0 ? usage : done(readConfig(env, { creates: false }).anonKey))],
  ['migrate', migrate],
  ['backup', backup],
  ['restore', restore],
])

const runOnDatabase = async (config: Config, verb: string, words: readonly string[]): Promise<Outcome> => {
  const core = await composeCore(config, { log: createLog('silent'), migrates: false })
  try {
    const { verifier } = config
    const { isTrusted } = createClientAddresses(config.trustedProxies)
    const store = openStore(core)
    const payments = openBilling(core)?.service.reconciliation
    const parts = {
      verifier,
      payments,
      processes: () => compareProcesses(core),
      store,
      isTrusted,
      readInput: () => text(process.stdin),
      network: createNetwork(verifier),
    }
    return await runCommand(
      { ...core, ...parts, compareFiles: () => compareFiles(store, core.database.queries, core.clock.now()) },
      verb,
      words,
    )
  } finally {
    await core.mail?.stop()
    await core.database.close()
  }
}

const outcomeOf = async ([verb = '', ...words]: readonly string[]): Promise<Outcome> => {
  const immediate = bare.get(verb)
  if (immediate !== undefined) return words.length > 0 ? usage : immediate()
  const command = separate.get(verb)
  if (command === undefined && !isCommand(verb)) return usage
  tellTarget()
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
