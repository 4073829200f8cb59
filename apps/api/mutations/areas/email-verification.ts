import type { Mutation } from '../mutation.ts'

const folder = 'src/features/email-verification'
const http = ['test/email-verification/verify.test.ts']
const servers = ['test/email-verification/real-servers.test.ts']
const jobs = [`${folder}/jobs.test.ts`]
const bounds = [`${folder}/bounds.test.ts`]
const state = [`${folder}/server-state.test.ts`]

const stored = 'stored before it is sent'
const budget = 'verifications a month'
const manners = 'two connections and sixty questions a minute'
const again = 'tried again by one process'
const owner = "another user's migration, history, notification, token"
const inside = 'SSRF through MX'
const names = 'addresses of others'

/** Email verification. */
export const emailVerification: readonly Mutation[] = [
  {
    name: 'a verification is sent before it is stored',
    promise: stored,
    file: `${folder}/stored-first.ts`,
    find: '        await next.done\n        yield next.item\n',
    replace: '        yield next.item\n        await next.done\n',
    tests: http,
    named: 'is stored before it is sent',
  },
  {
    name: 'what was known when the reader left is not stored',
    promise: stored,
    file: `${folder}/service.ts`,
    find: 'await storing.add({ id: newId(), run, result, cached })',
    replace: 'void setTimeout(() => void storing.add({ id: newId(), run, result, cached }), 50)',
    tests: http,
    named: 'stands in the history|connection breaks',
  },
  {
    name: 'a broken connection goes on asking',
    promise: stored,
    file: `${folder}/service.ts`,
    find: 'const either = AbortSignal.any([signal, stopping.signal])',
    replace: 'const either = new AbortController().signal',
    tests: http,
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
    tests: http,
    named: '200 runs at once',
  },
  {
    name: 'a month has one verification too many',
    promise: budget,
    file: `${folder}/budget-repository.ts`,
    find: "old('reserved', '+', count), '<=', limit",
    replace: "old('reserved', '+', count), '<=', limit + 1",
    tests: http,
    named: 'the budget of a month',
  },
  {
    name: 'what a run has not used stays taken',
    promise: budget,
    file: `${folder}/service.ts`,
    find: 'if (run !== undefined) await budget.release(run).finally(end)\n        else end()',
    replace: 'end()',
    tests: http,
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
    tests: http,
    named: 'nobody else',
  },
  {
    name: 'a search has wildcards',
    promise: owner,
    file: `${folder}/history-repository.ts`,
    find: '.replace(/[!%_]/g, `${ESCAPE}$&`)',
    replace: '',
    tests: http,
    named: 'wildcard',
  },
  {
    name: 'an admin who views as a user verifies in their name',
    promise: owner,
    file: `${folder}/routes.ts`,
    find: "  if (caller.kind === 'user' && caller.session.actorId !== null) throw new ApiError('read_only')\n",
    replace: '',
    tests: http,
    named: 'views as the user',
  },
  {
    name: 'a private address is connected to',
    promise: inside,
    file: 'src/compose/prober.ts',
    find: '...(allowLoopback ? { allow: isLoopback } : {}),',
    replace: '...(allowLoopback ? { allow: isLoopback } : { allow: () => true }),',
    tests: servers,
    named: 'inside are never',
  },
  {
    name: 'a third connection to a server is let in',
    promise: manners,
    file: `${folder}/server-state.ts`,
    find: 'state.held.length >= PLACES',
    replace: 'state.held.length > PLACES',
    tests: [...state, ...bounds],
    named: 'two',
  },
  {
    name: 'each process has bounds of its own',
    promise: manners,
    file: `${folder}/bounds.ts`,
    find: 'const entry = await changes.add({ server, now, change: (state) => enter(state, token, now) })',
    replace:
      'const entry = await changes.add({ server: `${server} ${process.hrtime.bigint()}`, now, change: (state) => enter(state, token, now) })',
    tests: bounds,
    named: 'keep a third out',
  },
  {
    name: 'a place at a server is kept for ever by who is gone',
    promise: manners,
    file: `${folder}/server-state.ts`,
    find: 'held: held.filter(({ until }) => until > now),',
    replace: 'held,',
    tests: state,
    named: 'no sign of life',
  },
  {
    name: 'a minute begins anew when the clock says so',
    promise: manners,
    file: `${folder}/server-state.ts`,
    find: 'asked: asked.filter((at) => at > now - MINUTE),',
    replace: 'asked: asked.filter((at) => at >= now - (now % MINUTE)),',
    tests: state,
  },
  {
    name: 'any number of names of a domain is asked about',
    promise: manners,
    file: `${folder}/bounds-repository.ts`,
    find: "    .where('used', '<', most)\n",
    replace: '',
    also: [
      {
        file: `${folder}/bounds-repository.ts`,
        find: '{ domain, localPart, most, until }: LocalPart',
        replace: '{ domain, localPart, until }: LocalPart',
      },
    ],
    tests: bounds,
    named: 'once a day',
  },
  {
    name: 'a job is taken by all who look',
    promise: again,
    file: `${folder}/jobs-repository.ts`,
    find: "    .where('due_at', '=', job.due_at)\n",
    replace: '',
    tests: jobs,
    named: 'however many processes',
  },
  {
    name: 'a job is claimed for ever',
    promise: again,
    file: `${folder}/jobs.ts`,
    find: 'await claimJob(queries, job, claim, now + CLAIM)',
    replace: 'await claimJob(queries, job, claim, now + 1000 * CLAIM)',
    tests: jobs,
    named: 'killed with a job',
  },
  {
    name: 'a process that was too slow writes over the one that took its job',
    promise: again,
    file: `${folder}/jobs-repository.ts`,
    find: '  if (!isMine) return false\n',
    replace: '  void isMine\n',
    tests: jobs,
    named: 'too slow',
  },
  {
    name: 'a job is not given back by a process that ends',
    promise: again,
    file: `${folder}/jobs.ts`,
    find: 'await giveBack(queries, job, clock.now() + (signal.aborted ? 0 : PAUSE))',
    replace: 'if (!signal.aborted) await giveBack(queries, job, clock.now() + PAUSE)',
    tests: jobs,
    named: 'process that ends',
  },
  {
    name: 'mail servers are asked while the service is switched off',
    promise: again,
    file: `${folder}/jobs.ts`,
    find: '    if (!(await isOn())) return 0\n',
    replace: '    void isOn\n',
    tests: jobs,
    named: 'switched off',
  },
  {
    name: 'a simulated verification is tried again for real',
    promise: again,
    file: `${folder}/jobs-repository.ts`,
    find: "    .selectAll()\n    .where('simulated', '=', simulated)\n",
    replace: "    .selectAll()\n    .where('simulated', '>=', simulated * 0)\n",
    tests: jobs,
    named: 'made up',
  },
  {
    name: 'made-up results are remembered for all',
    promise: names,
    file: `${folder}/caches.ts`,
    find: 'if (result.simulated || !isDefinite) return undefined',
    replace: 'if (!isDefinite) return undefined',
    tests: http,
    named: 'made up',
  },
  {
    name: 'the memory of results names the addresses',
    promise: names,
    file: `${folder}/caches.ts`,
    find: "digest('result', sameAddress(email))",
    replace: '(digest, sameAddress(email))',
    tests: http,
    named: 'does not name the address',
  },
]
