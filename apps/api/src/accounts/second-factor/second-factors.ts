import { MINUTE } from '../../clock.ts'
import type { DatabaseAndClock, Queries } from '../../database/database.ts'
import { insertRow } from '../../database/dialects.ts'
import type { MfaFactorTable } from '../../database/schema.ts'
import type { Encryption } from '../../encryption/encryption.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { newId } from '../../random.ts'
import type { Account } from '../users/account.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { grant, type LoginLimiter } from '../login-limiter.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { ActiveSession, SignedIn } from '../sessions/types.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { endWeakSessions, listFactorAddresses, revokeSessionsOf } from '../sessions/repository.ts'
import { lowerLevel } from '../sessions/assurance-level.ts'
import {
  acceptStep,
  deleteFactors,
  insertChallenge,
  listFactors,
  listRecoveryUses,
  lockFactors,
  replaceRecoveryCodes,
  useChallenge,
  useRecoveryCode,
} from './repository.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { isTotpCode, lastUseOf, newTotp, stepOfCode, type TotpEnrolment } from './totp.ts'
import { Refusal } from '../../refusal.ts'

/** An authenticator app of a user. Times are in epoch ms. */
export interface Factor {
  readonly id: string
  readonly name: string
  readonly isVerified: boolean
  readonly createdAt: number
  readonly updatedAt: number
  /** The time of the last code, to within half a minute. */
  readonly lastUsedAt: number | null
}

/** A signed-in user, with the network address of the request. */
export interface FactorOwner {
  readonly account: Pick<Account, 'id' | 'email'>
  readonly session: ActiveSession['session']
  readonly address: string
}

/** The data for enrolling an app. */
export interface NewFactor {
  /** Empty for a factor without a name; all other names are unique per user. */
  readonly name: string
  /** The issuer that the app shows. Default: the host of the service. */
  readonly issuer?: string | undefined
  /** Whether to remove factors whose first code was never entered. Otherwise they stay for an hour. */
  readonly replacesPending?: boolean
}

/** The dependencies of the service. */
export interface SecondFactorOptions extends DatabaseAndClock {
  readonly sessions: Pick<Sessions, 'raiseLevel'>
  readonly limiter: LoginLimiter
  readonly passwords: Passwords
  readonly encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
  readonly outbox: Outbox | undefined
  readonly issuer: string
}

/** The maximum number of factors of a user. */
const MOST_FACTORS = 10

const CHALLENGE_LIFETIME = 5 * MINUTE
const PENDING_LIFETIME = 60 * MINUTE

const isVerified = ({ status }: MfaFactorTable): boolean => status === 'verified'

const placeOf = (id: string) => ({ row: id, column: 'secret_encrypted' })

