import type { Profile } from '@netbox/contract'
import { callerOf, type MockAnswers, MockRefusal } from './endpoint-handler.ts'
import { userOf } from './auth-answers.ts'
import { addMockUser, type MockData, type MockUser, nextId, userByEmail } from './mock-data.ts'

const orders: Readonly<Record<string, (one: Profile, other: Profile) => number>> = {
  newest: (one, other) => other.created_at.localeCompare(one.created_at),
  oldest: (one, other) => one.created_at.localeCompare(other.created_at),
  email: (one, other) => one.email.localeCompare(other.email),
}

const userById = ({ users }: MockData, id: string): MockUser => {
  const found = users.find(({ profile }) => profile.id === id)
  if (found === undefined) throw new MockRefusal('not_found')
  return found
}

/** Returns one page of a list. */
export const pageOf = <Item>(items: readonly Item[], { page, limit }: { page: number; limit: number }) => ({
  items: items.slice((page - 1) * limit, page * limit),
  page,
  limit,
  total: items.length,
})

const note = (
  data: MockData,
  actor: MockUser,
  action: string,
  target?: MockUser,
  detail: Readonly<Record<string, unknown>> = {},
): void => {
  data.audit.unshift({
    id: nextId(),
    actor_id: actor.profile.id,
    actor_email: actor.profile.email,
    action,
    target_id: target?.profile.id ?? null,
    target_email: target?.profile.email ?? null,
    detail: { ...detail },
    created_at: new Date().toISOString(),
  })
}

/** Mocks the endpoints of the admin panel. */
export const adminAnswers: MockAnswers = {
  'admin.profiles': ({ query, data }) => {
    const { search, sort } = query
    const found = data.users
      .map(({ profile }) => profile)
      .filter(({ email }) => email.toLowerCase().includes(search.toLowerCase()))
      .toSorted(orders[sort])
    return { data: pageOf(found, query) }
  },
  'admin.createUser': (call) => {
    const { body, data } = call
    if (userByEmail(data, body.email) !== undefined) throw new MockRefusal('email_in_use')
    const made = addMockUser(data, { ...body, created_at: new Date().toISOString() })
    note(data, callerOf(call), 'user.create', made, { plan: body.plan })
    return { profile: made.profile }
  },
  'admin.removeFactors': (call) => {
    const member = userById(call.data, call.params.id)
    if (!member.profile.second_factor) throw new MockRefusal('not_found')
    member.profile = { ...member.profile, second_factor: false }
    member.factors = []
    note(call.data, callerOf(call), 'factors.remove', member)
    return { ok: true }
  },
  'admin.syncProfiles': (call) => {
    note(call.data, callerOf(call), 'profiles.sync')
    return { created: 0 }
  },
  'admin.updateProfile': (call) => {
    const { body, params, data } = call
    const member = userById(data, params.id)
    const isAdmin = ({ profile }: MockUser): boolean => profile.is_admin && profile.status === 'active'
    const takesRight = body.is_admin === false || body.status === 'disabled'
    if (takesRight && isAdmin(member) && data.users.filter(isAdmin).length === 1) throw new MockRefusal('last_admin')
    member.profile = {
      ...member.profile,
      ...(body.status === undefined ? {} : { status: body.status }),
      ...(body.is_admin === undefined ? {} : { is_admin: body.is_admin }),
    }
    note(data, callerOf(call), 'profile.update', member, { ...body })
    return { profile: member.profile }
  },
  'admin.viewAs': (call) => {
    const { params, data } = call
    const actor = callerOf(call)
    const member = userById(data, params.id)
    if (member.profile.status === 'disabled') throw new MockRefusal('account_disabled')
    const token = `view-${nextId()}`
    member.tokens.push(token)
    note(data, actor, 'profile.view_as', member)
    return {
      token,
      token_type: 'bearer',
      expires_in: 900,
      expires_at: Math.floor(Date.now() / 1000) + 900,
      user: userOf(member),
      actor_id: actor.profile.id,
    }
  },
  'admin.notifications': ({ data }) => ({ notifications: data.sent.slice(0, 20) }),
  'admin.notify': (call) => {
    const { body, data } = call
    const target = body.target_user_id === null ? undefined : userById(data, body.target_user_id)
    const notification = {
      id: nextId(),
      ...body,
      target_email: target?.profile.email ?? null,
      created_at: new Date().toISOString(),
    }
    data.sent.unshift(notification)
    note(data, callerOf(call), 'notification.create', target, { title: body.title })
    return { notification }
  },
  'admin.services': ({ data }) => ({ services: data.services }),
  'admin.updateService': (call) => {
    const { body, params, data } = call
    const found = data.services.find(({ id }) => id === params.id)
    if (found === undefined) throw new MockRefusal('not_found')
    Object.assign(found, body, { updated_at: new Date().toISOString() })
    note(data, callerOf(call), 'service.update', undefined, { service: found.service_name, ...body })
    return { service: found }
  },
  'admin.audit': ({ query, data }) => {
    const { search, action } = query
    const has = (email: string | null): boolean => email?.toLowerCase().includes(search.toLowerCase()) === true
    const found = data.audit.filter(
      (entry) =>
        (action === undefined || entry.action === action) && (has(entry.actor_email) || has(entry.target_email)),
    )
    return { data: pageOf(found, query) }
  },
}
