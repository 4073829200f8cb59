import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, type Environment, readConfig } from './config.ts'
import { OLD_SETTINGS, settingNames } from './settings.ts'
import { makeJwtKeys, makeEncryptionKeys } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'netbox-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const development = (env: Environment = {}) => readConfig({ DATA_DIR: join(folder, 'data'), ...env })

const secrets = { JWT_KEYS: makeJwtKeys(), ENCRYPTION_KEYS: makeEncryptionKeys() }
const production = (env: Environment = {}) =>
  readConfig({ NODE_ENV: 'production', DATA_DIR: folder, PUBLIC_URL: 'https://netbox.example', ...secrets, ...env })

const problem = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

describe('the place of stored files', () => {
  const storage = (url: string) => development({ STORAGE_URL: url }).storage

  it('is a folder of the data, another one, or a bucket', () => {
    expect(development().storage).toMatchObject({ folder: join(folder, 'data', 'storage'), s3: undefined })
    expect(storage('file:/files')).toMatchObject({ folder: '/files', s3: undefined })
    expect(storage('s3://key:se%2Fcret@s3.eu-central-1.amazonaws.com/files/of/netbox').s3).toEqual({
      bucketUrl: 'https://s3.eu-central-1.amazonaws.com/files',
      prefix: 'of/netbox/',
      region: undefined,
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
    })
    expect(storage('s3+http://key:secret@127.0.0.1:9000/files/?region=garage').s3).toMatchObject({
      bucketUrl: 'http://127.0.0.1:9000/files',
      prefix: '',
      region: 'garage',
    })
  })

  it('accepts no file larger than S3 accepts in one request', () => {
    expect(development({ STORAGE_FILE_BYTES: '5000000000' }).storage.limits.file).toBe(5_000_000_000)
    expect(problem(() => development({ STORAGE_FILE_BYTES: '5000000001' }))).toContain('STORAGE_FILE_BYTES')
  })

  it.each([
    ['ftp://files', "must be 'file:FOLDER' or 's3://KEY:SECRET@HOST/BUCKET'"],
    ['s3://bucket/prefix', "needs the access key: 's3://KEY:SECRET@HOST/BUCKET', both percent-encoded"],
    ['s3://key:secret@host', "needs host and bucket: 's3://KEY:SECRET@HOST/BUCKET'"],
    ['s3://key:se%cret@host/files', 'has a "%" that does not begin a percent-encoded character'],
    ['s3://key:secret@host/files/x y', 'may have a prefix of letters, digits, "-", "_" and "." after the bucket'],
    ['s3://key:secret@host/files?regoin=x', "accepts no parameter except '?region='"],
    ['s3://key:secret@:/files', 'is not a URL'],
  ])('is refused as %s', (url, said) => {
    expect(problem(() => storage(url))).toBe(`STORAGE_URL ${said}.`)
  })
})

describe('readConfig in development', () => {
  it('needs no setting and listens only on this machine', () => {
    const config = development()
    expect(config).toMatchObject({ port: 5000, host: '127.0.0.1', isProduction: false, passwordMinLength: 6 })
    expect(config.databaseUrl).toBe(`sqlite:${join(folder, 'data', 'netbox.sqlite')}`)
    expect(config.publicUrl).toBe('http://localhost:5000')
  })

  it('creates secrets once, readable only by their owner', () => {
    const [first, second] = [development(), development()]
    expect(second.jwtKeys).toEqual(first.jwtKeys)
    expect(second.encryptionKeys).toEqual(first.encryptionKeys)
    expect(second.anonKey).toBe(first.anonKey)
    const data = join(folder, 'data')
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(readdirSync(data).toSorted()).toEqual(['anon-key', 'encryption-keys', 'jwt-keys.json'])
    for (const file of readdirSync(data)) expect(statSync(join(data, file)).mode & 0o777).toBe(0o600)
  })

  it('gives every installation its own secrets', () => {
    const other = development({ DATA_DIR: join(folder, 'other') })
    expect(other.jwtKeys).not.toEqual(development().jwtKeys)
  })

  it('reads the settings for tests', () => {
    expect(development({ RATE_LIMITS: 'off', TEST_CLOCK: '2026-01-01T00:00:00Z' })).toMatchObject({
      rateLimitsOff: true,
      testClock: 1_767_225_600_000,
    })
  })
})

