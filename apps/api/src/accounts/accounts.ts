import { createAuthFlows } from './codes/auth-flows.ts'
import type { Context } from '../context.ts'
import type { Encryption } from '../encryption/encryption.ts'
import { createMail } from '../mail/sender.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { signInLimits } from '../rate-limits/sign-in-limits.ts'
import { createApiTokens } from './api-tokens/api-tokens.ts'
import { createAccountMessages } from './codes/account-messages.ts'
import { createCodes } from './codes/codes.ts'
import { createCodeVerification } from './codes/verify-code.ts'
import type { AccountDeps } from './deps.ts'
import { createPasswords, type PasswordOptions } from './passwords/passwords.ts'
import { createRecovery } from './passwords/recovery.ts'
import { createSecondFactors } from './second-factor/second-factors.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSigningKeys } from './sessions/signing-keys.ts'
import { createDeletion } from './users/deletion.ts'
import { createDirectory } from './users/directory.ts'
import { parseEmailAddress } from '../email-address.ts'
import { createRegistration } from './users/registration.ts'
import { createUserChanges } from './users/user-changes.ts'

export type Accounts = ReturnType<typeof createAccounts>

/** Creates the account services, independent of any API: they do not depend on HTTP and throw `Refusal`s. */
export const createAccounts = (deps: AccountDeps) => ({
  ...createRegistration(deps),
  ...createSignIn(deps),
  ...createRecovery(deps),
  ...createDirectory(deps),
  ...createDeletion(deps),
  ...createCodeVerification(deps),
  ...createUserChanges(deps),
})

/** What accounts need besides the context. */
export interface AccountServicesOptions extends Pick<AccountDeps, 'useCaptcha'> {
  readonly encryption: Encryption
  readonly rateLimits: RateLimits
  /** Returns the key of a network address for rate limits. */
  readonly addressKey: (address: string) => string
  readonly passwordCost: PasswordOptions['cost'] | undefined
}

/** Creates all services of accounts, and the job that sends their mail. */
export const createAccountServices = async (
  { config, database, clock, log, metrics, mailer: smtp, mailbox }: Context,
  { encryption, rateLimits, addressKey, useCaptcha, passwordCost: cost }: AccountServicesOptions,
) => {
  const { publicUrl } = config
  const mailer = smtp ?? mailbox
  const confirmsAddresses = smtp !== undefined || (mailbox !== undefined && config.devMailbox === 'confirm')
  const keys = await createSigningKeys({
    keys: config.jwtKeys,
    issuer: `${publicUrl}/auth/v1`,
    clock,
  })
  const limiter = signInLimits(rateLimits, addressKey)
  const codes = createCodes({ database, clock, limiter, secrets: config.encryptionKeys, digits: config.otpLength })
  const sessions = createSessions({ database, keys, clock })
  const passwords = createPasswords({ minLength: config.passwordMinLength, ...(cost === undefined ? {} : { cost }) })
  const mail =
    mailer &&
    createMail({
      database,
      clock,
      mailer,
      log,
      counted: metrics.counter('netbox_mail_total', 'Tries to send mail, by outcome.', { outcome: ['done', 'failed'] }),
      addressMessage: createAccountMessages({ database, codes, publicUrl }),
      take: (to) => limiter.take('mailsTo', parseEmailAddress(to)?.key ?? to),
    })
  const outbox = mail?.outbox
  const deps = { database, clock, sessions, limiter, passwords, outbox }
  const accounts = createAccounts({ ...deps, codes, useCaptcha, confirmsAddresses })
  const secondFactors = createSecondFactors({ ...deps, encryption, issuer: new URL(publicUrl).hostname })
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(`netbox_${name}`, help, read)
  gauge('password_hashes_running', 'Password hashes in progress.', () => passwords.load().running)
  gauge('password_hashes_waiting', 'Password hashes that are waiting for a free slot.', () => passwords.load().waiting)
  const { tries } = secondFactors
  const total = (name: string, help: string, read: () => number) => metrics.total(`netbox_${name}_total`, help, read)
  total('second_factor_codes_right', 'Correct second-factor codes since the service started.', () => tries().right)
  total('second_factor_codes_wrong', 'Wrong second-factor codes since the service started.', () => tries().wrong)
  const apiTokens = createApiTokens({ database, clock })
  const flows = createAuthFlows({ database, sessions, clock })
  return { keys, codes, sessions, passwords, mail, confirmsAddresses, accounts, secondFactors, apiTokens, flows }
}

export type AccountServices = Awaited<ReturnType<typeof createAccountServices>>
