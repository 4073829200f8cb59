import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../db/database.ts'
import { newId } from '../random.ts'
import { AccountError } from './account-error.ts'
import { countTry, findCode, findCodeOf, type Purpose, replaceCode, useCode } from './codes-repository.ts'
import { digest, sameText } from './digest.ts'
import { parseEmailAddress } from './email-address.ts'

/** What a mail proves its reader with: the token of a link, or a code that is typed together with the address. */
export type Proof = { readonly token: string } | { readonly email: string; readonly code: string }

/** A fresh code, in clear for the mail alone. */
export interface FreshCode {
  /** For people to type: ten letters and digits in two groups, 50 bits. */
  readonly code: string
  /** For a link: says whose it is. */
  readonly token: string
}

/** Codes that work once, for half an hour, and die after five wrong tries or when a new one is made. */
export interface Codes {
  make(userId: string, purpose: Purpose): Promise<FreshCode>
  /** Finds whose code it is and counts the try; throws `token_invalid` or `code_invalid`. The code is not used up by it. */
  check(proof: Proof, purpose: Purpose): Promise<{ readonly id: string; readonly userId: string }>
  /** Uses up a code that was checked; throws as `check` does when somebody else was faster. */
  use(queries: Queries, id: string, proof: Proof): Promise<void>
}

const LIFETIME = 30 * 60_000
const TRIES = 5
const LENGTH = 10

const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

// The row's id is random and makes equal codes have different hashes.
const hashOf = (id: string, code: string): string => digest(`${id}.${plain(code)}`)

const refusal = (proof: Proof): AccountError => new AccountError('token' in proof ? 'token_invalid' : 'code_invalid')

const codeOf = (proof: Proof): string => ('token' in proof ? (proof.token.split('.')[1] ?? '') : proof.code)

/** Makes the service of one-time codes. */
export const createCodes = ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}): Codes => {
  const find = async (proof: Proof, purpose: Purpose) => {
    if ('token' in proof) return findCode(database.queries, proof.token.split('.')[0] ?? '')
    return findCodeOf(database.queries, parseEmailAddress(proof.email)?.key ?? '', purpose)
  }

  return {
    make: async (userId, purpose) => {
      const [id, code] = [newId(), newId().slice(-LENGTH)]
      const now = clock.now()
      await database.transaction((queries) =>
        replaceCode(queries, {
          id,
          user_id: userId,
          purpose,
          hash: hashOf(id, code),
          created_at: now,
          expires_at: now + LIFETIME,
          attempts: 0,
          used_at: null,
        }),
      )
      return { code: `${code.slice(0, 5)}-${code.slice(5)}`, token: `${id}.${code}` }
    },

    check: async (proof, purpose) => {
      const found = await find(proof, purpose)
      if (found === undefined || found.purpose !== purpose) throw refusal(proof)
      const { id, user_id: userId, hash } = found
      // Counted before it is compared, so that many tries at once are no more than five.
      const isAlive = await countTry(database.queries, id, { now: clock.now(), tries: TRIES })
      if (!isAlive || !sameText(hash, hashOf(id, codeOf(proof)))) throw refusal(proof)
      return { id, userId }
    },

    use: async (queries, id, proof) => {
      if (!(await useCode(queries, id, clock.now()))) throw refusal(proof)
    },
  }
}
