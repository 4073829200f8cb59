import { hostname } from 'node:os'
import { SECOND } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { digest } from '../random.ts'
import { hasCode } from '../system-errors.ts'
import { version } from '../version.ts'
import { forgetProcess, listProcesses, noteProcess, readDatabaseTime, type ServiceProcess } from './repository.ts'

/** The settings that all processes must share, except the database. */
type SharedSettings = Pick<
  Config,
  'publicUrl' | 'jwtKeys' | 'encryptionKeys' | 'anonKey' | 'serviceRoleKey' | 'storage' | 'mail' | 'billing'
>

/** The time after which the next sign of life, one a minute, is late. */
const LATE = 75 * SECOND

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
    note: () => noteProcess(database, own, clock.now()),
    forget: () => forgetProcess(database.writer, own.name),
  }
}

/** Returns whether a process of this machine has ended without saying so. */
const hasEnded = (name: string): boolean => {
  const [, host, pid] = /^(.+):(\d+)$/.exec(name) ?? []
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    // EPERM means that the process exists.
    return hasCode(error, 'ESRCH')
  }
}

/** Lists the running processes, compared with this one. */
export const compareProcesses = async ({ database, clock, config }: PresenceOptions) => {
  const own = describeProcess(config)
  const time = await readDatabaseTime(database.queries, database.engine)
  const ownAhead = clock.now() - time
  return (await listProcesses(database.queries, time)).map(({ name, version: other, settings, ahead, age }) => ({
    name,
    differs: [
      ...Object.keys(own.settings).filter((setting) => settings[setting] !== own.settings[setting]),
      ...(other === own.version ? [] : [`version ${other}`]),
    ],
    ahead: ahead - ownAhead,
    silentFor: age > LATE || hasEnded(name) ? age : undefined,
  }))
}
