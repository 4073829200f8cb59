import { type TableShape, type } from './create-table.ts'

/** Users' actions, and the service's own data. */
export const serviceTables: readonly TableShape[] = [
  {
    name: 'outbox',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('recipient', type.email, (it) => it.notNull())
        .addColumn('template', type.word, (it) => it.notNull())
        .addColumn('data', type.text, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('next_attempt_at', type.milliseconds, (it) => it.notNull())
        .addColumn('attempts', type.number, (it) => it.notNull())
        .addColumn('sent_at', type.milliseconds)
        .addColumn('last_error', type.text),
    primaryKey: ['id'],
    indexes: [['sent_at', 'next_attempt_at'], ['next_attempt_at']],
  },
  {
    name: 'usage_counters',
    columns: (table) =>
      table
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('tool', type.word, (it) => it.notNull())
        .addColumn('day', type.id, (it) => it.notNull())
        .addColumn('used', type.count, (it) => it.notNull()),
    primaryKey: ['user_id', 'day', 'tool'],
    clustered: true,
    belongsTo: { user_id: 'users' },
    indexes: [['day']],
  },
  {
    name: 'runs',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('tool', type.word, (it) => it.notNull())
        .addColumn('input', type.text, (it) => it.notNull())
        .addColumn('seed', type.key, (it) => it.notNull())
        .addColumn('scenario', type.word, (it) => it.notNull())
        .addColumn('at', type.word, (it) => it.notNull())
        .addColumn('severity', type.word, (it) => it.notNull())
        .addColumn('sentence', type.text, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    // Runs are read by user, newest first, and written often. With this key and no other index, inserting a run writes one page.
    primaryKey: ['user_id', 'created_at', 'id'],
    clustered: true,
    belongsTo: { user_id: 'users' },
  },
  {
    name: 'email_migrations',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('source_host', type.key, (it) => it.notNull())
        .addColumn('source_port', type.number, (it) => it.notNull())
        .addColumn('source_email', type.email, (it) => it.notNull())
        .addColumn('source_password_encrypted', type.text, (it) => it.notNull())
        .addColumn('destination_host', type.key, (it) => it.notNull())
        .addColumn('destination_port', type.number, (it) => it.notNull())
        .addColumn('destination_email', type.email, (it) => it.notNull())
        .addColumn('destination_password_encrypted', type.text, (it) => it.notNull())
        .addColumn('status', type.word, (it) => it.notNull())
        .addColumn('progress_percentage', type.number, (it) => it.notNull())
        .addColumn('error_message', type.text)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('completed_at', type.milliseconds),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [
      ['user_id', 'created_at', 'id'],
      ['status', 'created_at'],
    ],
  },
  {
    name: 'notifications',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('title', type.text, (it) => it.notNull())
        .addColumn('message', type.text, (it) => it.notNull())
        .addColumn('type', type.word, (it) => it.notNull())
        .addColumn('is_global', type.flag, (it) => it.notNull())
        .addColumn('target_user_id', type.id)
        .addColumn('expires_at', type.milliseconds)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { target_user_id: 'users' },
    indexes: [
      ['target_user_id', 'created_at'],
      ['is_global', 'created_at'],
      ['created_at', 'id'],
    ],
  },
  {
    name: 'notification_reads',
    columns: (table) =>
      table
        .addColumn('notification_id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('read_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['user_id', 'notification_id'],
    belongsTo: { notification_id: 'notifications', user_id: 'users' },
    indexes: [['notification_id']],
  },
  {
    name: 'service_controls',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('service_name', type.word, (it) => it.notNull())
        .addColumn('description', type.text, (it) => it.notNull())
        .addColumn('is_enabled', type.flag, (it) => it.notNull())
        .addColumn('updated_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    unique: [['service_name']],
  },
  {
    // This table has no foreign key, because the record stays when the user is deleted.
    name: 'audit_log',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('actor_id', type.id, (it) => it.notNull())
        .addColumn('action', type.word, (it) => it.notNull())
        .addColumn('target_id', type.word)
        .addColumn('detail', type.text, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    indexes: [
      ['created_at', 'id'],
      ['actor_id', 'created_at'],
      ['target_id', 'created_at'],
    ],
  },
  {
    name: 'heartbeats',
    columns: (table) => table.addColumn('minute', type.count, (it) => it.notNull()),
    primaryKey: ['minute'],
  },
  {
    name: 'rate_limits',
    columns: (table) =>
      table
        .addColumn('key', type.key, (it) => it.notNull())
        .addColumn('points', type.count, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['key'],
    clustered: true,
    indexes: [['expires_at']],
  },
]
