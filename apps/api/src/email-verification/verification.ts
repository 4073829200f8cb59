import {
  type Limits,
  type CatchAllCache,
  type Clock,
  createResolver,
  createVerifier,
  reasons,
  simulatedVerifier,
  type Verifier,
} from '@netbox/email-verifier'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { waitAtMost } from '../jobs/background-job.ts'
import { createSharedLimits } from './limits.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { createCatchAllCache, createDigest, createResultCache } from './caches.ts'
import { createVerificationJobs } from './jobs.ts'
import { createMonthlyAllowance } from './monthly-allowance.ts'
import { createVerifications } from './service.ts'

/** Creates a verifier with the limits and the cache that all processes share. */
export type VerifierFactory = (shared: {
  readonly limits: Limits
  readonly catchAll: CatchAllCache
  readonly clock: Clock
}) => Verifier

/** Returns the real or the simulated verifier, depending on the configuration. */
const verifierFor =
  (settings: Config['verifier']): VerifierFactory =>
  ({ limits, catchAll, clock }) => {
    if (settings.mode !== 'smtp') return simulatedVerifier()
    const { helo, mailFrom, dns, port, allow } = settings
    return createVerifier({
      helo,
      mailFrom,
      port,
      limits,
      clock,
      catchAllCache: catchAll,
      resolver: createResolver(dns.length === 0 ? {} : { servers: dns }),
      ...(allow === undefined ? {} : { allow }),
    })
  }

/** The time limit for cancelled work, in milliseconds. Slower work keeps its reservation until its lease expires. */
const SETTLE_TIMEOUT = 1000

/** Opens email verification; without a verifier, only its allowances, which still need clean-up. */
export const openEmailVerification = (
  { config, database, clock, log, metrics, newId }: Context,
  { rateLimits, isOn }: { readonly rateLimits: RateLimits; readonly isOn: () => Promise<boolean> },
  verifierOf = verifierFor(config.verifier),
) => {
  const allowance = createMonthlyAllowance({ database, clock, newId })
  const [current] = config.encryptionKeys
  if (config.verifier.mode === 'off' || current === undefined)
    return { allowance, verifications: undefined, jobs: undefined }
  const digest = createDigest(current.key)
  const limits = createSharedLimits({ database, rateLimits, clock, digest, log })
  const results = createResultCache({ database, clock, digest })
  const verifier = verifierOf({ limits, catchAll: createCatchAllCache({ database, clock }), clock })
  const counted = metrics.counter('netbox_email_results_total', 'Results of email verification, by reason.', {
    outcome: [...reasons, 'cached'],
  })
  const verifications = createVerifications({ database, clock, newId, verifier, results, allowance, counted })
  const isSimulated = config.verifier.mode === 'simulated'
  const jobs = createVerificationJobs({ database, clock, verifier, isSimulated, results, isOn, newId, counted, log })
  metrics.gauge('netbox_email_jobs_due', 'Verifications whose retry is due.', () => jobs.due)
  const settle = async (): Promise<void> => {
    await Promise.all([jobs.stop(), verifications.settle()])
    await limits.settle()
  }
  const stop = () => waitAtMost(clock, SETTLE_TIMEOUT, settle())
  return { allowance, verifications, jobs: { start: jobs.start, stop } }
}
