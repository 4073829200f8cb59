import type { Core } from '../compose.ts'
import type { Verifier } from '@netbox/email-verifier'
import { createVerificationBudget } from '../email-verification/budget.ts'
import { createSharedBounds } from '../email-verification/bounds.ts'
import { createCatchAllCache, createResultCache, createDigest } from '../email-verification/caches.ts'
import { createVerificationJobs } from '../email-verification/jobs.ts'
import { createVerifications } from '../email-verification/service.ts'
import type { Switches } from '../service/switches.ts'
import type { Metrics } from '../metrics.ts'
import { newId } from '../random.ts'
import { waitAtMost } from '../jobs/background-job.ts'
import { createProber, type ProberPorts } from './prober.ts'

/** The time limit for cancelled work, in milliseconds. Slower work keeps its reservation until its lease expires. */
const PATIENCE = 1000

/** Creates the service of email verification; without a verifier, creates only its budgets, which still need clean-up. */
export const composeVerifier = (
  { config, database, clock, log: { logger: log } }: Core,
  { metrics, switches }: { readonly metrics: Metrics; readonly switches: Switches },
  proberOf: (ports: ProberPorts) => Verifier = createProber(config.verifier),
) => {
  const budget = createVerificationBudget({ database, clock, newId })
  const [current] = config.encryptionKeys
  if (config.verifier.mode === 'off' || current === undefined) return { budget }
  const digest = createDigest(current.key)
  const bounds = createSharedBounds({ database, clock, digest, newId, log })
  const catchAll = createCatchAllCache({ database, clock })
  const results = createResultCache({ database, clock, digest })
  const prober = proberOf({ bounds, catchAll, clock })
  const counted = metrics.counter('netbox_email_results_total', 'Results of email verification, by reason.', [
    'outcome',
  ])
  const verifications = createVerifications({ database, clock, newId, prober, results, budget, counted })
  const isSimulated = config.verifier.mode === 'simulated'
  const jobs = createVerificationJobs({
    database,
    clock,
    prober,
    isSimulated,
    results,
    isOn: async () => switches.isOn('email_verification'),
    newId,
    counted,
    log,
  })
  metrics.gauge('netbox_email_jobs_due', 'Verifications whose retry is due.', () => jobs.due)
  const settle = async (): Promise<void> => {
    await Promise.all([jobs.stop(), verifications.settle()])
    await bounds.settle()
  }
  return { budget, verifications, jobs: { start: jobs.start, stop: () => waitAtMost(clock, PATIENCE, settle()) } }
}

/** Email verification: its service and its background jobs. */
export type ComposedVerifier = ReturnType<typeof composeVerifier>
