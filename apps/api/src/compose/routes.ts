import type { Core } from '../compose.ts'
import type { Queries } from '../database/database.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { auditDeletion } from '../admin/audit.ts'
import { adminRoutes } from '../admin/routes.ts'
import { authRoutes } from '../accounts/sessions/routes.ts'
import { billingRecords, closeBilling } from '../billing/repository.ts'
import { billingRoutes } from '../billing/routes.ts'
import { emailVerificationRoutes, verificationHistory } from '../email-verification/routes.ts'
import { migrationRoutes } from '../mailbox-migrations/routes.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { secondFactorRoutes } from '../accounts/second-factor/routes.ts'
import { systemRoutes, type SystemRoutesOptions } from '../service/routes.ts'
import type { Switches } from '../service/switches.ts'
import { tokenRoutes } from '../accounts/api-tokens/routes.ts'
import { createHistoryLimits, createRunHistory } from '../tools/run-history.ts'
import { toolRoutes } from '../tools/routes.ts'
import { createToolRuns } from '../tools/service.ts'
import type { Routes } from '../http/handler.ts'
import type { Metrics } from '../metrics.ts'
import type { RateLimits } from '../rate-limits.ts'
import { newId } from '../random.ts'
import type { ComposedBilling } from './billing.ts'
import type { ComposedVerifier } from './verifier.ts'
import { createEncryption } from '../encryption/encryption.ts'

/**
 * Records the deletion of an account, and queues it for other systems. Calls to the payment provider follow later, with retries, so an
 * outage there does not block the deletion.
 */
export const endAccount = async (
  queries: Queries,
  who: { readonly actorId: string; readonly userId: string },
  now: number,
): Promise<void> => {
  await auditDeletion(queries, who, now)
  await closeBilling(queries, who.userId, now)
}

/** The dependencies of routes in addition to the core. */
export interface RouteParts {
  readonly switches: Switches
  readonly metrics: Metrics
  readonly publishedKeys: SystemRoutesOptions['publishedKeys']
  /** Undefined if no payment provider is configured. */
  readonly billing: ComposedBilling | undefined
  readonly verifier: Pick<ComposedVerifier, 'allowance' | 'verifications'>
  readonly rateLimits: RateLimits
}

const modes = { smtp: 'real', simulated: 'simulated', off: 'off' } as const

/** Lists the features with the handlers of their endpoints; the router refuses to start if one is missing. */
export const composeRoutes = (core: Core, parts: RouteParts): Routes => {
  const { switches, metrics, publishedKeys, billing, verifier, rateLimits } = parts
  const { database, clock, config, accounts, sessions, secondFactors, apiTokens, captcha } = core
  const counted = metrics.counter('netbox_tool_runs_total', 'Runs that were counted, by tool.', ['tool'])
  const limits = createHistoryLimits(rateLimits, database)
  const runs = createToolRuns({ database, clock, newId, limits })
  return {
    ...authRoutes({ accounts, sessions, apiTokens }),
    ...secondFactorRoutes({ secondFactors }),
    'captcha.challenge': ({ state: { query } }) => captcha.challenge(query.purpose),
    ...tokenRoutes({ apiTokens, clock }),
    ...accountRoutes({
      database,
      clock,
      accounts,
      sessions,
      billingOf: (id) => billingRecords(database.queries, id),
      onAccountDeleted: (queries, { id }) => endAccount(queries, { actorId: id, userId: id }, clock.now()),
    }),
    ...notificationRoutes({ database, clock }),
    ...migrationRoutes({ database, clock, encryption: createEncryption(config.encryptionKeys) }),
    ...adminRoutes({ database, clock, accounts, sessions, secondFactors }),
    ...systemRoutes({
      switches,
      publishedKeys,
      prices: config.billing.prices,
      verification: modes[config.verifier.mode],
    }),
    ...toolRoutes({
      runs,
      history: createRunHistory({ database, clock, limits }),
      limits,
      monthOf: async (user) => verifier.allowance.month(user),
      clock,
      counted,
    }),
    ...billingRoutes({ database, billing: billing?.billing, isLive: billing?.isLive ?? true }),
    ...emailVerificationRoutes({
      verifications: verifier.verifications,
      history: verificationHistory(database),
      rateLimits,
      clock,
    }),
  }
}
