import type { PlanId, VerificationStatus } from '@netbox/core'

/*
 * The tables, in the subset that SQLite, MySQL and MariaDB share: text ids, epoch milliseconds, 0 and 1 for booleans, JSON as text.
 * Ids are random (16 bytes, base32): nothing may depend on their order, nor on auto-increment.
 */
type Flag = 0 | 1

/** Who can sign in. */
export interface UserTable {
  id: string
  email: string
  /** The address in lower case, unique. */
  email_key: string
  /** PHC string of argon2id. */
  password_hash: string
  confirmed_at: number | null
  created_at: number
}

/** What a user may do. A second table, as the specification has it: a user may lack one until profiles are synced. */
export interface ProfileTable {
  /** The user's id. */
  id: string
  email: string
  status: 'active' | 'disabled'
  is_admin: Flag
  plan: PlanId
  /** When the plan ends and free begins; null for ever. */
  plan_expires_at: number | null
  /** Who gave the plan: an admin, or the billing service. */
  plan_source: 'default' | 'admin' | 'billing'
  created_at: number
}

/** A signed-in device, or an admin's view of a user. */
export interface SessionTable {
  id: string
  user_id: string
  /** The admin who views as the user; null in an ordinary session. */
  actor_id: string | null
  created_at: number
  expires_at: number
  last_used_at: number
  revoked_at: number | null
  user_agent: string
  address: string
}

/** One step of a session's chain of refresh tokens. */
export interface RefreshTokenTable {
  id: string
  session_id: string
  /** SHA-256, hexadecimal. */
  hash: string
  created_at: number
  expires_at: number
  /** When it was exchanged for the next one; its second use ends the session. */
  used_at: number | null
}

/** A code or link that works once: confirmation, recovery. */
export interface OneTimeCodeTable {
  id: string
  user_id: string
  purpose: 'confirm' | 'recover'
  hash: string
  created_at: number
  expires_at: number
  attempts: number
  used_at: number | null
}

/** Mail that is to be sent; written in the transaction that causes it. */
export interface OutboxTable {
  id: string
  recipient: string
  template: 'confirm' | 'recover' | 'password-changed' | 'account-deleted'
  /** JSON for the template. */
  data: string
  created_at: number
  next_attempt_at: number
  attempts: number
  sent_at: number | null
  last_error: string | null
}

/** A token for API clients. */
export interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  /** The first characters, to tell tokens apart in lists. */
  prefix: string
  hash: string
  /** JSON list. */
  scopes: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

/** How many runs of a tool a user had on a UTC day. */
export interface UsageTable {
  user_id: string
  tool: string
  day: string
  used: number
}

/** A run that was acknowledged. */
export interface RunTable {
  id: string
  user_id: string
  tool: string
  input: string
  seed: string
  scenario: string
  at: string
  severity: string
  sentence: string
  created_at: number
}

/** A tool that a user ran, once the runs themselves are deleted. */
export interface UsedToolTable {
  user_id: string
  tool: string
}

/** A request to move a mailbox. Passwords are sealed (JWE). */
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

export interface NotificationReadTable {
  notification_id: string
  user_id: string
  read_at: number
}

/** A part of the service that admins can switch off. */
export interface ServiceControlTable {
  id: string
  service_name: string
  description: string
  is_enabled: Flag
  updated_at: number
}

/** What admins did. */
export interface AuditTable {
  id: string
  actor_id: string
  action: string
  target_id: string | null
  /** JSON without secrets. */
  detail: string
  created_at: number
}

/** Minutes in which the service answered: what the uptime figure is made of. */
export interface HeartbeatTable {
  /** Epoch minutes. */
  minute: number
}

/** A user as the payment provider knows them. The row outlives its user until the provider has deleted the customer too. */
export interface BillingCustomerTable {
  /** The provider's id. */
  id: string
  user_id: string
  /** Whether the provider takes real money from it. */
  is_live: Flag
  /** Rises with every change: who read an older state at the provider notices that another one was first. */
  version: number
  /** What the user has apart from billing; in force again when that gives less. */
  given_plan: PlanId
  given_until: number | null
  given_source: 'default' | 'admin'
  /** The payment page that was opened last, and for which price. */
  session_id: string | null
  session_price: string | null
  /** How many payment pages there were: part of the key that makes two requests for one page the same. */
  session_count: number
  /** When the account was deleted. */
  closing_at: number | null
  /** When the provider is told of that, again. */
  next_attempt_at: number | null
  attempts: number
  created_at: number
}

