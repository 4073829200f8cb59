import { createAuthFlows } from '../accounts/codes/auth-flows.ts'
import { service } from '../caller.ts'
import type { Core } from '../compose.ts'
import { audit } from '../admin/audit.ts'
import { supabaseAuthApi } from '../supabase/auth/routes.ts'
import type { SupabaseApi } from '../http/supabase.ts'
import { endAccount } from './routes.ts'

/** Composes the API that auth-js calls. */
export const composeSupabaseAuth = (core: Core, isOpenToRegister: () => Promise<boolean>): SupabaseApi => {
  const { config, database, clock, accounts, sessions, secondFactors, codes, passwords, mail } = core
  const actorId = service.user.id
  return supabaseAuthApi({
    database,
    clock,
    accounts,
    sessions,
    secondFactors,
    codes,
    passwords,
    isOpenToRegister,
    flows: createAuthFlows({ database, sessions, clock }),
    sendsMail: mail !== undefined,
    redirects: config,
    audit: (queries, action, targetId, detail) => audit(queries, { actorId, action, targetId, detail }, clock.now()),
    onAccountDeleted: (queries, { id }) => endAccount(queries, { actorId, userId: id }, clock.now()),
  })
}
