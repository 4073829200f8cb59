import type { DatabaseAndClock } from '../database/database.ts'
import type { Routes } from '../http/handler.ts'
import { serializeNotification } from '../serialize-entities.ts'
import { countUnread, listVisible, markRead } from './repository.ts'
import { Refusal } from '../refusal.ts'

const LATEST = 100

export const notificationRoutes = ({ database: { queries, writer }, clock }: DatabaseAndClock) =>
  ({
    'notifications.list': async ({ state: { caller } }) => {
      const now = clock.now()
      const rows = await listVisible(queries, caller.user.id, now, LATEST)
      return {
        notifications: rows.map((row) => ({ ...serializeNotification(row), read: row.read_at !== null })),
        unread: await countUnread(queries, caller.user.id, now),
      }
    },
    'notifications.read': async ({ state: { caller, params } }) => {
      if (!(await markRead(writer, caller.user.id, params.id, clock.now()))) throw new Refusal('not_found')
      return { ok: true }
    },
  }) satisfies Routes
