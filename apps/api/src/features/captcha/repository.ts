import type { Database } from '../../db/database.ts'
import { insertIgnore } from '../../db/insert-ignore.ts'

/**
 * Notes that a challenge was used. Gives false when it was before, by whichever process. It is a counter with one point, which
 * housekeeping throws away when its time is over.
 */
export const noteCaptchaUse =
  ({ engine, transaction }: Pick<Database, 'engine' | 'transaction'>) =>
  (nonce: string, until: number): Promise<boolean> =>
    transaction((queries) =>
      insertIgnore(queries, engine, 'rate_limits', { key: `captcha|${nonce}`, points: 1, expires_at: until }),
    )
