import { type Flag, table, type TableShape } from '../database/create-table.ts'

/** A part of the service that admins can switch off. */
export interface ServiceControlTable {
  id: string
  service_name: string
  description: string
  is_enabled: Flag
  updated_at: number
}

/** A minute in which the service responded, for the uptime figure. */
export interface HeartbeatTable {
  /** Epoch minutes. */
  minute: number
}

/** A counter of the rate limiter, shared by all processes. */
export interface RateLimitTable {
  key: string
  points: number
  expires_at: number
}

/** A row that is valid until a time in epoch ms. */
export interface ExpiringTable {
  key: string
  expires_at: number
}

/** The tables of the service itself, and those that its processes share. */
export interface ServiceTables {
  service_controls: ServiceControlTable
  heartbeats: HeartbeatTable
  rate_limits: RateLimitTable
  /** Sign-in attempts and messages that count against a rate limit. */
  login_attempts: ExpiringTable
  /** Leases for work that only one process does at a time. */
  leases: ExpiringTable
  /** Rows that transactions lock to wait for each other. */
  row_locks: ExpiringTable
  /** Nonces of used captchas. */
  used_captchas: ExpiringTable
}

/** The first tables of the service. */
export const serviceTables: readonly TableShape[] = [
  table<ServiceControlTable>({
    name: 'service_controls',
    columns: { id: 'id', service_name: 'word', description: 'text', is_enabled: 'flag', updated_at: 'milliseconds' },
    primaryKey: ['id'],
    unique: [['service_name']],
  }),
  table<HeartbeatTable>({
    name: 'heartbeats',
    columns: { minute: 'count' },
    primaryKey: ['minute'],
  }),
  table<RateLimitTable>({
    name: 'rate_limits',
    columns: { key: 'key', points: 'count', expires_at: 'milliseconds' },
    primaryKey: ['key'],
    clustered: true,
    indexes: [['expires_at']],
  }),
  ...['login_attempts', 'leases', 'row_locks', 'used_captchas'].map((name) =>
    table<ExpiringTable>({
      name,
      columns: { key: 'key', expires_at: 'milliseconds' },
      primaryKey: ['key'],
      clustered: true,
      indexes: [['expires_at']],
    }),
  ),
]
