import type { Mutation } from '../mutation.ts'

const file = 'src/accounts/codes.ts'
const repository = 'src/accounts/codes-repository.ts'
const tests = ['src/accounts/accounts.test.ts']
const promise = 'one-time codes, confirm and recover links'

/** One-time codes. */
export const codes: readonly Mutation[] = [
  {
    name: 'a code is used many times at the same moment',
    promise,
    file: repository,
    find: `    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)`,
    replace: `    .set({ used_at: now })
    .where('id', '=', id)`,
    tests,
    named: 'work once',
  },
  {
    name: 'a code of confirmation is not used up',
    promise,
    file: 'src/accounts/registration.ts',
    find: 'await codes.use(queries, id, proof)',
    replace: '',
    tests: ['test/auth/mail.test.ts'],
    named: 'before the address is confirmed',
  },
  {
    name: 'a code of recovery is not used up',
    promise,
    file: 'src/accounts/recovery.ts',
    find: 'await codes.use(queries, id, proof)',
    replace: '',
    tests: ['test/auth/mail.test.ts'],
    named: 'gives a lost account back',
  },
  {
    name: 'wrong tries of a code are not counted',
    promise,
    file: repository,
    find: "    .where('attempts', '<', tries)\n",
    replace: '',
    tests,
    named: 'five wrong tries',
  },
  {
    name: 'a code has fifty tries in place of five',
    promise,
    file,
    find: 'const TRIES = 5',
    replace: 'const TRIES = 50',
    tests,
    named: 'five wrong tries',
  },
  {
    name: 'an expired code is taken',
    promise,
    file: repository,
    find: "    .where('expires_at', '>', now)\n",
    replace: '',
    tests,
    named: '30 minutes',
  },
  {
    name: 'a code lives for a day',
    promise,
    file,
    find: 'const LIFETIME = 30 * 60_000',
    replace: 'const LIFETIME = 24 * 60 * 60_000',
    tests,
    named: '30 minutes',
  },
  {
    name: 'a code outlives the next one',
    promise,
    file: repository,
    find: 'await killCodes(queries, code.user_id, code.purpose, code.created_at)',
    replace: '',
    tests,
    named: 'sent again',
  },
  {
    name: 'a code of confirmation resets the password',
    promise,
    file,
    find: ' || found.purpose !== purpose',
    replace: '',
    tests,
    named: 'one purpose',
  },
  {
    name: 'any code is right',
    promise,
    file,
    find: '!isAlive || !sameText(hash, hashOf(id, codeOf(proof)))',
    replace: '!isAlive',
    tests,
    named: 'five wrong tries',
  },
  {
    name: 'codes are kept in clear',
    promise,
    file,
    find: 'digest(`${id}.${plain(code)}`)',
    replace: 'plain(code)',
    tests,
    named: 'keep no code',
  },
]
