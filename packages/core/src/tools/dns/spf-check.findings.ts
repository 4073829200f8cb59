import { critical, info, pass, warning } from '../../reports/finding.ts'
import { nameProblem, problemReport } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, count, inWords, prose } from '../../reports/wording.ts'
import { type Unreachable, whyUnreachable } from '../../world/answers/existence.ts'
import { isRareSpfState, SPF_FAULTS, spfErrorOf, unreadSpf } from '../../reports/spf-fault.ts'
import { characterOf } from '../../protocols/tag-list.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { excessLookups, type SpfNode, type SpfPolicy } from '../../protocols/spf-policy.ts'
import { spfPolicyOf } from '../../dns/mail-authentication.ts'
import { dmarcOf } from '../../world/answers/mail-dns.ts'
import { dmarcAdvice, dmarcNote, reportsFirst } from '../../reports/dmarc-fault.ts'
import { memoize, type World } from '../../world/world.ts'
import type { SpfCheckCode } from './spf-check.ts'

/** Returns the number of lookups that one include of the domain costs, including its nested includes. */
const costOf = ({ lookups }: SpfNode): number => 1 + lookups

const costliest = ({ includes }: SpfNode): SpfNode | undefined =>
  includes.reduce<SpfNode | undefined>(
    (so, child) => (so === undefined || costOf(child) > costOf(so) ? child : so),
    undefined,
  )

const missing = (domain: string, policy: SpfPolicy): Finding<SpfCheckCode> => {
  const unread = unreadSpf(policy)
  if (unread !== undefined)
    return critical(
      'spf-unread',
      unread.title,
      `${unread.why}.`,
      'Publish the record without quotes, with one ordinary space between its terms. A zone file needs the quotes, but most control panels add them.',
    )
  return noRecord(domain)
}

const noRecord = (domain: string): Finding<SpfCheckCode> =>
  critical(
    'spf-missing',
    'There is no SPF record',
    `Receivers cannot tell whether mail from ${domain} is forged, and large receivers reject mail without SPF or DKIM.`,
    `Publish one TXT record at ${domain}: "v=spf1 mx -all" if only its mail servers send, "v=spf1 -all" if nobody does; spf-generator writes longer ones.`,
  )

const RARE_ADVICE = {
  voids: 'Remove the terms whose names no longer exist: run a-record and mx-record on each.',
  hosts: 'Name the networks of the mail servers with ip4 and ip6 instead.',
  failure: 'Run dns-diagnostic on the domain that the term names, or remove the term.',
} as const

