import type { PlanId } from '@netbox/core'
import { type Flag, table, type TableShape } from '../database/create-table.ts'

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

/** The tables of accounts. */
export interface AccountTables {
  users: UserTable
  profiles: ProfileTable
  sessions: SessionTable
  refresh_tokens: RefreshTokenTable
  one_time_codes: OneTimeCodeTable
  auth_flows: AuthFlowTable
  api_tokens: ApiTokenTable
}

/** The first tables of accounts; a released one never changes, later columns are migrations. */
export const accountTables: readonly TableShape[] = [
  table<UserTable>({
    name: 'users',
    columns: {
      id: 'id',
      email: 'email',
      email_key: 'email',
      password_hash: 'longKey',
      confirmed_at: 'milliseconds?',
      created_at: 'milliseconds',
      user_metadata: 'text?',
      app_metadata: 'text?',
      updated_at: 'milliseconds?',
      last_sign_in_at: 'milliseconds?',
      invited_at: 'milliseconds?',
      new_email: 'email?',
      new_email_half: 'word?',
      password_changed_at: 'milliseconds?',
    },
    primaryKey: ['id'],
    unique: [['email_key']],
    indexes: [['confirmed_at', 'created_at']],
  }),
  table<ProfileTable>({
    name: 'profiles',
    columns: {
      id: 'id',
      email: 'email',
      status: 'word',
      is_admin: 'flag',
      plan: 'word',
      plan_expires_at: 'milliseconds?',
      plan_source: 'word',
      created_at: 'milliseconds',
    },
    primaryKey: ['id'],
    belongsTo: { id: 'users' },
    indexes: [
      ['created_at', 'id'],
      ['is_admin', 'status'],
    ],
  }),
  table<SessionTable>({
    name: 'sessions',
    columns: {
      id: 'id',
      user_id: 'id',
      actor_id: 'id?',
      created_at: 'milliseconds',
      expires_at: 'milliseconds',
      last_used_at: 'milliseconds',
      revoked_at: 'milliseconds?',
      user_agent: 'longKey',
      address: 'word',
      actor_session_id: 'id?',
      aal: { type: 'word', fallback: 'aal1' },
      amr: { type: 'longKey', fallback: '[]' },
    },
    primaryKey: ['id'],
    // A view-as session is also deleted with its admin; without `actor_id` it would be an ordinary session.
    belongsTo: { user_id: 'users', actor_id: 'users' },
    indexes: [['user_id', 'created_at'], ['actor_id'], ['expires_at']],
  }),
  table<RefreshTokenTable>({
    name: 'refresh_tokens',
    columns: {
      id: 'id',
      session_id: 'id',
      hash: 'word',
      created_at: 'milliseconds',
      expires_at: 'milliseconds',
      used_at: 'milliseconds?',
      parent_id: 'id?',
    },
    primaryKey: ['id'],
    belongsTo: { session_id: 'sessions' },
    unique: [['hash']],
    indexes: [['session_id'], ['expires_at'], ['parent_id']],
  }),
  table<OneTimeCodeTable>({
    name: 'one_time_codes',
    columns: {
      id: 'id',
      user_id: 'id?',
      purpose: 'word',
      hash: 'word',
      created_at: 'milliseconds',
      expires_at: 'milliseconds',
      used_at: 'milliseconds?',
      email_key: 'email?',
      data: 'text?',
    },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['user_id', 'purpose', 'created_at'], ['expires_at'], ['email_key', 'purpose', 'created_at']],
  }),
  table<AuthFlowTable>({
    name: 'auth_flows',
    columns: {
      id: 'id',
      user_id: 'id',
      code_hash: 'word',
      challenge: 'key',
      method: 'word',
      expires_at: 'milliseconds',
      used_at: 'milliseconds?',
    },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    unique: [['code_hash']],
    indexes: [['user_id'], ['expires_at']],
  }),
  table<ApiTokenTable>({
    name: 'api_tokens',
    columns: {
      id: 'id',
      user_id: 'id',
      name: 'key',
      prefix: 'word',
      hash: 'word',
      scopes: 'text',
      created_at: 'milliseconds',
      expires_at: 'milliseconds?',
      last_used_at: 'milliseconds?',
      revoked_at: 'milliseconds?',
    },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    unique: [['hash']],
    indexes: [['user_id', 'created_at']],
  }),
]
