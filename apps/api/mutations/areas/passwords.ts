import type { Mutation } from '../mutation.ts'

const file = 'src/accounts/passwords.ts'
const tests = ['src/accounts/passwords.test.ts']
const pool = 'src/accounts/hash-pool.ts'

const hashes = 'hashes'
const bomb = 'argon2 as a CPU bomb'

/** How passwords are kept and checked. */
export const passwords: readonly Mutation[] = [
  {
    name: 'any password is accepted',
    promise: hashes,
    file,
    find: 'timingSafeEqual(await tagOf(stored, password), stored.tag) && known !== undefined',
    replace: '(await tagOf(stored, password)).length > 0 && known !== undefined',
    tests,
    named: 'match themselves',
  },
  {
    name: 'where there is no account, any password is right',
    promise: hashes,
    file,
    find: 'timingSafeEqual(await tagOf(stored, password), stored.tag) && known !== undefined',
    replace: 'known === undefined || timingSafeEqual(await tagOf(stored, password), stored.tag)',
    tests,
    named: 'never match',
  },
  {
    name: 'a hash costs a megabyte in place of nineteen',
    promise: hashes,
    file,
    find: 'memory: 19_456',
    replace: 'memory: 1024',
    tests,
    named: 'PHC string',
  },
  {
    name: 'all passwords have one salt',
    promise: hashes,
    file,
    find: 'salt: randomBytes(SALT_BYTES)',
    replace: 'salt: Buffer.alloc(SALT_BYTES)',
    tests,
    named: 'salt of their own',
  },
  {
    name: 'a password is cut after 72 characters',
    promise: hashes,
    file,
    find: "Buffer.from(password.normalize('NFC'))",
    replace: "Buffer.from(password.normalize('NFC').slice(0, 72))",
    tests,
    named: 'not cut',
  },
  {
    name: 'a password of a megabyte is hashed',
    promise: hashes,
    file,
    find: 'if (password.length > MAX_PASSWORD_LENGTH)',
    replace: 'if (password.length > MAX_PASSWORD_LENGTH * 1024)',
    tests,
    named: 'refused above',
  },
  {
    name: 'a password below the minimum is taken',
    promise: hashes,
    file,
    find: 'if (password.length < minLength)',
    replace: 'if (password.length < 1)',
    tests,
    named: 'refused above',
  },
  {
    name: 'an old hash stays when the cost has changed',
    promise: hashes,
    file,
    find: 'isCurrent(known, cost) ? undefined : await make(password)',
    replace: 'undefined',
    tests,
    named: 'get a new hash',
  },
  {
    name: 'a new hash is made on sign-in and thrown away',
    promise: hashes,
    file: 'src/accounts/sign-in.ts',
    find: `    await replaceHash(database.queries, { id: account.id, from: user.password_hash, to: replacement })
    return sessions.start(account, device, replacement)`,
    replace: '    return sessions.start(account, device, user.password_hash)',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'get a new hash',
  },
  {
    name: 'any number of hashes runs at once',
    promise: bomb,
    file: pool,
    find: 'if (running < atOnce)',
    replace: 'if (running < 10_000)',
    tests: ['src/accounts/hash-pool.test.ts'],
  },
  {
    name: 'any number of sign-ins waits for a hash',
    promise: bomb,
    file: pool,
    find: 'if (waiting.length >= queue)',
    replace: 'if (waiting.length >= 10_000)',
    tests: ['src/accounts/hash-pool.test.ts'],
  },
  {
    name: 'thirty hashes run at once in place of three',
    promise: bomb,
    file,
    find: 'const AT_ONCE = 3',
    replace: 'const AT_ONCE = 30',
    tests,
    named: 'three at a time',
  },
  {
    name: 'a place of the pool is lost when its work fails',
    promise: bomb,
    file: pool,
    find: `      try {
        return await work()
      } finally {
        leave()
      }`,
    replace: `      const result = await work()
      leave()
      return result`,
    tests: ['src/accounts/hash-pool.test.ts'],
  },
]