const toFactor = (row: MfaFactorTable): Factor => ({
  id: row.id,
  name: row.friendly_name,
  isVerified: isVerified(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastUsedAt: lastUseOf(row.last_step),
})

/** Reads a user's factors, oldest first. */
export const readFactors = async (queries: Queries, userId: string): Promise<readonly Factor[]> =>
  (await listFactors(queries, userId)).map(toFactor)

/** Creates the service of second factors: authenticator apps, and recovery codes as their replacement. */
export const createSecondFactors = (options: SecondFactorOptions) => {
  const { database, clock, sessions, limiter, encryption, outbox, issuer: host } = options
  const { queries } = database
  const tries = { right: 0, wrong: 0 }

  /** Tells the owner, at most once a day, that someone who knows the password types wrong codes. */
  const warnOwner = async ({ account }: FactorOwner): Promise<void> => {
    if (outbox === undefined || !(await limiter.take('factorNotice', account.id)).isAllowed) return
    await outbox.post(queries, { recipient: account.email, template: 'factor-tries' })
    outbox.wake()
  }

  /**
   * Limits an app's codes from new network addresses to fifty wrong ones a day. Addresses that finished a second step before are not
   * affected, so a stranger who knows the password can't lock the owner out.
   */
  const takeOfDay = async (owner: FactorOwner): Promise<() => Promise<void>> => {
    const known = (await listFactorAddresses(queries, owner.account.id)).map(limiter.addressKey)
    if (known.includes(limiter.addressKey(owner.address))) return async () => {}
    const permission = limiter.take('factorsOfDay', owner.account.id)
    if (!(await permission).isAllowed) await warnOwner(owner)
    return grant(permission)
  }

  const callerKey = ({ account, address }: FactorOwner): string => `${account.id} ${limiter.addressKey(address)}`

  /** Counts a code before it is checked. The returned functions remove a right one from the counts. */
  const takeTries = async (owner: FactorOwner, code: string): Promise<readonly (() => Promise<void>)[]> => {
    const { session } = owner
    const recent = await grant(limiter.take('factor', session.needsFactor ? callerKey(owner) : session.id))
    // Recovery codes are too long to be guessed.
    return session.needsFactor && isTotpCode(code) ? [recent, await takeOfDay(owner)] : [recent]
  }

  /** Limits wrong codes: by user and network address during sign-in, and by session otherwise. */
  const counting = async <Result>(owner: FactorOwner, code: string, work: () => Promise<Result>): Promise<Result> => {
    const releases = await takeTries(owner, code)
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

  /** Finds the factor that generated a code. The returned function marks the code as used. */
  const matchCode = async (factors: readonly MfaFactorTable[], code: string) => {
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
  const matchAny = async (userId: string, code: string) => {
    if (isTotpCode(code))
      return {
        method: 'totp' as const,
        use: await matchCode((await listFactors(queries, userId)).filter(isVerified), code),
      }
    const use = async (inside: Queries): Promise<void> => {
      const used = { user_id: userId, hash: hashRecoveryCode(userId, code) }
      if (!(await useRecoveryCode(inside, used, clock.now()))) throw new Refusal('factor_code_invalid')
    }
    return { method: 'recovery_code' as const, use }
  }

  const findFactor = async (userId: string, id: string): Promise<MfaFactorTable> => {
    const found = (await listFactors(queries, userId)).find((factor) => factor.id === id)
    if (found === undefined) throw new Refusal('not_found')
    return found
  }

  const add = async (inside: Queries, row: MfaFactorTable, replacesPending: boolean): Promise<void> => {
    const { user_id: userId, friendly_name: name, created_at: now } = row
    await lockFactors(inside, userId, now)
    const all = await listFactors(inside, userId)
    const isOver = (factor: MfaFactorTable): boolean =>
      !isVerified(factor) && (replacesPending || factor.created_at <= now - PENDING_LIFETIME)
    await deleteFactors(
      inside,
      all.filter(isOver).map(({ id }) => id),
    )
    const kept = all.filter((factor) => !isOver(factor))
    if (kept.length >= MOST_FACTORS)
      throw new Refusal('limit_exceeded', {
        message: `You have ${MOST_FACTORS} authenticator apps. Remove one to add another.`,
      })
    if (name !== '' && kept.some(({ friendly_name }) => friendly_name === name)) throw new Refusal('factor_name_taken')
    await insertRow(inside, 'mfa_factors', row)
  }

  /** Verifies a new or existing factor. Verifying the user's first factor ends the sessions that began without a second factor. */
  const confirm = async (owner: FactorOwner, id: string, code: string, also: (inside: Queries) => Promise<void>) => {
    const { account, session } = owner
    const factor = await findFactor(account.id, id)
    // An attacker with only the password may have enrolled this factor before the first one was verified.
    if (!isVerified(factor) && session.needsFactor) throw new Refusal('second_factor_required')
    const use = await matchCode([factor], code)
    return sessions.raiseLevel(owner, 'totp', async (inside) => {
      await lockFactors(inside, account.id, clock.now())
      const others = (await listFactors(inside, account.id)).filter((other) => other.id !== id)
      await use(inside)
      await also(inside)
      await deleteFactors(
        inside,
        others.filter((other) => !isVerified(other)).map((other) => other.id),
      )
      if (!isVerified(factor) && !others.some(isVerified))
        await endWeakSessions(inside, { userId: account.id, keep: session.id, now: clock.now() })
    })
  }

  /** Removes factors. If no verified factor remains, also removes the recovery codes, so that the user signs in with only the password. */
  const erase = async (inside: Queries, userId: string, ids: ReadonlySet<string>, keep?: string): Promise<void> => {
    const all = await listFactors(inside, userId)
    await deleteFactors(inside, [...ids])
    if (!all.some((factor) => ids.has(factor.id) && isVerified(factor))) return
    const isProtected = all.some((factor) => !ids.has(factor.id) && isVerified(factor))
    if (!isProtected) await replaceRecoveryCodes(inside, userId, [])
    if (!isProtected && keep !== undefined) await lowerLevel(inside, keep)
    await revokeSessionsOf(inside, userId, clock.now(), keep)
  }

  const remove = async ({ account, session }: FactorOwner, id: string, use?: (inside: Queries) => Promise<void>) => {
    await findFactor(account.id, id)
    await database.transaction(async (inside) => {
      await lockFactors(inside, account.id, clock.now())
      await use?.(inside)
      await erase(inside, account.id, new Set([id]), session.id)
    })
  }

  const drawRecoveryCodes = async (inside: Queries, userId: string): Promise<readonly string[]> => {
    const { codes, rows } = newRecoveryCodes(userId, clock.now())
    await replaceRecoveryCodes(inside, userId, rows)
    return codes
  }

  return {
    /** Returns the numbers of correct and wrong codes since the start, for metrics. */
    tries: () => tries,

    /** Lists a user's factors, oldest first. */
    list: (userId: string): Promise<readonly Factor[]> => readFactors(queries, userId),

    /** Returns the number of remaining recovery codes, and the time of the last use. */
    recoveryCodes: async (userId: string) => {
      const uses = await listRecoveryUses(queries, userId)
      const used = uses.filter((at) => at !== null)
      return { left: uses.length - used.length, lastUsedAt: used.length === 0 ? null : Math.max(...used) }
    },

    /** Adds a factor, which is active after its first code. Throws `limit_exceeded` and `factor_name_taken`. */
    enrol: async (
      { account }: FactorOwner,
      { name, issuer = host, replacesPending = false }: NewFactor,
    ): Promise<TotpEnrolment & { readonly factor: Factor }> => {
      const enrolment = newTotp({ issuer, account: account.email })
      const [id, now] = [newId(), clock.now()]
      const row: MfaFactorTable = {
        id,
        user_id: account.id,
        friendly_name: name,
        status: 'unverified',
        secret_encrypted: await encryption.encrypt(enrolment.secret, placeOf(id)),
        last_step: null,
        created_at: now,
        updated_at: now,
      }
      await database.transaction((inside) => add(inside, row, replacesPending))
      return { ...enrolment, factor: toFactor(row) }
    },

    /** Allows a session to verify a factor for five minutes. Throws `not_found` and `rate_limited`. */
    challenge: async (owner: FactorOwner, factorId: string) => {
      const { account, session } = owner
      await findFactor(account.id, factorId)
      await grant(limiter.take('challenge', callerKey(owner)))
      const [id, now] = [newId(), clock.now()]
      const expiresAt = now + CHALLENGE_LIFETIME
      await insertChallenge(queries, { id, factor_id: factorId, session_id: session.id, expires_at: expiresAt }, now)
      return { id, expiresAt }
    },

    /**
     * Verifies the code of a challenge and raises the session to `aal2`. Throws `factor_code_invalid`, `factor_challenge_expired`,
     * `not_found`, `second_factor_required`, `unauthorized` and `rate_limited`.
     */
    verify: (
      owner: FactorOwner,
      {
        factorId,
        challengeId,
        code,
      }: { readonly factorId: string; readonly challengeId: string; readonly code: string },
    ): Promise<SignedIn> =>
      counting(owner, code, () =>
        confirm(owner, factorId, code, async (inside) => {
          const challenge = { id: challengeId, factor_id: factorId, session_id: owner.session.id }
          if (!(await useChallenge(inside, challenge, clock.now()))) throw new Refusal('factor_challenge_expired')
        }),
      ),

    /** Verifies a new factor by its first code. For the first factor, returns the recovery codes. Throws like `verify`. */
    confirm: (owner: FactorOwner, factorId: string, code: string): Promise<readonly string[]> =>
      counting(owner, code, async () => {
        let codes: readonly string[] = []
        await confirm(owner, factorId, code, async (inside) => {
          const { id } = owner.account
          codes = (await listRecoveryUses(inside, id)).length === 0 ? await drawRecoveryCodes(inside, id) : []
        })
        return codes
      }),

    /** Raises a session to `aal2` with the code of an app or a recovery code. Throws `factor_code_invalid` and `rate_limited`. */
    signIn: (owner: FactorOwner, code: string): Promise<SignedIn> =>
      counting(owner, code, async () => {
        const { method, use } = await matchAny(owner.account.id, code)
        return sessions.raiseLevel(owner, method, use)
      }),

    /** Removes a factor; if it was verified, ends the user's other sessions. Throws `not_found`. */
    remove: (owner: FactorOwner, factorId: string): Promise<void> => remove(owner, factorId),

    /** Removes a factor after checking the user's password and code. Throws like `signIn` and `checkPassword`. */
    removeWith: async (
      owner: FactorOwner,
      factorId: string,
      { password, code }: { readonly password: string; readonly code: string },
    ): Promise<void> => {
      await findFactor(owner.account.id, factorId)
      await checkPassword(options, owner, password)
      await counting(owner, code, async () => remove(owner, factorId, (await matchAny(owner.account.id, code)).use))
    },

    /**
     * Creates ten new recovery codes; the old ones stop working. Throws `not_found` without a factor, and the errors of `checkPassword`.
     */
    renewRecoveryCodes: async (owner: FactorOwner, password: string): Promise<readonly string[]> => {
      await checkPassword(options, owner, password)
      const { id } = owner.account
      return database.transaction(async (inside) => {
        await lockFactors(inside, id, clock.now())
        if (!(await listFactors(inside, id)).some(isVerified)) throw new Refusal('not_found')
        return drawRecoveryCodes(inside, id)
      })
    },

    /** Removes one lost factor, or all factors and recovery codes. Ends the user's sessions. Throws `not_found` without such a factor. */
    removeLost: (userId: string, also: (inside: Queries) => Promise<void>, factorId?: string): Promise<void> =>
      database.transaction(async (inside) => {
        await lockFactors(inside, userId, clock.now())
        const all = (await listFactors(inside, userId)).map(({ id }) => id)
        const lost = factorId === undefined ? all : all.filter((id) => id === factorId)
        if (lost.length === 0) throw new Refusal('not_found')
        await erase(inside, userId, new Set(lost))
        await also(inside)
      }),
  }
}

/** The service of second factors. */
export type SecondFactors = ReturnType<typeof createSecondFactors>
