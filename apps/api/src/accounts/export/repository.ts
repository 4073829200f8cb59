import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Schema } from '../../schema.ts'
import { usedTools } from '../dashboard/repository.ts'

type DatedTable =
  | 'sessions'
  | 'api_tokens'
  | 'runs'
  | 'email_migrations'
  | 'one_time_codes'
  | 'mfa_factors'
  | 'mfa_recovery_codes'
  | 'audit_log'
  | 'storage_objects'
  | 'verifications'

/** Rows of a table that belong to a user. */
export interface OwnRows<Table extends DatedTable, Column extends keyof Schema[Table] & string> {
  readonly table: Table
  /** The column with the owner of a row. */
  readonly owner: keyof Schema[Table] & string
  readonly columns: readonly Column[]
  /** The values to read in place of columns. */
  readonly inPlaceOf?: { readonly [Name in Column]?: RawBuilder<Schema[Table][Name]> }
}

type Found<Table extends DatedTable, Column extends keyof Schema[Table]> = Pick<Schema[Table], Column> & {
  readonly id: string
  readonly created_at: number
}

/** The maximum number of rows in memory at one time. */
const BATCH = 500

/** Reads a user's rows in batches, oldest first. */
export async function* ownRows<Table extends DatedTable, Column extends keyof Schema[Table] & string>(
  queries: Reader,
  { table, owner, columns, inPlaceOf = {} }: OwnRows<Table, Column>,
  userId: string,
): AsyncGenerator<readonly Found<Table, Column>[]> {
  const [from, whose, made, id] = [sql.table(table), sql.ref(owner), sql.ref('created_at'), sql.ref('id')]
  const values = new Map<string, RawBuilder<unknown>>(Object.entries(inPlaceOf))
  const valueOf = (column: string): RawBuilder<unknown> => {
    const value = values.get(column)
    return value === undefined ? sql.ref(column) : sql`${value} as ${sql.ref(column)}`
  }
  const wanted = sql.join([...new Set(['id', 'created_at', ...columns])].map(valueOf))
  const behind = (last: Found<Table, Column> | undefined): RawBuilder<boolean> =>
    last === undefined
      ? sql``
      : sql`and ${made} >= ${last.created_at} and (${made} > ${last.created_at} or ${id} > ${last.id})`
  let last: Found<Table, Column> | undefined
  do {
    const { rows } = await sql<Found<Table, Column>>`
      select ${wanted} from ${from} where ${whose} = ${userId} ${behind(last)}
      order by ${made}, ${id} limit ${BATCH}`.execute(queries)
    yield rows
    last = rows.length < BATCH ? undefined : rows.at(-1)
  } while (last !== undefined)
}

/** Lists the tools that a user has ever run. */
export const listUsedTools = async (queries: Reader, userId: string): Promise<string[]> =>
  (await usedTools(queries, userId).orderBy('tool').execute()).map(({ tool }) => tool)

/** Lists a user's number of runs for each tool and day. */
export const usageOf = (queries: Reader, userId: string) =>
  queries
    .selectFrom('usage_counters')
    .select(['tool', 'day', 'used'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('tool')
    .execute()

/** Lists the number of a user's verified addresses by month. */
export const monthsOf = (queries: Reader, userId: string) =>
  queries
    .selectFrom('verification_months')
    .select(['month', 'verified'])
    .where('user_id', '=', userId)
    .orderBy('month')
    .execute()

/** Lists the notifications that only this user gets, and the global ones that the user has read. */
export const notificationsOf = (queries: Reader, userId: string) =>
  queries
    .selectFrom('notifications')
    .leftJoin('notification_reads', (join) =>
      join
        .onRef('notification_reads.notification_id', '=', 'notifications.id')
        .on('notification_reads.user_id', '=', userId),
    )
    .selectAll('notifications')
    .select('notification_reads.read_at')
    .where((row) => row.or([row('target_user_id', '=', userId), row('read_at', 'is not', null)]))
    .orderBy('notifications.created_at')
    .orderBy('notifications.id')
    .execute()

/** Lists queued and sent mail to an address. */
export const mailTo = (queries: Reader, email: string) =>
  queries
    .selectFrom('outbox')
    .select(['template', 'created_at', 'sent_at'])
    .where(sql<string>`lower(${sql.ref('recipient')})`, '=', email.toLowerCase())
    .orderBy('created_at')
    .execute()
