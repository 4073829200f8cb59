import { createHmac, hkdfSync } from 'node:crypto'
import type { DatabaseAndClock, Queries, Reader } from '../../database/database.ts'
import type { EncryptionKey } from '../../config/secrets.ts'
import { insertRow } from '../../database/dialects.ts'
import { newDigits, newId, sameText } from '../../random.ts'
import { findCode, findCodeTo, killCodes, type Purpose, useCode } from './repository.ts'
import { parseEmailAddress } from '../../email-address.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import type { SignInLimits } from '../../rate-limits/sign-in-limits.ts'
import { Refusal } from '../../refusal.ts'

/** The proof that a user received a message: the token of its link, or its code together with the address. */
export type Proof = { readonly token: string } | { readonly email: string; readonly code: string }

/** The options of a request for a code. A link to netbox's own pages needs no options. */
export interface CodeData {
  /** The redirect target of the link. A link with a target goes through `/auth/v1/verify`. */
  readonly redirectTo?: string
  /** The PKCE challenge, with its method in lower case: the link then returns an authorization code. */
  readonly challenge?: { readonly text: string; readonly method: 's256' | 'plain' }
  /** The user's metadata, as JSON, if the code creates the account. */
  readonly metadata?: string
  /** Whether the code creates an account for an unknown address. */
  readonly createsUser?: boolean
  /** The key of the new address, if the code confirms a change of address. */
  readonly newEmailKey?: string
}

/** A new code in plain text, which only the mail contains. */
export interface FreshCode {
  /** The code that users type: digits. */
  readonly code: string
  /** The token for a link, which also identifies the code's owner. */
  readonly token: string
}

/** The recipient of a code. */
export interface CodeTarget {
  /** Null for an address without an account. */
  readonly id: string | null
  readonly emailKey: string
}

/** A valid code. */
export interface CheckedCode {
  readonly purpose: Purpose
  readonly userId: string | null
  readonly emailKey: string
  /** The options of the request for the code. */
  readonly data: CodeData
  /**
   * Marks this code, and the address's other codes for the purpose, as used. Throws like `check` if a concurrent request used the code
   * first.
   */
  readonly use: (queries: Queries) => Promise<void>
}

const CODE_LIFETIME = 30 * 60_000

/** Normalizes a typed code: lowercases it, and removes spaces and hyphens. */
export const plainCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

const macOf = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

// The row's random id gives equal codes different hashes. A copy of the database reveals no code, although a code has few digits.
const hashOf = (key: Uint8Array, id: string, code: string): string => macOf(key, `code.${id}.${plainCode(code)}`)

/** Returns the secret part of the token of a link, which is stored nowhere. */
const linkSecretOf = (key: Uint8Array, id: string): string => macOf(key, `link.${id}`)

const refusal = (proof: Proof): Refusal => new Refusal('token' in proof ? 'token_invalid' : 'code_invalid')

export interface CodesOptions extends DatabaseAndClock {
  readonly limiter: SignInLimits
  /** The keys from which the keys of codes are derived, the current one first. */
  readonly secrets: readonly Pick<EncryptionKey, 'key'>[]
  /** The number of digits of typed codes. */
  readonly digits: number
}

/** Checks a proof against a row. The steps are the same if there is no row. */
const isRight = (
  keys: readonly Uint8Array[],
  proof: Proof,
  found: { readonly id: string; readonly hash: string } | undefined,
): boolean => {
  const id = found?.id ?? newId()
  const matches = keys.map((key) =>
    'token' in proof
      ? sameText(linkSecretOf(key, id), proof.token.split('.')[1] ?? '')
      : sameText(found?.hash ?? '', hashOf(key, id, proof.code)),
  )
  return found !== undefined && matches.includes(true)
}

/** Counts a typed code before its comparison, so that concurrent tries can't exceed a limit. Returns undefined beyond the limits. */
const countTry = async (limiter: SignInLimits, key: string): Promise<(() => Promise<void>) | undefined> => {
  const recent = await limiter.take('code', key)
  if (!recent.isAllowed) return undefined
  const ofDay = await limiter.take('codesOfDay', key)
  if (!ofDay.isAllowed) return undefined
  return async () => {
    await recent.release()
    await ofDay.release()
  }
}

const findByToken = async (queries: Reader, token: string) => {
  const found = await findCode(queries, token.split('.')[0] ?? '')
  return found && { ...found, release: async () => {} }
}

/**
 * Creates the service of one-time codes, which are valid for half an hour. A typed code must be the latest one. It stops working after five
 * wrong tries for its address, and after twenty in a day over all codes. Links keep working, so attackers who request mail or guess codes
 * can't lock anyone out.
 */
export const createCodes = ({ database, clock, limiter, secrets, digits }: CodesOptions) => {
  const { queries, writer } = database
  // HKDF (RFC 5869).
  const keys = secrets.map(({ key }) => new Uint8Array(hkdfSync('sha256', key, '', 'netbox one-time codes', 32)))

  /** Finds a typed code; known and unknown addresses take the same steps. */
  const findTyped = async (email: string, purposes: readonly Purpose[], address: string) => {
    await grant(limiter.take('codesFrom', limiter.addressKey(address)))
    const key = parseEmailAddress(email)?.key ?? email
    const found = await findCodeTo(queries, key, purposes)
    const release = await countTry(limiter, key)
    return release && found && { ...found, release }
  }

  return {
    /**
     * Allows five more wrong tries for an address. Call it when a message is requested, for known and unknown addresses: a reset when the
     * message is sent would make later tries take longer for addresses with an account.
     */
    renewTries: (emailKey: string): Promise<void> => limiter.reset('code', emailKey),

    make: async ({ id: userId, emailKey }: CodeTarget, purpose: Purpose, data?: CodeData): Promise<FreshCode> => {
      const [key] = keys
      if (key === undefined) throw new Error('There is no key for codes')
      const [id, code] = [newId(), newDigits(digits)]
      const now = clock.now()
      await insertRow(writer, 'one_time_codes', {
        id,
        user_id: userId,
        purpose,
        hash: hashOf(key, id, code),
        created_at: now,
        expires_at: now + CODE_LIFETIME,
        used_at: null,
        email_key: emailKey,
        data: data === undefined ? null : JSON.stringify(data),
      })
      return { code, token: `${id}.${linkSecretOf(key, id)}` }
    },

    /**
     * Finds the owner of a code. Throws `token_invalid`, `code_invalid`, and `rate_limited` after too many typed codes from one network
     * address.
     */
    check: async (proof: Proof, purposes: readonly Purpose[], address: string): Promise<CheckedCode> => {
      const found =
        'token' in proof ? await findByToken(queries, proof.token) : await findTyped(proof.email, purposes, address)
      const isInForce =
        found !== undefined &&
        purposes.includes(found.purpose) &&
        found.used_at === null &&
        found.expires_at > clock.now()
      const isProven = isRight(keys, proof, found)
      if (!isInForce || !isProven) throw refusal(proof)
      await found.release()
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

export type Codes = ReturnType<typeof createCodes>
