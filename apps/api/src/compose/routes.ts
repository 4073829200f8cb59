import type { EndpointId } from '@netbox/contract'
import type { Core } from '../compose.ts'
import { billingRoutes } from '../features/billing/routes.ts'
import { emailVerificationRoutes } from '../features/email-verification/routes.ts'
import { systemRoutes, type SystemRoutesOptions } from '../features/system/routes.ts'
import type { Switches } from '../features/system/switches.ts'
import { toolRoutes } from '../features/tools/routes.ts'
import { createToolRuns } from '../features/tools/service.ts'
import { ApiError } from '../http/api-error.ts'
import type { Routes } from '../http/handler.ts'
import type { Metrics } from '../http/metrics.ts'
import { newId } from '../random.ts'

/** What routes need beside the core. */
export interface RouteParts {
  readonly switches: Switches
  readonly metrics: Metrics
  readonly publishedKeys: SystemRoutesOptions['publishedKeys']
}

/** Endpoints whose feature is not part of this build: they say so. A new feature takes its own off the list. */
const absent: readonly EndpointId[] = [
  'auth.register',
  'auth.login',
  'auth.verify',
  'auth.refresh',
  'auth.logout',
  'auth.confirm',
  'auth.resend',
  'auth.recover',
  'auth.reset',
  'auth.password',
  'tokens.list',
  'tokens.create',
  'tokens.revoke',
  'migrations.list',
  'migrations.create',
  'migrations.test',
  'notifications.list',
  'notifications.read',
  'stats.get',
  'activity.list',
  'admin.profiles',
  'admin.createUser',
  'admin.syncProfiles',
  'admin.updateProfile',
  'admin.viewAs',
  'admin.notifications',
  'admin.notify',
  'admin.services',
  'admin.updateService',
  'admin.audit',
]

const absentRoute = async (): Promise<never> => {
  throw new ApiError('service_off', { message: 'This part of the service is not built in.' })
}

/** Lists the features. Each gives the handlers of its endpoints; the router refuses to start when one is missing. */
export const composeRoutes = (core: Core, { switches, metrics, publishedKeys }: RouteParts): Routes => {
  const { database, clock, config } = core
  const counted = metrics.counter('netbox_tool_runs_total', 'Runs that were counted, by tool.')
  const runs = createToolRuns({ database, clock, newId })
  return {
    ...Object.fromEntries(absent.map((id) => [id, absentRoute])),
    ...systemRoutes({ switches, publishedKeys, prices: config.billing.prices }),
    ...toolRoutes({ runs, clock, counted }),
    ...billingRoutes({ database, billing: undefined }),
    ...emailVerificationRoutes({ verifier: undefined }),
  }
}
