import { adminCommand, ConfigError, type Environment, readSettings, type Settings } from './settings.ts'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLoopback, isThisMachine } from '../http/client-address.ts'
import { readVerifier } from './read-verifier.ts'
import {
  keptSecret,
  looseModes,
  makeAnonKey,
  makeJwtKeys,
  makeEncryptionKeys,
  readJwtKeys,
  readEncryptionKeys,
  readSecret,
} from './secrets.ts'

/** Checks the address of the payment provider. In production it needs encryption, because requests contain the key. */
const checkBase = (base: string | undefined): void => {
  if (base?.startsWith('http:') && !isThisMachine(base))
    throw new ConfigError(
      'STRIPE_API_BASE',
      'must begin with https:// in production, because the key of the account is sent there',
    )
}

/** Returns the payment settings. All are optional: without a key, plans can't be bought. */
const readBilling = (settings: Settings) => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_BASE: apiBase } = settings
  if (settings.NODE_ENV === 'production') {
    checkBase(apiBase)
    if (secretKey !== undefined && webhookSecrets.length === 0)
      throw new ConfigError(
        'STRIPE_WEBHOOK_SECRET',
        'is missing; without it, customers do not get the plan that they pay for',
      )
  }
  const prices = {
    pro: { monthly: settings.STRIPE_PRICE_PRO_MONTHLY, annual: settings.STRIPE_PRICE_PRO_ANNUAL },
    enterprise: { monthly: settings.STRIPE_PRICE_ENTERPRISE_MONTHLY, annual: settings.STRIPE_PRICE_ENTERPRISE_ANNUAL },
  }
  const set = [prices.pro, prices.enterprise].flatMap(({ monthly, annual }) => [monthly, annual]).filter(Boolean)
  if (new Set(set).size !== set.length)
    throw new ConfigError('STRIPE_PRICE_…', 'contains a price twice; each price is for one plan and interval')
  return { secretKey, webhookSecrets, apiBase, portalConfiguration: settings.STRIPE_PORTAL_CONFIGURATION, prices }
}

/** Reads the settings for setting up a Stripe account: the key, the address of the API, and the public address of the web app. */
export const readSetUp = (env: Environment) => {
  const settings = readSettings({ ...env, NODE_ENV: undefined })
  const { secretKey, apiBase } = readBilling(settings)
  if (secretKey === undefined) throw new ConfigError('STRIPE_SECRET_KEY', 'is missing; it is the key of the account')
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return { secretKey, apiBase, publicUrl: publicUrl.replace(/\/+$/, '') }
}

const refuse = (problem: string): ConfigError => new ConfigError('STORAGE_URL', problem)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse('has a "%" that does not begin a percent-encoded character')
  }
}

/** Reads `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION`; `s3+http` uses no TLS. */
const readS3 = (text: string) => {
  if (!URL.canParse(text)) throw refuse('is not a URL')
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text)
  if (username === '' || password === '')
    throw refuse("needs the access key: 's3://KEY:SECRET@HOST/BUCKET', both percent-encoded")
  const [bucket = '', ...path] = pathname.slice(1).replace(/\/+$/, '').split('/')
  if (host === '' || !/^[\w.-]{3,63}$/.test(bucket))
    throw refuse("needs host and bucket: 's3://KEY:SECRET@HOST/BUCKET'")
  if (!path.every((segment) => /^[\w-][\w.-]{0,99}$/.test(segment)))
    throw refuse('may have a prefix of letters, digits, "-", "_" and "." after the bucket')
  if (hash !== '' || [...searchParams.keys()].some((name) => name !== 'region'))
    throw refuse("accepts no parameter except '?region='")
  return {
    bucketUrl: `${protocol === 's3:' ? 'https' : 'http'}://${host}/${bucket}`,
    prefix: path.map((segment) => `${segment}/`).join(''),
    region: searchParams.get('region') ?? undefined,
    accessKeyId: decode(username),
    secretAccessKey: decode(password),
  }
}

