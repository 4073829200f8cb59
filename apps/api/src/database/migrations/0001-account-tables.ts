import { type TableShape, type } from './create-table.ts'

/** Users, their credentials, and their rights. */
export const accountTables: readonly TableShape[] = [
  {
    name: 'users',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('email', type.email, (it) => it.notNull())
        .addColumn('email_key', type.email, (it) => it.notNull())
        .addColumn('password_hash', type.longKey, (it) => it.notNull())
        .addColumn('confirmed_at', type.milliseconds)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    unique: [['email_key']],
  },
  {
    name: 'profiles',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('email', type.email, (it) => it.notNull())
        .addColumn('status', type.word, (it) => it.notNull())
        .addColumn('is_admin', type.flag, (it) => it.notNull())
        .addColumn('plan', type.word, (it) => it.notNull())
        .addColumn('plan_expires_at', type.milliseconds)
        .addColumn('plan_source', type.word, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { id: 'users' },
    indexes: [
      ['created_at', 'id'],
      ['is_admin', 'status'],
    ],
  },
  {
    name: 'sessions',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('actor_id', type.id)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds, (it) => it.notNull())
        .addColumn('last_used_at', type.milliseconds, (it) => it.notNull())
        .addColumn('revoked_at', type.milliseconds)
        .addColumn('user_agent', type.longKey, (it) => it.notNull())
        .addColumn('address', type.word, (it) => it.notNull()),
    primaryKey: ['id'],
    // A view-as session is also deleted with its admin; without `actor_id` it would be an ordinary session.
    belongsTo: { user_id: 'users', actor_id: 'users' },
    indexes: [['user_id', 'created_at'], ['actor_id'], ['expires_at']],
  },
  {
    name: 'refresh_tokens',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('session_id', type.id, (it) => it.notNull())
        .addColumn('hash', type.word, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds, (it) => it.notNull())
        .addColumn('used_at', type.milliseconds),
    primaryKey: ['id'],
    belongsTo: { session_id: 'sessions' },
    unique: [['hash']],
    indexes: [['session_id'], ['expires_at']],
  },
  {
    name: 'one_time_codes',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('purpose', type.word, (it) => it.notNull())
        .addColumn('hash', type.word, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds, (it) => it.notNull())
        .addColumn('attempts', type.number, (it) => it.notNull())
        .addColumn('used_at', type.milliseconds),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    // The hash is not unique, because two users may get the same short code.
    indexes: [['hash'], ['user_id', 'purpose', 'created_at'], ['expires_at']],
  },
  {
    name: 'api_tokens',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('name', type.key, (it) => it.notNull())
        .addColumn('prefix', type.word, (it) => it.notNull())
        .addColumn('hash', type.word, (it) => it.notNull())
        .addColumn('scopes', type.text, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds)
        .addColumn('last_used_at', type.milliseconds)
        .addColumn('revoked_at', type.milliseconds),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    unique: [['hash']],
    indexes: [['user_id', 'created_at']],
  },
]