describe('readConfig in production', () => {
  it('starts with its secrets and its address', () => {
    expect(production()).toMatchObject({ isProduction: true, host: '0.0.0.0', publicUrl: 'https://netbox.example' })
  })

  it.each(['JWT_KEYS', 'ENCRYPTION_KEYS', 'PUBLIC_URL'])('refuses to start without %s, in one line', (name) => {
    const message = problem(() => production({ [name]: undefined }))
    expect(message).toMatch(new RegExp(`^${name} is missing[;.] .*\\.$`))
    expect(message).not.toContain('\n')
  })

  it('creates no secrets', () => {
    const empty = join(folder, 'empty')
    expect(problem(() => production({ JWT_KEYS: '', DATA_DIR: empty }))).toContain('JWT_KEYS')
    expect(readdirSync(folder)).not.toContain('empty')
  })

  it.each([
    ['RATE_LIMITS', 'off'],
    ['TEST_CLOCK', '2026-01-01T00:00:00Z'],
    ['VERIFIER_ALLOW_LOOPBACK', '1'],
    ['VERIFIER_PORT', '2525'],
  ])('refuses the test setting %s', (name, value) => {
    expect(problem(() => production({ [name]: value }))).toBe(
      `${name} is only for tests and not allowed in production. Remove it.`,
    )
  })
})

describe('an old name', () => {
  it.each(Object.entries(OLD_SETTINGS))('%s of a setting is refused with the new one', (name, now) => {
    for (const read of [production, development])
      expect(problem(() => read({ [name]: 'x', ENCRYPTION_KEYS: undefined }))).toBe(`${name} is called ${now} now.`)
    expect(settingNames).toContain(now.split('=')[0])
  })

  it('of the file of the encryption keys is refused before anything is created; renamed, it is used', () => {
    const data = join(folder, 'old-name')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(join(data, 'seal-keys'), `${secrets.ENCRYPTION_KEYS}\n`, { mode: 0o600 })
    expect(problem(() => development({ DATA_DIR: data }))).toBe(
      `${join(data, 'seal-keys')} is called encryption-keys now; rename the file.`,
    )
    expect(readdirSync(data)).toEqual(['seal-keys'])
    renameSync(join(data, 'seal-keys'), join(data, 'encryption-keys'))
    const [key] = development({ DATA_DIR: data }).encryptionKeys
    expect(secrets.ENCRYPTION_KEYS.startsWith(`${key?.kid}:`)).toBe(true)
  })
})

describe('a start that is likely a mistake', () => {
  const data = join(folder, 'warned')

  it('has no warning for a correct configuration', () => {
    expect(production().warnings).toEqual([])
    expect(development({ DATA_DIR: data }).warnings).toEqual([])
  })

  it('warns about unencrypted passwords in production', () => {
    expect(production({ PUBLIC_URL: 'http://netbox.example' }).warnings).toEqual([
      'PUBLIC_URL is not https: passwords and tokens can be read in transit. Set it to the https:// address of the proxy.',
    ])
  })

  it('reports the loss if a key file is created next to an existing database', () => {
    writeFileSync(join(data, 'netbox.sqlite'), '', { mode: 0o600 })
    rmSync(join(data, 'encryption-keys'))
    expect(development({ DATA_DIR: data }).warnings).toEqual([
      `${join(data, 'encryption-keys')} was missing and was created again: mailbox passwords that were stored before cannot be read.`,
    ])
    expect(development({ DATA_DIR: data }).warnings).toEqual([])
  })

  it.each([
    ['jwt-keys.json', 0o644, '600'],
    ['netbox.sqlite', 0o660, '600'],
    ['.', 0o777, '700'],
  ])('warns that others can read or change %s', (name, mode, fix) => {
    const path = join(data, name)
    const before = statSync(path).mode
    chmodSync(path, mode)
    const found = `${path} is open to other users of this machine (mode ${mode.toString(8)}): chmod ${fix} it.`
    expect(development({ DATA_DIR: data }).warnings).toEqual([found])
    chmodSync(path, before)
  })
})

describe('the mail server', () => {
  it('needs TLS in production, unless it is on this machine', () => {
    const requires = (start: typeof production, url: string) => start({ SMTP_URL: url }).mail.requiresTls
    expect(requires(production, 'smtp://user:secret@mail.example:587')).toBe(true)
    expect(requires(production, 'smtp://127.0.0.1:25')).toBe(false)
    expect(requires(development, 'smtp://mail.example')).toBe(false)
  })
})

