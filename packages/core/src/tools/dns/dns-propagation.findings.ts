import { critical, info, pass, warning } from '../../reports/finding.ts'
import { type NameProblem, problemFinding } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, duration, inWords, prose } from '../../reports/wording.ts'
import type { DnsPropagationCode, DnsPropagationResult } from './dns-propagation.ts'

/** The answer of one resolver. */
export type Server = DnsPropagationResult['servers'][number]

/** The facts of the report. Stale servers keep the order of the locations. */
export interface Spread {
  readonly domain: string
  readonly servers: readonly Server[]
  readonly stale: readonly Server[]
  /** The servers without an answer: validating resolvers that refuse the zone, or all servers if its nameservers fail. */
  readonly failed: readonly Server[]
  /** Whether the zone fails validation. */
  readonly isBogus: boolean
  readonly exists: boolean
  /** The reason for a missing address; undefined if there is an address. */
  readonly problem: NameProblem | undefined
  /** The reason why no resolver gets an answer; undefined if any resolver does. */
  readonly outage: NameProblem | undefined
  readonly previous: string
  readonly ttl: number
  /** The resolver that keeps the old answer the longest. */
  readonly last: Server | undefined
  /** The time at which the last resolver drops its stale copy: `09:06 UTC`. */
  readonly agreed: string
}

/** Reports the resolvers that still return the old address. */
export const staleFinding = ({ stale, previous, agreed, exists }: Spread): Finding<DnsPropagationCode> => {
  if (stale.length === 0) return pass('prop-complete', 'No resolver has an old answer')
  return warning(
    'prop-stale',
    `${capitalize(inWords(stale.length))} ${stale.length === 1 ? 'resolver still gives' : 'resolvers still give'} ${previous}`,
    `${prose(stale.map(({ location }) => location))} cached the record before the change and may keep it for as long as its TTL said.`,
    exists
      ? `Keep ${previous} answering until ${agreed}, then run dns-propagation again.`
      : `Cached answers expire by ${agreed}: repair the name before that.`,
  )
}

/** Reports a missing address. */
export const missingFinding = ({ servers, stale, problem }: Spread): Finding<DnsPropagationCode>[] =>
  problem === undefined
    ? []
    : [
        critical(
          'prop-no-address',
          `${capitalize(inWords(servers.length - stale.length))} resolvers find no address`,
          `${problem.why}, so waiting ${stale.length === 0 ? 'does not help' : 'only spreads the fault'}.`,
          problem.advice,
        ),
      ]

/** Reports the resolvers that refuse a zone with invalid signatures. */
export const failedFinding = (spread: Spread): Finding<DnsPropagationCode>[] => {
  const { domain, servers, failed, isBogus, outage } = spread
  if (outage !== undefined) return [problemFinding('prop-unresolved', outage, 'no resolver has an answer')]
  if (failed.length === 0) return [pass('prop-answers', `All ${inWords(servers.length)} resolvers answer`)]
  // The rules of the document have findings of their own.
  if (!isBogus) return []
  return [
    critical(
      'prop-bogus',
      `${capitalize(inWords(failed.length))} ${failed.length === 1 ? 'resolver answers' : 'resolvers answer'} SERVFAIL`,
      `${prose(failed.map(({ location }) => location))} validate answers, and the zone fails DNSSEC validation (RFC 4035, section 5.5). The others answer without validation.`,
      `Run dnssec-check on ${domain} and repair the DS record first.`,
    ),
  ]
}

/** Reports how long the next change will take. */
export const lifetimeFinding = ({ ttl }: Spread): Finding<DnsPropagationCode> =>
  ttl <= 300
    ? pass('prop-ttl', `TTL is ${ttl} s: the next change spreads within ${duration(ttl)}`)
    : info(
        'prop-ttl-long',
        `TTL is ${ttl} s`,
        `The next change takes up to ${duration(ttl)} to reach everyone.`,
        `Lower the TTL to 300 s at least ${duration(ttl)} before the next change.`,
      )
