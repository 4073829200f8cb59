import type { DatabaseAndClock, Queries } from '../db/database.ts'
import { insertRow } from '../db/dialects.ts'
import { digest, newId, sameText } from '../random.ts'
import { AccountError } from './account-error.ts'
import { findCode, findCodeTo, killCodes, type Purpose, useCode } from './codes-repository.ts'
import { parseEmailAddress } from './email-address.ts'
import { grant, type LoginLimiter } from './login-limiter.ts'

/** The proof in a mail: the token of a link, or a code that is typed together with the address. */
export type Proof = { readonly token: string } | { readonly email: string; readonly code: string }

/** The options of the request for a code. A link of netbox's own pages needs none. */
export interface CodeData {
  /** Where the link leads; one with this goes through `/auth/v1/verify`. */
  readonly redirectTo?: string
  /** The challenge of PKCE, with its method in lower case: the link then gives an authorization code. */
  readonly challenge?: { readonly text: string; readonly method: 's256' | 'plain' }
  /** The user's metadata, as JSON, where the code makes the account. */
  readonly metadata?: string
  /** Whether the code makes an account for an address that has none. */
  readonly createsUser?: boolean
  /** The key of the address that a change of address is to. */
  readonly newEmailKey?: string
}

/** A fresh code, in clear only for the mail. */
export interface FreshCode {
  /** For people to type: ten letters and digits in two groups, 50 bits. */
  readonly code: string
  /** For a link: identifies its owner. */
  readonly token: string
}

/** The recipient of a code. */
export interface CodeTarget {
  /** Null for an address without an account. */
  readonly id: string | null
  readonly emailKey: string
}

/** A code that was checked. */
export interface CheckedCode {
  readonly purpose: Purpose
  readonly userId: string | null
  readonly emailKey: string
  /** The options of the request for the code. */
  readonly data: CodeData
  /** Uses it up, and the address's others for the purpose; throws as `check` does when someone else was faster. */
  readonly use: (queries: Queries) => Promise<void>
}

/**
 * Codes that work once, for half an hour. Typed codes must be the latest one, and stop working after five wrong tries; links of all of
 * them continue, so that strangers who ask for mail or guess codes keep nobody out.
 */
export interface Codes {
  make(target: CodeTarget, purpose: Purpose, data?: CodeData): Promise<FreshCode>
  /**
   * Finds whose code it is. Throws `token_invalid`, `code_invalid`, and `rate_limited` for a network address with many typed codes.
   */
  check(proof: Proof, purposes: readonly Purpose[], address: string): Promise<CheckedCode>
}

const LIFETIME = 30 * 60_000
const LENGTH = 10

/** Brings a typed code into one form: groups and case don't count. */
export const plainCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

// The row's id is random and makes equal codes have different hashes.
const hashOf = (id: string, code: string): string => digest(`${id}.${plainCode(code)}`)

const refusal = (proof: Proof): AccountError => new AccountError('token' in proof ? 'token_invalid' : 'code_invalid')

const codeOf = (proof: Proof): string => ('token' in proof ? (proof.token.split('.')[1] ?? '') : proof.code)

/** The dependencies of the service of one-time codes. */
export interface CodesOptions extends DatabaseAndClock {
  readonly limiter: LoginLimiter
}

/** Makes the service of one-time codes. */
export const createCodes = ({ database, clock, limiter }: CodesOptions): Codes => {
  const { queries } = database

  /** Finds a typed code; known and unknown addresses take the same steps. */
  const findTyped = async (email: string, purposes: readonly Purpose[], address: string) => {
    await grant(limiter.take('codesFrom', limiter.addressKey(address)))
    const key = parseEmailAddress(email)?.key ?? email
    const found = await findCodeTo(queries, key, purposes)
    // Counted before it is compared, so that many tries at once are no more than five.
    const { isAllowed } = await limiter.take('code', `${found?.purpose ?? purposes[0]} ${key}`)
    return isAllowed ? found : undefined
  }

  return {
    make: async ({ id: userId, emailKey }, purpose, data) => {
      const [id, code] = [newId(), newId().slice(-LENGTH)]
      const now = clock.now()
      await insertRow(queries, 'one_time_codes', {
        id,
        user_id: userId,
        purpose,
        hash: hashOf(id, code),
        created_at: now,
        expires_at: now + LIFETIME,
        used_at: null,
        email_key: emailKey,
        data: data === undefined ? null : JSON.stringify(data),
      })
      await limiter.reset('code', `${purpose} ${emailKey}`)
      return { code: `${code.slice(0, 5)}-${code.slice(5)}`, token: `${id}.${code}` }
    },

    check: async (proof, purposes, address) => {
      const found =
        'token' in proof
          ? await findCode(queries, proof.token.split('.')[0] ?? '')
          : await findTyped(proof.email, purposes, address)
      const isInForce =
        found !== undefined &&
        purposes.includes(found.purpose) &&
        found.used_at === null &&
        found.expires_at > clock.now()
      // Where there is no code, another text takes the same time.
      const isRight = sameText(found?.hash ?? digest(''), hashOf(found?.id ?? newId(), codeOf(proof)))
      if (!isInForce || !isRight) throw refusal(proof)
      const { id, purpose, email_key, data } = found
      const emailKey = email_key ?? ''
      return {
        purpose,
        userId: found.user_id,
        emailKey,
        data: data === null ? {} : (JSON.parse(data) as CodeData),
        use: async (inside) => {
          const now = clock.now()
          if (!(await useCode(inside, id, now))) throw refusal(proof)
          await killCodes(inside, { emailKey }, purpose, now)
        },
      }
    },
  }
}
