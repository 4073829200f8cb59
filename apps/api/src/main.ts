import { fileURLToPath } from 'node:url'
import { compose } from './compose.ts'
import { recoverRestore } from './admin/restore-switch.ts'
import { type Config, readConfig } from './config/config.ts'
import { describeInstallation, requireEnvFiles } from './config/installation.ts'
import { version } from './version.ts'

const failed = (message: string): never => {
  process.stderr.write(`netbox: ${message}\n`)
  process.exit(1)
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${Number(error.port)} is in use by another program. Set PORT to a free one: PORT=${Number(error.port) + 1}`
  return error.message
}

const configured = async (): Promise<Config> => {
  try {
    requireEnvFiles(process.execArgv)
    describeInstallation(process.env, 'systemctl start netbox')
    // Before missing keys are made: an interrupted restore may have keys that only need their names.
    const recovered = await recoverRestore(process.env)
    if (recovered !== undefined) process.stderr.write(`netbox: ${recovered}\n`)
    return readConfig(process.env)
  } catch (error) {
    return failed(reasonOf(error))
  }
}

// Relative to this bundle in the repository: apps/api/dist/main.js, apps/web/dist/site.
const siteFolder = fileURLToPath(new URL('../../web/dist/site', import.meta.url))
const commandFile = fileURLToPath(new URL(`../../../dist/netbox-${version}.tgz`, import.meta.url))

const config = await configured()

try {
  const api = await compose(config, { siteFolder, commandFile })
  api.core.metrics.addProcess()
  // The log is flushed at any exit, even after an internal error, because the last lines contain its cause.
  process.on('exit', () => api.core.flush())
  const stop = (): void => {
    api.stop().then(
      () => process.exit(0),
      (error: unknown) => failed(reasonOf(error)),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const mailbox = api.mailboxUrl === undefined ? '' : `Mail goes to the development mailbox: ${api.mailboxUrl}\n`
  process.stdout.write(`netbox listens on http://${host}:${api.port}\n${mailbox}`)
} catch (error) {
  failed(reasonOf(error))
}
