import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'
import { addUsedTools } from './0002-used-tools.ts'
import { addBilling } from './0003-billing.ts'
import { addEmailVerification, addVerificationBatches } from './0004-0013-verifications.ts'
import { addLongerScenarios, addWorldsOfRuns, splitWorlds } from './0005-0007-runs.ts'
import { splitRateLimits } from './0006-split-rate-limits.ts'
import { addRefreshSiblings } from './0008-refresh-siblings.ts'
import { addContentEncoding, addStorage } from './0009-0012-storage.ts'
import { addSupabaseAccounts } from './0010-supabase-accounts.ts'
import { addSecondFactors } from './0011-second-factors.ts'
import { addPasswordTimes } from './0014-password-times.ts'
import type { MigrationContext } from './create-table.ts'

/** Returns all migrations by name. They run in the order of their names, and a released one never changes. */
export const migrations = (context: MigrationContext): Record<string, Migration> => ({
  '0001-initial': initial(context),
  '0002-used-tools': addUsedTools(context),
  '0003-billing': addBilling(context),
  '0004-email-verification': addEmailVerification(context),
  '0005-longer-scenarios': addLongerScenarios(context),
  '0006-split-rate-limits': splitRateLimits(context),
  '0007-worlds-of-runs': addWorldsOfRuns,
  '0008-refresh-siblings': addRefreshSiblings(context),
  '0009-storage': addStorage(context),
  '0010-supabase-accounts': addSupabaseAccounts(context),
  '0011-second-factors': addSecondFactors(context),
  '0012-content-encoding': addContentEncoding,
  '0013-verification-batches': addVerificationBatches,
  '0014-password-times': addPasswordTimes,
  '0015-world-documents': splitWorlds(context),
})
