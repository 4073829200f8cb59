import type { Mutation } from '../mutation.ts'

const tests = ['test/access/owners.test.ts']
const promise = "another user's migration, history, notification, token"
const mine = "    .where('user_id', '=', userId)\n"

/** What belongs to somebody. */
export const owners: readonly Mutation[] = [
  {
    name: 'everybody sees all migrations',
    promise,
    file: 'src/features/migrations/repository.ts',
    find: `${mine}    .orderBy('created_at', 'desc')`,
    replace: "    .orderBy('created_at', 'desc')",
    tests,
    named: 'migrations.list',
  },
  {
    name: 'the migrations of all are counted',
    promise,
    file: 'src/features/migrations/repository.ts',
    find: `${mine}    .executeTakeFirstOrThrow()`,
    replace: '    .executeTakeFirstOrThrow()',
    tests: ['test/migrations/migrations.test.ts'],
    named: 'its owner alone',
  },
  {
    name: 'everybody sees the notifications of all',
    promise,
    file: 'src/features/notifications/repository.ts',
    find: "    .where((row) => row.or([row('is_global', '=', 1), row('target_user_id', '=', userId)]))\n",
    replace: '',
    tests,
    named: 'notifications.list',
  },
  {
    name: 'a notification of somebody else is marked as read',
    promise,
    file: 'src/features/notifications/repository.ts',
    find: '  if (seen === undefined) return false\n',
    replace: '',
    tests,
    named: 'notifications.read',
  },
  {
    name: 'what one reader has read is read for all',
    promise,
    file: 'src/features/notifications/repository.ts',
    find: "\n      .on('notification_reads.user_id', '=', userId)",
    replace: '',
    tests: ['test/notifications/notifications.test.ts'],
    named: 'each reader',
  },
  {
    name: 'everybody sees the runs of all',
    promise,
    file: 'src/features/account/repository.ts',
    find: `    .select(['id', 'tool', 'input', 'seed', 'scenario', 'at', 'severity', 'sentence', 'created_at'])\n${mine}`,
    replace: "    .select(['id', 'tool', 'input', 'seed', 'scenario', 'at', 'severity', 'sentence', 'created_at'])\n",
    tests,
    named: 'activity.list',
  },
  {
    name: 'everybody sees the latest migrations of all',
    promise,
    file: 'src/features/account/repository.ts',
    find: `    .select(['id', 'source_email', 'destination_email', 'status', 'created_at'])\n${mine}`,
    replace: "    .select(['id', 'source_email', 'destination_email', 'status', 'created_at'])\n",
    tests,
    named: 'activity.list',
  },
  {
    name: "everybody's runs are in one's usage",
    promise,
    file: 'src/features/tools/repository.ts',
    find: mine,
    replace: '',
    tests: ['test/access/owners.test.ts', 'src/features/tools/service.test.ts'],
    named: 'usage',
  },
  {
    name: 'everybody sees where others are signed in',
    promise,
    file: 'src/accounts/sessions-repository.ts',
    find: `${mine}    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy`,
    replace: `    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy`,
    tests,
    named: 'another user.s account.sessions',
  },
  {
    name: 'anybody ends the session of somebody else',
    promise,
    file: 'src/accounts/sessions-repository.ts',
    find: `    .where('id', '=', id)
${mine}    .where('actor_id', 'is', null)`,
    replace: `    .where('id', '=', id)
    .where('actor_id', 'is', null)`,
    tests,
    named: 'is not there for others',
  },
]
