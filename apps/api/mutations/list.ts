// Every way to break the service that its tests have to notice: one file for each area, as data.
import { accessTokens } from './areas/access-tokens.ts'
import { apiTokens } from './areas/api-tokens.ts'
import { callers } from './areas/callers.ts'
import { captcha } from './areas/captcha.ts'
import { codes } from './areas/codes.ts'
import { configuration } from './areas/configuration.ts'
import { deletion } from './areas/deletion.ts'
import { emailVerification } from './areas/email-verification.ts'
import { endings } from './areas/endings.ts'
import { faults } from './areas/faults.ts'
import { headers } from './areas/headers.ts'
import { inputs } from './areas/inputs.ts'
import { limits } from './areas/limits.ts'
import { mailServers } from './areas/mail-servers.ts'
import { mail } from './areas/mail.ts'
import { ownAccount } from './areas/own-account.ts'
import { owners } from './areas/owners.ts'
import { passwordChanges } from './areas/password-changes.ts'
import { passwords } from './areas/passwords.ts'
import { paymentEvents } from './areas/payment-events.ts'
import { paymentPages } from './areas/payment-pages.ts'
import { secrets } from './areas/secrets.ts'
import { sessions } from './areas/sessions.ts'
import { signIn } from './areas/sign-in.ts'
import { subscriptions } from './areas/subscriptions.ts'
import { usage } from './areas/usage.ts'
import type { Mutation } from './mutation.ts'

/** Lists the mutations, in the order of the promises. */
export const mutations: readonly Mutation[] = [
  ...signIn,
  ...passwords,
  ...accessTokens,
  ...sessions,
  ...passwordChanges,
  ...apiTokens,
  ...codes,
  ...configuration,
  ...ownAccount,
  ...deletion,
  ...owners,
  ...callers,
  ...inputs,
  ...mail,
  ...secrets,
  ...headers,
  ...limits,
  ...captcha,
  ...usage,
  ...emailVerification,
  ...mailServers,
  ...paymentEvents,
  ...paymentPages,
  ...subscriptions,
  ...faults,
  ...endings,
]
