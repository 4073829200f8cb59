import type { Flag } from '../accounts/tables.ts'

/** A part of the service that admins can switch off. */
export interface ServiceControlTable {
  id: string
  service_name: string
  description: string
  is_enabled: Flag
  updated_at: number
}

/** An action of an admin, or the deletion of an account. */
export interface AuditTable {
  id: string
  actor_id: string
  action: string
  target_id: string | null
  /** JSON without secrets. */
  detail: string
  created_at: number
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

/** A request to move a mailbox. Passwords are encrypted (JWE). */
export interface EmailMigrationTable {
  id: string
  user_id: string
  source_host: string
  source_port: number
  source_email: string
  source_password_encrypted: string
  destination_host: string
  destination_port: number
  destination_email: string
  destination_password_encrypted: string
  status: 'pending' | 'in_progress' | 'completed' | 'failed'
  progress_percentage: number
  error_message: string | null
  created_at: number
  completed_at: number | null
}

/** A notification for all users, or for one. */
export interface NotificationTable {
  id: string
  title: string
  message: string
  type: 'general' | 'new_tool' | 'service_update'
  is_global: Flag
  target_user_id: string | null
  expires_at: number | null
  created_at: number
}

/** The record that a user has read a notification. */
export interface NotificationReadTable {
  notification_id: string
  user_id: string
  read_at: number
}

/** The number of a user's runs of a tool on a UTC day. */
export interface UsageTable {
  user_id: string
  tool: string
  day: string
  used: number
}

/** A recorded run of a tool. */
export interface RunTable {
  id: string
  user_id: string
  tool: string
  input: string
  seed: string
  scenario: string
  /** The id of the world document; null without one. */
  world: string | null
  at: string
  severity: string
  sentence: string
  created_at: number
}

/** A world document of a user's runs, stored once. */
export interface WorldDocumentTable {
  /** The hash of the user's id and the document. */
  id: string
  user_id: string
  /** The canonical form, as JSON. */
  document: string
  /** The time of the last run with it. */
  used_at: number
}

/** A tool that a user has run. The row stays after the runs themselves are deleted. */
export interface UsedToolTable {
  user_id: string
  tool: string
}

/** The tables of users' actions, and of the service itself. */
export interface SystemTables {
  service_controls: ServiceControlTable
  audit_log: AuditTable
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
  email_migrations: EmailMigrationTable
  notifications: NotificationTable
  notification_reads: NotificationReadTable
  usage_counters: UsageTable
  runs: RunTable
  world_documents: WorldDocumentTable
  used_tools: UsedToolTable
}
