import type { Mutation } from '../mutation.ts'

const sessions = ['test/account/sessions.test.ts']
const exports = ['test/account/export.test.ts']
const leaving = ['test/account/deletion.test.ts']

const devices = 'users see and end their own sessions'
const copy = 'the export has all of a user, no secret, and nothing of others'

/** One’s own account: devices, and a copy of one’s data. */
export const ownAccount: readonly Mutation[] = [
  {
    name: 'the views of admins are listed as devices',
    promise: devices,
    file: 'src/accounts/sessions-repository.ts',
    find: `    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy`,
    replace: `    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy`,
    tests: sessions,
    named: 'view of an admin',
  },
  {
    name: 'the other sessions stay',
    promise: devices,
    file: 'src/features/account/routes.ts',
    find: 'await sessions.endOthers(user.id, session.id)',
    replace: 'void session.id',
    tests: sessions,
    named: 'all but the one',
  },
  {
    name: 'an admin who views takes the data along',
    promise: copy,
    file: '../../packages/contract/src/endpoints/account.ts',
    find: '    confidential: true,\n',
    replace: '',
    tests: exports,
    named: 'an admin who views',
  },
  {
    name: 'the export has the rows of all',
    promise: copy,
    file: 'src/features/account/export-repository.ts',
    find: '${whose} = ${userId}',
    replace: '${whose} >= ${userId.slice(0, 0)}',
    tests: ['test/access/owners.test.ts'],
    named: 'account.export',
  },
  {
    name: 'the export has the notifications of all',
    promise: copy,
    file: 'src/features/account/export-repository.ts',
    find: "    .where((row) => row.or([row('target_user_id', '=', userId), row('read_at', 'is not', null)]))\n",
    replace: '',
    tests: exports,
    named: 'no secret',
  },
  {
    name: 'the export has the hashes of tokens',
    promise: copy,
    file: 'src/features/account/export.ts',
    find: "const token = ['name', 'prefix',",
    replace: "const token = ['hash', 'name', 'prefix',",
    also: [
      {
        file: 'src/features/account/present-export.ts',
        find: '  prefix: row.prefix,\n',
        replace: "  prefix: 'hash' in row ? String(row.hash) : row.prefix,\n",
      },
    ],
    tests: exports,
    named: 'no secret',
  },
  {
    name: 'the export tells from where an admin viewed',
    promise: copy,
    file: 'src/features/account/present-export.ts',
    find: "const isOthers = kind === 'viewed_by_admin'",
    replace: 'const isOthers = false',
    tests: exports,
    named: 'no secret',
  },
  {
    name: 'the export tells what an admin did to others',
    promise: copy,
    file: 'src/features/account/present-export.ts',
    find: 'detail: row.target_id === userId ?',
    replace: 'detail: row.target_id !== undefined ?',
    tests: exports,
    named: 'tells admins',
  },
  {
    name: 'the export leaves out rows of the same moment',
    promise: copy,
    file: 'src/features/account/export-repository.ts',
    find: '${made} >= ${last.created_at} and (${made} > ${last.created_at} or ${id} > ${last.id})',
    replace: '${made} > ${last.created_at}',
    tests: exports,
    named: 'more rows',
  },
  {
    name: 'an export that breaks off looks complete',
    promise: 'nothing half is taken for whole',
    file: 'src/http/sse.ts',
    find: `    response.destroy()
    if (!signal.aborted) throw error
  }
}`,
    replace: `    response.end()
    if (!signal.aborted) throw error
  }
}`,
    tests: exports,
    named: 'breaks off',
  },
  {
    name: 'data is taken along without a limit',
    promise: copy,
    file: 'src/http/rate-policies.ts',
    find: "  'account.export': { points: 30, seconds: HOUR, shared: true },\n",
    replace: '',
    tests: leaving,
    named: 'tried for ever',
  },
]
