import { answerTo } from '../../dns/dns.ts'
import { withDnsFaults } from '../../reports/dns-faults.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'
import { nameProblem, problemReport } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, duration, inWords } from '../../reports/wording.ts'
import { listAnswerTo } from '../../world/hosts/listings.ts'
import { aliasPathOf } from '../../world/names/aliases.ts'
import { isDomain, type Unreachable, whyUnreachable } from '../../world/answers/existence.ts'
import { SPF_FAULTS, spfErrorOf, unreadSpf } from '../../reports/spf-fault.ts'
import type { SpfPolicy } from '../../protocols/spf-policy.ts'
import { dmarcOf, spfOf } from '../../world/answers/mail-dns.ts'
import type { World } from '../../world/world.ts'
import { type PolicyName, policyNameOf } from '../../world/answers/text-records.ts'
import type { Simulation } from '../define-tool.ts'
import { entryReport, inStrings, octetsOfText, policyReport, STRING_LIMIT } from './txt-record.policy.ts'
import type { TxtRecordCode, TxtRecordResult } from './txt-record.ts'

function simulate(domain: string, world: World): TxtRecordResult {
  return { domain, records: answerTo(world, domain, 'TXT').records.map(({ value, ttl }) => ({ value, ttl })) }
}

const FAULTS = {
  lookups: 'it needs more than ten DNS lookups (RFC 7208, section 4.6.4)',
  syntax: 'it contains an unknown term (RFC 7208, section 4.6)',
  include: 'it includes a domain without a valid record (RFC 7208, section 5.2)',
  voids: SPF_FAULTS.voids.why,
  hosts: SPF_FAULTS.hosts.why,
  failure: SPF_FAULTS.failure.why,
} as const

const policyFinding = (domain: string, policy: SpfPolicy): Finding<TxtRecordCode> => {
  const { state, records } = policy
  const unread = unreadSpf(policy)
  if (unread !== undefined)
    return critical(
      'txt-spf-broken',
      unread.title,
      `${unread.why}.`,
      `Write the record as v=spf1 and its terms, with one ordinary space between them, then run spf-check on ${domain}.`,
    )
  if (state === 'valid') return pass('txt-spf', 'There is exactly one SPF record, and it can be evaluated')
  if (state === 'missing') {
    return warning(
      'txt-spf-missing',
      'No record says who may send mail',
      'Without SPF anybody can use this domain as a sender, and large receivers trust its mail less.',
      `Add one TXT record at ${domain}: "v=spf1 -all" if the domain sends no mail; otherwise run spf-generator.`,
    )
  }
  if (state === 'duplicate') {
    return critical(
      'txt-spf-duplicate',
      `There are ${inWords(records.length)} SPF records`,
      'Receivers must not choose between them and stop with a permanent error (RFC 7208, section 3.2).',
      'Merge the terms of both into one TXT record that starts with v=spf1, and delete the other.',
    )
  }
  return critical(
    'txt-spf-broken',
    'The SPF record cannot be evaluated',
    `Receivers stop with ${spfErrorOf(state)}: ${FAULTS[state]}.`,
    `Run spf-check on ${domain}: it shows the term to remove.`,
  )
}

const lengthFinding = ({ records }: TxtRecordResult): Finding<TxtRecordCode> => {
  const long = records.filter(({ value }) => octetsOfText(value) > STRING_LIMIT)
  return long.length === 0
    ? pass('txt-length', `Every text fits one string of ${STRING_LIMIT} bytes`)
    : info(
        'txt-long',
        `${count(long.length, 'text')} of more than ${STRING_LIMIT} bytes`,
        'A zone file contains them as several strings, which readers join without a space (RFC 7208, section 3.3).',
      )
}

const proofs = (domain: string, number: number): Finding<TxtRecordCode>[] =>
  number === 0
    ? []
    : [
        info(
          'txt-proofs',
          `${capitalize(count(number, 'ownership proof'))} ${number === 1 ? 'is' : 'are'} public`,
          'Each record proves to one service that you own the domain, and everybody can read which services you use.',
          `Delete the proofs of services that ${domain} no longer uses.`,
        ),
      ]

