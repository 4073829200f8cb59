import { deviceOf, type Routes } from '../http/handler.ts'
import { serializeViewAs } from '../accounts/sessions/types.ts'
import type { Database } from '../database/database.ts'
import { type PlatformAdmin, readAudit, type UserAdmin } from './service.ts'

interface AdminServices {
  readonly database: Pick<Database, 'queries'>
  readonly users: UserAdmin
  readonly platform: PlatformAdmin
}

/** Creates the routes of the admin panel. */
export const adminRoutes = ({ users, platform, database: { queries } }: AdminServices) =>
  ({
    'admin.profiles': async ({ state: { query } }) => ({ data: await users.list(query) }),
    'admin.createUser': async ({ state: { caller, body } }) => ({ profile: await users.create(caller.user.id, body) }),
    'admin.syncProfiles': async ({ state: { caller } }) => ({ created: await users.sync(caller.user.id) }),
    'admin.updateProfile': async ({ state: { caller, params, body } }) => ({
      profile: await users.update(caller.user.id, params.id, body),
    }),
    'admin.viewAs': async (ctx) => {
      const { user, session } = ctx.state.caller
      return serializeViewAs(
        await users.viewAs({ id: user.id, sessionId: session.id }, ctx.state.params.id, deviceOf(ctx)),
      )
    },
    'admin.removeFactors': async ({ state: { caller, params } }) => {
      await users.removeFactors(caller.user.id, params.id)
      return { ok: true }
    },
    'admin.notifications': async () => ({ notifications: await platform.notifications() }),
    'admin.notify': async ({ state: { caller, body } }) => ({
      notification: await platform.notify(caller.user.id, body),
    }),
    'admin.services': async () => ({ services: await platform.services() }),
    'admin.updateService': async ({ state: { caller, params, body } }) => ({
      service: await platform.switchService(caller.user.id, params.id, body.is_enabled),
    }),
    'admin.audit': async ({ state: { query } }) => ({ data: await readAudit(queries, query) }),
  }) satisfies Routes
