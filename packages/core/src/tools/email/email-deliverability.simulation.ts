import { type NameProblem, nameProblem, problemReport } from '../../reports/no-address.ts'
import { SPF_FAULTS } from '../../reports/spf-fault.ts'
import type { GaugePlot } from '../../reports/plot.ts'
import { adviceOf } from '../../reports/finding.ts'
import { mailFailure } from '../../reports/mail-failure.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { count } from '../../reports/wording.ts'
import { whyUnreachable } from '../../world/answers/existence.ts'
import { reverseAt } from '../../world/hosts/hosts.ts'
import { dmarcOf } from '../../world/answers/mail-dns.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { countAnswering, type MailFacts, type Points, pointsOf, WEIGHTS } from './email-deliverability.facts.ts'
import { examine } from './email-deliverability.findings.ts'
import type { EmailDeliverabilityCode, EmailDeliverabilityResult } from './email-deliverability.ts'

const sumOf = ({ spf, dkim, dmarc, exchanges, reverse, listings }: Points): number =>
  spf + dkim + dmarc + exchanges + reverse + listings

/** Returns why receivers can't look up a domain. */
const problemOf = (world: World, domain: string): NameProblem | undefined => {
  const unreachable = whyUnreachable(world, domain, 'mail')
  return unreachable === undefined ? undefined : nameProblem(domain, unreachable, 'mail')
}

const NOTHING = {
  spf_valid: false,
  dkim_configured: false,
  deliverability_score: 0,
} as const

const nothingFound = (problem: NameProblem): ReportDraft<EmailDeliverabilityCode> => ({
  ...problemReport(
    'deliver-unresolved',
    problem,
    problem.note === 'SERVFAIL'
      ? 'receivers defer mail of this domain or refuse it'
      : 'receivers refuse mail of this domain or file it as spam',
  ),
  figures: [
    { label: 'Score', value: '0', unit: 'of 100', note: problem.note },
    { label: 'SPF and DKIM', value: '—', note: 'nothing to look up' },
  ],
  plot: {
    kind: 'gauge',
    caption: 'The score and its parts',
    alternative: `${problem.title}, so the score is 0 of 100.`,
    value: 0,
    label: 'low',
    parts: [],
  },
})

function simulate(domain: string, world: World): EmailDeliverabilityResult {
  const problem = problemOf(world, domain)
  if (problem !== undefined)
    return { domain, ...NOTHING, dmarc_policy: dmarcOf(world, domain).policy, recommendations: [problem.advice] }
  const { facts, findings } = examine(world, domain)
  return {
    domain,
    spf_valid: facts.spf.state === 'valid',
    dkim_configured: facts.dkim.state === 'valid',
    dmarc_policy: facts.dmarc.policy,
    deliverability_score: sumOf(pointsOf(facts)),
    recommendations: adviceOf(findings, 'warning'),
  }
}

// Returns the band of a score. A listed sender reaches 72 at most, so its band is always `low`. A sender with a missing or stale PTR record
// never gets the band `good`.
const bandOf = (score: number): 'good' | 'fair' | 'low' => (score >= 90 ? 'good' : score > 75 ? 'fair' : 'low')

const SENTENCES = {
  good: 'Receivers have every reason to accept the mail',
  fair: 'Most of the mail arrives',
  low: 'Much of the mail is refused or filed as spam',
} as const

const verdict = (
  { deliverability_score, recommendations }: EmailDeliverabilityResult,
  { spf, exchanges, first, sending, address, listings, listsRefuse, domain }: MailFacts,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const points = `${deliverability_score} of 100 points`
  const band = bandOf(deliverability_score)
  if (listings.length > 0)
    return {
      sentence: 'Receivers that use block lists refuse mail of this domain.',
      detail: `${address} is on ${count(listings.length, 'block list')}; ${points} in all.`,
    }
  if (spf.state !== 'valid')
    return {
      sentence:
        spf.state === 'missing'
          ? 'Receivers cannot distinguish mail of this domain from forged mail.'
          : 'Receivers cannot evaluate the SPF record.',
      detail: `${domain} gets ${points}, none of them for SPF.`,
    }
  if (exchanges.every(({ answers }) => !answers))
    return {
      sentence: 'The domain can send mail, but nobody can reply.',
      detail: `No mail server of ${domain} accepts mail; ${points} in all.`,
    }
  if (!first.answers)
    return {
      sentence: `The first mail server ${mailFailure([first])}, which costs points.`,
      detail: `Replies ${first.answer !== 'silent' ? 'go to another mail server' : 'arrive late'} and sender checks fail; ${points} in all.`,
    }
  return {
    sentence: `${recommendations.length > 0 && band === 'good' ? 'Nearly all checks pass' : SENTENCES[band]}: ${points}.`,
    detail: listsRefuse
      ? `SPF is valid. Whether ${sending?.exchange}, taken as the sending server, is on a block list is unknown.`
      : `SPF is valid and ${sending?.exchange}, taken as the sending server, is on no block list.`,
  }
}

