import type { Clock } from '@netbox/core'
import type { Database } from '../../src/database/database.ts'
import { createRateLimits, memoryCountStore } from '../../src/rate-limits/rate-limits.ts'
import { databaseRateStore } from '../../src/rate-limits/repository.ts'

/** Creates rate limits over a database, with local counters of their own, as each process has. */
export const rateLimitsOver = (database: Database, clock: Pick<Clock, 'now'>) =>
  createRateLimits({ shared: databaseRateStore(database), local: memoryCountStore(), clock })
