import type { Core } from '../compose.ts'
import type { Verifier } from '@netbox/email-verifier'
import { createMonthlyAllowance } from '../email-verification/monthly-allowance.ts'
import { createSharedBounds } from '../email-verification/bounds.ts'
import { createCatchAllCache, createResultCache, createDigest } from '../email-verification/caches.ts'
import { createVerificationJobs } from '../email-verification/jobs.ts'
import { createVerifications } from '../email-verification/service.ts'
import type { Switches } from '../service/switches.ts'
import type { Metrics } from '../metrics.ts'
import { newId } from '../random.ts'
import { waitAtMost } from '../jobs/background-job.ts'
import { chooseVerifier, type VerifierPorts } from './choose-verifier.ts'

/** The time limit for cancelled work, in milliseconds. Slower work keeps its reservation until its lease expires. */
const PATIENCE = 1000

/** Creates the service of email verification; without a verifier, creates only its allowances, which still need clean-up. */
export const composeVerifier = (
  { config, database, clock, log: { logger: log } }: Core,
  { metrics, switches }: { readonly metrics: Metrics; readonly switches: Switches },
  verifierOf: (ports: VerifierPorts) => Verifier = chooseVerifier(config.verifier),
) => {
  const allowance = createMonthlyAllowance({ database, clock, newId })
  const [current] = config.encryptionKeys
  if (config.verifier.mode === 'off' || current === undefined) return { allowance }
  const digest = createDigest(current.key)
  const bounds = createSharedBounds({ database, clock, digest, newId, log })
  const catchAll = createCatchAllCache({ database, clock })
  const results = createResultCache({ database, clock, digest })
  const verifier = verifierOf({ bounds, catchAll, clock })
  const counted = metrics.counter('netbox_email_results_total', 'Results of email verification, by reason.', [
    'outcome',
  ])
  const verifications = createVerifications({ database, clock, newId, verifier, results, allowance, counted })
  const isSimulated = config.verifier.mode === 'simulated'
  const jobs = createVerificationJobs({
    database,
    clock,
    verifier,
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
  return { allowance, verifications, jobs: { start: jobs.start, stop: () => waitAtMost(clock, PATIENCE, settle()) } }
}

/** Email verification: its service and its background jobs. */
export type ComposedVerifier = ReturnType<typeof composeVerifier>