const SPF_NOTES = {
  valid: 'valid',
  missing: 'no record',
  lookups: 'too many lookups',
  syntax: 'an invalid term',
  include: 'a void include',
  duplicate: 'two records',
  voids: SPF_FAULTS.voids.note,
  hosts: SPF_FAULTS.hosts.note,
  failure: SPF_FAULTS.failure.note,
} as const
const DKIM_NOTES = {
  missing: 'no key',
  revoked: 'a revoked key',
  invalid: 'an invalid key',
  failure: 'DNS fails',
} as const
const DMARC_NOTES = {
  discarded: 'receivers discard it',
  failure: 'DNS fails',
  missing: 'no record',
  none: 'reports only',
  quarantine: 'forged mail to spam',
  reject: 'forged mail refused',
} as const

const figures = (
  { deliverability_score, dmarc_policy }: EmailDeliverabilityResult,
  { spf, dkim, address, listings, listsRefuse }: MailFacts,
): Figure[] => [
  { label: 'Score', value: String(deliverability_score), unit: 'of 100', note: bandOf(deliverability_score) },
  {
    label: 'SPF and DKIM',
    value: String(Number(spf.state === 'valid') + Number(dkim.state === 'valid')),
    unit: 'of 2',
    note: `SPF: ${SPF_NOTES[spf.state]}; DKIM: ${dkim.state === 'valid' ? dkim.selector : DKIM_NOTES[dkim.state]}`,
  },
  { label: 'DMARC policy', value: dmarc_policy, note: DMARC_NOTES[dmarc_policy] },
  {
    label: 'Block lists',
    value: listsRefuse ? '—' : String(listings.length),
    note: address === '—' ? 'no address' : `for ${address}`,
  },
]

// The parts of the score in the order of `examine`, because each part has one finding.
const PARTS = ['listings', 'spf', 'dkim', 'exchanges', 'dmarc', 'reverse'] as const

const plotOf = (
  { deliverability_score: score }: EmailDeliverabilityResult,
  facts: MailFacts,
  findings: readonly Finding<EmailDeliverabilityCode>[],
  world: World,
): GaugePlot => {
  const { spf, dkim, dmarc, exchanges, sending, address, reverse, listings, listsRefuse } = facts
  const points = pointsOf(facts)
  const part = (key: keyof Points, label: string, note: string) => ({
    label,
    points: points[key],
    of: WEIGHTS[key],
    note,
    severity: findings[PARTS.indexOf(key)]?.severity ?? 'pass',
  })
  const answering = countAnswering(exchanges)
  return {
    kind: 'gauge',
    caption: 'The score and its parts',
    alternative: `The score is ${score} of 100, which is ${bandOf(score)}; ${answering} of ${count(exchanges.length, 'mail server')} ${answering === 1 ? 'answers' : 'answer'}.`,
    value: score,
    label: bandOf(score),
    parts: [
      part('spf', 'SPF', SPF_NOTES[spf.state]),
      part(
        'dkim',
        'DKIM',
        dkim.state === 'valid'
          ? `${dkim.selector}, ${dkim.bits === undefined ? 'Ed25519' : `${dkim.bits} bits`}`
          : DKIM_NOTES[dkim.state],
      ),
      part('dmarc', 'DMARC', DMARC_NOTES[dmarc.policy]),
      part('exchanges', 'Mail servers', `${answering} of ${exchanges.length} answer`),
      part(
        'reverse',
        'Reverse name',
        reverse === 'stale'
          ? 'resolves elsewhere'
          : ((sending && reverseAt(world, sending.machine).hostname) ?? 'none'),
      ),
      part(
        'listings',
        'Block lists',
        listsRefuse
          ? 'unknown'
          : listings.length === 0
            ? `${sending === undefined ? 'no address' : address} is on none`
            : `on ${listings.length}`,
      ),
    ],
  }
}

function report(result: EmailDeliverabilityResult, world: World): ReportDraft<EmailDeliverabilityCode> {
  const problem = problemOf(world, result.domain)
  if (problem !== undefined) return nothingFound(problem)
  const { facts, findings } = examine(world, result.domain)
  const { sentence, detail } = verdict(result, facts)
  return {
    sentence,
    detail,
    figures: figures(result, facts),
    findings,
    plot: plotOf(result, facts, findings, world),
  }
}

/** Simulates `email-deliverability`. */
export const emailDeliverabilitySimulation: Simulation<string, EmailDeliverabilityResult, EmailDeliverabilityCode> = {
  simulate,
  report,
}
