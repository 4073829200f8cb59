import { critical, info, pass, warning } from '../../reports/finding.ts'
import { mailFailure } from '../../reports/mail-failure.ts'
import { problemFinding } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import type { AddressChecks } from '../../dns/check-address.ts'
import type { AddressParts } from '../../inputs/email-address.ts'
import type { EmailValidationCode, EmailValidationResult } from './email-validation.ts'

const syntax = (
  { valid, domain_check }: EmailValidationResult,
  { problem, literal, international }: AddressParts,
): Finding<EmailValidationCode> => {
  if (problem === undefined)
    return pass(
      'validation-syntax-good',
      `The syntax is valid (${literal ? 'RFC 5321, section 4.1.3' : international ? 'RFC 6531, section 3.3' : 'RFC 5321, section 4.1.2'})`,
    )
  if (!valid)
    return critical(
      'validation-not-valid',
      'This is not an email address',
      problem,
      'Ask for the address again; it needs an at sign and a domain with a dot.',
    )
  return critical(
    'validation-syntax',
    'The input has an at sign and a dot, but is not an address',
    `${problem} This tool's simple rule accepts it; no mail server will (RFC 5321, section 4.1.2).`,
    domain_check
      ? 'Correct the part before the at sign, then run email-validation again.'
      : 'Correct the domain after the at sign, then run email-validation again.',
  )
}

/** Reports a valid address of a kind that few servers accept. */
const special = ({
  parts: { literal, international, problem },
  answering,
  takesAddress,
}: AddressChecks): Finding<EmailValidationCode>[] => {
  if (problem !== undefined) return []
  if (literal)
    return [
      critical(
        'validation-literal',
        'There is an IP address instead of a domain',
        'Such mail goes to that host without a DNS lookup, and hardly any server on the internet accepts it.',
        'Ask for an address at a domain.',
      ),
    ]
  if (!international || answering === undefined) return []
  return [
    takesAddress
      ? info(
          'validation-international',
          `The address has non-ASCII letters, and ${answering.exchange} accepts them`,
          'Every server on the way needs SMTPUTF8 (RFC 6531); a sender whose server does not support it cannot write to this address.',
          'Ask for a second address in ASCII.',
        )
      : critical(
          'validation-no-smtputf8',
          `${answering.exchange} does not offer SMTPUTF8`,
          'Mail to an address with non-ASCII letters needs SMTPUTF8 on every server (RFC 6531, section 3.2), so it bounces.',
          'Ask for an address in ASCII.',
        ),
  ]
}

const exchange = ({
  parts: { domain },
  problem,
  exchanges,
  answering,
}: AddressChecks): Finding<EmailValidationCode>[] => {
  if (problem !== undefined)
    return [problemFinding('validation-unresolved', problem, 'mail to the address cannot be delivered')]
  const [first] = exchanges
  if (domain === undefined || first === undefined) return []
  if (answering === undefined) {
    return [
      critical(
        'validation-silent',
        `No mail server of ${domain} accepts connections`,
        'Mail to the address waits in the sender’s queue and comes back after some days.',
        `Run mx-record ${domain}, and write again when a mail server is back.`,
      ),
    ]
  }
  if (answering === first) return [pass('validation-exchange', `${first.exchange} accepts mail for ${domain}`)]
  return [
    warning(
      first.answer !== 'silent' ? 'validation-first-refuses' : 'validation-first-silent',
      `${first.exchange} ${mailFailure([first])}, but ${answering.exchange} answers`,
      first.answer === 'refused' || first.answer === 'closes'
        ? 'It refuses every sender, so they go on to the next one.'
        : first.answer === 'unresolved'
          ? 'Senders find no address for it, so they go on to the next one.'
          : 'Mail arrives late: every sender waits for the silent one first.',
      `If ${domain} is yours, run mx-record ${domain} and repair the first mail server.`,
    ),
  ]
}

const mailbox = ({ mailbox: state, answering, status, isRuled }: AddressChecks): Finding<EmailValidationCode>[] => {
  const host = answering?.exchange ?? 'the mail server'
  if (state === 'exists') return [pass('validation-mailbox', `The mailbox exists: ${status}`)]
  if (isRuled)
    return [
      (state === 'refused' ? critical : warning)(
        'validation-rule',
        `${host} ${state === 'refused' ? 'refuses' : 'defers'} mail to the address: ${status}`,
        state === 'refused'
          ? 'The reply is permanent, so mail to the address bounces.'
          : 'The reply is temporary, so senders queue the mail and try again.',
        `Run smtp-test ${host}:25: it names the rule of the mail server.`,
      ),
    ]
  if (state === 'refused')
    return [
      critical(
        'validation-refused',
        `${host} has no such mailbox`,
        `The server answers RCPT with ${status}, so all mail to the address bounces.`,
        'Take the address off your list: receivers distrust senders whose mail often bounces.',
      ),
    ]
  if (state === 'any')
    return [
      warning(
        'validation-catch-all',
        `${host} accepts any name`,
        `The server also accepts mailboxes that do not exist, so ${status} says nothing about this one.`,
        'Send one message that asks for a confirmation before you put the address on a list.',
      ),
    ]
  if (state === 'later')
    return [
      warning(
        'validation-greylisted',
        `${host} greylists unknown senders: ${status}`,
        'The server says nothing about the mailbox before a second try (RFC 6647).',
        'Try again after 5 min or more: the server answers the second try of the same sender.',
      ),
    ]
  return []
}

const simulated = info(
  'validation-simulated',
  'This is the simulated check',
  'It accepts every address with an at sign and a dot, and the mailbox is made up. No server was contacted.',
  'For a real answer use Enhanced Email Verification, or run netbox verify in a terminal.',
)

/** Reports the results of the checks of an address. */
export const findingsOf = (result: EmailValidationResult, checks: AddressChecks): Finding<EmailValidationCode>[] => [
  syntax(result, checks.parts),
  ...special(checks),
  ...exchange(checks),
  ...mailbox(checks),
  ...(checks.role
    ? [
        info(
          'validation-role',
          'The address belongs to a role, not to a person',
          'Several people read such a mailbox (RFC 2142), and some report unsolicited mail as spam.',
          'Leave it out of newsletters.',
        ),
      ]
    : []),
  simulated,
]
