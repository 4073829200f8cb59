import { accountEndpoints, notificationEndpoints } from './account.ts'
import { adminEndpoints } from './admin.ts'
import { authEndpoints } from './auth.ts'
import { captchaEndpoints, systemEndpoints } from './system.ts'
import { emailEndpoints } from './email.ts'
import { migrationEndpoints } from './migrations.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { runEndpoints } from './runs.ts'
import { subscriptionEndpoints } from './subscription.ts'
import { tokenEndpoints } from './tokens.ts'
import { toolEndpoints } from './tools.ts'

/**
 * All endpoints of the API, in the order of the reference.
 *
 * @example
 * endpoints.find(({ id }) => id === 'tools.run')?.path // => '/tools/{id}/run'
 * endpoints.every(({ path }) => path.startsWith('/')) // => true
 */
export const endpoints = [
  ...authEndpoints,
  ...accountEndpoints,
  ...secondFactorEndpoints,
  ...toolEndpoints,
  ...runEndpoints,
  ...tokenEndpoints,
  ...emailEndpoints,
  ...captchaEndpoints,
  ...subscriptionEndpoints,
  ...migrationEndpoints,
  ...notificationEndpoints,
  ...systemEndpoints,
  ...adminEndpoints,
] as const
