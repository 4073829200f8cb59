import type { Routes } from '../../http/handler.ts'
import { type AccountFiguresOptions, createAccountFigures } from './service.ts'

/** Makes the routes of a user's own numbers. */
export const accountRoutes = (options: AccountFiguresOptions) => {
  const figures = createAccountFigures(options)
  return {
    'stats.get': async ({ caller }) => ({ data: await figures.stats(caller.user) }),
    'activity.list': async ({ caller }) => ({ data: { items: await figures.activity(caller.user) } }),
  } satisfies Routes
}
