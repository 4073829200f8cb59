import type { SecondFactorTables } from '../accounts/second-factor/tables.ts'
import type { AccountTables } from '../accounts/tables.ts'
import type { AdminTables } from '../admin/tables.ts'
import type { BillingTables } from '../billing/tables.ts'
import type { VerificationTables } from '../email-verification/tables.ts'
import type { MailTables } from '../mail/tables.ts'
import type { MailboxMigrationTables } from '../mailbox-migrations/tables.ts'
import type { NotificationTables } from '../notifications/tables.ts'
import type { ServiceTables } from '../service/tables.ts'
import type { StorageTables } from '../supabase/storage/tables.ts'
import type { ToolTables } from '../tools/tables.ts'

export type * from '../accounts/second-factor/tables.ts'
export type * from '../accounts/tables.ts'
export type * from '../admin/tables.ts'
export type * from '../billing/tables.ts'
export type * from '../email-verification/tables.ts'
export type * from '../mail/tables.ts'
export type * from '../mailbox-migrations/tables.ts'
export type * from '../notifications/tables.ts'
export type * from '../service/tables.ts'
export type * from '../supabase/storage/tables.ts'
export type * from '../tools/tables.ts'

/**
 * The whole database, in the subset that SQLite, MySQL and MariaDB share: text ids, epoch milliseconds, 0 and 1 for booleans, JSON as text.
 * Ids are random (16 bytes, base32): code must not depend on their order, nor on auto-increment.
 */
export interface Schema
  extends
    AccountTables,
    AdminTables,
    BillingTables,
    MailTables,
    MailboxMigrationTables,
    NotificationTables,
    SecondFactorTables,
    ServiceTables,
    StorageTables,
    ToolTables,
    VerificationTables {}
