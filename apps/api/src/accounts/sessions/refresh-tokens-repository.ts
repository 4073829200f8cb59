import type { Queries } from '../../database/database.ts'
import { accountColumns, fromAccounts } from '../users/account.ts'

/** Finds a refresh token by its hash, with session and user. */
export const findRefreshToken = (queries: Queries, hash: string) =>
  fromAccounts(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select([
      ...accountColumns,
      'sessions.id as session_id',
      'sessions.revoked_at',
      'sessions.aal',
      'sessions.amr',
      'sessions.expires_at as session_expires_at',
      'refresh_tokens.id as token_id',
      'refresh_tokens.parent_id',
      'refresh_tokens.expires_at as token_expires_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst()

/** Reads the time of the first use of a refresh token, and whether a successor or a sibling of it was used. Lock the session first. */
export const readRefreshUse = async (
  queries: Queries,
  { id, parentId }: { readonly id: string; readonly parentId: string | null },
) => {
  const used = await queries
    .selectFrom('refresh_tokens')
    .select(['id', 'used_at'])
    .where((where) => where.or([where('id', '=', id), where('parent_id', 'in', [id, parentId ?? id])]))
    .where('used_at', 'is not', null)
    .execute()
  return { usedAt: used.find((token) => token.id === id)?.used_at, isSuperseded: used.some((token) => token.id !== id) }
}

/** Records the first use of a refresh token. */
export const noteRefreshUse = async (queries: Queries, id: string, now: number): Promise<void> => {
  await queries
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}

/** Finds a session's newest unused refresh token: the one that its client holds. */
export const findUnusedRefreshToken = async (queries: Queries, sessionId: string): Promise<string | undefined> => {
  const found = await queries
    .selectFrom('refresh_tokens')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}
