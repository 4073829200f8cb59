import type { RowOf } from './database/create-table.ts'
import { secondFactorTables } from './accounts/second-factor/tables.ts'
import { accountTables, addressRequests } from './accounts/tables.ts'
import { adminTables } from './admin/tables.ts'
import { billingTables } from './billing/tables.ts'
import { verificationTables } from './email-verification/tables.ts'
import { mailTables } from './mail/tables.ts'
import { mailboxMigrationTables } from './mailbox-migrations/tables.ts'
import { notificationTables } from './notifications/tables.ts'
import { serviceTables } from './service/tables.ts'
import { storageTables } from './supabase/storage/tables.ts'
import { toolTables } from './tools/tables.ts'

export { addressRequests }
export type * from './accounts/second-factor/tables.ts'
export type * from './accounts/tables.ts'
export type * from './admin/tables.ts'
export type * from './billing/tables.ts'
export type * from './email-verification/tables.ts'
export type * from './mail/tables.ts'
export type * from './mailbox-migrations/tables.ts'
export type * from './notifications/tables.ts'
export type * from './service/tables.ts'
export type * from './supabase/storage/tables.ts'
export type * from './tools/tables.ts'

/** All tables, in the order in which they are created. */
export const tables = [
  ...accountTables,
  ...secondFactorTables,
  ...mailTables,
  ...toolTables,
  ...verificationTables,
  ...mailboxMigrationTables,
  ...notificationTables,
  ...billingTables,
  ...storageTables,
  ...adminTables,
  ...serviceTables,
  addressRequests,
] as const

/**
 * The whole database, in the subset that SQLite, MySQL and MariaDB share: text ids, epoch milliseconds, 0 and 1 for booleans, JSON as text.
 * Ids are random (16 bytes, base32): code must not depend on their order, nor on auto-increment.
 */
export type Schema = { [Table in (typeof tables)[number] as Table['name']]: RowOf<Table> }
