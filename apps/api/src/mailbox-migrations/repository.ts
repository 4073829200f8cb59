import type { Reader } from '../database/database.ts'
import type { MigrationRow } from '../serialize-entities.ts'
import { countOf } from '../database/shared.ts'

/** Lists a user's records, newest first, without their passwords. */
export const listMigrations = (
  queries: Reader,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<MigrationRow[]> =>
  queries
    .selectFrom('email_migrations')
    .select(['id', 'user_id', 'source_host', 'source_port', 'source_email'])
    .select(['destination_host', 'destination_port', 'destination_email'])
    .select(['status', 'progress_percentage', 'error_message', 'created_at', 'completed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts a user's requests. */
export const countMigrations = (queries: Reader, userId: string): Promise<number> =>
  countOf(queries.selectFrom('email_migrations').where('user_id', '=', userId))
