import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Schema } from '../../schema.ts'

/** The type of a column: `id` as UUID text, `time` as ISO 8601, `flag` as true or false. */
export type ColumnKind = 'id' | 'word' | 'number' | 'flag' | 'time'

/** The tables that clients can access. */
export type TableName = 'profiles' | 'notifications' | 'service_controls' | 'email_migrations'

type Rows = ExpressionBuilder<Schema, TableName>

/** The columns of a table that clients can access. */
export interface RestTable {
  readonly name: TableName
  /** The columns of `select=*`, in order. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Returns a condition for the rows that a caller may read; true for all. */
  readonly visible: (caller: Caller, now: number) => boolean | ((rows: Rows) => Expression<SqlBool>)
  /** The columns that an insert may set, even unreadable ones; true for required columns. */
  readonly insertable?: Readonly<Record<string, boolean>>
  /** The columns that an update may set. */
  readonly updatable?: readonly string[]
}

const isAdmin = (caller: Caller): boolean =>
  caller.kind === 'user' && caller.user.isAdmin && caller.session.actorId === null

const userOf = (caller: Caller): string => (caller.kind === 'anyone' ? '' : caller.user.id)

/** The tables that clients can access (spec §7), by name. */
export const tables: ReadonlyMap<string, RestTable> = new Map(
  (
    [
      {
        name: 'profiles',
        columns: { id: 'id', email: 'word', status: 'word', is_admin: 'flag', created_at: 'time' },
        visible: (caller) => isAdmin(caller) || ((rows) => rows('id', '=', userOf(caller))),
        updatable: ['status', 'is_admin'],
      },
      {
        name: 'notifications',
        columns: {
          id: 'id',
          title: 'word',
          message: 'word',
          type: 'word',
          is_global: 'flag',
          target_user_id: 'id',
          expires_at: 'time',
          created_at: 'time',
        },
        visible: (caller, now) => {
          if (isAdmin(caller)) return true
          if (caller.kind === 'anyone') return false
          return (rows) =>
            rows.and([
              rows.or([rows('is_global', '=', 1), rows('target_user_id', '=', userOf(caller))]),
              rows.or([rows('expires_at', 'is', null), rows('expires_at', '>', now)]),
            ])
        },
        insertable: {
          title: true,
          message: true,
          type: false,
          is_global: false,
          target_user_id: false,
          expires_at: false,
        },
      },
      {
        name: 'service_controls',
        columns: { id: 'word', service_name: 'word', description: 'word', is_enabled: 'flag', updated_at: 'time' },
        visible: () => true,
        updatable: ['is_enabled', 'updated_at'],
      },
      {
        name: 'email_migrations',
        columns: {
          id: 'id',
          user_id: 'id',
          source_host: 'word',
          source_email: 'word',
          destination_host: 'word',
          destination_email: 'word',
          status: 'word',
          progress_percentage: 'number',
          error_message: 'word',
          created_at: 'time',
          completed_at: 'time',
        },
        visible: (caller) => caller.kind !== 'anyone' && ((rows) => rows('user_id', '=', userOf(caller))),
        insertable: {
          user_id: true,
          source_host: true,
          source_email: true,
          source_password_encrypted: true,
          destination_host: true,
          destination_email: true,
          destination_password_encrypted: true,
          status: false,
        },
      },
    ] satisfies RestTable[]
  ).map((table) => [table.name, table]),
)
