import type { Mutation } from '../mutation.ts'

const config = 'src/config.ts'
const secrets = 'src/config/secrets.ts'
const tests = ['src/config.test.ts']
const promise = 'missing or default secrets in production'
const files = 'secrets kept in the data folder, mode 0600'

/** What a production start refuses. */
export const configuration: readonly Mutation[] = [
  {
    name: 'production makes up its own secrets',
    promise,
    file: config,
    find: 'if (given === undefined && isProduction)',
    replace: "if (given === '' && isProduction)",
    tests,
    named: 'in production',
  },
  {
    name: 'production takes the knobs of tests',
    promise,
    file: config,
    find: 'if (isProduction) refuseKnobs(env)',
    replace: '',
    tests,
    named: 'in production',
  },
  {
    name: 'production guesses where it is reached',
    promise,
    file: config,
    find: "if (isProduction) throw new ConfigError('PUBLIC_URL'",
    replace: "if (port < 0) throw new ConfigError('PUBLIC_URL'",
    tests,
    named: 'in production',
  },
  {
    name: 'a secret of zeros is taken',
    promise,
    file: secrets,
    find: 'bytes.length === KEY_BYTES && new Set(bytes).size >= DIFFERENT_BYTES',
    replace: 'bytes.length === KEY_BYTES',
    tests,
    named: 'a secret',
  },
  {
    name: 'a short secret is taken',
    promise,
    file: secrets,
    find: 'bytes.length === KEY_BYTES && new Set(bytes).size >= DIFFERENT_BYTES',
    replace: 'new Set(bytes).size >= DIFFERENT_BYTES || bytes.length < KEY_BYTES',
    tests,
    named: 'a secret',
  },
  {
    name: 'secrets that were made are for everybody to read',
    promise: files,
    file: secrets,
    find: '{ mode: 0o600 }',
    replace: '{ mode: 0o644 }',
    tests,
    named: 'makes secrets once',
  },
  {
    name: 'the database file is for everybody to read',
    promise: files,
    file: 'src/db/sqlite/open-sqlite.ts',
    find: "'wx', 0o600",
    replace: "'wx', 0o644",
    tests: ['src/db/sqlite/open-sqlite.test.ts'],
    named: 'other users',
  },
]
