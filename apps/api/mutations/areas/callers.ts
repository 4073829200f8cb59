import type { Mutation } from '../mutation.ts'

const file = 'src/http/access.ts'
const tests = ['test/http/requests.test.ts']
const panel = ['test/access/access.test.ts']
const directory = 'src/accounts/directory.ts'
const contract = '../../packages/contract/src/endpoints/admin.ts'

const admin = 'admin routes × every kind of caller'
const last = 'two admins demote each other at once'
const view = 'view-as reads, and changes nothing'

const opened = (id: string, method: string, path: string): Mutation => ({
  name: `${id} is open to every session`,
  promise: admin,
  file: contract,
  find: `    id: '${id}',
    method: '${method}',
    path: '${path}',
    access: 'admin',`,
  replace: `    id: '${id}',
    method: '${method}',
    path: '${path}',
    access: 'session',`,
  tests: panel,
  named: 'covers every route',
})

/** Who may call what. */
export const callers: readonly Mutation[] = [
  {
    name: 'the check of admins is gone',
    promise: admin,
    file,
    find: '!caller.user.isAdmin || isViewer(caller)',
    replace: 'isViewer(caller)',
    tests,
    named: 'keeps the doors',
  },
  opened('admin.createUser', 'POST', '/admin/users'),
  opened('admin.updateProfile', 'PATCH', '/admin/profiles/{id}'),
  opened('admin.viewAs', 'POST', '/admin/profiles/{id}/view-as'),
  opened('admin.audit', 'GET', '/admin/audit'),
  {
    name: 'the check of the enterprise plan is gone',
    promise: admin,
    file,
    find: "if (access === 'enterprise' && caller.user.plan !== 'enterprise') return 'upgrade_required'",
    replace: '',
    tests,
    named: 'keeps the doors',
  },
  {
    name: 'who has no credential is let in',
    promise: admin,
    file,
    find: "if (caller === undefined) throw new ApiError('unauthorized')",
    replace: 'if (caller === undefined) return anyone',
    also: [
      {
        file,
        find: "if (caller.kind === 'anyone') return isOpen(endpoint) ? undefined : 'unauthorized'",
        replace: "if (caller.kind === 'anyone') return undefined",
      },
    ],
    tests,
    named: 'answers nobody',
  },
  {
    name: 'an admin who views as a user changes things',
    promise: view,
    file,
    find: "if (isViewer(caller) && isClosedToViewers(endpoint)) return 'read_only'",
    replace: '',
    tests,
    named: 'views as a user',
  },
  {
    name: 'an admin who views as an admin has rights of one',
    promise: view,
    file: 'src/accounts/read-session.ts',
    find: 'account: { ...account, isAdmin: false }',
    replace: 'account',
    tests: ['src/accounts/sessions.test.ts'],
    named: 'without rights of an admin',
  },
  {
    name: 'the last admin can be demoted',
    promise: last,
    file: directory,
    find: '(await countOtherAdmins(queries, id)) === 0',
    replace: '(await countOtherAdmins(queries, id)) < 0',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'last one',
  },
  {
    name: 'suspended admins count as admins who are left',
    promise: last,
    file: 'src/accounts/profiles-repository.ts',
    find: `    .where('status', '=', 'active')
    .where('id', '!=', id)`,
    replace: "    .where('id', '!=', id)",
    tests: ['src/accounts/accounts.test.ts'],
    named: 'last one',
  },
  {
    name: 'two who demote each other do not wait for each other',
    promise: last,
    file: directory,
    find: 'await lockAdmins(queries)',
    replace: '',
    tests: ['src/accounts/accounts.test.ts'],
    named: 'last one',
    engine: 'mysql',
  },
  {
    name: 'a service that is switched off answers',
    promise: 'service switches have an effect',
    file: 'src/http/dispatch.ts',
    find: "throw new ApiError('service_off')",
    replace: 'exchange.route = endpoint.id',
    tests: ['test/tools/tools.test.ts'],
    named: 'service_off',
  },
  {
    name: 'a switch is read once and never again',
    promise: 'service switches have an effect',
    file: 'src/features/system/switches.ts',
    find: 'const FRESH = 1000',
    replace: 'const FRESH = 3_600_000',
    tests: ['test/tools/tools.test.ts'],
    named: 'service_off',
  },
]
