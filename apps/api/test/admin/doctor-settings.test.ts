import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { makeEncryptionKeys, makeJwtKeys } from '../../src/config/secrets.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { runOnDatabase } from '../../src/run-on-database.ts'

/** A broken installation, and the line in which doctor names the fault and the remedy. */
type State = readonly [name: string, env: Record<string, string>, line: RegExp]

const jwt = makeJwtKeys()
const encryption = makeEncryptionKeys()
const production = {
  NODE_ENV: 'production',
  JWT_KEYS: jwt,
  ENCRYPTION_KEYS: encryption,
  PUBLIC_URL: 'https://127.0.0.1:2',
}

const states: readonly State[] = [
  ['no PUBLIC_URL', { ...production, PUBLIC_URL: '' }, /^PUBLIC_URL is missing; links in email messages begin with it/],
  [
    'a PUBLIC_URL with a path',
    { PUBLIC_URL: 'https://a.example/x' },
    /^PUBLIC_URL must be only a scheme, host and port/,
  ],
  [
    'http in production',
    { ...production, PUBLIC_URL: 'http://127.0.0.1:2' },
    /^note {2}PUBLIC_URL is not https: .* Set it to/,
  ],
  [
    'no encryption keys',
    { ...production, ENCRYPTION_KEYS: '' },
    /^ENCRYPTION_KEYS is missing.*put them back .*keys\.env/,
  ],
  ['cut signing keys', { ...production, JWT_KEYS: jwt.slice(0, -20) }, /^JWT_KEYS must be a JSON list of keys/],
  [
    'a signing key twice',
    { ...production, JWT_KEYS: JSON.stringify([JSON.parse(jwt), JSON.parse(jwt)].flat()) },
    /^JWT_KEYS has two keys with the same kid; remove one/,
  ],
  [
    'a cut encryption key',
    { ...production, ENCRYPTION_KEYS: encryption.slice(0, -9) },
    /^ENCRYPTION_KEYS has a key that is weak or not 32 bytes; make one with 'npm run admin -- keys'/,
  ],
  [
    'an encryption key twice',
    { ...production, ENCRYPTION_KEYS: `${encryption},${encryption}` },
    /^ENCRYPTION_KEYS has two keys with the same kid/,
  ],
  [
    'a proxy that is no address',
    { TRUSTED_PROXIES: 'proxy' },
    /^TRUSTED_PROXIES must be a list of addresses and networks/,
  ],
  ['everybody as a proxy', { TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES contains a network that is too large/],
  ['a port that is no number', { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535/],
  [
    'the wrong kind of database',
    { DATABASE_URL: 'postgres://a/b' },
    /^DATABASE_URL must be 'sqlite:<path>' or 'mysql:/,
  ],
  [
    'a database without a name',
    { DATABASE_URL: 'mysql://u@127.0.0.1:1' },
    /^DATABASE_URL must name a database after the host/,
  ],
  ['a wrong STORAGE_URL', { STORAGE_URL: '/files' }, /^STORAGE_URL must be 'file:FOLDER' or 's3:/],
  ['a bucket without a key', { STORAGE_URL: 's3://s3.example/files' }, /^STORAGE_URL needs the access key: 's3:/],
  [
    'a mail server without a scheme',
    { SMTP_URL: 'mail.example:25' },
    /^SMTP_URL must be a URL that begins with smtp:\/\//,
  ],
  ['a sender that is no address', { MAIL_FROM: 'netbox' }, /^MAIL_FROM must be an address, such as/],
  [
    'a publishable key of Stripe',
    { STRIPE_SECRET_KEY: 'pk_test_1' },
    /^STRIPE_SECRET_KEY must be a secret or restricted key, such as sk_/,
  ],
  [
    'no signing secret of Stripe',
    { ...production, STRIPE_SECRET_KEY: 'sk_test_1' },
    /^STRIPE_WEBHOOK_SECRET is missing; without it, customers do not get the plan/,
  ],
  [
    'a product in the place of a price',
    { STRIPE_PRICE_PRO_MONTHLY: 'prod_1' },
    /^STRIPE_PRICE_PRO_MONTHLY must be an id such as price_1/,
  ],
  [
    'a price twice',
    { STRIPE_PRICE_PRO_MONTHLY: 'price_1', STRIPE_PRICE_PRO_ANNUAL: 'price_1' },
    /^STRIPE_PRICE_… contains a price twice; each price is for one plan/,
  ],
  ['a short METRICS_TOKEN', { METRICS_TOKEN: 'short' }, /^METRICS_TOKEN needs at least 16 characters/],
  ['no METRICS_TOKEN', production, /^note {2}Without METRICS_TOKEN nobody can read \/metrics.* Set it/],
  ['limits that are off', { ...production, RATE_LIMITS: 'off' }, /^RATE_LIMITS is only for tests.* Remove it/],
  [
    'a clock of tests',
    { ...production, TEST_CLOCK: '2026-01-01T00:00:00Z' },
    /^TEST_CLOCK is only for tests.* Remove it/,
  ],
  ['a mailbox of development', { ...production, DEV_MAILBOX: 'on' }, /^DEV_MAILBOX is only for tests.* Remove it/],
  ['an old name of a setting', { SEAL_KEYS: 'a' }, /^SEAL_KEYS is called ENCRYPTION_KEYS now/],
]

describe('doctor with a wrong setting', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-settings-'))
    readConfig({ DATA_DIR: folder })
    await (await openDatabase(`sqlite:${join(folder, 'netbox.sqlite')}`)).close()
  })
  afterAll(() => rm(folder, { recursive: true }))

  const doctor = async (env: Record<string, string>): Promise<readonly string[]> => {
    try {
      const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...env }, { creates: false })
      return (await runOnDatabase(config, 'doctor', [])).lines
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  }

  it.each(states)('names fault and remedy of %s', async (_name, env, line) => {
    const lines = (await doctor(env)).filter((each) => line.test(each))
    expect(lines, (await doctor(env)).join('\n')).toHaveLength(1)
  })

  it('finds keys that other users can read', async () => {
    await chmod(join(folder, 'encryption-keys'), 0o644)
    expect(await doctor({})).toContainEqual(expect.stringMatching(/encryption-keys is open to other users .*chmod 600/))
    await chmod(join(folder, 'encryption-keys'), 0o600)
  })

  it('names the data that a restore replaced, and the command that deletes it', async () => {
    await writeFile(join(folder, 'netbox.sqlite.before-restore'), '')
    expect(await doctor({})).toContainEqual(
      expect.stringMatching(/^note {2}.*netbox\.sqlite\.before-restore.*'npm run admin -- delete-replaced'/),
    )
  })
})
