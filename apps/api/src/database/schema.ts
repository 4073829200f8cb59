import type { AccountTables } from '../accounts/tables.ts'
import type { BillingTables } from '../billing/tables.ts'
import type { VerificationTables } from '../email-verification/tables.ts'
import type { SecondFactorTables } from '../accounts/second-factor/tables.ts'
import type { StorageTables } from '../supabase/storage/tables.ts'
import type { SystemTables } from '../service/tables.ts'

export type * from '../accounts/tables.ts'
export type * from '../billing/tables.ts'
export type * from '../email-verification/tables.ts'
export type * from '../accounts/second-factor/tables.ts'
export type * from '../supabase/storage/tables.ts'
export type * from '../service/tables.ts'

/**
 * The whole database, in the subset that SQLite, MySQL and MariaDB share: text ids, epoch milliseconds, 0 and 1 for booleans, JSON as text.
 * Ids are random (16 bytes, base32): code must not depend on their order, nor on auto-increment.
 */
export interface Schema
  extends AccountTables, BillingTables, VerificationTables, SecondFactorTables, StorageTables, SystemTables {}
