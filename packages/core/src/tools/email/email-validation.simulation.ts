import type { GaugePlot } from '../../reports/plot.ts'
import { allFail, mailFailure } from '../../reports/mail-failure.ts'
import type { Figure, ReportDraft, Severity } from '../../reports/report.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { type AddressChecks, checkAddress, type Mailbox } from '../../dns/check-address.ts'
import { findingsOf } from './email-validation.findings.ts'
import type { EmailValidationCode, EmailValidationResult } from './email-validation.ts'

const DELIVERABLE: Readonly<Record<Mailbox, boolean | null>> = {
  exists: true,
  refused: false,
  any: null,
  later: null,
  'not-asked': false,
}

/** Risk points by check, out of 100; most of them depend on whether the mailbox exists. */
interface Risk {
  readonly syntax: number
  readonly domain: number
  readonly exchanges: number
  readonly mailbox: number
  readonly role: number
}

/** The maximum points of each check; they add up to 100. */
const RISK_WEIGHTS: Risk = { syntax: 3, domain: 2, exchanges: 10, mailbox: 80, role: 5 }

const MAILBOX_RISK: Readonly<Record<Mailbox, number>> = { exists: 0, later: 20, any: 40, refused: 80, 'not-asked': 80 }

/** Returns the risk points of the checks. */
const riskOf = ({ parts, problem, exchanges, answering, mailbox, role }: AddressChecks): Risk => ({
  syntax: parts.problem === undefined ? 0 : RISK_WEIGHTS.syntax,
  domain: parts.domain === undefined || problem !== undefined ? RISK_WEIGHTS.domain : 0,
  exchanges: answering === undefined ? RISK_WEIGHTS.exchanges : answering === exchanges[0] ? 0 : 5,
  mailbox: MAILBOX_RISK[mailbox],
  role: role ? RISK_WEIGHTS.role : 0,
})

const sumOf = ({ syntax, domain, exchanges, mailbox, role }: Risk): number =>
  syntax + domain + exchanges + mailbox + role

function simulate(email: string, world: World): EmailValidationResult {
  const checks = checkAddress(world, email)
  return {
    email,
    // The simple rule of spec §5; the other checks are stricter.
    valid: email.includes('@') && email.includes('.'),
    syntax_check: checks.parts.problem === undefined,
    domain_check: checks.parts.domain !== undefined && checks.problem === undefined,
    mx_check: checks.answering !== undefined,
    deliverable: DELIVERABLE[checks.mailbox],
    risk_score: sumOf(riskOf(checks)),
  }
}

const verdict = (
  result: EmailValidationResult,
  { parts, problem, mailbox: state, exchanges, answering, takesAddress, status, isRuled }: AddressChecks,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  if (!result.valid)
    return { sentence: 'This is not an email address.', detail: parts.problem ?? 'The domain has no dot.' }
  if (parts.problem !== undefined)
    return { sentence: 'It looks like an address, but no server will accept it.', detail: parts.problem }
  if (parts.literal)
    return {
      sentence: 'The syntax is valid, but hardly any server accepts such mail.',
      detail: 'The address has an IP address instead of a domain.',
    }
  if (problem !== undefined)
    return { sentence: 'The syntax is valid, but no server accepts mail for this address.', detail: `${problem.why}.` }
  if (answering === undefined)
    return {
      sentence: 'The syntax is valid, but no server accepts mail for this address.',
      detail: `${allFail(exchanges)}.`,
    }
  if (!takesAddress)
    return {
      sentence: 'The syntax is valid, but no server accepts mail for this address.',
      detail: `The address has non-ASCII letters, and ${answering.exchange} does not offer SMTPUTF8.`,
    }
  const down = exchanges.slice(0, exchanges.indexOf(answering))
  const late = down.every(({ answer }) => answer !== 'silent')
    ? down.length === 0
      ? ''
      : ` The first mail server ${mailFailure(down.slice(0, 1))}, so mail goes to the next.`
    : ' The first mail server is silent, so mail arrives late.'
  if (isRuled)
    return {
      sentence: state === 'refused' ? 'The mail server refuses this mail.' : 'The mail server defers this mail.',
      detail: `${answering.exchange} replies with ${status}.${late}`,
    }
  if (state === 'refused')
    return {
      sentence: 'There is no such mailbox.',
      detail: `${answering.exchange} refuses the mailbox with ${status}.${late}`,
    }
  if (state === 'any')
    return {
      sentence: 'Nobody can tell whether this mailbox exists.',
      detail: `${answering.exchange} accepts every name at ${parts.domain}.${late}`,
    }
  if (state === 'later')
    return {
      sentence: 'The server gives its answer only on the second try.',
      detail: `${answering.exchange} greylists unknown senders with ${status}.${late}`,
    }
  return {
    sentence: late.endsWith('late.') ? 'The mailbox exists, but mail arrives late.' : 'The mailbox exists.',
    detail: `${answering.exchange} knows the mailbox.${late}`,
  }
}

