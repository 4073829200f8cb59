import type { Clock } from '@netbox/core'
import type { Database } from '../../db/database.ts'
import { ApiError } from '../../api-error.ts'
import type { Routes } from '../../http/handler.ts'
import { serializeNotification } from '../../serializers/entities.ts'
import { countUnread, listVisible, markRead } from './repository.ts'

/** The dependencies of the routes. */
export interface NotificationRoutesOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}

const LATEST = 100

/** Creates the routes of a user's notifications. */
export const notificationRoutes = ({ database: { queries }, clock }: NotificationRoutesOptions) =>
  ({
    'notifications.list': async ({
      state: {
        caller: { user },
      },
    }) => {
      const now = clock.now()
      const rows = await listVisible(queries, user.id, now, LATEST)
      return {
        notifications: rows.map((row) => ({ ...serializeNotification(row), read: row.read_at !== null })),
        unread: await countUnread(queries, user.id, now),
      }
    },
    'notifications.read': async ({
      state: {
        caller: { user },
        params,
      },
    }) => {
      if (!(await markRead(queries, user.id, params.id, clock.now()))) throw new ApiError('not_found')
      return { ok: true }
    },
  }) satisfies Routes
