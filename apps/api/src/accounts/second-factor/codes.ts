import type { DatabaseAndClock, Queries, Reader } from '../../database/database.ts'
import type { MfaFactorTable } from '../../schema.ts'
import type { Encryption } from '../../encryption/encryption.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { Refusal } from '../../refusal.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import type { SignInLimits } from '../../rate-limits/sign-in-limits.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { listFactorAddresses } from '../sessions/repository.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ActiveSession } from '../sessions/types.ts'
import type { Account } from '../users/account.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { acceptStep, listFactors, useRecoveryCode } from './repository.ts'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { newSecret } from '../../random.ts'

/** The length of a time step in milliseconds (RFC 6238). */
const STEP = 30_000
const SECRET_BYTES = 20
const CODE = /^\d{6}$/

/** The data for enrolling an authenticator app. */
export interface TotpEnrolment {
  /** The shared secret in base32. */
  readonly secret: string
  /** The link `otpauth://totp/…`, for apps on the same device. */
  readonly uri: string
  /** The QR code of the URI, as an SVG without `#` and `%`, so that it can be used in a data URL unchanged. */
  readonly qrCode: string
}

const totpOf = (secret: Secret, label: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...label, secret, algorithm: 'SHA1', digits: 6, period: STEP / 1000 })

/** Generates a secret for an account; the app shows the names of the account and the issuer. */
export const newTotp = ({ issuer, account }: { readonly issuer: string; readonly account: string }): TotpEnrolment => {
  const secret = new Secret({ buffer: new Uint8Array(Buffer.from(newSecret(SECRET_BYTES), 'base64url')).buffer })
  const uri = totpOf(secret, { issuer, label: account }).toString()
  return { secret: secret.base32, uri, qrCode: renderSVG(uri, { border: 2 }) }
}

/** Returns whether a text has the format of an app's code, with or without spaces. */
const isTotpCode = (code: string): boolean => CODE.test(code.replaceAll(' ', ''))

/** Finds the time step of a code: the current one, the one before or the one after. Undefined for a wrong code. */
const stepOfCode = (secret: string, code: string, now: number): number | undefined => {
  if (!isTotpCode(code)) return undefined
  const totp = totpOf(Secret.fromBase32(secret))
  const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp: now, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

/** Returns the time of the last accepted code, which is the start of its time step, in epoch ms. */
export const lastUseOf = (step: number | null): number | null => (step === null ? null : step * STEP)

/** A signed-in user, with the network address of the request. */
export interface FactorOwner {
  readonly account: Pick<Account, 'id' | 'email'>
  readonly session: ActiveSession['session']
  readonly address: string
}

export interface CodeDeps extends DatabaseAndClock {
  readonly limiter: SignInLimits
  readonly encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
  readonly outbox: Outbox | undefined
}

export interface SecondFactorOptions extends CodeDeps {
  readonly sessions: Pick<Sessions, 'raiseLevel'>
  readonly passwords: Passwords
  readonly issuer: string
}

/** Returns whether the first code of a factor was entered. */
export const isVerified = ({ status }: MfaFactorTable): boolean => status === 'verified'

/** Returns the place of a factor's encrypted secret. */
export const placeOf = (id: string) => ({ row: id, column: 'secret_encrypted' })

/** Tells the owner, at most once a day, that someone who knows the password types wrong codes. */
const warnOwner = async (deps: CodeDeps, { account }: FactorOwner): Promise<void> => {
  const { outbox, limiter } = deps
  if (outbox === undefined || !(await limiter.take('factorNotice', account.id)).isAllowed) return
  await outbox.post(deps.database.writer, { recipient: account.email, template: 'factor-tries' })
  outbox.wake()
}

/**
 * Limits an app's codes from new network addresses to fifty wrong ones a day. Addresses that finished a second step before are not
 * affected, so a stranger who knows the password can't lock the owner out.
 */
const takeOfDay = async (deps: CodeDeps, owner: FactorOwner): Promise<() => Promise<void>> => {
  const { limiter } = deps
  const known = (await listFactorAddresses(deps.database.queries, owner.account.id)).map(limiter.addressKey)
  if (known.includes(limiter.addressKey(owner.address))) return async () => {}
  const permission = limiter.take('factorsOfDay', owner.account.id)
  if (!(await permission).isAllowed) await warnOwner(deps, owner)
  return grant(permission)
}

/** Returns the key of a user at a network address. */
export const callerKey = ({ limiter }: Pick<CodeDeps, 'limiter'>, { account, address }: FactorOwner): string =>
  `${account.id} ${limiter.addressKey(address)}`

/** Counts a code before it is checked. The returned functions remove a right one from the counts. */
const takeTries = async (
  deps: CodeDeps,
  owner: FactorOwner,
  code: string,
): Promise<readonly (() => Promise<void>)[]> => {
  const { session } = owner
  const recent = await grant(deps.limiter.take('factor', session.needsFactor ? callerKey(deps, owner) : session.id))
  // Recovery codes are too long to be guessed.
  return session.needsFactor && isTotpCode(code) ? [recent, await takeOfDay(deps, owner)] : [recent]
}

/** Finds a user's factor. Throws `not_found`. */
export const findFactor = async (queries: Reader, userId: string, id: string): Promise<MfaFactorTable> => {
  const found = (await listFactors(queries, userId)).find((factor) => factor.id === id)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** The numbers of right and wrong codes. */
export interface Tries {
  right: number
  wrong: number
}

/** Creates the function that checks a code, and limits wrong ones: by user and network address during sign-in, and by session otherwise. */
export const createCounting = (deps: CodeDeps, tries: Tries) => {
  return async <Result>(owner: FactorOwner, code: string, work: () => Promise<Result>): Promise<Result> => {
    const releases = await takeTries(deps, owner, code)
    try {
      const result = await work()
      tries.right += 1
      for (const release of releases) await release()
      return result
    } catch (error) {
      if (error instanceof Refusal && error.code === 'factor_code_invalid') tries.wrong += 1
      throw error
    }
  }
}

export type Counting = ReturnType<typeof createCounting>

/** Finds the factor that generated a code. The returned function marks the code as used. */
export const matchCode = async (
  { encryption, clock }: Pick<CodeDeps, 'encryption' | 'clock'>,
  factors: readonly MfaFactorTable[],
  code: string,
) => {
  for (const { id, secret_encrypted: ciphertext } of factors) {
    const step = stepOfCode(await encryption.decrypt(ciphertext, placeOf(id)), code, clock.now())
    if (step !== undefined)
      return async (inside: Queries): Promise<void> => {
        if (!(await acceptStep(inside, id, step, clock.now()))) throw new Refusal('factor_code_invalid')
      }
  }
  throw new Refusal('factor_code_invalid')
}

/** Checks a code of any of a user's apps, or a recovery code. `use` marks it as used. */
export const matchAny = async (deps: CodeDeps, userId: string, code: string) => {
  const { database, clock } = deps
  if (isTotpCode(code))
    return {
      method: 'totp' as const,
      use: await matchCode(deps, (await listFactors(database.queries, userId)).filter(isVerified), code),
    }
  const use = async (inside: Queries): Promise<void> => {
    const used = { user_id: userId, hash: hashRecoveryCode(userId, code) }
    if (!(await useRecoveryCode(inside, used, clock.now()))) throw new Refusal('factor_code_invalid')
  }
  return { method: 'recovery_code' as const, use }
}
