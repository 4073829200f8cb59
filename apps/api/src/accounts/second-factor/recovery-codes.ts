import type { Queries } from '../../database/database.ts'
import { replaceRecoveryCodes } from './repository.ts'
import type { MfaRecoveryCodeTable } from '../../schema.ts'
import { digest, newId } from '../../random.ts'
import { plainCode } from '../codes/codes.ts'

const COUNT = 10
const GROUP = /.{4}(?=.)/g
// The length of a code. Its 80 random bits are too many for guessing a code from its hash.
const LETTERS = 16

/** Hashes a recovery code of a user. Equal codes of two users have different hashes. */
export const hashRecoveryCode = (userId: string, code: string): string => digest(`${userId}.${plainCode(code)}`)

/** Generates ten recovery codes: as text, to be shown once, and as rows. */
const newRecoveryCodes = (
  userId: string,
  now: number,
): { readonly codes: readonly string[]; readonly rows: readonly MfaRecoveryCodeTable[] } => {
  const codes = Array.from({ length: COUNT }, () => newId().slice(-LETTERS).replaceAll(GROUP, '$&-'))
  const rows = codes.map((code) => ({
    id: newId(),
    user_id: userId,
    hash: hashRecoveryCode(userId, code),
    created_at: now,
    used_at: null,
  }))
  return { codes, rows }
}

/** Replaces a user's recovery codes with ten new ones, and returns them. */
export const drawRecoveryCodes = async (inside: Queries, userId: string, now: number): Promise<readonly string[]> => {
  const { codes, rows } = newRecoveryCodes(userId, now)
  await replaceRecoveryCodes(inside, userId, rows)
  return codes
}
