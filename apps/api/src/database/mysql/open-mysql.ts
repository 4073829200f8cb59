import { Kysely, sql } from 'kysely'
import { type Database, type DatabaseOptions, DatabaseUnavailable, MigrationsPending } from '../database.ts'
import { migrate } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { withTimeLimit } from '../time-limit.ts'
import { poolDialect } from './mysql-dialect.ts'
import { isRepeatable } from './mysql-error.ts'
import { createMysqlPool } from './mysql-pool.ts'
import { type MysqlAddress, parseMysqlUrl } from './mysql-url.ts'
import { REPEAT_LIMIT, repeatUndone } from './repeat-undone.ts'

/** The time limit of a statement, in milliseconds. */
const STATEMENT_LIMIT = 2500
/** The time limit of a migration, in milliseconds; processes that start in the meantime wait for it. */
const MIGRATION_LIMIT = 600_000
const PING_LIMIT = 2000

/** Returns whether the server is a node of a Galera cluster; MySQL does not know the variable. */
const findCluster = async (address: MysqlAddress, options: DatabaseOptions): Promise<boolean> => {
  const pool = createMysqlPool({ ...address, connections: 1 }, false, options)
  const queries = new Kysely<Schema>({ dialect: poolDialect(pool, PING_LIMIT * (options.timeoutFactor ?? 1)).dialect })
  try {
    const { rows } = await sql<{ Value: string }>`show variables like 'wsrep_on'`.execute(queries)
    return rows[0]?.Value === 'ON'
  } finally {
    await queries.destroy()
  }
}

const migrateMysql = async (address: MysqlAddress, isCluster: boolean, options: DatabaseOptions): Promise<void> => {
  const pool = createMysqlPool({ ...address, connections: 2 }, isCluster, options)
  const queries = new Kysely<Schema>({ dialect: poolDialect(pool, MIGRATION_LIMIT, MIGRATION_LIMIT).dialect })
  try {
    // The lock covers only one server. On a cluster, two processes may migrate at once, and one of them then has to check again.
    const again = (error: unknown, attempt: number): boolean =>
      attempt < 4 && !(error instanceof DatabaseUnavailable || error instanceof MigrationsPending)
    await repeatUndone(() => migrate(queries, 'mysql', options), again, MIGRATION_LIMIT)
  } finally {
    await queries.destroy()
  }
}

/** Connects to MySQL or MariaDB and migrates the tables. Conflicting transactions run again. */
export const openMysql = async (url: string, options: DatabaseOptions = {}): Promise<Database> => {
  const address = parseMysqlUrl(url)
  const isCluster = await findCluster(address, options)
  await migrateMysql(address, isCluster, options)
  const { timeoutFactor = 1 } = options
  const pool = createMysqlPool(address, isCluster, options)
  const { dialect, failedAtStart } = poolDialect(pool, STATEMENT_LIMIT * timeoutFactor, REPEAT_LIMIT * timeoutFactor)
  const queries = new Kysely<Schema>({ dialect })

  const again = (error: unknown, attempt: number): boolean => {
    const repeatable = isRepeatable(error) || failedAtStart(error)
    if (repeatable && attempt > 3) options.log?.warn({ err: error, attempt }, 'A transaction is retried')
    return repeatable
  }

  return {
    engine: 'mysql',
    queries,
    transaction: (work) => repeatUndone(() => queries.transaction().execute(work), again, REPEAT_LIMIT * timeoutFactor),
    ping: async () => {
      const late = (): never => {
        throw new DatabaseUnavailable('MySQL: no answer in time')
      }
      await withTimeLimit(
        queries.selectFrom('service_controls').select('id').limit(1).execute(),
        PING_LIMIT * timeoutFactor,
        late,
      )
    },
    close: () => queries.destroy(),
  }
}
