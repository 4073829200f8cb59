import { type NameProblem, nameProblem } from '../reports/no-address.ts'
import { obstacleOf } from '../world/answers/existence.ts'
import { type ExchangeState, exchangeStatesOf, programAt, recipientsAt } from '../world/mail/mail.ts'
import { statusOf, takesUnicode } from '../world/mail/mail-software.ts'
import { type RecipientState, recipientStateOf } from '../world/mail/mailboxes.ts'
import { memoize } from '../world/memoize.ts'
import { type AddressParts, splitEmailAddress } from '../inputs/email-address.ts'

/** The outcome of the mailbox check. */
export type Mailbox = RecipientState | 'not-asked'

/** The results of all checks of one address. */
export interface AddressChecks {
  readonly parts: AddressParts
  /** The reason why the domain's mail servers can't be looked up; undefined if they can, and for an invalid domain. */
  readonly problem: NameProblem | undefined
  /** The mail servers in the order in which senders try them; empty for an invalid domain or one without mail servers. */
  readonly exchanges: readonly ExchangeState[]
  /** The first mail server that answers. */
  readonly answering: ExchangeState | undefined
  readonly mailbox: Mailbox
  /** Whether the answering mail server supports the address: a non-ASCII address needs SMTPUTF8. */
  readonly takesAddress: boolean
  /** The codes of the reply to RCPT, as the server's software writes them; empty if no server was contacted. */
  readonly status: string
  /** Whether the address belongs to a role rather than to a person (RFC 2142). */
  readonly role: boolean
}

const ROLES = new Set([
  'abuse',
  'admin',
  'billing',
  'contact',
  'help',
  'hostmaster',
  'info',
  'noc',
  'office',
  'postmaster',
  'sales',
  'security',
  'support',
  'webmaster',
])

const REPLIES = {
  exists: 'recipient',
  any: 'recipient',
  refused: 'unknown',
  later: 'greylisted',
  'not-asked': undefined,
} as const

/** Checks an address step by step; after a failed step, the later ones are skipped. */
export const checkAddress = memoize((world, email): AddressChecks => {
  const parts = splitEmailAddress(email)
  const obstacle = parts.domain === undefined ? undefined : obstacleOf(world, parts.domain, 'mail')
  const problem =
    parts.domain === undefined || obstacle === undefined ? undefined : nameProblem(parts.domain, obstacle, 'mail')
  const exchanges = parts.domain === undefined || problem !== undefined ? [] : exchangeStatesOf(world, parts.domain)
  const answering = exchanges.find(({ answers }) => answers)
  const takesAddress = !parts.international || (answering !== undefined && takesUnicode(programAt(answering.machine)))
  const asked = parts.problem === undefined && answering !== undefined && takesAddress
  const local = parts.local.toLowerCase()
  const mailbox = asked
    ? recipientStateOf(world, parts.domain, local, recipientsAt(world, answering.machine))
    : 'not-asked'
  const kind = REPLIES[mailbox]
  return {
    parts,
    problem,
    exchanges,
    answering,
    mailbox,
    takesAddress,
    status: answering === undefined || kind === undefined ? '' : statusOf(programAt(answering.machine), kind),
    role: ROLES.has(local),
  }
})
