import { tokenRoutes } from './api-tokens/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import type { AccountSession } from '@netbox/contract'
import type { AccountServices } from './accounts.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Routes } from '../http/handler.ts'
import { streamOf } from '../http/streams.ts'
import { jsonTexts } from '../json-texts.ts'
import { isoTime } from '../clock.ts'
import { type ExportSources, gatherExport } from './export/export.ts'
import { createAccountFigures } from './dashboard/service.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { Refusal } from '../refusal.ts'

export type AccountRoutesOptions = DatabaseAndClock &
  ExportSources &
  Pick<AccountServices, 'accounts' | 'sessions' | 'secondFactors' | 'apiTokens'>

type LiveSession = Awaited<ReturnType<Sessions['list']>>[number]

const serializeSession = ({ id, user_agent, address, ...times }: LiveSession, current: string): AccountSession => ({
  id,
  user_agent,
  address,
  created_at: isoTime(times.created_at),
  last_used_at: isoTime(times.last_used_at),
  expires_at: isoTime(times.expires_at),
  current: id === current,
})

/** Creates the routes of accounts: sessions, second factors, API tokens, a user's own account and statistics. */
export const accountRoutes = (options: AccountRoutesOptions) => {
  const { accounts, sessions } = options
  const figures = createAccountFigures(options)
  return {
    ...sessionRoutes(options),
    ...secondFactorRoutes(options),
    ...tokenRoutes(options),
    'stats.get': async ({ state: { caller } }) => ({ data: await figures.stats(caller.user) }),
    'stats.today': async ({ state: { caller } }) => ({ data: await figures.today(caller.user) }),
    'activity.list': async ({ state: { caller } }) => ({ data: { items: await figures.activity(caller.user) } }),
    'account.sessions': async ({ state: { caller } }) => ({
      sessions: (await sessions.list(caller.user.id)).map((found) => serializeSession(found, caller.session.id)),
    }),
    'account.endOthers': async ({ state: { caller } }) => {
      await sessions.endOthers(caller.user.id, caller.session.id)
      return { ok: true }
    },
    'account.endSession': async ({ state: { caller, params } }) => {
      await sessions.endOwn(caller.user.id, params.id)
      return { ok: true }
    },
    'account.export': async (ctx) => {
      const account = await accounts.find(ctx.state.caller.user.id)
      // The account was deleted after the request was authenticated.
      if (account === undefined) throw new Refusal('unauthorized')
      ctx.type = 'json'
      ctx.attachment('netbox-account.json')
      return streamOf(jsonTexts(await gatherExport(options, account)))
    },
    'account.delete': async ({ state: { caller, body } }) => {
      const { user: account, session } = caller
      await accounts.deleteAccount({ account, session, password: body.password })
      return { ok: true }
    },
  } satisfies Routes
}
