import type { NameProblem } from '../../reports/no-address.ts'
import type { TreeNode } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft, Severity } from '../../reports/report.ts'
import { count, inWords, prose } from '../../reports/wording.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { excessLookups, spfOf, type SpfPolicy } from '../../world/mail/policies.ts'
import { senderRecordOf, type SpfNode } from '../../world/mail/spf-senders.ts'
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
    spf_record: policy.records[0] ?? null,
    valid: policy.state === 'valid',
    warnings,
    includes: policy.tree === undefined ? [] : policy.tree.includes.map((child) => child.domain),
    mechanisms: [...policy.terms],
  }
}

const recordAt = (world: World, node: SpfNode): string =>
  world.facts === undefined ? senderRecordOf(world, node) : (spfOf(world, node.domain).records[0] ?? 'no SPF record')

/** Draws an include with its nested includes. `spent` counts lookups in the order in which receivers make them. */
const branch = (world: World, node: SpfNode, spent: { lookups: number }): TreeNode => {
  spent.lookups += 1
  const at = spent.lookups
  const children = node.includes.map((child) => branch(world, child, spent))
  const severity: Severity = at > SPF_LOOKUP_LIMIT ? 'critical' : 'pass'
  return {
    label: node.domain,
    detail: at > SPF_LOOKUP_LIMIT ? `lookup ${at}: never read` : recordAt(world, node),
    severity,
    children,
  }
}

const treeOf = (world: World, domain: string, { state, tree, records, ending }: SpfPolicy): TreeNode => {
  if (tree === undefined) return { label: domain, detail: 'no SPF record', severity: 'critical', children: [] }
  // The domain's own terms that need a lookup come before its includes.
  const spent = { lookups: tree.lookups - tree.includes.length }
  const children = tree.includes.map((child) => branch(world, child, spent))
  const extra = records.slice(1).map((record): TreeNode => ({
    label: `${domain}, second record`,
    detail: record,
    severity: 'critical',
    children: [],
  }))
  return {
    label: domain,
    detail: records[0] ?? '',
    severity: state !== 'valid' ? 'critical' : ending === '?all' ? 'warning' : 'pass',
    children: [...children, ...extra],
  }
}

const SENTENCES = {
  valid: 'Receivers can tell who may send for this domain.',
  missing: 'No record says who may send mail for this domain.',
  duplicate: 'Two records contradict each other, so neither counts.',
  syntax: 'One invalid term makes the whole record invalid.',
  include: 'One include makes the whole record void.',
} as const

const DETAILS = {
  missing: 'The domain publishes no SPF record.',
  duplicate: 'Receivers stop with a permanent error as soon as they find the second one.',
  syntax: 'Receivers stop with a permanent error and learn nothing about the senders.',
  include: 'Receivers stop with a permanent error at a domain without a valid SPF record.',
} as const

const OWN_SERVERS = /^\+?(?:mx|a)(?:[:/]|$)/i
const BLOCK = /^\+?ip[46]:/i

/** Lists the senders of a record in prose. */
const sendersOf = ({ includes, mechanisms }: SpfCheckResult): string => {
  const own = mechanisms.some((term) => OWN_SERVERS.test(term))
  const blocks = !own && mechanisms.some((term) => BLOCK.test(term))
  const senders = [
    ...(own ? ['the servers of the domain'] : blocks ? ['the addresses that it lists'] : []),
    ...includes,
  ]
  return senders.length === 0 ? 'nobody' : prose(senders)
}

const verdict = (
  result: SpfCheckResult,
  { state, lookups }: SpfPolicy,
  neutral: boolean,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  if (state === 'lookups') {
    return {
      sentence: `Receivers give up: ${excessLookups(lookups)} lookups, and ten are allowed.`,
      detail: 'Their result is a permanent error, so the record protects and permits nobody.',
    }
  }
  if (state !== 'valid') return { sentence: SENTENCES[state], detail: DETAILS[state] }
  return {
    sentence: neutral ? 'The record names its senders and says nothing about other servers.' : SENTENCES.valid,
    detail: `The record permits ${sendersOf(result)}, with ${lookups === 1 ? 'one lookup' : `${inWords(lookups)} lookups`} of ten.`,
  }
}

const figures = ({ includes, mechanisms }: SpfCheckResult, { lookups, records, state }: SpfPolicy): Figure[] => [
  {
    label: 'SPF records',
    value: String(records.length),
    note: records.length === 1 ? 'as it should be' : 'there must be exactly one',
  },
  {
    label: 'DNS lookups',
    value: String(lookups),
    unit: `of ${SPF_LOOKUP_LIMIT}`,
    note: state === 'lookups' ? 'receivers stop' : state === 'missing' ? 'nothing to evaluate' : 'within the limit',
  },
  { label: 'Includes', value: String(includes.length), note: includes[0] ?? 'no other senders' },
  {
    label: 'Ending',
    value: mechanisms[mechanisms.length - 1] ?? '—',
    note: mechanisms.length === 0 ? 'no record' : 'for all other servers',
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
  const { domain, mechanisms } = result
  const { policy, findings, problem } = reading(world, domain)
  if (problem !== undefined) return nothingFound(domain, problem, findings)
  const { sentence, detail } = verdict(result, policy, mechanisms.includes('?all'))
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
      root: treeOf(world, domain, policy),
    },
  }
}

/** Simulates `spf-check`. */
export const spfCheckSimulation: Simulation<string, SpfCheckResult, SpfCheckCode> = { simulate, report }
