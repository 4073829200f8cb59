import type { AccountExport } from '@netbox/contract'
import { callerOf, type MockAnswers, MockRefusal } from './endpoint-handler.ts'
import { MOCK_TIME, type MockUser, nextId } from './mock-data.ts'

const removeById = (rows: { readonly id: string }[], id: string): void => {
  const at = rows.findIndex((row) => row.id === id)
  if (at === -1) throw new MockRefusal('not_found')
  rows.splice(at, 1)
}

const exportOf = ({ profile, subscription }: MockUser): AccountExport => ({
  exported_at: MOCK_TIME,
  profile: {
    ...profile,
    plan_source: 'default',
    confirmed_at: null,
    new_email: null,
    last_sign_in_at: null,
    invited_at: null,
    user_metadata: {},
    app_metadata: {},
  },
  subscription,
  billing: [],
  sessions: [],
  api_tokens: [],
  runs: [],
  tools_used: [],
  usage: [],
  migrations: [],
  verifications: [],
  files: [],
  verification_months: [],
  notifications: [],
  mail: [],
  codes: [],
  second_factors: [],
  recovery_codes: [],
  audit: [],
})

/** Mocks the endpoints of the user's own account: devices, API tokens, notifications, data. */
export const accountAnswers: MockAnswers = {
  'account.sessions': (call) => ({ sessions: callerOf(call).sessions }),
  'account.endSession': (call) => {
    removeById(callerOf(call).sessions, call.params.id)
    return { ok: true }
  },
  'account.endOthers': (call) => {
    const member = callerOf(call)
    member.sessions = member.sessions.filter(({ current }) => current)
    return { ok: true }
  },
  'account.export': (call) => exportOf(callerOf(call)),
  'account.delete': (call) => {
    const { body, data } = call
    const member = callerOf(call)
    if (member.password !== body.password) throw new MockRefusal('invalid_credentials')
    data.users.splice(data.users.indexOf(member), 1)
    return { ok: true }
  },
  'tokens.list': (call) => ({ tokens: callerOf(call).apiTokens }),
  'tokens.create': (call) => {
    const { body } = call
    const token = `nbx_${nextId()}`
    const made = {
      id: nextId(),
      ...body,
      prefix: token.slice(0, 8),
      created_at: new Date().toISOString(),
      last_used_at: null,
    }
    callerOf(call).apiTokens.unshift(made)
    return { token, api_token: made }
  },
  'tokens.revoke': (call) => {
    removeById(callerOf(call).apiTokens, call.params.id)
    return { ok: true }
  },
  'notifications.read': (call) => {
    const found = callerOf(call).notifications.find(({ id }) => id === call.params.id)
    if (found === undefined) throw new MockRefusal('not_found')
    found.read = true
    return { ok: true }
  },
}
