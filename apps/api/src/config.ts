import { resolve } from 'node:path'
import { ConfigError } from './config/read.ts'
import { readBilling } from './config/read-billing.ts'
import { readVerifier } from './config/read-verifier.ts'
import { keptSecret, makeAnonKey, makeJwtKeys, makeSealKeys, readJwtKeys, readSealKeys } from './config/secrets.ts'
import { readStorage } from './config/read-storage.ts'
import * as read from './config/read.ts'

export { ConfigError } from './config/read.ts'

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Everything that can be set from outside, checked. */
export type Config = ReturnType<typeof readConfig>

const KNOBS = ['TURN_OFF_RATE_LIMITS', 'TEST_CLOCK', 'VERIFIER_ALLOW_LOOPBACK', 'VERIFIER_PORT'] as const

const refuseKnobs = (env: Environment): void => {
  const set = KNOBS.find((name) => (env[name] ?? '') !== '')
  if (set !== undefined) throw new ConfigError(set, 'is for tests; a production start refuses it')
}

/** A relative database path counts from the current folder, as DATA_DIR does; MySQL's URL stays as it is. */
const databaseUrl = (env: Environment, dataDir: string): string => {
  const url = read.text(env, 'DATABASE_URL')
  if (url === undefined) return `sqlite:${resolve(dataDir, 'netbox.sqlite')}`
  if (url.startsWith('mysql://')) return read.url(env, 'DATABASE_URL', ['mysql:']) ?? url
  if (!url.startsWith('sqlite:') || url === 'sqlite:')
    throw new ConfigError('DATABASE_URL', "must be 'sqlite:<path>' or 'mysql://user:password@host:port/database'")
  return `sqlite:${resolve(url.slice('sqlite:'.length))}`
}

const readSecrets = (env: Environment, isProduction: boolean, dataDir: string) => {
  const secret = (name: 'JWT_KEYS' | 'SEAL_KEYS', file: string, make: () => string): string => {
    const given = read.text(env, name)
    if (given === undefined && isProduction)
      throw new ConfigError(name, "is missing; make one with 'npm run admin -- keys'")
    return given ?? keptSecret(dataDir, file, make)
  }
  return {
    jwtKeys: readJwtKeys(secret('JWT_KEYS', 'jwt-keys.json', makeJwtKeys)),
    sealKeys: readSealKeys(secret('SEAL_KEYS', 'seal-keys', makeSealKeys)),
  }
}

const readPublicUrl = (env: Environment, isProduction: boolean, port: number): string => {
  const url = read.url(env, 'PUBLIC_URL', ['http:', 'https:'])
  if (url !== undefined) return url.replace(/\/+$/, '')
  if (isProduction) throw new ConfigError('PUBLIC_URL', 'is missing; links in mails are made from it')
  return `http://localhost:${port}`
}

const readMail = (env: Environment, publicUrl: string) => {
  const smtpUrl = read.url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const from = read.line(env, 'MAIL_FROM') ?? `netbox <no-reply@${new URL(publicUrl).hostname}>`
  return { smtpUrl, from }
}

/**
 * Reads the configuration. Throws a `ConfigError` whose message is one line that names the variable. In development, secrets
 * that are not given are made once and kept in the data folder.
 */
export const readConfig = (env: Environment) => {
  const mode = read.oneOf(env, 'NODE_ENV', ['production', 'development', 'test']) ?? 'development'
  const isProduction = mode === 'production'
  if (isProduction) refuseKnobs(env)
  const dataDir = resolve(read.text(env, 'DATA_DIR') ?? 'data')
  const port = read.wholeNumber(env, 'PORT', { from: 0, to: 65_535 }) ?? 5000
  const publicUrl = readPublicUrl(env, isProduction, port)
  return {
    isProduction,
    port,
    host: read.line(env, 'HOST') ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: databaseUrl(env, dataDir),
    publicUrl,
    corsOrigins: read.origins(env, 'CORS_ORIGINS'),
    trustedProxies: read.networks(env, 'TRUSTED_PROXIES'),
    logLevel: read.oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
    ...readSecrets(env, isProduction, dataDir),
    anonKey: read.line(env, 'ANON_KEY') ?? keptSecret(dataDir, 'anon-key', makeAnonKey),
    serviceRoleKey: read.secret(env, 'SERVICE_ROLE_KEY', 32),
    storage: readStorage(env, dataDir),
    passwordMinLength: read.wholeNumber(env, 'PASSWORD_MIN_LENGTH', { from: 6, to: 128 }) ?? 6,
    mail: readMail(env, publicUrl),
    billing: readBilling(env, isProduction),
    verifier: readVerifier(env, isProduction),
    metricsToken: read.secret(env, 'METRICS_TOKEN', 16),
    rateLimitsOff: read.flag(env, 'TURN_OFF_RATE_LIMITS'),
    testClock: read.instant(env, 'TEST_CLOCK'),
  }
}
