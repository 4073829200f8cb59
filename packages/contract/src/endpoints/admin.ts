import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { auditActions, auditEntry } from '../entities/activity.ts'
import {
  address,
  choice,
  count,
  fields,
  flag,
  id,
  idParams,
  instant,
  line,
  lines,
  newPassword,
} from '../entities/fields.ts'
import { notificationTypes, sentNotification } from '../entities/notification.ts'
import { pageOf, pageQuery, done } from '../entities/page.ts'
import { profile, profileOrders, profileStatuses, planId } from '../entities/user.ts'
import { serviceControl } from '../entities/service-control.ts'
import { viewAs } from '../entities/session.ts'

const profileChange = v.pipe(
  fields({ status: v.optional(choice(profileStatuses)), is_admin: v.optional(flag()) }),
  v.check(({ status, is_admin }) => status !== undefined || is_admin !== undefined, 'Must have status or is_admin.'),
)

const notificationDraft = v.pipe(
  fields({
    title: line(200),
    message: v.pipe(lines(5000), v.trim(), v.minLength(1, 'Must not be empty.')),
    type: v.optional(choice(notificationTypes), 'general'),
    is_global: v.optional(flag(), true),
    target_user_id: v.optional(v.nullable(id()), null),
    expires_at: v.optional(v.nullable(instant()), null),
  }),
  v.check(
    ({ is_global, target_user_id }) => is_global || target_user_id !== null,
    'Must be for everyone or for a user.',
  ),
)

// A part of an email address.
const search = v.optional(line(320, 0), '')

const profileQuery = v.object({ ...pageQuery.entries, search, sort: v.optional(choice(profileOrders), 'newest') })

const auditQuery = v.object({ ...pageQuery.entries, search, action: v.optional(choice(auditActions)) })

/** The endpoints of the admin panel. */
export const adminEndpoints = [
  endpoint({
    id: 'admin.profiles',
    method: 'GET',
    path: '/admin/profiles',
    access: 'admin',
    query: profileQuery,
    response: v.object({ data: pageOf(profile) }),
    errors: [],
    summary: 'Lists the profiles, newest first by default',
    description: '`search` matches a part of the address, ignoring case.',
  }),
  endpoint({
    id: 'admin.createUser',
    method: 'POST',
    path: '/admin/users',
    access: 'admin',
    body: fields({ email: address(), password: newPassword(), plan: v.optional(planId(), 'free') }),
    example: { email: 'ana@mail.example', password: 'correct horse', plan: 'pro' },
    response: v.object({ profile }),
    status: 201,
    errors: ['invalid_email', 'password_too_short', 'password_too_long', 'email_in_use'],
    summary: 'Creates a user with a plan',
  }),
  endpoint({
    id: 'admin.syncProfiles',
    method: 'POST',
    path: '/admin/profiles/sync',
    access: 'admin',
    response: v.object({ created: count() }),
    errors: [],
    summary: 'Creates missing profiles of users',
  }),
  endpoint({
    id: 'admin.updateProfile',
    method: 'PATCH',
    path: '/admin/profiles/{id}',
    access: 'admin',
    params: idParams,
    body: profileChange,
    example: { status: 'disabled' },
    response: v.object({ profile }),
    errors: ['not_found', 'last_admin'],
    summary: 'Activates or suspends a user, or grants or removes the admin role',
    description: 'Takes effect on the next request of the user.',
  }),
  endpoint({
    id: 'admin.viewAs',
    method: 'POST',
    path: '/admin/profiles/{id}/view-as',
    access: 'admin',
    params: idParams,
    response: viewAs,
    status: 201,
    errors: ['not_found', 'account_disabled'],
    summary: "Opens a user's dashboard, read-only",
    description: 'The token is short-lived and read-only, and names the admin.',
  }),
  endpoint({
    id: 'admin.removeFactors',
    method: 'DELETE',
    path: '/admin/profiles/{id}/factors',
    access: 'admin',
    params: idParams,
    response: done,
    errors: ['not_found'],
    summary: 'Removes the second factor of a user who has lost it',
    description:
      'Removes all authenticator apps and recovery codes, and ends the sessions of the user. Signing in then needs only the password. Also ' +
      'returns `not_found` if the user has no second factor.',
  }),
  endpoint({
    id: 'admin.notifications',
    method: 'GET',
    path: '/admin/notifications',
    access: 'admin',
    response: v.object({ notifications: v.array(sentNotification) }),
    errors: [],
    summary: 'Lists the latest 20 notifications',
  }),
  endpoint({
    id: 'admin.notify',
    method: 'POST',
    path: '/admin/notifications',
    access: 'admin',
    body: notificationDraft,
    example: { title: 'A new tool', message: 'HTTPS Test grades certificates.', type: 'new_tool' },
    response: v.object({ notification: sentNotification }),
    status: 201,
    errors: ['not_found'],
    summary: 'Sends a notification to everyone or to one user',
  }),
  endpoint({
    id: 'admin.services',
    method: 'GET',
    path: '/admin/services',
    access: 'admin',
    response: v.object({ services: v.array(serviceControl) }),
    errors: [],
    summary: 'Lists the service controls by name',
  }),
  endpoint({
    id: 'admin.updateService',
    method: 'PATCH',
    path: '/admin/services/{id}',
    access: 'admin',
    params: idParams,
    body: fields({ is_enabled: flag() }),
    example: { is_enabled: false },
    response: v.object({ service: serviceControl }),
    errors: ['not_found'],
    summary: 'Switches a service on or off',
  }),
  endpoint({
    id: 'admin.audit',
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    query: auditQuery,
    response: v.object({ data: pageOf(auditEntry) }),
    errors: [],
    summary: 'Lists the actions of admins, newest first',
    description:
      '`search` matches a part of the address of the admin or of the affected user; `action` selects one kind of action.',
  }),
] as const
