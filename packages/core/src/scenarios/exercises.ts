import { blacklistedExercise } from './blacklisted.ts'
import { catchAllExercise } from './catch-all.ts'
import { certExpiredExercise } from './cert-expired.ts'
import { certExpiringExercise } from './cert-expiring.ts'
import { danglingCnameExercise } from './dangling-cname.ts'
import { dmarcNoneExercise } from './dmarc-none.ts'
import { dnssecBogusExercise } from './dnssec-bogus.ts'
import { greylistingExercise } from './greylisting.ts'
import { healthyExercise } from './healthy.ts'
import { mxDownExercise } from './mx-down.ts'
import { packetLossExercise } from './packet-loss.ts'
import { propagationPartialExercise } from './propagation-partial.ts'
import { ptrMismatchExercise } from './ptr-mismatch.ts'
import { spfPermerrorExercise } from './spf-permerror.ts'
import type { ScenarioName } from './index.ts'
import type { Exercise } from './scenario.ts'

/** The exercise of every scenario except `random`, which has no fault to teach. */
export const exercises: Readonly<Record<Exclude<ScenarioName, 'random'>, Exercise>> = {
  healthy: healthyExercise,
  'mx-down': mxDownExercise,
  'spf-permerror': spfPermerrorExercise,
  'dmarc-none': dmarcNoneExercise,
  'dnssec-bogus': dnssecBogusExercise,
  'cert-expiring': certExpiringExercise,
  'cert-expired': certExpiredExercise,
  'ptr-mismatch': ptrMismatchExercise,
  blacklisted: blacklistedExercise,
  'packet-loss': packetLossExercise,
  'propagation-partial': propagationPartialExercise,
  'dangling-cname': danglingCnameExercise,
  greylisting: greylistingExercise,
  'catch-all': catchAllExercise,
}