/** Describes the outcome of the mailbox check, with the codes of the reply. */
const mailboxNote = ({ mailbox, status, isRuled }: AddressChecks): string =>
  [isRuled && mailbox === 'later' ? 'deferred' : MAILBOX_NOTES[mailbox], ...(status === '' ? [] : [status])].join(', ')

const MAILBOX_NOTES: Readonly<Record<Mailbox, string>> = {
  exists: 'known',
  refused: 'refused',
  any: 'any name is accepted',
  later: 'greylisted',
  'not-asked': 'no server was contacted',
}

const bandOf = (risk: number): string => (risk < 20 ? 'low' : risk < 60 ? 'medium' : 'high')

const figures = (result: EmailValidationResult, checks: AddressChecks): Figure[] => {
  const { exchanges, problem } = checks
  return [
    {
      label: 'Valid',
      value: result.valid ? 'yes' : 'no',
      note: `${result.valid ? 'has' : 'needs'} an at sign and a dot`,
    },
    {
      label: 'Deliverable',
      value: result.deliverable === null ? 'unknown' : result.deliverable ? 'yes' : 'no',
      note: mailboxNote(checks),
    },
    { label: 'Risk', value: String(result.risk_score), unit: 'of 100', note: bandOf(result.risk_score) },
    {
      label: 'Mail servers answering',
      value: String(exchanges.filter(({ answers }) => answers).length),
      unit: `of ${exchanges.length}`,
      note: exchanges[0]?.exchange ?? problem?.note ?? 'no domain to look up',
    },
  ]
}

const plotOf = ({ risk_score }: EmailValidationResult, checks: AddressChecks, risk: Risk): GaugePlot => {
  const { parts, problem, exchanges, answering, role } = checks
  const part = (key: keyof Risk, label: string, note: string, bad: Severity): GaugePlot['parts'][number] => ({
    label,
    points: risk[key],
    of: RISK_WEIGHTS[key],
    note,
    severity: risk[key] === 0 ? 'pass' : bad,
  })
  const first = exchanges[0]
  const listed =
    answering === undefined
      ? first === undefined
        ? 'no mail servers'
        : 'none answers'
      : answering === first
        ? 'the first answers'
        : `the first ${mailFailure(exchanges.slice(0, 1))}`
  return {
    kind: 'gauge',
    caption: 'The risk that mail to this address bounces, and its parts',
    alternative: `The risk is ${risk_score} of 100, which is ${bandOf(risk_score)}; ${risk.mailbox === 0 ? 'none' : risk.mailbox} of it comes from the mailbox.`,
    value: risk_score,
    label: `${bandOf(risk_score)} risk`,
    parts: [
      part('syntax', 'Syntax', parts.problem === undefined ? 'good' : 'not by RFC 5321', 'critical'),
      part(
        'domain',
        'Domain',
        problem?.note ?? parts.domain ?? (parts.literal ? 'the address of a host' : 'none'),
        'critical',
      ),
      part('exchanges', 'Mail servers', listed, answering === undefined ? 'critical' : 'warning'),
      part('mailbox', 'Mailbox', mailboxNote(checks), risk.mailbox === RISK_WEIGHTS.mailbox ? 'critical' : 'warning'),
      part('role', 'Role', role ? 'a role, not a person' : 'no role address', 'info'),
    ],
  }
}

function report(result: EmailValidationResult, world: World): ReportDraft<EmailValidationCode> {
  const checks = checkAddress(world, result.email)
  const { sentence, detail } = verdict(result, checks)
  return {
    sentence,
    detail,
    figures: figures(result, checks),
    findings: findingsOf(result, checks),
    plot: plotOf(result, checks, riskOf(checks)),
  }
}

/** Simulates `email-validation`. */
export const emailValidationSimulation: Simulation<string, EmailValidationResult, EmailValidationCode> = {
  simulate,
  report,
}
