import type { Mutation } from '../mutation.ts'

const folder = 'src/features/email-verification'
const servers = ['test/email-verification/real-servers.test.ts']
const jobs = [`${folder}/jobs.test.ts`]
const bounds = [`${folder}/bounds.test.ts`]
const state = [`${folder}/server-state.test.ts`]

const manners = 'two connections and sixty questions a minute'
const again = 'tried again by one process'
const inside = 'SSRF through MX'

/** How mail servers are asked, and asked again. */
export const mailServers: readonly Mutation[] = [
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
]
