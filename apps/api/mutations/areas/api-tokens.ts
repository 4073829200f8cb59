import type { Mutation } from '../mutation.ts'

const file = 'src/accounts/api-tokens.ts'
const tests = ['src/accounts/api-tokens.test.ts']
const promise = 'API tokens'

/** API tokens. */
export const apiTokens: readonly Mutation[] = [
  {
    name: 'a revoked API token goes on',
    promise,
    file,
    find: 'found.revoked_at !== null || ',
    replace: '',
    tests,
    named: 'end on the next use',
  },
  {
    name: 'an API token never ends',
    promise,
    file,
    find: ' || (found.token_expires_at ?? Infinity) <= now',
    replace: '',
    tests,
    named: 'end on the next use',
  },
  {
    name: "a disabled user's API token goes on",
    promise,
    file,
    find: "if (account.status === 'disabled') return undefined",
    replace: '',
    tests,
    named: 'end on the next use',
  },
  {
    name: 'an API token outlives the enterprise plan',
    promise,
    file,
    find: `    refuseOthers(account)
    if ((found`,
    replace: '    if ((found',
    tests,
    named: 'enterprise plan',
  },
  {
    name: 'any plan makes API tokens',
    promise,
    file,
    find: `    refuseOthers(account)
    const now`,
    replace: '    const now',
    tests,
    named: 'enterprise plan',
  },
  {
    name: 'an API token has few random bits',
    promise,
    file: 'src/random.ts',
    find: 'BASE62[randomInt(BASE62.length)]',
    replace: 'BASE62[randomInt(2)]',
    tests: ['src/random.test.ts'],
  },
  {
    name: 'an API token does what its scopes leave out',
    promise,
    file: 'src/http/access.ts',
    find: 'scope !== undefined && !token.scopes.includes(scope)',
    replace: 'scope !== undefined && token.scopes.length === 0',
    tests: ['test/http/requests.test.ts'],
    named: 'lets an API token',
  },
  {
    name: 'an API token calls what is for sessions alone',
    promise,
    file: 'src/http/access.ts',
    find: "if (!isOpen(endpoint) && access !== 'bearer') return 'forbidden'",
    replace: '',
    tests: ['test/http/requests.test.ts'],
    named: 'lets an API token',
  },
  {
    name: "somebody else's API token is revoked",
    promise: "another user's token: the same 404",
    file: 'src/accounts/api-tokens-repository.ts',
    find: `    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()`,
    replace: `    .where('revoked_at', 'is', null)
    .executeTakeFirst()`,
    tests,
    named: 'by their owner alone',
  },
  {
    name: "API tokens of others are in one's list",
    promise: "another user's token: the same 404",
    file: 'src/accounts/api-tokens-repository.ts',
    find: `    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy`,
    replace: `    .where('revoked_at', 'is', null)
    .orderBy`,
    tests: ['test/access/owners.test.ts'],
    named: 'tokens.list',
  },
]
