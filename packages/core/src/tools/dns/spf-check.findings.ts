import { critical, info, pass, warning } from '../../reports/finding.ts'
import { nameProblem, problemReport } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, count, inWords } from '../../reports/wording.ts'
import { isDomain, type Obstacle, obstacleOf } from '../../world/answers/existence.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { appliedDmarcOf, excessLookups, spfOf, type SpfPolicy } from '../../world/mail/policies.ts'
import { memoize } from '../../world/memoize.ts'
import { senderNamed, type SpfNode } from '../../world/mail/spf-senders.ts'
import type { World } from '../../world/world.ts'
import type { SpfCheckCode } from './spf-check.ts'

const KNOWN = /^[+?~-]?(?:(?:all|a|mx|ptr)$|(?:a|mx|ptr)[:/]|(?:include|ip4|ip6|exists):)|^[a-z][a-z0-9._-]*=/i

const unknownTerm = (terms: readonly string[]): string | undefined => terms.find((term) => !KNOWN.test(term))

/** Returns the number of lookups that one include of the domain costs, including its nested includes. */
const costOf = (node: SpfNode): number =>
  1 + node.lookups + node.includes.reduce((sum, child) => sum + costOf(child) - 1, 0)

const costliest = ({ includes }: SpfNode): SpfNode | undefined =>
  includes.reduce<SpfNode | undefined>(
    (so, child) => (so === undefined || costOf(child) > costOf(so) ? child : so),
    undefined,
  )

const missing = (domain: string): Finding<SpfCheckCode> =>
  critical(
    'spf-missing',
    'There is no SPF record',
    `Receivers cannot tell whether mail from ${domain} is forged, and large receivers reject mail without SPF or DKIM.`,
    `Publish one TXT record at ${domain}: "v=spf1 mx -all" if only its mail servers send, "v=spf1 -all" if nobody does; spf-generator writes longer ones.`,
  )

const fault = (domain: string, policy: SpfPolicy): Finding<SpfCheckCode> => {
  const { state, lookups, tree, records, terms } = policy
  if (state === 'missing') return missing(domain)
  if (state === 'duplicate') {
    return critical(
      'spf-duplicate',
      `There are ${inWords(records.length)} SPF records`,
      'Receivers must not choose one. They stop with a permanent error (RFC 7208, section 3.2), and some refuse the mail.',
      `Merge their terms into one TXT record and delete "${records[1]}".`,
    )
  }
  if (state === 'syntax') {
    const term = policy.wrong ?? unknownTerm(terms) ?? terms[0] ?? ''
    return critical(
      'spf-syntax',
      `'${term}' is not an SPF term`,
      'One unknown term makes the whole record a permanent error (RFC 7208, section 4.6), whatever else it says.',
      term.startsWith('ipv4:')
        ? `Write '${term.replace('ipv4:', 'ip4:')}' instead, then run spf-check again.`
        : `Remove '${term}', then run spf-check again.`,
    )
  }
  if (state === 'include') {
    return critical(
      'spf-include',
      `'${policy.wrong}' names a domain without a valid SPF record`,
      'That is a permanent error for the whole record (RFC 7208, sections 5.2 and 6.1), whatever else it says.',
      `Run spf-check on the domain that '${policy.wrong}' names, or remove the term.`,
    )
  }
  if (state === 'lookups') {
    const costly = tree === undefined ? undefined : costliest(tree)
    return critical(
      'spf-lookups',
      `The record needs ${excessLookups(lookups)} DNS lookups; receivers stop after ${SPF_LOOKUP_LIMIT}`,
      'At the eleventh lookup, the result is a permanent error (RFC 7208, section 4.6.4), and senders later in the record are never reached.',
      costly === undefined
        ? 'Drop the includes of services that no longer send.'
        : `Start with include:${costly.domain}, which needs ${count(costOf(costly), 'lookup')}: drop it if that service no longer sends, or give it a subdomain of its own to send from. Do not list its ip4 ranges instead: they go stale when the service moves.`,
    )
  }
  return pass('spf-record', 'There is exactly one SPF record, and every term of it is known')
}

