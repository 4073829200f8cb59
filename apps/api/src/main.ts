import { fileURLToPath } from 'node:url'
import { attachDouble } from './billing/attach-double.ts'
import { compose } from './compose.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DOUBLE } from './config/settings.ts'
import { makePrivateFolder } from './config/secrets.ts'

const failed = (message: string): never => {
  process.stderr.write(`netbox: ${message}\n`)
  process.exit(1)
}

const configured = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    return failed(error instanceof ConfigError ? error.message : String(error))
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') return 'PORT is in use by another program.'
  return error.message
}

// Beside this bundle in the repository: apps/api/dist/main.js, apps/web/dist/site.
const siteFolder = fileURLToPath(new URL('../../web/dist/site', import.meta.url))

// A tool of development, which stays in its sources.
const doubleProgram = fileURLToPath(new URL('../stripe-double/main.ts', import.meta.url))

/** Starts the double of the payment provider where that is asked for. */
const doubleOf = async ({ billing, dataDir, publicUrl }: Config) => {
  if (billing.apiBase !== DOUBLE) return undefined
  makePrivateFolder(dataDir)
  return attachDouble({ program: doubleProgram, dataDir, publicUrl })
}

const config = configured()

try {
  const double = await doubleOf(config)
  const api = await compose({ ...config, billing: double?.billing ?? config.billing }, { siteFolder })
  await double?.tell(api.port, config.host)
  // However it ends, by an error of ours too: what led to it is in the last lines.
  process.on('exit', () => api.core.log.flush())
  const stop = (): void => {
    double?.stop()
    api.stop().then(
      () => process.exit(0),
      (error: unknown) => failed(reasonOf(error)),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.stdout.write(
    `netbox listens on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${api.port}\n`,
  )
  if (double !== undefined) process.stdout.write(`payments go to a double at ${double.url}: no money moves\n`)
} catch (error) {
  failed(reasonOf(error))
}