const fault = (domain: string, policy: SpfPolicy): Finding<SpfCheckCode> => {
  const { state, lookups, tree, records, wrong } = policy
  if (state === 'missing') return missing(domain, policy)
  if (state === 'duplicate') {
    return critical(
      'spf-duplicate',
      `There are ${inWords(records.length)} SPF records`,
      'Receivers must not choose one. They stop with a permanent error (RFC 7208, section 3.2), and some refuse the mail.',
      `Merge their terms into one TXT record and delete "${records[1]}".`,
    )
  }
  if (state === 'syntax') {
    const term = wrong ?? ''
    const odd = term.search(/[^!-~]/)
    if (odd >= 0)
      return critical(
        'spf-syntax',
        `'${term}' has ${characterOf(term.slice(odd))}, which no SPF term has`,
        'SPF records have only ASCII characters. Any other makes the whole record a permanent error (RFC 7208, sections 3.1 and 4.6).',
        'Write internationalized names in their ASCII form (xn--…), then run spf-check again.',
      )
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
      `'${wrong}' names a domain without a valid SPF record`,
      'That is a permanent error for the whole record (RFC 7208, sections 5.2 and 6.1), whatever else it says.',
      `Run spf-check on the domain that '${wrong}' names, or remove the term.`,
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
  if (isRareSpfState(state)) {
    return critical(
      `spf-${state}`,
      SPF_FAULTS[state].title,
      `Receivers stop at '${wrong ?? ''}' with ${spfErrorOf(state)}: ${SPF_FAULTS[state].why}.`,
      RARE_ADVICE[state],
    )
  }
  return pass('spf-record', 'There is exactly one SPF record, and every term of it is known')
}

const endingFinding = (
  domain: string,
  { ending, permitsEveryone, redirect }: SpfPolicy,
  world: World,
): Finding<SpfCheckCode> => {
  if (ending === undefined && redirect?.includes('%') === true)
    return info(
      'spf-redirect',
      `The record continues at redirect=${redirect}`,
      'The name has a macro, so each message may have another record (RFC 7208, sections 6.1 and 7).',
      'Name one domain without macros, so that everybody can read who may send.',
    )
  if (permitsEveryone && ending !== '+all')
    return critical(
      'spf-pass-all',
      'The networks of the record cover half of the internet or more',
      'Together with the networks of included domains, they amount to +all: forged mail passes SPF (RFC 7208, section 5.1).',
      'Name only the networks that send your mail.',
    )
  if (ending === '-all') return pass('spf-ending', 'The record ends in -all: mail from any other server fails')
  if (ending === '~all') {
    const dmarc = dmarcOf(world, domain)
    const { policy } = dmarc
    return policy === 'quarantine' || policy === 'reject'
      ? pass(
          'spf-ending',
          `The record ends in ~all, and DMARC (p=${policy}) tells receivers what to do with other mail`,
        )
      : info(
          'spf-softfail',
          'The record ends in ~all: mail from other servers is marked, not refused',
          `Without a DMARC policy of quarantine or reject (here ${dmarcNote(dmarc)}), many receivers still deliver forged mail.`,
          dmarcAdvice(dmarc, domain),
        )
  }
  if (ending === '+all')
    return critical(
      'spf-pass-all',
      'The record ends in +all: any server may send for the domain',
      'Forged mail from anywhere passes SPF (RFC 7208, section 5.1).',
      reportsFirst(dmarcOf(world, domain), 'use -all here; until then, end the record in ~all') ??
        'End the record in ~all, watch the DMARC reports for two weeks, then use -all.',
    )
  return warning(
    'spf-neutral',
    ending === undefined
      ? 'The record has no all term at its end, so it says nothing about other servers'
      : 'The record ends in ?all, so it says nothing about other servers',
    'Receivers treat the result neutral as if there were no record (RFC 7208, section 8.2): forged mail passes.',
    reportsFirst(dmarcOf(world, domain), 'set p=quarantine; end the record in ~all now') ??
      'End the record in ~all and publish DMARC. Once its reports show that your own senders pass, set p=quarantine.',
  )
}

const emptyFinding = (empty: readonly string[]): Finding<SpfCheckCode>[] => {
  if (empty.length === 0) return []
  const named = empty.map((term) => (/^[+?~-]?include:|^redirect=/i.test(term) ? `A term behind ${term}` : term))
  return [
    warning(
      'spf-empty',
      `${prose(named)} ${empty.length === 1 ? 'finds' : 'find'} nothing`,
      'Such a term permits no server, and the third lookup that finds nothing is a permanent error (RFC 7208, section 4.6.4).',
      `Remove ${empty.length === 1 ? 'the term' : 'the terms'}, or publish the records that ${empty.length === 1 ? 'it looks' : 'they look'} up.`,
    ),
  ]
}

const findingsOf = (domain: string, policy: SpfPolicy, world: World): Finding<SpfCheckCode>[] => {
  const { state, lookups, ignored, usesPtr } = policy
  const first = fault(domain, policy)
  // If evaluating the record fails, its final term has no effect.
  if (state === 'lookups') return [first, pass('spf-terms', 'Every term of the record is known')]
  if (state !== 'valid') return [first, ...emptyFinding(policy.empty)]
  const within = pass('spf-within', `${capitalize(count(lookups, 'DNS lookup'))} of the ${SPF_LOOKUP_LIMIT} allowed`)
  const notes = [endingFinding(domain, policy, world)]
  if (ignored.length > 0)
    notes.push(
      warning(
        'spf-ignored',
        `Receivers ignore ${prose(ignored.length > 4 ? [...ignored.slice(0, 3), count(ignored.length - 3, 'more term')] : ignored)}`,
        'Terms after all have no effect (RFC 7208, sections 5.1 and 6.1).',
        'Move them before all if those servers send your mail; delete them otherwise.',
      ),
    )
  if (usesPtr)
    notes.push(
      warning(
        'spf-ptr',
        'The record uses ptr',
        'It is slow, unreliable and loads the servers of the reverse zones; it should not be published (RFC 7208, section 5.5).',
        'Name the senders with a, mx, ip4 or ip6 instead.',
      ),
    )
  return [first, within, ...notes, ...emptyFinding(policy.empty)]
}

const NO_POLICY: SpfPolicy = {
  state: 'missing',
  tree: undefined,
  ending: undefined,
  lookups: 0,
  records: [],
  terms: [],
  redirect: undefined,
  wrong: undefined,
  empty: [],
  ignored: [],
  permitsEveryone: false,
  usesPtr: false,
  unread: undefined,
}

const NONE = 'receivers find no SPF record: their result is none (RFC 7208, section 2.6.1)'
const TEMPORARY = 'receivers stop with a temporary error (RFC 7208, section 2.6.6)'
const CONSEQUENCES: Readonly<Record<Unreachable['reason'], string>> = {
  nxdomain: NONE,
  released: NONE,
  dangling: NONE,
  'no-data': NONE,
  bogus: TEMPORARY,
  servfail: TEMPORARY,
  timeout: TEMPORARY,
  refused: TEMPORARY,
  notimp: TEMPORARY,
  endless: TEMPORARY,
  'null-mx': NONE,
}

/** Evaluates a domain's SPF records. Cached, because the result and the report both need them. */
export const reading = memoize((world, domain) => {
  const unreachable = whyUnreachable(world, domain, 'text')
  if (unreachable !== undefined) {
    const problem = nameProblem(domain, unreachable, 'text')
    return { problem, policy: NO_POLICY, ...problemReport('spf-unresolved', problem, CONSEQUENCES[unreachable.reason]) }
  }
  const policy = spfPolicyOf(world, domain) ?? NO_POLICY
  return { problem: undefined, policy, findings: findingsOf(domain, policy, world) }
})
