import type { Mutation } from '../mutation.ts'

const folder = 'src/features/email-verification'
const http = 'test/email-verification'
const runs = [`${http}/verify.test.ts`]
const stores = [`${http}/stored.test.ts`]
const months = [`${http}/budget.test.ts`]
const history = [`${http}/history.test.ts`]
const remembers = [`${http}/remembered.test.ts`]
const jobs = [`${folder}/jobs.test.ts`]

const stored = 'stored before it is sent'
const budget = 'verifications a month'
const owner = "another user's migration, history, notification, token"
const names = 'addresses of others'

/** Results of email verification: stored, counted, and seen by whom they are for. */
export const emailVerification: readonly Mutation[] = [
  {
    name: 'a verification is sent before it is stored',
    promise: stored,
    file: `${folder}/stored-first.ts`,
    find: '        await next.done\n        yield next.item\n',
    replace: '        yield next.item\n        await next.done\n',
    tests: stores,
    named: 'is stored before it is sent',
  },
  {
    name: 'what was known when the reader left is not stored',
    promise: stored,
    file: `${folder}/service.ts`,
    find: 'await storing.add({ id: newId(), run, result, cached })',
    replace: 'void setTimeout(() => void storing.add({ id: newId(), run, result, cached }), 50)',
    tests: stores,
    named: 'stands in the history|connection breaks',
  },
  {
    name: 'a broken connection goes on asking',
    promise: stored,
    file: `${folder}/service.ts`,
    find: 'const either = AbortSignal.any([signal, stopping.signal])',
    replace: 'const either = new AbortController().signal',
    tests: stores,
    named: 'connection breaks',
  },
  {
    name: 'a month is read, then written',
    promise: budget,
    file: `${folder}/budget-repository.ts`,
    find: `    .$if(limit >= 0, (query) => query.where((old) => old(old('reserved', '+', count), '<=', limit)))
    .executeTakeFirst()
  return numUpdatedRows === 1n`,
    replace: `    .executeTakeFirst()
  return numUpdatedRows === 1n`,
    also: [
      {
        file: `${folder}/budget.ts`,
        find: '    const granted = await database.transaction(async (queries) => {\n',
        replace:
          '    const { reserved: before } = await readMonth(database.queries, run)\n    const granted = await database.transaction(async (queries) => {\n      if (limit >= 0 && before + count > limit) return false\n',
      },
    ],
    tests: months,
    named: '200 runs at once',
  },
  {
    name: 'a month has one verification too many',
    promise: budget,
    file: `${folder}/budget-repository.ts`,
    find: "old('reserved', '+', count), '<=', limit",
    replace: "old('reserved', '+', count), '<=', limit + 1",
    tests: months,
    named: 'the budget of a month',
  },
  {
    name: 'what a run has not used stays taken',
    promise: budget,
    file: `${folder}/service.ts`,
    find: 'if (run !== undefined) await budget.release(run).finally(end)\n        else end()',
    replace: 'end()',
    tests: stores,
    named: 'connection breaks',
  },
  {
    name: 'what a killed run has not used is given back twice',
    promise: budget,
    file: `${folder}/budget-repository.ts`,
    find: "  await queries.deleteFrom('verification_runs').where('id', '=', id).execute()\n",
    replace: '',
    tests: jobs,
    named: 'exactly once',
  },
  {
    name: 'everybody sees the verifications of all',
    promise: owner,
    file: `${folder}/history-repository.ts`,
    find: "queries.selectFrom('verifications').where('user_id', '=', userId)",
    replace: "queries.selectFrom('verifications').where('user_id', '!=', `not ${userId}`)",
    tests: stores,
    named: 'nobody else',
  },
  {
    name: 'a search has wildcards',
    promise: owner,
    file: 'src/db/contains.ts',
    find: '.replaceAll(/[!%_]/g, `${ESCAPE}$&`)',
    replace: '',
    tests: history,
    named: 'wildcard',
  },
  {
    name: 'an admin who views as a user verifies in their name',
    promise: owner,
    file: `${folder}/routes.ts`,
    find: "  if (caller.kind === 'user' && caller.session.actorId !== null) throw new ApiError('read_only')\n",
    replace: '',
    tests: runs,
    named: 'views as the user',
  },
  {
    name: 'made-up results are remembered for all',
    promise: names,
    file: `${folder}/caches.ts`,
    find: 'if (result.simulated || !isDefinite) return undefined',
    replace: 'if (!isDefinite) return undefined',
    tests: remembers,
    named: 'made up',
  },
  {
    name: 'the memory of results names the addresses',
    promise: names,
    file: `${folder}/caches.ts`,
    find: "digest('result', emailKey(email))",
    replace: '(digest, emailKey(email))',
    tests: remembers,
    named: 'does not name the address',
  },
]
