import { type RowOf, table } from '../database/create-table.ts'

/** A part of the service that admins can switch off. */
export type ServiceControlTable = RowOf<typeof serviceControls>
const serviceControls = table('service_controls', {
  columns: {
    id: 'id',
    service_name: 'word',
    description: 'text',
    is_enabled: 'flag',
    updated_at: 'milliseconds',
  },
  unique: [['service_name']],
})

/** A minute in which the service responded, for the uptime figure. */
const heartbeats = table('heartbeats', {
  columns: {
    /** Epoch minutes. */
    minute: 'count',
  },
  primaryKey: ['minute'],
})

/** A fixed window of a rate limit, shared by all processes. */
const rateLimits = table('rate_limits', {
  columns: {
    key: 'key',
    points: 'count',
    expires_at: 'milliseconds',
  },
  primaryKey: ['key'],
  clustered: true,
  indexes: [['expires_at']],
})

/** A row that is valid until a time in epoch ms. */
const expiring = <const Name extends string>(name: Name) =>
  table(name, {
    columns: { key: 'key', expires_at: 'milliseconds' },
    primaryKey: ['key'],
    clustered: true,
    indexes: [['expires_at']],
  })

/** A running process of the service. */
const serviceProcesses = table('service_processes', {
  columns: {
    /** Its host and process id. */
    key: 'key',
    /** The process renews this time every minute, by the clock of the database. */
    expires_at: 'milliseconds',
    version: 'word',
    /** JSON: digests of the settings that all processes must share, by name, and how far the process's clock is ahead. */
    settings: 'text',
  },
  primaryKey: ['key'],
  indexes: [['expires_at']],
})

/** The first tables of the service itself, and the tables that its processes share. */
export const serviceTables = [
  serviceControls,
  heartbeats,
  rateLimits,
  // Slots of sliding rate limits: sign-in attempts and messages that count, and the hourly purge.
  expiring('login_attempts'),
  // Rows that transactions lock to wait for each other.
  expiring('row_locks'),
  // Nonces of used captchas.
  expiring('used_captchas'),
  serviceProcesses,
] as const
