import type { PlanId } from '@netbox/core'

/** A boolean, as all engines keep it. */
export type Flag = 0 | 1

/** The users. */
export interface UserTable {
  id: string
  email: string
  /** The address in lower case, unique. */
  email_key: string
  /** PHC string of argon2id. */
  password_hash: string
  confirmed_at: number | null
  created_at: number
  /** JSON object of the user's own; null for none. */
  user_metadata: string | null
  /** JSON object that only the service key writes; null for none. */
  app_metadata: string | null
  updated_at: number | null
  last_sign_in_at: number | null
  invited_at: number | null
  /** The address that the user wants to change to. */
  new_email: string | null
  /** Which of both addresses has confirmed the change. */
  new_email_half: 'current' | 'new' | null
}

/** The rights of a user. A second table, as the specification has it: a user may lack one until profiles are synced. */
export interface ProfileTable {
  /** The user's id. */
  id: string
  email: string
  status: 'active' | 'disabled'
  is_admin: Flag
  plan: PlanId
  /** When the plan ends and free begins; null forever. */
  plan_expires_at: number | null
  /** The source of the plan: an admin, the billing service, or none for the free plan. */
  plan_source: 'default' | 'admin' | 'billing'
  created_at: number
}

/** A signed-in device, or an admin's view of a user. */
export interface SessionTable {
  id: string
  user_id: string
  /** The admin who views as the user; null in an ordinary session. */
  actor_id: string | null
  /** The admin's own session, with which the view ends. */
  actor_session_id: string | null
  created_at: number
  expires_at: number
  last_used_at: number
  revoked_at: number | null
  user_agent: string
  address: string
  /** The level of assurance: `aal2` once a second factor was shown. */
  aal: 'aal1' | 'aal2'
  /** JSON list: how the user showed who they are, and when in epoch seconds, as `[{"method":"password","timestamp":1763942400}]`. */
  amr: string
}

/** One step of a session's chain of refresh tokens. A step that is asked for again has siblings. */
export interface RefreshTokenTable {
  id: string
  session_id: string
  /** The token that was exchanged for this one; null for the first of a session. */
  parent_id: string | null
  /** SHA-256, hexadecimal. */
  hash: string
  created_at: number
  expires_at: number
  /** When it was exchanged for the first time. */
  used_at: number | null
}

/** A code or link that works once and was mailed to an address. */
export interface OneTimeCodeTable {
  id: string
  /** Null for an address that has no account yet. */
  user_id: string | null
  purpose: 'confirm' | 'recover' | 'sign-in' | 'invite' | 'reauthenticate' | 'email-change'
  hash: string
  created_at: number
  expires_at: number
  used_at: number | null
  /** The address in lower case. */
  email_key: string | null
  /** JSON of the options of the request for the code; null for none. */
  data: string | null
}

/** An authorization code of PKCE (RFC 7636), given out once a code or link was right. */
export interface AuthFlowTable {
  id: string
  user_id: string
  /** SHA-256, hexadecimal. */
  code_hash: string
  challenge: string
  /** How the user showed who they are, as in `amr`. */
  method: string
  expires_at: number
  used_at: number | null
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

/** Mail to send; written in the transaction that causes it. */
export interface OutboxTable {
  id: string
  recipient: string
  template: OneTimeCodeTable['purpose'] | 'password-changed' | 'account-deleted'
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
