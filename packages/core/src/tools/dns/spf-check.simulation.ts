import { withDnsFaults } from '../../reports/dns-faults.ts'
import type { NameProblem } from '../../reports/no-address.ts'
import type { TreeNode } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft, Severity } from '../../reports/report.ts'
import { capitalize, count, inWords, prose } from '../../reports/wording.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { excessLookups, type SpfNode, type SpfPolicy } from '../../protocols/spf-policy.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { reading } from './spf-check.findings.ts'
import type { SpfCheckCode, SpfCheckResult } from './spf-check.ts'

const isProblem = ({ severity }: Finding<SpfCheckCode>): boolean => severity === 'critical' || severity === 'warning'

function simulate(domain: string, world: World): SpfCheckResult {
  const { policy, findings } = reading(world, domain)
  const warnings: string[] = []
  for (const found of findings) if (isProblem(found)) warnings.push(found.title)
  return {
    domain,
    spf_record: policy.records[0] ?? policy.unread?.text ?? null,
    valid: policy.state === 'valid',
    warnings,
    includes: policy.tree === undefined ? [] : policy.tree.includes.map((child) => child.domain),
    mechanisms: [...policy.terms],
  }
}

/** Draws an include with its nested includes. Receivers never read a record after the tenth lookup. */
const branch = ({ domain, record, at, includes }: SpfNode): TreeNode => {
  const isRead = at <= SPF_LOOKUP_LIMIT
  return {
    label: domain,
    detail: isRead ? (record ?? 'no SPF record') : `lookup ${at}: never read`,
    severity: isRead && record !== undefined ? 'pass' : 'critical',
    children: includes.map(branch),
  }
}

const severityOf = ({ state, ending, permitsEveryone, usesPtr, ignored }: SpfPolicy): Severity => {
  if (state !== 'valid' || permitsEveryone) return 'critical'
  return ending === '?all' || usesPtr || ignored.length > 0 ? 'warning' : 'pass'
}

const treeOf = (domain: string, policy: SpfPolicy): TreeNode => {
  const { tree, records, unread } = policy
  if (tree === undefined)
    return { label: domain, detail: unread?.text ?? 'no SPF record', severity: 'critical', children: [] }
  const extra = records.slice(1).map((record): TreeNode => ({
    label: `${domain}, second record`,
    detail: record,
    severity: 'critical',
    children: [],
  }))
  return {
    label: domain,
    detail: records[0] ?? '',
    severity: severityOf(policy),
    children: [...tree.includes.map(branch), ...extra],
  }
}

const SENTENCES = {
  valid: 'Receivers can tell who may send for this domain.',
  missing: 'No record says who may send mail for this domain.',
  duplicate: 'Two records contradict each other, so neither counts.',
  syntax: 'One invalid term makes the whole record invalid.',
  include: 'One include makes the whole record void.',
  voids: 'Too many names in the record do not exist.',
  hosts: 'One term names too many mail servers.',
  failure: 'Receivers cannot evaluate the record now.',
} as const

const DETAILS = {
  missing: 'The domain publishes no SPF record.',
  duplicate: 'Receivers stop with a permanent error as soon as they find the second one.',
  syntax: 'Receivers stop with a permanent error and learn nothing about the senders.',
  include: 'Receivers stop with a permanent error at a domain without a valid SPF record.',
  voids: 'Receivers stop with a permanent error after the third lookup that finds nothing.',
  hosts: 'Receivers stop with a permanent error after ten mail servers.',
  failure: 'Receivers stop with a temporary error, and try again later.',
} as const

const OWN_SERVERS = /^\+?(?:mx|a)(?:[:/]|$)/i
const BLOCK = /^\+?ip[46]:/i

/** Lists the senders of a record in prose. */
const sendersOf = ({ includes, mechanisms }: SpfCheckResult, empty: readonly string[]): string => {
  const own = mechanisms.some((term) => OWN_SERVERS.test(term) && !empty.includes(term))
  const blocks = !own && mechanisms.some((term) => BLOCK.test(term))
  const senders = [
    ...(own ? ['the servers of the domain'] : blocks ? ['the addresses that it lists'] : []),
    ...includes,
  ]
  return senders.length === 0 ? 'nobody' : prose(senders)
}

