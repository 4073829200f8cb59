import type { SignedIn, User } from '@netbox/contract'
import { callerOf, MockRefusal, type MockAnswers } from './endpoint-handler.ts'
import { addMockUser, type MockData, type MockUser, nextId, userByEmail } from './mock-data.ts'

const TOKEN_LIFETIME = 600

/** Returns a user as the API describes it to clients. */
export const userOf = ({ profile: { id, email, plan, is_admin } }: MockUser): User => ({ id, email, plan, is_admin })

/** Begins a session of a user and returns the response that signs them in. */
export const signInMockUser = (member: MockUser): SignedIn => {
  const token = `token-${nextId()}`
  member.tokens.push(token)
  const user = userOf(member)
  return {
    token,
    user,
    session: {
      access_token: token,
      refresh_token: `refresh-${member.profile.id}`,
      expires_in: TOKEN_LIFETIME,
      expires_at: Math.floor(Date.now() / 1000) + TOKEN_LIFETIME,
      token_type: 'bearer',
      user,
    },
  }
}

/** The code in every message of the mock API. */
export const MOCK_CODE = 'abcde-12345'

/** The token of every registration of the mock API. */
export const MOCK_RESEND_TOKEN = 'resend-token'

/** Returns the token in the link of a message to a user. */
export const mailTokenOf = ({ profile }: MockUser): string => `mail-${profile.id}`

/**
 * Returns the recipient of a message: by the token in the message's link, or by the address that the user types with the message's code.
 */
const recipientOf = (data: MockData, proof: { token: string } | { email: string; code: string }): MockUser => {
  const member =
    'token' in proof
      ? data.users.find((user) => mailTokenOf(user) === proof.token)
      : userByEmail(data, proof.code === MOCK_CODE ? proof.email : '')
  if (member === undefined) throw new MockRefusal('token' in proof ? 'token_invalid' : 'code_invalid')
  return member
}

/** Mocks the endpoints of accounts and sessions. */
export const authAnswers: MockAnswers = {
  'auth.register': ({ body: { email, password }, data }) => {
    if (!/^\S+@\S+\.\S+$/.test(email)) throw new MockRefusal('invalid_email')
    if (password.length < 6) throw new MockRefusal('password_too_short')
    if (userByEmail(data, email) !== undefined) throw new MockRefusal('email_in_use')
    const member = addMockUser(data, { email, password })
    if (!data.confirmsAddresses) return signInMockUser(member)
    return { confirmation_required: true, email, message: 'Check your email.', resend_token: MOCK_RESEND_TOKEN }
  },
  'auth.login': ({ body: { email, password }, data }) => {
    const member = userByEmail(data, email)
    if (member === undefined || member.password !== password) throw new MockRefusal('invalid_credentials')
    if (member.profile.status === 'disabled') throw new MockRefusal('account_disabled')
    const signedIn = signInMockUser(member)
    return member.profile.second_factor ? { ...signedIn, second_factor_required: true } : signedIn
  },
  'auth.verify': (call) => ({ user: userOf(callerOf(call)), actor_id: null }),
  'auth.refresh': ({ body: { refresh_token: refresh }, data }) => {
    const member = data.users.find(({ profile }) => refresh === `refresh-${profile.id}`)
    if (member === undefined || member.profile.status === 'disabled') throw new MockRefusal('session_not_found')
    return signInMockUser(member)
  },
  'auth.logout': (call) => {
    const { tokens } = callerOf(call)
    tokens.splice(tokens.indexOf(call.token ?? ''), 1)
    return { ok: true }
  },
  'auth.password': (call) => {
    const member = callerOf(call)
    const { current_password: current = '', new_password: next } = call.body
    if (member.password !== current) throw new MockRefusal('invalid_credentials')
    if (next.length < 6) throw new MockRefusal('password_too_short')
    member.password = next
    member.sessions = member.sessions.filter(({ current: isCurrent }) => isCurrent)
    return { ok: true }
  },
  'auth.resend': () => ({ ok: true, message: 'If this address waits for a confirmation, we have sent it again.' }),
  'auth.confirm': ({ body, data }) => {
    const member = recipientOf(data, body)
    // An empty password stands for an account without one.
    return { ...signInMockUser(member), ...(member.password === '' && { password_required: true as const }) }
  },
  'auth.reset': ({ body, data }) => {
    const member = recipientOf(data, body)
    if (body.password.length < 6) throw new MockRefusal('password_too_short')
    member.password = body.password
    member.tokens = []
    return { ok: true }
  },
  'auth.recover': () => ({ ok: true, message: 'If this address has an account, we have sent a link.' }),
}
