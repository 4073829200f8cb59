// Every way to break the service that its tests have to notice: one file for each area, as data.
import { apiTokens } from './areas/api-tokens.ts'
import { callers } from './areas/callers.ts'
import { captcha } from './areas/captcha.ts'
import { codes } from './areas/codes.ts'
import { configuration } from './areas/configuration.ts'
import { emailVerification } from './areas/email-verification.ts'
import { endings } from './areas/endings.ts'
import { faults } from './areas/faults.ts'
import { headers } from './areas/headers.ts'
import { inputs } from './areas/inputs.ts'
import { limits } from './areas/limits.ts'
import { mail } from './areas/mail.ts'
import { ownAccount } from './areas/own-account.ts'
import { money } from './areas/money.ts'
import { owners } from './areas/owners.ts'
import { passwordChanges } from './areas/password-changes.ts'
import { passwords } from './areas/passwords.ts'
import { secrets } from './areas/secrets.ts'
import { sessions } from './areas/sessions.ts'
import { signIn } from './areas/sign-in.ts'
import { accessTokens } from './areas/access-tokens.ts'
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
  ...money,
  ...faults,
  ...endings,
]
