import { expect } from 'vitest'
import { fakeClock, type FakeClock } from '@netbox/core/testing'
import type { Database } from '../../src/database/database.ts'
import { createOutbox } from '../../src/mail/outbox.ts'
import type { Message } from '../../src/mail/smtp-mailer.ts'
import { createSender } from '../../src/mail/sender.ts'
import { newId } from '../../src/random.ts'
import { createAccountMessages } from '../../src/accounts/codes/account-messages.ts'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createApiTokens } from '../../src/accounts/api-tokens/api-tokens.ts'
import type { AccountDeps } from '../../src/accounts/deps.ts'
import { createCodes } from '../../src/accounts/codes/codes.ts'
import { signInLimits } from '../../src/rate-limits/sign-in-limits.ts'
import { rateLimitsOver } from './rate-limits.ts'
import { createPasswords, type Passwords } from '../../src/accounts/passwords/passwords.ts'
import type { Device } from '../../src/accounts/sessions/types.ts'
import { createSecondFactors } from '../../src/accounts/second-factor/second-factors.ts'
import { createSessions } from '../../src/accounts/sessions/sessions.ts'
import { createSigningKeys } from '../../src/accounts/sessions/signing-keys.ts'
import {
  type JwtKey,
  makeEncryptionKeys,
  makeJwtKeys,
  readEncryptionKeys,
  readJwtKeys,
} from '../../src/config/secrets.ts'
import { createEncryption } from '../../src/encryption/encryption.ts'

/** The password in tests. */
export const PASSWORD = 'correct horse'

/** The lowest cost of argon2, for tests that are not about its cost. */
export const CHEAP = { memory: 8, passes: 1, parallelism: 1 }

/** Returns a test device; each address has its own rate limit. */
export const deviceAt = (address: string): Device => ({ userAgent: 'vitest', address })

let addresses = 0
/** Returns a device with an unused address. */
export const freshDevice = (): Device => deviceAt(`198.18.${(addresses >> 8) & 255}.${addresses++ & 255}`)

/** Returns an unregistered address. */
export const freshEmail = (): string => `${newId()}@example.com`

/** Creates a signing key. */
export const makeSigningKey = (): JwtKey => {
  const [key] = readJwtKeys(makeJwtKeys())
  if (key === undefined) throw new Error('makeJwtKeys returned no key.')
  return key
}

/** Creates all account services over a database, as compose.ts does, with a settable clock and readable messages. */
export const accountsOver = async (
  database: Database,
  {
    mail = false,
    passwords = createPasswords({ cost: CHEAP }),
    clock = fakeClock(),
    useCaptcha = async () => false,
  }: Partial<FixtureOptions> = {},
) => {
  const keys = await createSigningKeys({
    keys: [makeSigningKey()],
    issuer: 'http://netbox.test',
    clock,
  })
  const sessions = createSessions({ database, keys, clock })
  const limiter = signInLimits(rateLimitsOver(database, clock), (address) => address)
  const encryptionKeys = readEncryptionKeys(makeEncryptionKeys())
  const codes = createCodes({ database, clock, limiter, secrets: encryptionKeys, digits: 6 })
  const outbox = mail ? createOutbox(clock, () => undefined) : undefined
  const messages: Message[] = []
  const sender = createSender({
    database,
    clock,
    addressMessage: createAccountMessages({ database, codes, publicUrl: 'https://netbox.test' }),
    take: (to) => limiter.take('mailsTo', to.toLowerCase()),
    mailer: {
      send: async (message) => {
        messages.push(message)
      },
      close: () => {},
    },
  })
  const deps = { database, clock, sessions, limiter, passwords, outbox }
  const accounts = createAccounts({ ...deps, codes, useCaptcha, confirmsAddresses: mail })
  const apiTokens = createApiTokens({ database, clock })
  const encryption = createEncryption(encryptionKeys)
  const secondFactors = createSecondFactors({ ...deps, encryption, issuer: 'netbox.test' })
  return {
    database,
    clock,
    keys,
    sessions,
    codes,
    limiter,
    outbox,
    messages,
    sender,
    accounts,
    apiTokens,
    passwords,
    encryptionKeys,
    secondFactors,
  }
}

interface FixtureOptions {
  readonly mail: boolean
  readonly passwords: Passwords
  readonly clock: FakeClock
  readonly useCaptcha: AccountDeps['useCaptcha']
}

/** The account services of tests. */
export type Fixture = Awaited<ReturnType<typeof accountsOver>>

/** Registers a user without mail and returns their session. */
export const signUp = async ({ accounts }: Fixture, email = freshEmail()) => {
  const registered = await accounts.register({ email, password: PASSWORD, device: freshDevice() })
  if (registered.kind !== 'signed-in')
    throw new Error('This account must confirm its address, because the fixture sends mail.')
  return registered.signedIn
}

/** Reads token and code of the latest message to an address. */
export const proofOf = (messages: readonly Message[], email: string) => {
  const text = messages.findLast(({ to }) => to === email)?.text ?? ''
  const token = /#token=(\S+)/.exec(text)?.[1] ?? ''
  const code = /: (\d{6})$/m.exec(text)?.[1] ?? ''
  return { token, code }
}

/** Returns the error code of failed work; `none` if it succeeds. */
export const refusalOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code
    throw error
  }
}

/** Returns the steps of a user of accounts with a mail server. */
export const mailingOf = (core: Fixture) => {
  const register = async (email = freshEmail()) => {
    const registered = await core.accounts.register({ email, password: PASSWORD, device: freshDevice() })
    expect(registered).toMatchObject({ kind: 'confirmation-sent', email })
    return email
  }
  /** Delivers the due mail, and returns the code and the token of the last message to an address. */
  const mailTo = async (email: string) => {
    await core.sender.sendDue()
    return proofOf(core.messages, email)
  }
  return {
    register,
    mailTo,
    login: (email: string, password = PASSWORD) =>
      refusalOf(core.accounts.login({ email, password, device: freshDevice() })),
    userRow: (email: string) =>
      core.database.queries.selectFrom('users').selectAll().where('email_key', '=', email).executeTakeFirstOrThrow(),
    confirmed: async () => {
      const email = await register()
      await core.accounts.confirm({ token: (await mailTo(email)).token }, freshDevice())
      return email
    },
  }
}

/** The steps of a user of accounts with a mail server. */
export type Mailing = ReturnType<typeof mailingOf>
