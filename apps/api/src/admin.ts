import { composeCore } from './compose.ts'
import { createLog } from './compose/log.ts'
import { createNetwork } from './compose/network.ts'
import { compareStoredFiles } from './compose/storage.ts'
import { readConfig } from './config/config.ts'
import { makeJwtKeys, makeEncryptionKeys } from './config/secrets.ts'
import { isCommand, type Outcome, runCommand, usage } from './admin/commands.ts'
import { createEncryption } from './encryption/encryption.ts'

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
    const encryption = createEncryption(config.encryptionKeys)
    const { verifier } = config
    const sendsMail = config.mail.smtpUrl !== undefined
    const parts = { encryption, sendsMail, verifier, network: createNetwork(verifier) }
    return await runCommand({ ...core, ...parts, compareFiles: () => compareStoredFiles(core) }, verb, words)
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
