import type { AccountTables } from './schema/accounts.ts'
import type { BillingTables } from './schema/billing.ts'
import type { VerificationTables } from './schema/email-verification.ts'
import type { SecondFactorTables } from './schema/second-factors.ts'
import type { StorageTables } from './schema/storage.ts'
import type { SystemTables } from './schema/system.ts'

export type * from './schema/accounts.ts'
export type * from './schema/billing.ts'
export type * from './schema/email-verification.ts'
export type * from './schema/second-factors.ts'
export type * from './schema/storage.ts'
export type * from './schema/system.ts'

/**
 * The whole database, in the subset that SQLite, MySQL and MariaDB share: text ids, epoch milliseconds, 0 and 1 for booleans, JSON as text.
 * Ids are random (16 bytes, base32): code must not depend on their order, nor on auto-increment.
 */
export interface Schema
  extends AccountTables, BillingTables, VerificationTables, SecondFactorTables, StorageTables, SystemTables {}