/** Reads the location and the size limits of stored files. */
const readStorage = (settings: Settings, dataDir: string) => {
  const url = settings.STORAGE_URL
  const isFolder = url === undefined || url.startsWith('file:')
  return {
    /** The folder of the files, or of uploads before they reach the object store. */
    folder: resolve(url !== undefined && isFolder ? url.slice('file:'.length) : join(dataDir, 'storage')),
    s3: isFolder ? undefined : readS3(url),
    limits: {
      file: settings.STORAGE_FILE_BYTES,
      bytes: settings.STORAGE_USER_BYTES,
      objects: settings.STORAGE_USER_OBJECTS,
      uploads: settings.STORAGE_USER_UPLOADS,
    },
  }
}

export { ConfigError, type Environment } from './settings.ts'

export type Config = ReturnType<typeof readConfig>

const TEST_SETTINGS = ['RATE_LIMITS', 'TEST_CLOCK', 'VERIFIER_ALLOW_LOOPBACK', 'VERIFIER_PORT', 'DEV_MAILBOX'] as const

const refuseTestSettings = (env: Environment): void => {
  const set = TEST_SETTINGS.find((name) => (env[name] ?? '') !== '')
  if (set !== undefined) throw new ConfigError(set, 'is only for tests and not allowed in production. Remove it')
}

/** The files of the data folder. */
const FILES = {
  JWT_KEYS: { file: 'jwt-keys.json', make: makeJwtKeys, loss: 'everybody has to sign in again' },
  ENCRYPTION_KEYS: {
    file: 'encryption-keys',
    make: makeEncryptionKeys,
    loss: 'mailbox passwords that were stored before cannot be read',
  },
} as const

/** The files of the data folder that contain the secrets without a setting. */
export const SECRET_FILES = {
  JWT_KEYS: FILES.JWT_KEYS.file,
  ENCRYPTION_KEYS: FILES.ENCRYPTION_KEYS.file,
  ANON_KEY: 'anon-key',
} as const

/** Refuses the file that ENCRYPTION_KEYS had before. Otherwise new keys would be made, which can't read the stored data. */
const refuseOldFile = ({ ENCRYPTION_KEYS: keys }: Settings, dataDir: string): void => {
  const [old, now] = [join(dataDir, 'seal-keys'), join(dataDir, FILES.ENCRYPTION_KEYS.file)]
  if (keys === undefined && existsSync(old) && !existsSync(now))
    throw new ConfigError(old, `is called ${FILES.ENCRYPTION_KEYS.file} now; rename the file`)
}

const locate = ({ DATA_DIR, DATABASE_URL }: Settings) => {
  const dataDir = resolve(DATA_DIR)
  // A relative path is relative to the current folder, as in DATA_DIR.
  const database = DATABASE_URL ?? `sqlite:${join(dataDir, 'netbox.sqlite')}`
  const file = database.startsWith('sqlite:') ? resolve(database.slice('sqlite:'.length)) : undefined
  return { dataDir, file, databaseUrl: file === undefined ? database : `sqlite:${file}` }
}

/** Reads only the data folder and the database of a configuration. */
export const readLocation = (env: Environment) => locate(readSettings(env))

/** Reads what a restore replaces: the database, the files, and the secrets that are not settings. */
export const readReplaced = (env: Environment) => {
  const settings = readSettings(env)
  const location = locate(settings)
  const sellsPlans = settings.STRIPE_SECRET_KEY !== undefined
  return { ...location, storage: readStorage(settings, location.dataDir), sellsPlans }
}

/** Returns the secret in a file of the data folder, which may create it. */
type KeepSecret = (name: string, make: () => string) => string

/** Reads or creates the secrets. Adds a warning about the lost data if a secret had to be recreated. */
const readSecrets = (
  settings: Settings,
  { dataDir, file: database }: ReturnType<typeof locate>,
  keep: KeepSecret,
  warnings: string[],
) => {
  const hasData = database !== undefined && existsSync(database)
  const secret = (name: keyof typeof FILES): string => {
    const { file, make, loss } = FILES[name]
    const given = settings[name]
    if (given === undefined && settings.NODE_ENV === 'production')
      throw new ConfigError(
        name,
        `is missing. If the installation has keys, put them back (a backup has them in keys.env): new ones can't replace them. A new installation makes them with '${adminCommand('keys')}'`,
      )
    if (given === undefined && hasData && !existsSync(join(dataDir, file)))
      warnings.push(`${join(dataDir, file)} was missing and was created again: ${loss}.`)
    return given ?? keep(file, make)
  }
  return { jwtKeys: readJwtKeys(secret('JWT_KEYS')), encryptionKeys: readEncryptionKeys(secret('ENCRYPTION_KEYS')) }
}