/** A subscription as it was when it was last fetched. */
export interface BillingSubscriptionTable {
  /** The provider's id. */
  id: string
  customer_id: string
  status: string
  /** The price, and the plan that it stands for; null for a price that is none of ours. */
  price_id: string
  plan: PlanId | null
  period_end: number
  /** Until when it gives the plan; null when it gives nothing. */
  access_until: number | null
  /** Whether it ends with its period. */
  is_ending: Flag
}

/** An event of the payment provider that had its effect. */
export interface BillingEventTable {
  /** The provider's id. */
  id: string
  type: string
  received_at: number
}

/** What was found out about an address, for a user. A later try changes the row. */
export interface VerificationTable {
  id: string
  user_id: string
  email: string
  /** The address in lower case, to be searched. */
  email_key: string
  status: VerificationStatus
  confidence: number
  provider: string | null
  smtp_server: string | null
  smtp_response_code: number | null
  smtp_response_message: string | null
  verification_attempts: number
  reason: string
  /** Seconds, from when it was last asked. */
  retry_after: number | null
  role: Flag
  simulated: Flag
  created_at: number
}

/** A verification that is to be tried again. */
export interface VerificationJobTable {
  /** The verification's id. */
  id: string
  user_id: string
  email: string
  simulated: Flag
  /** How often the server was asked. */
  attempts: number
  /** When it may be taken; while somebody has it, until when they have it for themselves. */
  due_at: number
  /** Who has it: drawn anew each time. */
  claim: string | null
}

/** How many addresses a user verified in a calendar month of UTC, `2026-11`. */
export interface VerificationMonthTable {
  user_id: string
  month: string
  /** What runs have taken of the plan's number, what they have not used yet included. */
  reserved: number
  /** Results that were stored. */
  verified: number
}

/** A run of verifications that goes on. What it has not used is given back at its end, or when nobody has heard of it for long. */
export interface VerificationRunTable {
  id: string
  user_id: string
  month: string
  asked: number
  done: number
  expires_at: number
}

/** A definite result, given again for a day without asking. */
export interface VerificationCacheTable {
  /** A keyed digest of the address. */
  key: string
  /** JSON of the result, without the address. */
  result: string
  expires_at: number
}

/** Whether a domain accepts any address, remembered for a day. */
export interface CatchAllVerdictTable {
  domain: string
  verdict: 'accepts_all' | 'refuses_unknown' | 'unknown'
  expires_at: number
}

/** How much of a mail server all processes ask at present. */
export interface ProbedServerTable {
  /** Its network address. */
  server: string
  /** JSON: who is connected and until when that counts, and when it was asked in the last minute. */
  state: string
  expires_at: number
}

/** How many local parts of a domain were asked about on a UTC day. */
export interface ProbedDomainTable {
  /** Day and domain. */
  id: string
  used: number
  expires_at: number
}

/** A local part of a domain that was asked about on a UTC day. */
export interface ProbedLocalPartTable {
  /** A keyed digest of day and address. */
  id: string
  expires_at: number
}

/** Counters of the rate limiter, shared by all processes. */
export interface RateLimitTable {
  key: string
  points: number
  expires_at: number
}

/** The whole database. */
export interface Schema {
  users: UserTable
  profiles: ProfileTable
  sessions: SessionTable
  refresh_tokens: RefreshTokenTable
  one_time_codes: OneTimeCodeTable
  outbox: OutboxTable
  api_tokens: ApiTokenTable
  usage_counters: UsageTable
  runs: RunTable
  used_tools: UsedToolTable
  email_migrations: EmailMigrationTable
  notifications: NotificationTable
  notification_reads: NotificationReadTable
  service_controls: ServiceControlTable
  audit_log: AuditTable
  heartbeats: HeartbeatTable
  rate_limits: RateLimitTable
  billing_customers: BillingCustomerTable
  billing_subscriptions: BillingSubscriptionTable
  billing_events: BillingEventTable
  verifications: VerificationTable
  verification_jobs: VerificationJobTable
  verification_months: VerificationMonthTable
  verification_runs: VerificationRunTable
  verification_cache: VerificationCacheTable
  catch_all_verdicts: CatchAllVerdictTable
  probed_servers: ProbedServerTable
  probed_domains: ProbedDomainTable
  probed_local_parts: ProbedLocalPartTable
}
