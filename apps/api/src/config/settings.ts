import { isIP } from 'node:net'
import * as v from 'valibot'
import { isCatchAll, isNetwork } from '../http/client-address.ts'

/** Environment variables, in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns a command line of the admin command as this installation runs it: NETBOX_ADMIN is its name, which deploy/ and the Dockerfile set.
 * All texts use this function, because in another environment the same command would use another installation.
 */
export const adminCommand = (words: string): string =>
  `${process.env['NETBOX_ADMIN']?.trim() || 'npm run admin --'} ${words}`

/** Returns the URL of a database for messages, without its password and parameters. */
export const describeUrl = (url: string): string => {
  if (!URL.canParse(url) || url.startsWith('sqlite:')) return url
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username}@${host}${pathname}`
}

/** The error of an invalid setting. The message is one line that begins with the variable's name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}.`)
  }
}

// A single line, because the value is used in headers and commands.
const line = v.pipe(
  v.string(),
  v.check((text) => !/\p{Cc}/u.test(text), 'must be one line'),
)

const list = v.pipe(
  line,
  v.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)

const listOf = (isItem: (item: string) => boolean, problem: string) =>
  v.pipe(
    list,
    v.check((items) => items.every(isItem), problem),
  )

const oneOf = <const Word extends string>(...words: readonly Word[]) =>
  v.picklist(words, `must be one of ${words.join(', ')}`)

const flag = v.pipe(
  oneOf('1', 'true', '0', 'false'),
  v.transform((word) => word === '1' || word === 'true'),
)