const verdict = (
  result: SpfCheckResult,
  { state, lookups, ending, permitsEveryone, records, unread, empty }: SpfPolicy,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  if (state === 'lookups') {
    return {
      sentence: `Receivers give up: ${excessLookups(lookups)} lookups, and ten are allowed.`,
      detail: 'Their result is a permanent error, so the record protects and permits nobody.',
    }
  }
  if (unread !== undefined)
    return {
      sentence: 'There is a record, but receivers ignore it.',
      detail: `It ${unread.why}, so it is no SPF record.`,
    }
  if (state === 'duplicate' && records.length > 2)
    return {
      sentence: `${capitalize(inWords(records.length))} records contradict each other, so none counts.`,
      detail: DETAILS.duplicate,
    }
  if (state !== 'valid') return { sentence: SENTENCES[state], detail: DETAILS[state] }
  if (ending === '+all')
    return {
      sentence: 'Any server may send mail for this domain.',
      detail: 'The record ends in +all, so forged mail passes.',
    }
  if (permitsEveryone)
    return {
      sentence: 'Half of the internet or more may send mail for this domain.',
      detail: 'The networks of the record amount to +all, so forged mail passes.',
    }
  const neutral = ending === '?all'
  return {
    sentence: neutral ? 'The record names its senders and says nothing about other servers.' : SENTENCES.valid,
    detail: `The record permits ${sendersOf(result, empty)}, with ${lookups === 1 ? 'one lookup' : `${inWords(lookups)} lookups`} of ten.`,
  }
}

const figures = (
  { includes, mechanisms }: SpfCheckResult,
  { lookups, records, state, ending, redirect, unread }: SpfPolicy,
): Figure[] => [
  {
    label: 'SPF records',
    value: String(records.length),
    note: records.length === 1 ? 'as it should be' : 'there must be exactly one',
  },
  {
    label: 'DNS lookups',
    value: String(lookups),
    unit: `of ${SPF_LOOKUP_LIMIT}`,
    note:
      state === 'lookups'
        ? 'receivers stop'
        : unread !== undefined
          ? 'the record is ignored'
          : state === 'missing'
            ? 'nothing to evaluate'
            : 'within the limit',
  },
  { label: 'Includes', value: String(includes.length), note: includes[0] ?? 'no other senders' },
  {
    label: 'Ending',
    value: ending ?? (redirect === undefined ? '—' : `redirect=${redirect}`),
    note:
      mechanisms.length === 0
        ? 'no record'
        : ending === undefined && redirect === undefined
          ? 'no all term'
          : 'for all other servers',
  },
]

const nothingFound = (
  domain: string,
  { sentence, why, title, note }: NameProblem,
  findings: readonly Finding<SpfCheckCode>[],
): ReportDraft<SpfCheckCode> => ({
  sentence,
  detail: `${why}.`,
  figures: [
    { label: 'SPF records', value: '0', note },
    { label: 'Ending', value: '—', note: 'no record' },
  ],
  findings,
  plot: {
    kind: 'tree',
    caption: 'The record and its includes, as a receiver reads them',
    alternative: `${title}, so there is no SPF record to read.`,
    root: { label: domain, detail: note, severity: 'critical', children: [] },
  },
})

function report(result: SpfCheckResult, world: World): ReportDraft<SpfCheckCode> {
  const { domain } = result
  const { policy, findings, problem } = reading(world, domain)
  if (problem !== undefined) return nothingFound(domain, problem, findings)
  const { sentence, detail } = verdict(result, policy)
  return {
    sentence,
    detail,
    figures: figures(result, policy),
    findings,
    plot: {
      kind: 'tree',
      caption: 'The record and its includes, as a receiver reads them',
      alternative:
        policy.tree === undefined
          ? `${domain} has no SPF record to read.`
          : `The record of ${domain} has ${result.includes.length === 0 ? 'no includes' : count(result.includes.length, 'include')} and needs ${count(policy.lookups, 'DNS lookup')} in all.`,
      root: treeOf(domain, policy),
    },
  }
}

/** Simulates `spf-check`. */
export const spfCheckSimulation: Simulation<string, SpfCheckResult, SpfCheckCode> = {
  simulate,
  report: (result, world) => withDnsFaults(report(result, world), 'spf-queries', world, result.domain, ['TXT']),
}
