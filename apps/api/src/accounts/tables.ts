import type { PlanId } from '@netbox/core'

/** A boolean, as all engines store it. */
export type Flag = 0 | 1

/** A user. */
export interface UserTable {
  id: string
  email: string
  /** The address in lower case, unique. */
  email_key: string
  /** PHC string of argon2id, or `NO_PASSWORD`. */
  password_hash: string
  /** The time of the last password change; null if the password is the first one. */
  password_changed_at: number | null
  confirmed_at: number | null
  created_at: number
  /** The user's own JSON object; null for none. */
  user_metadata: string | null
  /** A JSON object that only the service key writes; null for none. */
  app_metadata: string | null
  updated_at: number | null
  last_sign_in_at: number | null
  invited_at: number | null
  /** The requested new address. */
  new_email: string | null
  /** Which of the two addresses has confirmed the change. */
  new_email_half: 'current' | 'new' | null
}

/** The rights of a user. A separate table, as in the specification: a user may lack a profile until profiles are synced. */
export interface ProfileTable {
  /** The user's id. */
  id: string
  email: string
  status: 'active' | 'disabled'
  is_admin: Flag
  plan: PlanId
  /** The end of the plan, after which free applies; null if it has no end. */
  plan_expires_at: number | null
  /** The source of the plan: an admin, the billing service, or none for the free plan. */
  plan_source: 'default' | 'admin' | 'billing'
  created_at: number
}

/** The session of a signed-in device, or a view-as session of an admin. */
export interface SessionTable {
  id: string
  user_id: string
  /** The admin who is viewing as the user; null in an ordinary session. */
  actor_id: string | null
  /** The admin's own session; the view-as session ends with it. */
  actor_session_id: string | null
  created_at: number
  expires_at: number
  last_used_at: number
  revoked_at: number | null
  user_agent: string
  address: string
  /** The level of assurance: `aal2` after a second factor. */
  aal: 'aal1' | 'aal2'
  /**
   * A JSON list of the user's authentication methods with their times in epoch seconds, as
   * `[{"method":"password","timestamp":1763942400}]`.
   */
  amr: string
}

/** One token in a session's chain of refresh tokens. A repeated exchange creates siblings. */
export interface RefreshTokenTable {
  id: string
  session_id: string
  /** The predecessor of this token; null for the first of a session. */
  parent_id: string | null
  /** SHA-256, hexadecimal. */
  hash: string
  created_at: number
  expires_at: number
  /** The time of its first exchange. */
  used_at: number | null
}

/** A one-time code or link, mailed to an address. */
export interface OneTimeCodeTable {
  id: string
  /** Null for an address without an account. */
  user_id: string | null
  purpose: 'confirm' | 'recover' | 'sign-in' | 'invite' | 'reauthenticate' | 'email-change'
  hash: string
  created_at: number
  expires_at: number
  used_at: number | null
  /** The address in lower case. */
  email_key: string | null
  /** JSON options of the request for the code; null for none. */
  data: string | null
}

/** An authorization code of PKCE (RFC 7636), issued after a valid code or link. */
export interface AuthFlowTable {
  id: string
  user_id: string
  /** SHA-256, hexadecimal. */
  code_hash: string
  challenge: string
  /** The user's authentication method, as in `amr`. */
  method: string
  expires_at: number
  used_at: number | null
}

/** A token for API clients. */
export interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  /** The first characters, which distinguish tokens in lists. */
  prefix: string
  hash: string
  /** A JSON list of permissions. */
  scopes: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

/** Mail to send, written in the transaction that causes it. */
export interface OutboxTable {
  id: string
  recipient: string
  template: OneTimeCodeTable['purpose'] | 'password-changed' | 'account-deleted' | 'factor-tries'
  /** JSON for the template. */
  data: string
  created_at: number
  next_attempt_at: number
  attempts: number
  sent_at: number | null
  last_error: string | null
}

/** The tables of accounts, and of the mail to them. */
export interface AccountTables {
  users: UserTable
  profiles: ProfileTable
  sessions: SessionTable
  refresh_tokens: RefreshTokenTable
  one_time_codes: OneTimeCodeTable
  auth_flows: AuthFlowTable
  outbox: OutboxTable
  api_tokens: ApiTokenTable
}
