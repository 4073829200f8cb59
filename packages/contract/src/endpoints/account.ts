import * as v from 'valibot'
import { endpoint, FIVE_MINUTES, HOUR } from '../endpoint.ts'
import { done } from '../entities/page.ts'
import { count, idParams, fields, secret } from '../entities/fields.ts'
import { receivedNotification } from '../entities/notification.ts'
import { accountExport } from '../entities/account-export.ts'
import { accountSession } from '../entities/session.ts'

/** The endpoints of the user's own account: devices, a copy of the data, and deletion. */
export const accountEndpoints = [
  endpoint({
    id: 'account.sessions',
    method: 'GET',
    path: '/account/sessions',
    access: 'session',
    response: v.object({ sessions: v.array(accountSession) }),
    errors: [],
    summary: 'Lists your sessions, most recently used first',
    description: 'At most the latest 100.',
  }),
  endpoint({
    id: 'account.endOthers',
    method: 'DELETE',
    path: '/account/sessions',
    access: 'session',
    response: done,
    errors: [],
    summary: 'Ends all of your sessions except the session of the request',
    description: 'Takes effect on their next request.',
  }),
  endpoint({
    id: 'account.endSession',
    method: 'DELETE',
    path: '/account/sessions/{id}',
    access: 'session',
    params: idParams,
    response: done,
    errors: ['not_found'],
    summary: 'Ends one of your sessions',
    description: 'Takes effect on its next request.',
  }),
  endpoint({
    id: 'account.export',
    method: 'GET',
    path: '/account/export',
    access: 'session',
    rateLimit: { points: 30, seconds: HOUR, shared: true },
    confidential: true,
    response: accountExport,
    errors: [],
    summary: 'Exports all your data',
    description:
      'One JSON document, streamed while the service reads the data. It contains no passwords, tokens or hashes of them. A response that breaks off is ' +
      'incomplete and not valid JSON.',
  }),
  endpoint({
    id: 'account.delete',
    method: 'POST',
    path: '/account/delete',
    access: 'session',
    rateLimit: { points: 30, seconds: FIVE_MINUTES, shared: true },
    body: fields({ password: secret() }),
    example: { password: 'battery staple' },
    response: done,
    errors: ['invalid_credentials', 'last_admin'],
    summary: 'Deletes your account and all its data',
    description:
      'Cannot be undone. Sessions and API tokens end at once, a subscription is cancelled, and the address can register again.',
  }),
] as const

/** The endpoints of a user's notifications. */
export const notificationEndpoints = [
  endpoint({
    id: 'notifications.list',
    method: 'GET',
    path: '/notifications',
    access: 'session',
    response: v.object({ notifications: v.array(receivedNotification), unread: count() }),
    errors: [],
    summary: 'Lists current notifications for you and for everyone, newest first',
  }),
  endpoint({
    id: 'notifications.read',
    method: 'POST',
    path: '/notifications/{id}/read',
    access: 'session',
    params: idParams,
    response: done,
    errors: ['not_found'],
    summary: 'Marks a notification as read',
  }),
] as const
