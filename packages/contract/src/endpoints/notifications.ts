import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { done } from '../entities/responses.ts'
import { count, idParams } from '../entities/fields.ts'
import { receivedNotification } from '../entities/notification.ts'

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
