import type { PlanId } from '@netbox/core'
import { type RowOf, table, word, wordOrNull } from '../database/create-table.ts'

/** A user. */
export type UserTable = RowOf<typeof users>
const users = table('users', {
  columns: {
    id: 'id',
    email: 'email',
    /** The address in lower case, unique. */
    email_key: 'email',
    /** PHC string of argon2id, or `NO_PASSWORD`. */
    password_hash: 'longKey',
    confirmed_at: 'milliseconds?',
    created_at: 'milliseconds',
    /** The user's own JSON object; null for none. */
    user_metadata: 'text?',
    /** A JSON object that only the service key writes; null for none. */
    app_metadata: 'text?',
    updated_at: 'milliseconds?',
    last_sign_in_at: 'milliseconds?',
    invited_at: 'milliseconds?',
    /** The requested new address. */
    new_email: 'email?',
    /** Which of the two addresses has confirmed the change. */
    new_email_half: wordOrNull<'current' | 'new'>(),
    /** The time of the last password change; null if the password is the first one. */
    password_changed_at: 'milliseconds?',
  },
  unique: [['email_key']],
  indexes: [['confirmed_at', 'created_at']],
})

/** The rights of a user. A separate table, as in the specification: a user may lack a profile until profiles are synced. */
export type ProfileTable = RowOf<typeof profiles>
const profiles = table('profiles', {
  columns: {
    /** The user's id. */
    id: 'id',
    email: 'email',
    status: word<'active' | 'disabled'>(),
    is_admin: 'flag',
    plan: word<PlanId>(),
    /** The end of the plan, after which free applies; null if it has no end. */
    plan_expires_at: 'milliseconds?',
    /** The source of the plan: an admin, the billing service, or none for the free plan. */
    plan_source: word<'default' | 'admin' | 'billing'>(),
    created_at: 'milliseconds',
  },
  belongsTo: { id: 'users' },
  indexes: [
    ['created_at', 'id'],
    ['is_admin', 'status'],
  ],
})

/** The session of a signed-in device, or a view-as session of an admin. */
export type SessionTable = RowOf<typeof sessions>
const sessions = table('sessions', {
  columns: {
    id: 'id',
    user_id: 'id',
    /** The admin who is viewing as the user; null in an ordinary session. */
    actor_id: 'id?',
    created_at: 'milliseconds',
    expires_at: 'milliseconds',
    last_used_at: 'milliseconds',
    revoked_at: 'milliseconds?',
    user_agent: 'longKey',
    address: 'word',
    /** The admin's own session; the view-as session ends with it. */
    actor_session_id: 'id?',
    /** The level of assurance: `aal2` after a second factor. */
    aal: { type: word<'aal1' | 'aal2'>(), fallback: 'aal1' },
    /**
     * A JSON list of the user's authentication methods with their times in epoch seconds, as
     * `[{"method":"password","timestamp":1763942400}]`.
     */
    amr: { type: 'longKey', fallback: '[]' },
  },
  // A view-as session is also deleted with its admin; without `actor_id` it would be an ordinary session.
  belongsTo: { user_id: 'users', actor_id: 'users' },
  indexes: [['user_id', 'created_at'], ['actor_id'], ['expires_at']],
})

/** One token in a session's chain of refresh tokens. A repeated exchange creates siblings. */
const refreshTokens = table('refresh_tokens', {
  columns: {
    id: 'id',
    session_id: 'id',
    /** SHA-256, hexadecimal. */
    hash: 'word',
    created_at: 'milliseconds',
    expires_at: 'milliseconds',
    /** The time of its first exchange. */
    used_at: 'milliseconds?',
    /** The predecessor of this token; null for the first of a session. */
    parent_id: 'id?',
  },
  belongsTo: { session_id: 'sessions' },
  unique: [['hash']],
  indexes: [['session_id'], ['expires_at'], ['parent_id']],
})

/** A one-time code or link, mailed to an address. */
export type OneTimeCodeTable = RowOf<typeof oneTimeCodes>
const oneTimeCodes = table('one_time_codes', {
  columns: {
    id: 'id',
    /** Null for an address without an account. */
    user_id: 'id?',
    purpose: word<'confirm' | 'recover' | 'sign-in' | 'invite' | 'reauthenticate' | 'email-change'>(),
    hash: 'word',
    created_at: 'milliseconds',
    expires_at: 'milliseconds',
    used_at: 'milliseconds?',
    /** The address in lower case. */
    email_key: 'email?',
    /** JSON options of the request for the code; null for none. */
    data: 'text?',
  },
  belongsTo: { user_id: 'users' },
  indexes: [['user_id', 'purpose', 'created_at'], ['expires_at'], ['email_key', 'purpose', 'created_at']],
})

/** An authorization code of PKCE (RFC 7636), issued after a valid code or link. */
const authFlows = table('auth_flows', {
  columns: {
    id: 'id',
    user_id: 'id',
    /** SHA-256, hexadecimal. */
    code_hash: 'word',
    challenge: 'key',
    /** The user's authentication method, as in `amr`. */
    method: 'word',
    expires_at: 'milliseconds',
    used_at: 'milliseconds?',
  },
  belongsTo: { user_id: 'users' },
  unique: [['code_hash']],
  indexes: [['user_id'], ['expires_at']],
})

/** A token for API clients. */
export type ApiTokenTable = RowOf<typeof apiTokens>
const apiTokens = table('api_tokens', {
  columns: {
    id: 'id',
    user_id: 'id',
    name: 'key',
    /** The first characters, which distinguish tokens in lists. */
    prefix: 'word',
    hash: 'word',
    /** A JSON list of permissions. */
    scopes: 'text',
    created_at: 'milliseconds',
    expires_at: 'milliseconds?',
    last_used_at: 'milliseconds?',
    revoked_at: 'milliseconds?',
  },
  belongsTo: { user_id: 'users' },
  unique: [['hash']],
  indexes: [['user_id', 'created_at']],
})

/** Requests about an address that is perhaps not confirmed. */
export const addressRequests = table('address_requests', {
  columns: {
    /** SHA-256 of the address in lower case, so that no address outlives its account. */
    key: 'word',
    /** SHA-256 of the secret that the first request got, if it was a registration. */
    proof_hash: 'word?',
    /** Whether there was another request. */
    is_contested: 'flag',
    expires_at: 'milliseconds',
  },
  primaryKey: ['key'],
  indexes: [['expires_at']],
})

/** The first tables of accounts; a released one never changes, later columns are migrations. */
export const accountTables = [users, profiles, sessions, refreshTokens, oneTimeCodes, authFlows, apiTokens] as const