const wholeNumber = (from: number, to: number) => {
  const problem = `must be a whole number from ${from} to ${to}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, problem),
    v.transform(Number),
    v.minValue(from, problem),
    v.maxValue(to, problem),
  )
}

const hasProtocol = (text: string, ...protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const url = (...protocols: readonly string[]) =>
  v.pipe(
    line,
    v.check(
      (text) => hasProtocol(text, ...protocols),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

/** Returns whether a URL has only scheme, host and port, and user and password if allowed. */
const isBare = (text: string, allowsUser: boolean): boolean => {
  const { pathname, search, hash, username, password } = new URL(text)
  const hasUser = username !== '' || password !== ''
  return ['', '/'].includes(pathname) && search === '' && hash === '' && (allowsUser || !hasUser)
}

const bareWebUrl = v.pipe(
  url('http:', 'https:'),
  v.check((text) => isBare(text, false), 'must be only a scheme, host and port'),
)

/** Returns a schema of ids at Stripe that begin with one of the prefixes. */
const stripeId = (...prefixes: readonly string[]) =>
  v.pipe(line, v.regex(new RegExp(`^(?:${prefixes.join('|')})_\\w+$`), `must be an id such as ${prefixes[0]}_1…`))

// Stripe's older prices are called plans.
const priceId = v.optional(stripeId('price', 'plan'))

const instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.check((at) => !Number.isNaN(at), 'must be a time such as 2026-01-01T00:00:00Z'),
)

/** Returns whether a text is an address, with or without a port: 192.0.2.53, 192.0.2.53:53, 2001:db8::53, [2001:db8::53]:53. */
const isServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? []
  const isPort = Number(port) >= 1 && Number(port) <= 65_535
  return isPort && (bracketed === undefined ? isIP(plain ?? '') === 4 : isIP(bracketed) === 6)
}

const FROM = /^(?:([^<>"\p{Cc}]*)<([^<>]+)>|([^<>\s]+))$/u

/** Parses a sender, `name@host` or `Name <name@host>`. Returns undefined for text that doesn't fit in one header. */
export const parseSender = (text: string) => {
  const [, name = '', bracketed, bare] = FROM.exec(text.trim()) ?? []
  const address = bracketed ?? bare ?? ''
  const host = address.slice(address.lastIndexOf('@') + 1)
  // The sender's host may have no dot, as in development.
  return /^[^\s@<>,;:"\p{Cc}]+@[a-z0-9.-]+$/iu.test(address) ? { name: name.trim(), address, host } : undefined
}

/** Every variable, with its default. */
const settings = v.object({
  NODE_ENV: v.optional(oneOf('production', 'development', 'test'), 'development'),
  PORT: v.optional(wholeNumber(0, 65_535), '5000'),
  HOST: v.optional(line),
  PUBLIC_URL: v.optional(bareWebUrl),
  SITE_URL: v.optional(url('http:', 'https:')),
  HSTS_SUBDOMAINS: v.optional(flag, '0'),
  CORS_ORIGINS: v.optional(
    listOf(
      (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
      'must be a list of origins such as https://app.example, separated by commas',
    ),
    '',
  ),
  REDIRECT_URLS: v.optional(
    listOf(
      (page) => URL.canParse(page) && !/^(?:javascript|data|vbscript|file|blob):/i.test(page),
      'must be a list of pages such as https://app.example/welcome or myapp://signed-in, separated by commas',
    ),
    '',
  ),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      listOf(isNetwork, 'must be a list of addresses and networks such as 10.0.0.0/8, separated by commas'),
      v.check(
        (networks) => !networks.some(isCatchAll),
        'contains a network that is too large: every client could choose its own address',
      ),
    ),
    '',
  ),
  LOG_LEVEL: v.optional(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'),
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: v.optional(
    v.pipe(
      line,
      v.check(
        (text) => (text.startsWith('sqlite:') && text !== 'sqlite:') || hasProtocol(text, 'mysql:'),
        "must be 'sqlite:<path>' or 'mysql://user:password@host:port/database'",
      ),
    ),
  ),
  JWT_KEYS: v.optional(v.string()),
  ENCRYPTION_KEYS: v.optional(v.string()),
  // Clients send the key in headers and links.
  ANON_KEY: v.optional(v.pipe(line, v.regex(/^[\w.-]{16,}$/, 'needs at least 16 letters, digits, "_", "-" or "."'))),
  SERVICE_ROLE_KEY: v.optional(v.pipe(line, v.minLength(32, 'needs at least 32 characters'))),
  STORAGE_URL: v.optional(
    v.pipe(line, v.regex(/^(?:file:.|s3(?:\+http)?:\/\/)/, "must be 'file:FOLDER' or 's3://KEY:SECRET@HOST/BUCKET'")),
  ),
  // S3 accepts at most 5 GB in one request.
  STORAGE_FILE_BYTES: v.optional(wholeNumber(1, 5_000_000_000), '50000000'),
  STORAGE_USER_BYTES: v.optional(wholeNumber(1, 9_999_999_999), '100000000'),
  STORAGE_USER_OBJECTS: v.optional(wholeNumber(1, 100_000), '1000'),
  STORAGE_USER_UPLOADS: v.optional(wholeNumber(1, 24), '2'),
  REGISTRATION: v.optional(oneOf('open', 'closed'), 'open'),
  PASSWORD_MIN_LENGTH: v.optional(wholeNumber(6, 128), '6'),
  OTP_LENGTH: v.optional(wholeNumber(6, 10), '6'),
  SMTP_URL: v.optional(
    v.pipe(
      url('smtp:', 'smtps:'),
      v.check((text) => isBare(text, true), 'must be only a scheme, user, password, host and port'),
    ),
  ),
  DEV_MAILBOX: v.optional(oneOf('off', 'on', 'confirm')),
  MAIL_FROM: v.optional(
    v.pipe(
      line,
      v.check(
        (text) => parseSender(text) !== undefined,
        "must be an address, such as 'netbox <no-reply@netbox.example>'",
      ),
    ),
  ),
  STRIPE_SECRET_KEY: v.optional(
    // Other keys (pk_…) are for browsers.
    v.pipe(
      v.string(),
      v.regex(/^(?:sk|rk)_(?:test|live)_\w+$/, 'must be a secret or restricted key, such as sk_test_…'),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    listOf(
      (secret) => /^whsec_\w+$/.test(secret),
      'must be a signing secret such as whsec_…, or two, separated by a comma',
    ),
    '',
  ),
  STRIPE_API_BASE: v.optional(bareWebUrl),
  STRIPE_PORTAL_CONFIGURATION: v.optional(stripeId('bpc')),
  STRIPE_PRICE_PRO_MONTHLY: priceId,
  STRIPE_PRICE_PRO_ANNUAL: priceId,
  STRIPE_PRICE_ENTERPRISE_MONTHLY: priceId,
  STRIPE_PRICE_ENTERPRISE_ANNUAL: priceId,
  VERIFIER_MODE: v.optional(oneOf('smtp', 'simulated', 'off')),
  VERIFIER_HELO: v.optional(line),
  VERIFIER_MAIL_FROM: v.optional(line),
  VERIFIER_DNS: v.optional(listOf(isServer, 'must be a list of addresses such as 192.0.2.53 or 192.0.2.53:53'), ''),
  NETBOX_ADMIN: v.optional(line),
  METRICS_TOKEN: v.optional(v.pipe(line, v.minLength(16, 'needs at least 16 characters'))),
  RATE_LIMITS: v.optional(oneOf('on', 'off'), 'on'),
  TEST_CLOCK: v.optional(instant),
  VERIFIER_ALLOW_LOOPBACK: v.optional(flag, '0'),
  VERIFIER_PORT: v.optional(wholeNumber(1, 65_535), '25'),
})

/** The parsed settings. */
export type Settings = v.InferOutput<typeof settings>

/** The names of all variables. */
export const settingNames = Object.keys(settings.entries)

/** The settings that had another name before. A setting that is ignored could change what the service does without a word. */
export const OLD_SETTINGS: Readonly<Record<string, string>> = {
  EMAIL_VERIFIER: 'VERIFIER_MODE',
  SEAL_KEYS: 'ENCRYPTION_KEYS',
  TURN_OFF_RATE_LIMITS: 'RATE_LIMITS=off',
}

/** Reads the environment; a blank variable counts as absent. Throws a `ConfigError` without the value, which may contain a password. */
export const readSettings = (env: Environment): Settings => {
  const valueOf = (name: string): string | undefined => env[name]?.trim() || undefined
  const old = Object.entries(OLD_SETTINGS).find(([name]) => valueOf(name) !== undefined)
  if (old !== undefined) throw new ConfigError(old[0], `is called ${old[1]} now`)
  const given = settingNames.map((name): [string, string | undefined] => [name, valueOf(name)])
  const parsed = v.safeParse(settings, Object.fromEntries(given), { abortEarly: true, abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ConfigError(v.getDotPath(issue) ?? 'The environment', issue.message)
}