const VERDICTS = {
  valid: 'and one of them names the permitted senders',
  missing: 'and none of them says who may send mail',
  duplicate: 'two of them for SPF, but only one is allowed',
  lookups: 'and receivers give up on the SPF record',
  syntax: 'and receivers cannot read the SPF record',
  include: 'and receivers give up on the SPF record',
  voids: 'and receivers give up on the SPF record',
  hosts: 'and receivers give up on the SPF record',
  failure: 'and receivers cannot evaluate the SPF record now',
} as const

const sentence = (total: number, { state, unread }: SpfPolicy): string => {
  if (unread !== undefined)
    return `${capitalize(inWords(total))} text ${total === 1 ? 'record' : 'records'}, and receivers ignore the SPF record.`
  if (total === 1 && state === 'valid') return 'One text record, and it names the permitted senders.'
  if (total === 1 && state === 'missing') return 'One text record, and it does not say who may send mail.'
  return `${capitalize(inWords(total))} text ${total === 1 ? 'record' : 'records'}, ${VERDICTS[state]}.`
}

/** Returns the policy or key that a name is for. If only the name is missing, not its domain, the policy or key is missing too. */
const policyOf = (world: World, domain: string, unreachable: Unreachable | undefined): PolicyName | undefined => {
  const policy = policyNameOf(domain)
  if (policy === undefined || unreachable === undefined) return policy
  if (unreachable.reason !== 'nxdomain') return undefined
  // Receivers apply a policy from above to mail of a missing name.
  const isAbove = policy.kind === 'DMARC' && dmarcOf(world, policy.domain).policy !== 'missing'
  return isAbove || isDomain(world, policy.domain) ? policy : undefined
}

const nothingFound = (domain: string, unreachable: Unreachable): ReportDraft<TxtRecordCode> => {
  const problem = nameProblem(domain, unreachable, 'text')
  return {
    ...problemReport('txt-unresolved', problem, 'nobody can read the text records'),
    figures: [
      { label: 'Text records', value: '0', note: problem.note },
      { label: 'TTL', value: '—', note: 'there is no record' },
    ],
    plot: {
      kind: 'records',
      caption: `Text records at ${domain}, as a zone file would hold them`,
      alternative: `${problem.title}.`,
      records: [],
    },
  }
}

function report(result: TxtRecordResult, world: World): ReportDraft<TxtRecordCode> {
  const { domain, records } = result
  const unreachable = whyUnreachable(world, domain, 'text')
  const policy = policyOf(world, domain, unreachable)
  if (unreachable !== undefined && policy === undefined) return nothingFound(domain, unreachable)
  const entry = listAnswerTo(world, domain, 'own')
  if (entry !== undefined) return entryReport(domain, entry.state, records)
  if (policy !== undefined) return policyReport(domain, policy, records, world)
  const spf = spfOf(world, domain)
  const policies = spf.records.length
  const others = records.length - policies - (spf.unread === undefined ? 0 : 1)
  const ttl = records[0]?.ttl ?? 0
  const { links, end } = aliasPathOf(world, domain)
  return {
    sentence: sentence(records.length, spf),
    detail: `${policies === 0 ? 'No SPF record' : count(policies, 'SPF record')} and ${others === 0 ? 'no ownership proof' : count(others, 'ownership proof')} at ${domain}.`,
    figures: [
      { label: 'Text records', value: String(records.length), note: `at ${domain}` },
      {
        label: 'SPF records',
        value: String(policies),
        note: policies === 1 ? 'as it should be' : 'there must be exactly one',
      },
      { label: 'TTL', value: String(ttl), unit: 's', note: `a change takes up to ${duration(ttl)}` },
    ],
    findings: [policyFinding(domain, spf), ...proofs(domain, others), lengthFinding(result)],
    plot: {
      kind: 'records',
      caption: `Text records at ${domain}, as a zone file would hold them`,
      alternative: `${capitalize(count(records.length, 'text record'))}, of which ${policies} SPF.`,
      records: [
        ...links.map((link) => ({ name: `${link.name}.`, ttl: link.ttl, type: 'CNAME', value: `${link.target}.` })),
        ...records.map(({ value, ttl: life }) => ({
          name: `${end}.`,
          ttl: life,
          type: 'TXT',
          value: inStrings(value),
        })),
      ],
    },
  }
}

/** Simulates `txt-record`. */
export const txtRecordSimulation: Simulation<string, TxtRecordResult, TxtRecordCode> = {
  simulate,
  report: (result, world) => withDnsFaults(report(result, world), 'txt-queries', world, result.domain, ['TXT']),
}
