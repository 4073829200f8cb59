import type { Routes } from '../http/handler.ts'
import type { Migrations } from './service.ts'

/** Creates the routes of mailbox migrations. */
export const migrationRoutes = ({ migrations }: { readonly migrations: Migrations }) =>
  ({
    'migrations.list': async ({ state: { caller, query } }) => ({ data: await migrations.list(caller.user.id, query) }),
    'migrations.create': async ({ state: { caller, body } }) => ({
      migration: await migrations.create(caller.user, body),
    }),
    'migrations.test': async (ctx) => {
      ctx.set('X-Netbox-Simulated', 'true')
      return { data: migrations.test(ctx.state.body) }
    },
  }) satisfies Routes