describe('a secret', () => {
  const weak = Buffer.alloc(32, 'a').toString('base64url')
  const [key] = JSON.parse(secrets.JWT_KEYS)

  it.each([
    ['no JSON', 'secret'],
    ['an empty list', '[]'],
    ['a key without a private part', JSON.stringify([{ ...key, d: undefined }])],
    ['a key that everybody could guess', JSON.stringify([{ ...key, d: weak }])],
    ['a point that is not on the curve', JSON.stringify([{ ...key, x: key.y }])],
    ['two keys of one name', JSON.stringify([key, key])],
  ])('of JWT_KEYS is refused: %s', (_name, JWT_KEYS) => {
    expect(problem(() => production({ JWT_KEYS }))).toMatch(/^JWT_KEYS /)
  })

  it.each([
    ['no name', 'abc'],
    ['too short', 'one:c2hvcnQ'],
    ['guessable', `one:${weak}`],
    ['two of one name', `${secrets.ENCRYPTION_KEYS},${secrets.ENCRYPTION_KEYS}`],
  ])('of ENCRYPTION_KEYS is refused: %s', (_name, ENCRYPTION_KEYS) => {
    expect(problem(() => production({ ENCRYPTION_KEYS }))).toMatch(/^ENCRYPTION_KEYS /)
  })

  it('may be one of several, the current one first', () => {
    const old = { ...JSON.parse(makeJwtKeys())[0], d: undefined, until: 5 }
    const config = production({
      JWT_KEYS: JSON.stringify([key, old]),
      ENCRYPTION_KEYS: `${secrets.ENCRYPTION_KEYS}, ${makeEncryptionKeys()}`,
    })
    expect(config.jwtKeys.map(({ kid }) => kid)).toEqual([key.kid, old.kid])
    expect(config.encryptionKeys).toHaveLength(2)
  })
})

describe('the settings of payments', () => {
  it('send the account’s key unencrypted only to this machine in production', () => {
    expect(problem(() => production({ STRIPE_API_BASE: 'http://stripe.example' }))).toMatch(
      /^STRIPE_API_BASE must begin with/,
    )
    expect(production({ STRIPE_API_BASE: 'https://stripe.example' }).billing.apiBase).toBe('https://stripe.example')
    expect(production({ STRIPE_API_BASE: 'http://127.0.0.1:12111' }).billing.apiBase).toBe('http://127.0.0.1:12111')
  })

  it('need the webhook secret in production, because paid plans could not be granted without it', () => {
    const key = { STRIPE_SECRET_KEY: 'sk_live_1' }
    expect(problem(() => production(key))).toMatch(/^STRIPE_WEBHOOK_SECRET is missing; /)
    expect(production({ ...key, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }).billing.webhookSecrets).toEqual([
      'whsec_1',
      'whsec_2',
    ])
  })

  it('name no price for two plans', () => {
    const twice = { STRIPE_PRICE_PRO_MONTHLY: 'price_1', STRIPE_PRICE_ENTERPRISE_MONTHLY: 'price_1' }
    expect(problem(() => development(twice))).toMatch(/^STRIPE_PRICE_… contains a price twice/)
  })

  it('do not show the key', () => {
    expect(problem(() => development({ STRIPE_SECRET_KEY: 'pk_live_hunter2' }))).not.toContain('hunter2')
  })
})

describe('the settings of email verification', () => {
  const known = { VERIFIER_HELO: 'verify.shop.net', VERIFIER_MAIL_FROM: 'verify@shop.net' }

  it('use real mail servers if the identity is configured', () => {
    const asks = { mode: 'smtp', helo: 'verify.shop.net', mailFrom: 'verify@shop.net', port: 25, allow: undefined }
    expect(production(known).verifier).toMatchObject(asks)
    expect(development(known).verifier).toMatchObject(asks)
  })

  it('simulate results otherwise, and in production only on request', () => {
    expect(development().verifier.mode).toBe('simulated')
    expect(production().verifier.mode).toBe('off')
    expect(production({ VERIFIER_MODE: 'simulated' }).verifier.mode).toBe('simulated')
    expect(production({ ...known, VERIFIER_MODE: 'off' }).verifier.mode).toBe('off')
  })

  it('have no default identity', () => {
    for (const mode of [development, production]) {
      expect(problem(() => mode({ VERIFIER_MODE: 'smtp' }))).toMatch(
        /^VERIFIER_HELO and VERIFIER_MAIL_FROM are required/,
      )
      expect(problem(() => mode({ VERIFIER_HELO: known.VERIFIER_HELO }))).toMatch(/^VERIFIER_MAIL_FROM is required/)
      expect(problem(() => mode({ VERIFIER_MAIL_FROM: known.VERIFIER_MAIL_FROM }))).toMatch(
        /^VERIFIER_HELO is required/,
      )
    }
  })

  it.each(['mx.shop.example', 'mx.example.com', 'mx.test', 'mx.shop.local', 'mx.internal', 'mx.localhost'])(
    'refuse the name %s in production, in both settings',
    (name) => {
      expect(problem(() => production({ ...known, VERIFIER_HELO: name }))).toMatch(
        /^VERIFIER_HELO must be a public name/,
      )
      const sender = { ...known, VERIFIER_MAIL_FROM: `verify@${name}` }
      expect(problem(() => production(sender))).toMatch(/^VERIFIER_MAIL_FROM must be a public name/)
      expect(development(sender).verifier.mode).toBe('smtp')
    },
  )

  it('accept nameservers with and without a port', () => {
    const servers = ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:53']
    expect(development({ VERIFIER_DNS: servers.join(', ') }).verifier.dns).toEqual(servers)
  })
})

