import type { Database } from '../../db/database.ts'
import { insertIgnore } from '../../db/dialects.ts'

/**
 * Notes that a challenge was used. Gives false when it was before, by whichever process. Housekeeping deletes the row when its time
 * is over.
 */
export const noteCaptchaUse =
  ({ engine, transaction }: Pick<Database, 'engine' | 'transaction'>) =>
  (nonce: string, until: number): Promise<boolean> =>
    transaction((queries) => insertIgnore(queries, engine, 'used_captchas', { key: nonce, expires_at: until }))