const endingFinding = (domain: string, ending: SpfPolicy['ending'], world: World): Finding<SpfCheckCode> => {
  if (ending === '-all') return pass('spf-ending', 'The record ends in -all: mail from any other server fails')
  if (ending === '~all') {
    const { policy } = appliedDmarcOf(world, domain)
    return policy === 'quarantine' || policy === 'reject'
      ? pass(
          'spf-ending',
          `The record ends in ~all, and DMARC (p=${policy}) tells receivers what to do with other mail`,
        )
      : info(
          'spf-softfail',
          'The record ends in ~all: mail from other servers is marked, not refused',
          `Without a DMARC policy of quarantine or reject (here ${policy === 'missing' ? 'there is none' : `it is ${policy}`}), many receivers still deliver forged mail.`,
          policy === 'missing'
            ? `Publish DMARC with p=none and a rua address at _dmarc.${domain}; once its reports show that your own senders pass, set p=quarantine.`
            : `Once the DMARC reports show that your own senders pass, set p=quarantine at _dmarc.${domain}.`,
        )
  }
  if (ending === '+all')
    return critical(
      'spf-pass-all',
      'The record ends in +all: any server may send for the domain',
      'Forged mail from anywhere passes SPF (RFC 7208, section 5.1).',
      'End the record in ~all, watch the DMARC reports for two weeks, then use -all.',
    )
  return warning(
    'spf-neutral',
    ending === undefined
      ? 'The record has no all term at its end, so it says nothing about other servers'
      : 'The record ends in ?all, so it says nothing about other servers',
    'Receivers treat the result neutral as if there were no record (RFC 7208, section 8.2): forged mail passes.',
    'End the record in ~all and publish DMARC. Once its reports show that your own senders pass, set p=quarantine.',
  )
}

const findingsOf = (domain: string, policy: SpfPolicy, world: World): Finding<SpfCheckCode>[] => {
  const { state, lookups, ending } = policy
  const first = fault(domain, policy)
  // If evaluating the record fails, its final term has no effect.
  if (state === 'lookups') return [first, pass('spf-terms', 'Every term of the record is known')]
  if (state !== 'valid') return [first]
  const within = pass('spf-within', `${capitalize(count(lookups, 'DNS lookup'))} of the ${SPF_LOOKUP_LIMIT} allowed`)
  return [first, within, endingFinding(domain, ending, world)]
}

const NO_POLICY: SpfPolicy = {
  state: 'missing',
  tree: undefined,
  ending: undefined,
  lookups: 0,
  records: [],
  terms: [],
}

const NONE = 'receivers find no SPF record: their result is none (RFC 7208, section 2.6.1)'
const TEMPORARY = 'receivers stop with a temporary error (RFC 7208, section 2.6.6)'
const CONSEQUENCES: Readonly<Record<Obstacle['reason'], string>> = {
  absent: NONE,
  released: NONE,
  dangling: NONE,
  'no-data': NONE,
  bogus: TEMPORARY,
  servfail: TEMPORARY,
  timeout: TEMPORARY,
}

/** Evaluates a domain's SPF records. Cached, because the result and the report both need them. */
export const reading = memoize((world, domain) => {
  const obstacle = obstacleOf(world, domain, 'text')
  if (obstacle !== undefined) {
    const problem = nameProblem(domain, obstacle, 'text')
    return { problem, policy: NO_POLICY, ...problemReport('spf-unresolved', problem, CONSEQUENCES[obstacle.reason]) }
  }
  // A name that exists for another policy, such as `_dmarc`, has only that policy.
  const policy = isDomain(world, domain) || senderNamed(domain) !== undefined ? spfOf(world, domain) : NO_POLICY
  return { problem: undefined, policy, findings: findingsOf(domain, policy, world) }
})
