import { MINUTE } from '../../clock.ts'
import type { Queries, Reader } from '../../database/database.ts'
import { insertRow } from '../../database/dialects.ts'
import type { MfaFactorTable } from '../../schema.ts'
import { newId } from '../../random.ts'
import { Refusal } from '../../refusal.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import { endWeakSessions } from '../sessions/repository.ts'
import type { SignedIn } from '../sessions/types.ts'
import {
  callerKey,
  type Counting,
  createCounting,
  type FactorOwner,
  findFactor,
  isVerified,
  lastUseOf,
  matchAny,
  matchCode,
  newTotp,
  placeOf,
  type SecondFactorOptions,
  type TotpEnrolment,
} from './codes.ts'
import { drawRecoveryCodes } from './recovery-codes.ts'
import { createRemoval } from './removal.ts'
import {
  deleteFactors,
  insertChallenge,
  listFactors,
  listRecoveryUses,
  lockFactors,
  useChallenge,
} from './repository.ts'

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

/** The data for enrolling an app. */
export interface NewFactor {
  /** Empty for a factor without a name; all other names are unique per user. */
  readonly name: string
  /** The issuer that the app shows. Default: the host of the service. */
  readonly issuer?: string | undefined
  /** Whether to remove factors whose first code was never entered. Otherwise they stay for an hour. */
  readonly replacesPending?: boolean
}

const MOST_FACTORS = 10

const CHALLENGE_LIFETIME = 5 * MINUTE
const PENDING_LIFETIME = 60 * MINUTE

const toFactor = (row: MfaFactorTable): Factor => ({
  id: row.id,
  name: row.friendly_name,
  isVerified: isVerified(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastUsedAt: lastUseOf(row.last_step),
})

/** Reads a user's factors, oldest first. */
export const readFactors = async (queries: Reader, userId: string): Promise<readonly Factor[]> =>
  (await listFactors(queries, userId)).map(toFactor)

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
const confirm = async (
  { database: { queries }, clock, sessions, encryption }: SecondFactorOptions,
  owner: FactorOwner,
  id: string,
  code: string,
  also: (inside: Queries) => Promise<void>,
) => {
  const { account, session } = owner
  const factor = await findFactor(queries, account.id, id)
  // An attacker with only the password may have enrolled this factor before the first one was verified.
  if (!isVerified(factor) && session.needsFactor) throw new Refusal('second_factor_required')
  const use = await matchCode({ encryption, clock }, [factor], code)
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

/** Creates the functions that add and verify factors. */
const createEnrolment = (options: SecondFactorOptions, counting: Counting) => {
  const { database, clock, sessions, limiter, encryption, issuer: host } = options
  const { queries, writer } = database
  return {
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
      await findFactor(queries, account.id, factorId)
      await grant(limiter.take('challenge', callerKey(options, owner)))
      const [id, now] = [newId(), clock.now()]
      const expiresAt = now + CHALLENGE_LIFETIME
      await insertChallenge(writer, { id, factor_id: factorId, session_id: session.id, expires_at: expiresAt }, now)
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
        confirm(options, owner, factorId, code, async (inside) => {
          const challenge = { id: challengeId, factor_id: factorId, session_id: owner.session.id }
          if (!(await useChallenge(inside, challenge, clock.now()))) throw new Refusal('factor_challenge_expired')
        }),
      ),

    /** Verifies a new factor by its first code. For the first factor, returns the recovery codes. Throws like `verify`. */
    confirm: (owner: FactorOwner, factorId: string, code: string): Promise<readonly string[]> =>
      counting(owner, code, async () => {
        let codes: readonly string[] = []
        await confirm(options, owner, factorId, code, async (inside) => {
          const { id } = owner.account
          codes =
            (await listRecoveryUses(inside, id)).length === 0 ? await drawRecoveryCodes(inside, id, clock.now()) : []
        })
        return codes
      }),

    /** Raises a session to `aal2` with the code of an app or a recovery code. Throws `factor_code_invalid` and `rate_limited`. */
    signIn: (owner: FactorOwner, code: string): Promise<SignedIn> =>
      counting(owner, code, async () => {
        const { method, use } = await matchAny(options, owner.account.id, code)
        return sessions.raiseLevel(owner, method, use)
      }),
  }
}

/** Creates the service of second factors: authenticator apps, and recovery codes as their replacement. */
export const createSecondFactors = (options: SecondFactorOptions) => {
  const { queries } = options.database
  const tries = { right: 0, wrong: 0 }
  const counting = createCounting(options, tries)
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

    ...createEnrolment(options, counting),
    ...createRemoval(options, counting),
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>
