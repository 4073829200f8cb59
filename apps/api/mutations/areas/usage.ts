import type { Mutation } from '../mutation.ts'

const file = 'src/db/consume-usage.ts'
const tests = ['src/db/consume-usage.test.ts']
const runs = ['src/features/tools/service.test.ts']

const parallel = '1,000 parallel runs at a limit of 50'
const edges = 'limit 0, limit -1, aliases, midnight UTC'

/** Daily limits. */
export const usage: readonly Mutation[] = [
  {
    name: 'a daily limit is not looked at',
    promise: parallel,
    file,
    find: 'request.limit < 0 || counter.used + request.cost <= request.limit',
    replace: 'counter.used >= 0',
    tests,
    named: 'exactly 50',
  },
  {
    name: 'a daily limit is one too many',
    promise: parallel,
    file,
    find: 'counter.used + request.cost <= request.limit',
    replace: 'counter.used < request.limit + 1',
    tests,
    named: 'exactly 50',
  },
  {
    name: 'a daily limit is read, then written (MySQL)',
    promise: parallel,
    file,
    find: `  const written = await queries.executeQuery<CounterRow>(write)
  if (isSqlite) return written.rows
  const keys = rows.flatMap(({ userId, day, tool }) => [userId, day, tool])
`,
    replace: `  const keys = rows.flatMap(({ userId, day, tool }) => [userId, day, tool])
  if (!isSqlite) {
    const before = (await queries.executeQuery<CounterRow>(CompiledQuery.raw(read(rows.length), keys))).rows
    await queries.executeQuery<CounterRow>(write)
    return counters.map(({ userId, day, tool, asked }) => {
      const found = before.find((row) => row.user_id === userId && row.day === day && row.tool === tool)
      return { user_id: userId, day, tool, used: (found?.used ?? 0) + asked }
    })
  }
  const written = await queries.executeQuery<CounterRow>(write)
  if (isSqlite) return written.rows
`,
    tests,
    named: 'exactly 20',
    engine: 'mysql',
  },
  {
    name: 'what was refused stays counted',
    promise: parallel,
    file,
    find: '  for (const counter of counters) if (counter.used !== counter.filled) await setTo(queries, counter, counter.used)\n',
    replace: '  void setTo\n',
    tests,
    named: 'fit whole',
  },
  {
    name: 'a run is counted and not written down with it',
    promise: parallel,
    file: 'src/features/tools/service.ts',
    find: 'database.transaction((queries) => countRuns(queries, runs))',
    replace: 'countRuns(database.queries, runs)',
    tests: runs,
    named: 'both or neither',
  },
  {
    name: 'a run that was refused is written down',
    promise: parallel,
    file: 'src/features/tools/repository.ts',
    find: 'runs.filter((_, index) => consumed[index]?.granted === true)',
    replace: 'runs.filter(() => true)',
    tests: ['test/tools/tools.test.ts', 'src/features/tools/service.test.ts'],
    named: 'limit',
  },
  {
    name: 'a request to move a mailbox is recorded beyond the limit',
    promise: parallel,
    file: 'src/features/migrations/service.ts',
    find: 'if (granted) await insertMigration(queries, row)',
    replace: 'await insertMigration(queries, row)',
    tests: ['test/migrations/migrations.test.ts'],
    named: 'exactly ten times',
  },
  {
    name: 'a limit of 0 grants one',
    promise: edges,
    file,
    find: 'if (counter === undefined) return { granted: false,',
    replace: 'if (counter === undefined) return { granted: true,',
    tests,
    named: 'limit of 0',
  },
  {
    name: 'a limit of -1 blocks after the first',
    promise: edges,
    file,
    find: 'request.limit < 0 || counter.used',
    replace: 'counter.used === 0 || counter.used',
    tests,
    named: 'limit of -1',
  },
  {
    name: 'a first cost above the limit is granted',
    promise: edges,
    file,
    find: 'counter.used + request.cost <= request.limit',
    replace: 'counter.used === 0 || counter.used + request.cost <= request.limit',
    tests,
    named: 'above the limit',
  },
  {
    name: 'each name of a tool has a limit of its own',
    promise: edges,
    file: 'src/features/tools/service.ts',
    find: 'return count(runner, made, limit)',
    replace: 'return count(runner, { ...made, tool: order.tool }, limit)',
    tests: ['test/tools/tools.test.ts'],
    named: 'daily limit',
  },
  {
    name: 'a day begins at local midnight',
    promise: edges,
    file: 'src/utc-day.ts',
    find: 'new Date(now).toISOString().slice(0, 10)',
    replace: "new Date(now).toLocaleDateString('sv-SE')",
    tests: runs,
    named: 'UTC',
  },
  {
    name: 'the counters of yesterday count today',
    promise: edges,
    file: 'src/features/tools/repository.ts',
    find: "    .where('day', '=', day)\n",
    replace: '',
    tests: runs,
    named: 'UTC',
  },
]
