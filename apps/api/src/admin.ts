import { composeCore } from './compose.ts'
import { createLog } from './log.ts'
import { createNetwork } from './admin/network.ts'
import { readConfig } from './config/config.ts'
import { makeEncryptionKeys, makeJwtKeys } from './config/secrets.ts'
import { isCommand, type Outcome, runCommand, usage } from './admin/commands.ts'
import { compareFiles, openStore } from './supabase/storage/files.ts'

const freshKeys = (): Outcome => ({
  exitCode: 0,
  lines: [`JWT_KEYS='${makeJwtKeys()}'`, `ENCRYPTION_KEYS='${makeEncryptionKeys()}'`],
})

const outcomeOf = async ([verb = '', ...words]: readonly string[]): Promise<Outcome> => {
  // `keys` works without configuration, because operators use it to create the configuration.
  if (verb === 'keys' && words.length === 0) return freshKeys()
  const isKeyAsked = verb === 'anon-key' && words.length === 0
  if (!isCommand(verb) && !isKeyAsked) return usage
  const config = readConfig(process.env)
  if (isKeyAsked) return { exitCode: 0, lines: [config.anonKey] }
  // The log is silent, so that standard output contains only results.
  const core = await composeCore(config, { log: createLog('silent') })
  try {
    const { verifier } = config
    const sendsMail = config.mail.smtpUrl !== undefined
    const parts = { sendsMail, verifier, network: createNetwork(verifier) }
    return await runCommand(
      { ...core, ...parts, compareFiles: () => compareFiles(openStore(core), core.database.queries, core.clock.now()) },
      verb,
      words,
    )
  } finally {
    await core.mail?.stop()
    await core.database.close()
  }
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
