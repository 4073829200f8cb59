import { hostname } from 'node:os'
import { MINUTE } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { digest } from '../random.ts'
import { version } from '../version.ts'
import { forgetProcess, listProcesses, noteProcess, type ServiceProcess } from './repository.ts'

/** The settings that all processes must share, except the database. */
type SharedSettings = Pick<
  Config,
  'publicUrl' | 'jwtKeys' | 'encryptionKeys' | 'anonKey' | 'serviceRoleKey' | 'storage' | 'mail' | 'billing'
>

/** A process counts as running for this time after its last sign of life, which it gives every minute. */
const LIFETIME = 2.5 * MINUTE

/** Returns this process, with digests of its settings: the database must not contain them. */
export const describeProcess = (config: SharedSettings): ServiceProcess => {
  const shared = {
    PUBLIC_URL: config.publicUrl,
    JWT_KEYS: config.jwtKeys,
    ENCRYPTION_KEYS: config.encryptionKeys.map(({ kid, key }) => [kid, [...key]]),
    ANON_KEY: config.anonKey,
    SERVICE_ROLE_KEY: config.serviceRoleKey,
    STORAGE_URL: config.storage.s3 ?? config.storage.folder,
    SMTP_URL: config.mail.smtpUrl,
    STRIPE_SECRET_KEY: config.billing.secretKey,
  }
  const settings: Record<string, string> = {}
  for (const [name, value] of Object.entries(shared))
    settings[name] = digest(`${name} ${JSON.stringify(value)}`).slice(0, 16)
  return { name: `${hostname()}:${process.pid}`.slice(-255), version, settings }
}

interface PresenceOptions extends DatabaseAndClock {
  readonly config: SharedSettings
}

/** Creates the sign of life of this process. */
export const createPresence = ({ database, clock, config }: PresenceOptions) => {
  const own = describeProcess(config)
  return {
    /** Records that the process is running. */
    note: () => noteProcess(database, own, clock.now() + LIFETIME),
    forget: () => forgetProcess(database.writer, own.name),
  }
}

/** Lists the running processes, each with its settings and its version that differ from those of this process. */
export const compareProcesses = async ({ database, clock, config }: PresenceOptions) => {
  const own = describeProcess(config)
  return (await listProcesses(database.queries, clock.now())).map(({ name, version: other, settings }) => ({
    name,
    differs: [
      ...Object.keys(own.settings).filter((setting) => settings[setting] !== own.settings[setting]),
      ...(other === own.version ? [] : [`version ${other}`]),
    ],
  }))
}