const publicUrlOf = ({ PUBLIC_URL: url, PORT: port, NODE_ENV: mode }: Settings): string => {
  if (url !== undefined) return url.replace(/\/+$/, '')
  if (mode === 'production') throw new ConfigError('PUBLIC_URL', 'is missing; links in email messages begin with it')
  return `http://localhost:${port}`
}

const mailOf = ({ SMTP_URL: smtpUrl, MAIL_FROM: from, NODE_ENV: mode }: Settings, publicUrl: string) => ({
  smtpUrl,
  // Mails contain links that sign users in, so in production they need encryption.
  requiresTls: mode === 'production' && smtpUrl !== undefined && !isThisMachine(smtpUrl),
  from: from ?? `netbox <no-reply@${new URL(publicUrl).hostname}>`,
})

/** Returns what happens with mail in development. Only a service for this machine alone, by its address and its URL, shows mail. */
const devMailboxOf = (
  { DEV_MAILBOX: wanted, SMTP_URL: smtpUrl, NODE_ENV: mode }: Settings,
  host: string,
  publicUrl: string,
) => {
  const isOwn = (host === 'localhost' || isLoopback(host)) && isThisMachine(publicUrl)
  const isPossible = mode !== 'production' && smtpUrl === undefined && isOwn
  return isPossible ? (wanted ?? (mode === 'development' ? 'on' : 'off')) : 'off'
}

/**
 * Reads the configuration. Throws a `ConfigError` whose message is one line with the variable's name. In development, missing secrets are
 * created once and kept in the data folder, unless `creates` is false: then they must exist.
 */
export const readConfig = (env: Environment, { creates = true }: { readonly creates?: boolean } = {}) => {
  const settings = readSettings(env)
  const isProduction = settings.NODE_ENV === 'production'
  if (isProduction) refuseTestSettings(env)
  const location = locate(settings)
  const { dataDir, file, databaseUrl } = location
  refuseOldFile(settings, dataDir)
  const publicUrl = publicUrlOf(settings)
  const keep: KeepSecret = (name, make) => (creates ? keptSecret(dataDir, name, make) : readSecret(dataDir, name))
  const warnings: string[] = []
  const secrets = readSecrets(settings, location, keep, warnings)
  if (isProduction && publicUrl.startsWith('http:'))
    warnings.push(
      'PUBLIC_URL is not https: passwords and tokens can be read in transit. Set it to the https:// address of the proxy.',
    )
  const kept = [dataDir, ...Object.values(FILES).map((secret) => join(dataDir, secret.file))]
  warnings.push(...looseModes(file === undefined ? kept : [...kept, file]))
  const host = settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1')
  return {
    isProduction,
    port: settings.PORT,
    host,
    dataDir,
    databaseUrl,
    publicUrl,
    includesSubdomains: settings.HSTS_SUBDOMAINS,
    corsOrigins: settings.CORS_ORIGINS,
    siteUrl: settings.SITE_URL ?? publicUrl,
    redirectUrls: settings.REDIRECT_URLS,
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    ...secrets,
    anonKey: settings.ANON_KEY ?? keep(SECRET_FILES.ANON_KEY, makeAnonKey),
    serviceRoleKey: settings.SERVICE_ROLE_KEY,
    storage: readStorage(settings, dataDir),
    isRegistrationClosed: settings.REGISTRATION === 'closed',
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    otpLength: settings.OTP_LENGTH,
    mail: mailOf(settings, publicUrl),
    devMailbox: devMailboxOf(settings, host, publicUrl),
    billing: readBilling(settings),
    verifier: readVerifier(settings),
    metricsToken: settings.METRICS_TOKEN,
    rateLimitsOff: settings.RATE_LIMITS === 'off',
    testClock: settings.TEST_CLOCK,
    /** Likely mistakes that don't prevent the start; the log reports them. */
    warnings,
  }
}
