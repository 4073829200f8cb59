import type { Mutation } from '../mutation.ts'

const file = 'src/db/consume-usage.ts'
const tests = ['src/db/consume-usage.test.ts']
const runs = ['src/features/tools/service.test.ts']

const parallel = '1,000 parallel runs at a limit of 50'
const edges = 'limit 0, limit -1, aliases, midnight UTC'

/** Daily limits. */
export const usage: readonly Mutation[] = [
  {
    name: 'a daily limit is not looked at (SQLite)',
    promise: parallel,
    file,
    find: "\n        .where('usage_counters.used', '<=', most)",
    replace: '',
    tests,
    named: 'exactly 50',
  },
  {
    name: 'a daily limit is one too many (SQLite)',
    promise: parallel,
    file,
    find: 'Number.MAX_SAFE_INTEGER - cost : limit - cost',
    replace: 'Number.MAX_SAFE_INTEGER - cost : limit',
    tests,
    named: 'exactly 50',
  },
  {
    name: 'a daily limit is read, then written (MySQL)',
    promise: parallel,
    file,
    find: '  const most = limit < 0 ? REFUSED - cost : limit - cost\n',
    replace: `  const before = await read(queries, request)
  if (limit >= 0 && before + cost > limit) return { granted: false, used: before }
  const most = REFUSED - cost
`,
    tests: ['test/tools/tools.test.ts'],
    named: 'exactly what is left',
    engine: 'mysql',
  },
  {
    name: 'a daily limit is one too many (MySQL)',
    promise: parallel,
    file,
    find: 'REFUSED - cost : limit - cost',
    replace: 'REFUSED - cost : limit',
    tests: ['test/tools/tools.test.ts'],
    named: 'exactly what is left',
    engine: 'mysql',
  },
  {
    name: 'a run is counted and not written down with it',
    promise: parallel,
    file: 'src/features/tools/service.ts',
    find: 'database.transaction((queries) => countRun(queries, counted))',
    replace: 'countRun(database.queries, counted)',
    tests: runs,
    named: 'both or neither',
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
    find: '  if (limit === 0) return { granted: false, used: 0 }\n',
    replace: '',
    also: [{ file, find: 'if (limit > 0 && cost > limit)', replace: 'if (limit > 1 && cost > limit)' }],
    tests,
    named: 'limit of 0',
  },
  {
    name: 'a limit of -1 blocks after the first',
    promise: edges,
    file,
    find: 'limit < 0 ? Number.MAX_SAFE_INTEGER - cost',
    replace: 'limit < -1 ? Number.MAX_SAFE_INTEGER - cost',
    tests,
    named: 'limit of -1',
  },
  {
    name: 'a first cost above the limit is granted',
    promise: edges,
    file,
    find: 'if (limit > 0 && cost > limit)',
    replace: 'if (limit > 0 && cost < 0)',
    tests,
    named: 'above the limit',
  },
  {
    name: 'each name of a tool has a limit of its own',
    promise: edges,
    file: 'src/features/tools/service.ts',
    find: 'const consumed = await count(runner, preview, limit)',
    replace: 'const consumed = await count(runner, { ...preview, tool: tool as ToolId }, limit)',
    tests: ['test/tools/tools.test.ts'],
    named: 'daily limit',
  },
  {
    name: 'a day begins at local midnight',
    promise: edges,
    file: 'src/features/tools/service.ts',
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
