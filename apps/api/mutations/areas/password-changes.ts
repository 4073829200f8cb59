import type { Mutation } from '../mutation.ts'

const repository = 'src/accounts/sessions-repository.ts'
const recovery = 'src/accounts/recovery.ts'
const accounts = ['src/accounts/accounts.test.ts']
const change = 'password change or reset ends all other sessions'

/** Changing and resetting passwords. */
export const passwordChanges: readonly Mutation[] = [
  {
    name: 'a change of the password lets other sessions live',
    promise: change,
    file: recovery,
    find: 'await revokeSessionsOf(queries, account.id, now, session.id)',
    replace: '',
    tests: accounts,
    named: 'change their password',
  },
  {
    name: 'a change of the password ends this session too',
    promise: change,
    file: repository,
    find: "keep === undefined ? all : all.where('id', '!=', keep)",
    replace: 'all',
    tests: accounts,
    named: 'change their password',
  },
  {
    name: 'a reset of the password lets sessions live',
    promise: change,
    file: recovery,
    find: 'await revokeSessionsOf(queries, userId, now)',
    replace: '',
    tests: accounts,
    named: 'choose a new password by mail',
  },
  {
    name: 'the current password is not asked for',
    promise: change,
    file: 'src/accounts/check-password.ts',
    find: 'if (user === undefined || !verdict.isRight)',
    replace: 'if (user === undefined)',
    tests: accounts,
    named: 'change their password',
  },
  {
    name: 'a password is read, then written',
    promise: change,
    file: 'src/accounts/users-repository.ts',
    find: `    .where('id', '=', id)
    .where('password_hash', '=', from)`,
    replace: "    .where('id', '=', id)",
    tests: accounts,
    named: 'changed once',
  },
  {
    name: 'a recovery code outlives a change of the password',
    promise: change,
    file: recovery,
    find: "await killCodes(queries, account.id, 'recover', now)",
    replace: '',
    tests: ['src/accounts/sign-in.test.ts'],
    named: 'recovery',
  },
  {
    name: 'a sign-in with the old password outlives its change',
    promise: change,
    file: 'src/accounts/sign-in.ts',
    find: 'return sessions.start(account, device, user.password_hash)',
    replace: 'return sessions.start(account, device)',
    tests: ['src/accounts/sign-in.test.ts'],
    named: 'meanwhile',
  },
  {
    name: 'an admin who views changes the password',
    promise: change,
    file: recovery,
    find: "if (session.actorId !== null) throw new AccountError('read_only')",
    replace: '',
    tests: accounts,
    named: 'changed once',
  },
]
