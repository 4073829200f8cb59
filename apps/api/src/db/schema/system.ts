import type { Flag } from './accounts.ts'

/** A part of the service that admins can switch off. */
export interface ServiceControlTable {
  id: string
  service_name: string
  description: string
  is_enabled: Flag
  updated_at: number
}

/** Actions of admins, and deleted accounts. */
export interface AuditTable {
  id: string
  actor_id: string
  action: string
  target_id: string | null
  /** JSON without secrets. */
  detail: string
  created_at: number
}

/** Minutes in which the service responded, for the uptime figure. */
export interface HeartbeatTable {
  /** Epoch minutes. */
  minute: number
}

/** Counters of the rate limiter, shared by all processes. */
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

/** The tables of the service itself. */
export interface SystemTables {
  service_controls: ServiceControlTable
  audit_log: AuditTable
  heartbeats: HeartbeatTable
  rate_limits: RateLimitTable
  /** Sign-in attempts and mails that count against an allowance. */
  login_attempts: ExpiringTable
  /** Work that only one process does at a time. */
  leases: ExpiringTable
  /** Rows that transactions lock to wait for each other. */
  row_locks: ExpiringTable
  /** Nonces of used captchas. */
  used_captchas: ExpiringTable
}
