import { critical, info, pass, warning } from '../../reports/finding.ts'
import { adviceForNoAddress, whyNoAddress } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, duration, inWords, prose } from '../../reports/wording.ts'
import type { DnsPropagationResult } from './dns-propagation.ts'

/** What one resolver answers. */
export type Server = DnsPropagationResult['servers'][number]

/** What the report speaks of; the stale servers stand in the order of the places. */
export interface Spread {
  readonly domain: string
  readonly servers: readonly Server[]
  readonly stale: readonly Server[]
  readonly exists: boolean
  /** What the domain is an alias of. */
  readonly target: string | undefined
  readonly previous: string
  readonly ttl: number
  /** The resolver that keeps the old answer longest. */
  readonly last: Server | undefined
  /** When the last resolver drops its old copy: `09:06 UTC`. */
  readonly agreed: string
}

/** Reports the resolvers that still give the old address. */
export const staleFinding = ({ stale, previous, agreed, exists }: Spread): Finding => {
  if (stale.length === 0) return pass('prop-complete', 'No resolver holds an old answer')
  return warning(
    'prop-stale',
    `${capitalize(inWords(stale.length))} ${stale.length === 1 ? 'resolver still gives' : 'resolvers still give'} ${previous}`,
    `${prose(stale.map(({ location }) => location))} cached the record before the change and may keep it for as long as its TTL said.`,
    exists
      ? `Keep ${previous} answering until ${agreed}, then run dns-propagation again.`
      : `What still works stops at ${agreed}: put the name right before that.`,
  )
}

/** Reports the resolvers that find no address. */
export const missingFinding = ({ domain, servers, stale, target }: Spread): Finding =>
  critical(
    'prop-no-address',
    `${capitalize(inWords(servers.length - stale.length))} resolvers find no address`,
    `${whyNoAddress(target)}, so waiting does not help: what spreads is the fault.`,
    adviceForNoAddress(domain, target),
  )

/** Reports how long the next change will take. */
export const lifetimeFinding = ({ ttl }: Spread): Finding =>
  ttl <= 300
    ? pass('prop-ttl', `TTL is ${ttl} s: the next change spreads within ${duration(ttl)}`)
    : info(
        'prop-ttl-long',
        `TTL is ${ttl} s`,
        `The next change takes up to ${duration(ttl)} to be seen by all.`,
        `Lower it to 300 s, ${duration(ttl)} before the next change.`,
      )
