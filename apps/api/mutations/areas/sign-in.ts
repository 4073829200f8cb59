import type { Mutation } from '../mutation.ts'

const file = 'src/accounts/sign-in.ts'
const limiter = 'src/accounts/login-limiter.ts'
const limits = ['src/accounts/login-limiter.test.ts']
const own = ['src/accounts/sign-in.test.ts']

const force = 'brute force on one account'
const stuffing = 'stuffing from one address'
const timing = 'timing and texts on unknown email'

/** Signing in, and the limits of trying to. */
export const signIn: readonly Mutation[] = [
  {
    name: 'an account has no limit of password checks',
    promise: force,
    file,
    find: 'const release = await grant(limiter.check(key ?? email))',
    replace: 'const release = async () => {}',
    tests: limits,
    named: 'let 10 passwords',
  },
  {
    name: 'an account has a hundred password checks in place of ten',
    promise: force,
    file: limiter,
    find: "name: 'check', most: 10,",
    replace: "name: 'check', most: 100,",
    tests: limits,
    named: 'let 10 passwords',
  },
  {
    name: 'wrong passwords are given back to the limit',
    promise: force,
    file,
    find: `    if (user === undefined || !verdict.isRight) throw new AccountError('invalid_credentials')
    await release()`,
    replace: `    await release()
    if (user === undefined || !verdict.isRight) throw new AccountError('invalid_credentials')`,
    tests: limits,
    named: 'let 10 passwords',
  },
  {
    name: 'each spelling of an address has a limit of its own',
    promise: force,
    file,
    find: 'limiter.check(key ?? email)',
    replace: 'limiter.check(email)',
    tests: limits,
    named: 'other spellings',
  },
  {
    name: 'a slot of an old window is read, then written',
    promise: force,
    file: 'src/accounts/slots-repository.ts',
    find: `    .where('expires_at', '=', expiresAt)
    .executeTakeFirst()`,
    replace: '    .executeTakeFirst()',
    tests: limits,
    named: '200 tries at once',
  },
  {
    name: 'a slot that somebody else just took counts as taken by oneself',
    promise: force,
    file: 'src/accounts/slots-repository.ts',
    find: 'if (isUniqueViolation(error)) return false',
    replace: 'if (isUniqueViolation(error)) return true',
    tests: limits,
    named: '200 tries at once',
  },
  {
    name: 'the current password can be guessed without a limit',
    promise: force,
    file: 'src/accounts/check-password.ts',
    find: 'const release = await grant(limiter.check(readEmailAddress(email).key))',
    replace: 'const release = async () => {}',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'stop guessing',
  },
  {
    name: 'the service is put together without limits of signing in',
    promise: force,
    file: 'src/compose.ts',
    find: 'config.rateLimitsOff ? noLimits :',
    replace: 'config.port >= 0 ? noLimits :',
    tests: ['test/auth/auth.test.ts'],
    named: 'a server with limits',
  },
  {
    name: 'a network address has no limit of tries',
    promise: stuffing,
    file,
    find: 'await grant(limiter.attempt(device.address))',
    replace: '',
    tests: limits,
    named: 'let one network address',
  },
  {
    name: 'a network address has three hundred tries in place of thirty',
    promise: stuffing,
    file: limiter,
    find: "name: 'try', most: 30,",
    replace: "name: 'try', most: 300,",
    tests: limits,
    named: 'let one network address',
  },
  {
    name: 'each address of an IPv6 network has a limit of its own at sign-in',
    promise: stuffing,
    file: limiter,
    find: 'take(ATTEMPTS, addressKey(address))',
    replace: 'take(ATTEMPTS, address)',
    tests: limits,
    named: 'bring the variants',
  },
  {
    name: 'a stopped network address uses up the checks of an account',
    promise: stuffing,
    file,
    find: `    await grant(limiter.attempt(device.address))
    const release = await grant(limiter.check(key ?? email))`,
    replace: `    const release = await grant(limiter.check(key ?? email))
    await grant(limiter.attempt(device.address))`,
    tests: limits,
    named: 'use up an account',
  },
  {
    name: 'an unknown address is refused without a hash',
    promise: timing,
    file,
    find: '    const verdict = await passwords.verify(',
    replace: `    if (user === undefined) throw new AccountError('invalid_credentials')
    const verdict = await passwords.verify(`,
    tests: own,
  },
  {
    name: 'the dummy hash is gone',
    promise: timing,
    file: 'src/accounts/passwords.ts',
    find: '      const stored = known ?? dummy',
    replace: `      if (known === undefined) return { isRight: false }
      const stored = known`,
    tests: ['src/accounts/passwords.test.ts'],
    named: 'where there is no account too',
  },
  {
    name: 'a disabled account is told before the password was right',
    promise: timing,
    file,
    find: '    const verdict = await passwords.verify(',
    replace: `    if (user?.status === 'disabled') throw new AccountError('account_disabled')
    const verdict = await passwords.verify(`,
    tests: ['src/accounts/accounts.test.ts'],
    named: 'not told apart',
  },
  {
    name: 'a disabled account signs in',
    promise: 'login order',
    file,
    find: "if (account.status === 'disabled') throw new AccountError('account_disabled')",
    replace: '',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'not told apart',
  },
  {
    name: 'an account signs in before its address is confirmed',
    promise: 'login order',
    file,
    find: "if (account.confirmedAt === null && outbox !== undefined) throw new AccountError('email_not_confirmed')",
    replace: '',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'after the address is confirmed',
  },
]
