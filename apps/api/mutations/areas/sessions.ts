import type { Mutation } from '../mutation.ts'

const reading = 'src/accounts/read-session.ts'
const finder = 'src/accounts/session-finder-repository.ts'
const rotation = 'src/accounts/rotate-refresh-token.ts'
const tests = ['src/accounts/sessions.test.ts']
const accounts = ['src/accounts/accounts.test.ts']
const theft = 'refresh theft'
const force = 'logout, disable, demotion, plan expiry in force on the next request'

/** Sessions: how they go on and how they end. */
export const sessions: readonly Mutation[] = [
  {
    name: 'what is read stays as it was at the first question',
    promise: force,
    file: 'src/db/sqlite/open-sqlite.ts',
    find: `    execute('begin')
    isShared = true
    // After all promises that can go on, and before the event loop does.
    process.nextTick(end)
`,
    replace: `    if (!reader.isTransaction) execute('begin')
    void end
`,
    tests: ['src/db/sqlite/open-sqlite.test.ts'],
    named: 'before the question',
  },
  {
    name: 'logout has no effect',
    promise: force,
    file: 'src/accounts/sessions.ts',
    find: 'end: (sessionId) => revokeSession(database.queries, sessionId, clock.now()),',
    replace: 'end: async () => {},',
    tests,
    named: 'after logging out',
  },
  {
    name: 'the end of a session is not read',
    promise: force,
    file: reading,
    find: 'found === undefined || found.revoked_at !== null || found.session_expires_at <= now) return undefined',
    replace: 'found === undefined || found.session_expires_at <= now) return undefined',
    tests,
    named: 'after logging out',
  },
  {
    name: 'a disabled user goes on',
    promise: force,
    file: reading,
    find: "if (account.status === 'disabled') return undefined",
    replace: '',
    tests,
    named: 'follow the profile',
  },
  {
    name: 'a disabled user goes on by refreshing',
    promise: force,
    file: rotation,
    find: "if (isOver || account.status === 'disabled')",
    replace: 'if (isOver)',
    tests,
    named: 'refuse to go on',
  },
  {
    name: 'sessions live on while a user is suspended',
    promise: force,
    file: 'src/accounts/directory.ts',
    find: "if (after.status === 'disabled') await revokeSessionsOf(queries, id, clock.now())",
    replace: '',
    tests: accounts,
    named: 'when they are disabled',
  },
  {
    name: 'a demotion is not read',
    promise: force,
    file: 'src/accounts/account.ts',
    find: 'isAdmin: row.is_admin === 1',
    replace: 'isAdmin: row.is_admin !== null',
    tests,
    named: 'follow the profile',
  },
  {
    name: 'a paid plan never ends',
    promise: force,
    file: 'src/accounts/account.ts',
    find: 'row.plan_expires_at !== null && row.plan_expires_at <= now',
    replace: 'row.plan_expires_at === 0',
    tests,
    named: 'follow the profile',
  },
  {
    name: 'a token opens the session of another user',
    promise: force,
    file: finder,
    find: ".where('sessions.id', '=', sessionId).where('users.id', '=', userId)",
    replace: ".where('sessions.id', '=', sessionId)",
    tests,
    named: 'another user',
  },
  {
    name: 'a token opens the session of another user (asked for with others)',
    promise: force,
    file: finder,
    find: 'row?.user_id === userId ? row : undefined',
    replace: 'row',
    tests,
    named: 'another user',
    engine: 'mysql',
  },
  {
    name: 'an admin who was demoted goes on to view as a user',
    promise: force,
    file: reading,
    find: "if (found.actor_status !== 'active' || found.actor_is_admin !== 1) return undefined",
    replace: '',
    tests,
    named: 'with the admin',
  },
  {
    name: 'an older refresh token does not end the session',
    promise: theft,
    file: rotation,
    find: '      await revokeSession(database.queries, found.session_id, now)\n',
    replace: '',
    tests,
    named: 'older refresh token',
  },
  {
    name: 'the use of an older refresh token is not noticed',
    promise: theft,
    file: rotation,
    find: 'if (found.used_at !== null) {',
    replace: 'if (found.used_at === 0) {',
    tests,
    named: 'older refresh token',
  },
  {
    name: 'a refresh token is read, then written',
    promise: theft,
    file: 'src/accounts/refresh-tokens-repository.ts',
    find: `    .where('id', '=', id)
    .where('used_at', 'is', null)`,
    replace: "    .where('id', '=', id)",
    tests,
    named: 'several processes',
  },
  {
    name: 'two uses of one refresh token at the same time end the session',
    promise: theft,
    file: rotation,
    find: "if (exchanging.has(hash)) throw new AccountError('refresh_reused')",
    replace: '',
    tests,
    named: 'under way',
  },
  {
    name: 'a refresh token goes on after logout',
    promise: theft,
    file: rotation,
    find: 'const isOver = found.revoked_at !== null || ',
    replace: 'const isOver = ',
    also: [
      {
        file: 'src/accounts/sessions-repository.ts',
        find: `    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)`,
        replace: `    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)`,
      },
    ],
    tests,
    named: 'after logging out',
  },
  {
    name: 'refresh tokens never end',
    promise: theft,
    file: rotation,
    find: ' || found.session_expires_at <= now || found.token_expires_at <= now',
    replace: '',
    tests,
    named: '30 days',
  },
  {
    name: 'tokens and codes are kept in clear',
    promise: theft,
    file: 'src/accounts/digest.ts',
    find: "createHash('sha256').update(text).digest('hex')",
    replace: 'text.slice(0, 64)',
    tests,
    named: 'as hashes alone',
  },
]