describe('a variable', () => {
  it.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '65536'],
    ['PORT', '5e3'],
    ['DATABASE_URL', 'postgres://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['PUBLIC_URL', 'netbox.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://netbox.example/tools'],
    ['PUBLIC_URL', 'https://netbox.example/?from=proxy'],
    ['PUBLIC_URL', 'https://ana@netbox.example'],
    ['PUBLIC_URL', 'https://:secret@netbox.example'],
    ['HSTS_SUBDOMAINS', 'yes'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', '*'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1, ::/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['SMTP_URL', 'smtp://mail.example/?ignoreTLS=true'],
    ['LOG_LEVEL', 'loud'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: x@y.example'],
    ['MAIL_FROM', 'netbox'],
    ['MAIL_FROM', 'netbox <no-reply>'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['ANON_KEY', 'short'],
    ['ANON_KEY', 'a public key with blanks'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1, we_1'],
    ['STRIPE_PORTAL_CONFIGURATION', 'price_1'],
    ['STRIPE_PRICE_PRO_MONTHLY', 'prod_1'],
    ['STRIPE_PRICE_ENTERPRISE_ANNUAL', '49.00'],
    ['STRIPE_API_BASE', 'ftp://x'],
    ['STRIPE_API_BASE', 'https://stripe.example/v1'],
    ['STRIPE_API_BASE', 'https://user@stripe.example'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_SECRET_KEY', 'secret'],
    ['VERIFIER_MODE', 'maybe'],
    ['VERIFIER_HELO', 'localhost'],
    ['VERIFIER_HELO', '192.0.2.1'],
    ['VERIFIER_HELO', 'mx.shop.net\r\nRCPT TO:<a@b.net>'],
    ['VERIFIER_MAIL_FROM', 'shop.net'],
    ['VERIFIER_MAIL_FROM', 'Ana <ana@shop.net>'],
    ['VERIFIER_MAIL_FROM', 'ana@localhost'],
    ['VERIFIER_DNS', 'dns.shop.net'],
    ['VERIFIER_DNS', '192.0.2.53:0'],
    ['VERIFIER_DNS', '[192.0.2.53]:53'],
    ['VERIFIER_DNS', '192.0.2.53,192.0.2.999'],
    ['VERIFIER_PORT', '0'],
    ['METRICS_TOKEN', 'short'],
    ['RATE_LIMITS', 'yes'],
    ['TEST_CLOCK', 'noon'],
  ])('%s is refused as %j, in one line with its name', (name, value) => {
    const message = problem(() => development({ [name]: value }))
    expect(message.startsWith(`${name} `)).toBe(true)
    expect(message).toMatch(/^[^\n]+\.$/)
  })

  it('with a password is not shown', () => {
    expect(problem(() => development({ SMTP_URL: 'smtpx://user:hunter2@mail.example' }))).not.toContain('hunter2')
  })

  it('is trimmed, and blank counts as absent', () => {
    const config = development({
      PORT: ' 8080 ',
      CORS_ORIGINS: ' https://a.example , https://b.example,',
      SMTP_URL: ' ',
    })
    expect(config.port).toBe(8080)
    expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example'])
    expect(config.mail.smtpUrl).toBeUndefined()
  })

  it('is in .env.example, which works unchanged', () => {
    const example = readFileSync(resolve(import.meta.dirname, '../../../../.env.example'), 'utf8')
    const named = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(settingNames))
    const set = Object.fromEntries([...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
    expect(() => development({ ...set, DATA_DIR: join(folder, 'data') })).not.toThrow()
  })
})
