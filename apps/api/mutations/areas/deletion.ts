import type { Mutation } from '../mutation.ts'

const service = 'src/accounts/deletion.ts'
const check = 'src/accounts/check-password.ts'
const leaving = ['test/account/deletion.test.ts']
const core = ['src/accounts/deletion.test.ts']

const end = 'a deleted account is over at once, and leaves what is documented'

/** The end of an account. */
export const deletion: readonly Mutation[] = [
  {
    name: 'an account is deleted without its password',
    promise: end,
    file: check,
    find: 'if (user === undefined || !verdict.isRight)',
    replace: 'if (user === undefined)',
    tests: leaving,
    named: 'has to give the password',
  },
  {
    name: 'guessing the password of a deletion has no end',
    promise: end,
    file: check,
    find: '  const release = await grant(limiter.check(readEmailAddress(email).key))\n',
    replace: '  const release = async (): Promise<void> => void email\n',
    tests: core,
    named: 'guess',
  },
  {
    name: 'an account is deleted by a password that is not in force any more',
    promise: end,
    file: service,
    find: "    if (user.password_hash !== hash) throw new AccountError('invalid_credentials')\n",
    replace: '',
    tests: core,
    named: 'changed meanwhile',
  },
  {
    name: 'an admin who views deletes the account',
    promise: end,
    file: service,
    find: "if (session.actorId !== null) throw new AccountError('read_only')",
    replace: '',
    tests: core,
    named: 'never done by an admin',
  },
  {
    name: 'the last admin leaves',
    promise: 'two admins demote each other at once',
    file: service,
    find: 'if (isActiveAdmin && (await countOtherAdmins(queries, id)) === 0)',
    replace: 'if (isActiveAdmin && (await countOtherAdmins(queries, id)) < 0)',
    tests: leaving,
    named: 'last active admin',
  },
  {
    name: 'the last two admins leave at the same time',
    promise: 'two admins demote each other at once',
    file: service,
    find: '      await refuseLastAdmin(database.queries, account)\n',
    replace: '      await refuseLastAdmin(database.queries, account)\n      void lockAdmins\n',
    also: [{ file: service, find: '    await lockAdmins(queries)\n', replace: '' }],
    tests: core,
    named: 'last two',
    engine: 'mysql',
  },
  {
    name: 'who deletes an account leaves mail for it behind',
    promise: end,
    file: service,
    find: '    await deleteMailTo(queries, readEmailAddress(account.email).key)\n',
    replace: '',
    tests: core,
    named: 'told by mail',
  },
  {
    name: 'nobody is told of a deletion',
    promise: end,
    file: service,
    find: "    await outbox?.post(queries, { recipient: account.email, template: 'account-deleted' })\n",
    replace: '',
    tests: core,
    named: 'told by mail',
  },
  {
    name: 'the address of who left stays in the audit log',
    promise: end,
    file: 'src/features/admin/audit.ts',
    find: '    await setDetail(queries, id, withoutAddress(detail))\n',
    replace: '    await setDetail(queries, id, detail)\n',
    tests: leaving,
    named: 'leaves nothing',
  },
  {
    name: 'a deletion is not written down',
    promise: end,
    file: 'src/features/admin/audit.ts',
    find: "  await audit(queries, { actorId: userId, action: 'account.delete', targetId: userId, detail: {} }, now)\n",
    replace: '  void now\n',
    tests: leaving,
    named: 'leaves nothing',
  },
  {
    name: 'what was under way when an account ended fails',
    promise: end,
    file: 'src/http/dispatch.ts',
    find: 'if (!isForeignKeyViolation(error)) throw error',
    replace: 'if (isForeignKeyViolation(error)) throw error',
    tests: leaving,
    named: 'under way when it ends',
  },
  {
    name: 'what was under way when an account ended fails on MariaDB',
    promise: end,
    file: 'src/db/is-foreign-key-violation.ts',
    find: '[1216, 1452]',
    replace: '[1216]',
    tests: leaving,
    named: 'under way when it ends',
    engine: 'mysql',
  },
]
