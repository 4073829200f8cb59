import type { GaugePlot } from '../../reports/plots/plot.ts'
import { type Figure, type Finding, type ReportDraft, type Severity, worst } from '../../reports/report.ts'
import { count } from '../../reports/wording.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { type MailStanding, type Points, pointsOf, standOf, WEIGHTS } from './email-deliverability.facts.ts'
import { judge } from './email-deliverability.findings.ts'
import type { EmailDeliverabilityResult } from './email-deliverability.ts'

const sumOf = ({ spf, dkim, dmarc, exchanges, reverse, listings }: Points): number =>
  spf + dkim + dmarc + exchanges + reverse + listings

const isProblem = ({ severity }: Finding): boolean => severity === 'critical' || severity === 'warning'

function simulate(domain: string, world: World): EmailDeliverabilityResult {
  const standing = standOf(world, domain)
  const problems = judge(standing).filter(isProblem)
  return {
    domain,
    spf_valid: standing.spf.state === 'valid',
    dkim_configured: standing.dkim.configured,
    dmarc_policy: standing.dmarc.policy,
    deliverability_score: sumOf(pointsOf(standing)),
    recommendations: ['critical', 'warning'].flatMap((severity) =>
      problems.filter((found) => found.severity === severity).map(({ advice }) => advice),
    ),
  }
}

// A domain whose first exchange is silent reaches 75 at most, and so is never better than low.
const bandOf = (score: number): 'good' | 'fair' | 'low' => (score >= 90 ? 'good' : score > 75 ? 'fair' : 'low')

const SENTENCES = {
  good: 'Receivers have every reason to take its mail',
  fair: 'Most of its mail gets through',
  low: 'Much of its mail is refused or filed as spam',
} as const

const verdict = (
  { deliverability_score, recommendations }: EmailDeliverabilityResult,
  { spf, exchanges, first, listings, domain }: MailStanding,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const points = `${deliverability_score} of 100 points`
  const band = bandOf(deliverability_score)
  if (listings.length > 0)
    return {
      sentence: 'Receivers that ask block lists refuse its mail.',
      detail: `${first.address} is on ${count(listings.length, 'block list')}; ${points} in all.`,
    }
  if (spf.state !== 'valid')
    return {
      sentence:
        spf.state === 'missing'
          ? 'Receivers cannot tell its mail from a forgery.'
          : 'Receivers cannot make sense of its SPF record.',
      detail: `${domain} gets ${points}, none of them for SPF.`,
    }
  if (exchanges.every(({ answers }) => !answers))
    return {
      sentence: 'It can send mail, and nobody can answer.',
      detail: `No exchange of ${domain} takes mail; ${points} in all.`,
    }
  if (!first.answers)
    return {
      sentence: 'Its first exchange is silent, and that costs it trust.',
      detail: `Replies come late and sender checks fail; ${points} in all.`,
    }
  return {
    sentence: `${recommendations.length > 0 && band === 'good' ? 'Nearly everything speaks for its mail' : SENTENCES[band]}: ${points}.`,
    detail: `SPF is valid and ${first.exchange}, taken as the sending server, is on no block list.`,
  }
}

const SPF_NOTES = {
  valid: 'valid',
  missing: 'no record',
  lookups: 'too many look-ups',
  syntax: 'a wrong term',
  duplicate: 'two records',
} as const
const DMARC_NOTES = {
  missing: 'no record',
  none: 'reports only',
  quarantine: 'forged mail to spam',
  reject: 'forged mail refused',
} as const

const figures = (
  { deliverability_score, dmarc_policy }: EmailDeliverabilityResult,
  { spf, dkim, first, listings }: MailStanding,
): Figure[] => [
  { label: 'Score', value: String(deliverability_score), unit: 'of 100', note: bandOf(deliverability_score) },
  {
    label: 'SPF and DKIM',
    value: String(Number(spf.state === 'valid') + Number(dkim.configured)),
    unit: 'of 2',
    note: `SPF: ${SPF_NOTES[spf.state]}; DKIM: ${dkim.configured ? dkim.selector : 'no key'}`,
  },
  { label: 'DMARC policy', value: dmarc_policy, note: DMARC_NOTES[dmarc_policy] },
  { label: 'Block lists', value: String(listings.length), note: `for ${first.address}` },
]

const plotOf = (standing: MailStanding, findings: readonly Finding[]): GaugePlot => {
  const { spf, dkim, dmarc, exchanges, first, reverse, listings } = standing
  const points = pointsOf(standing)
  const score = sumOf(points)
  const severityOf = (...codes: string[]): Severity =>
    worst(findings.filter(({ code }) => codes.some((start) => code.startsWith(start))))
  const part = (key: keyof Points, label: string, note: string, severity: Severity) => ({
    label,
    points: points[key],
    of: WEIGHTS[key],
    note,
    severity,
  })
  const answering = exchanges.filter(({ answers }) => answers).length
  return {
    kind: 'gauge',
    caption: 'The score and the parts that make it',
    alternative: `The score is ${score} of 100, which is ${bandOf(score)}; ${answering} of ${count(exchanges.length, 'exchange')} ${answering === 1 ? 'answers' : 'answer'}.`,
    value: score,
    label: bandOf(score),
    parts: [
      part('spf', 'SPF', SPF_NOTES[spf.state], severityOf('deliver-spf')),
      part(
        'dkim',
        'DKIM',
        dkim.configured ? `${dkim.selector}, ${dkim.bits} bits` : 'no key',
        severityOf('deliver-dkim'),
      ),
      part('dmarc', 'DMARC', DMARC_NOTES[dmarc.policy], severityOf('deliver-dmarc')),
      part(
        'exchanges',
        'Exchanges',
        `${answering} of ${exchanges.length} answer`,
        severityOf('deliver-exchanges', 'deliver-silent', 'deliver-first-silent', 'deliver-fallback'),
      ),
      part(
        'reverse',
        'Reverse name',
        reverse.confirmed ? reverse.hostname : 'leads elsewhere',
        severityOf('deliver-reverse'),
      ),
      part(
        'listings',
        'Block lists',
        listings.length === 0 ? `${first.address} is on none` : `on ${listings.length}`,
        severityOf('deliver-listed', 'deliver-not-listed'),
      ),
    ],
  }
}

function report(result: EmailDeliverabilityResult, world: World): ReportDraft {
  const standing = standOf(world, result.domain)
  const findings = judge(standing)
  return {
    ...verdict(result, standing),
    figures: figures(result, standing),
    findings,
    plot: plotOf(standing, findings),
  }
}

/** Simulates `email-deliverability`. */
export const emailDeliverabilitySimulation: Simulation<string, EmailDeliverabilityResult> = { simulate, report }
