import { type NameProblem, nameProblem } from '../reports/no-address.ts'
import { whyUnreachable } from '../world/answers/existence.ts'
import { type ExchangeState, exchangeStatesOf, programAt } from '../world/mail/mail.ts'
import { statusOf, takesUnicode } from '../world/mail/mail-software.ts'
import { acceptanceOf } from './mail.ts'
import type { RecipientState } from '../world/mail/mailboxes.ts'
import { PROBE_SENDER, ruleForRecipient } from '../world/mail/mail-rules.ts'
import { memoize } from '../world/world.ts'
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
  /** Whether a rule of the world document decides the reply. */
  readonly isRuled: boolean
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

/** Returns the codes at the beginning of a reply (RFC 5321, section 4.2.1; RFC 3463). */
const codesIn = (reply: string): string => /^\d{3}(?: \d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0] ?? ''

/** Checks an address step by step; after a failed step, the later ones are skipped. */
export const checkAddress = memoize((world, email): AddressChecks => {
  const parts = splitEmailAddress(email)
  const unreachable = parts.domain === undefined ? undefined : whyUnreachable(world, parts.domain, 'mail')
  const problem =
    parts.domain === undefined || unreachable === undefined ? undefined : nameProblem(parts.domain, unreachable, 'mail')
  const exchanges = parts.domain === undefined || problem !== undefined ? [] : exchangeStatesOf(world, parts.domain)
  const answering = exchanges.find(({ answers }) => answers)
  const takesAddress = !parts.international || (answering !== undefined && takesUnicode(programAt(answering.machine)))
  const asked = parts.problem === undefined && answering !== undefined && takesAddress
  const local = parts.local.toLowerCase()
  const { domain } = parts
  const reply =
    asked && domain !== undefined ? acceptanceOf(world, answering.exchange, { local, domain }) : 'not-served'
  const rule =
    reply === 'not-served' || answering === undefined
      ? undefined
      : ruleForRecipient(world, answering.exchange, PROBE_SENDER, `${local}@${domain}`)
  const ruled = rule?.effect.kind === 'reply' ? rule.effect : undefined
  const found = reply === 'not-served' ? 'not-asked' : reply
  const mailbox = ruled === undefined ? found : ruled.code < 500 ? 'later' : 'refused'
  const kind = REPLIES[mailbox]
  return {
    parts,
    problem,
    exchanges,
    answering,
    mailbox,
    takesAddress,
    isRuled: ruled !== undefined,
    status:
      ruled !== undefined
        ? codesIn(`${ruled.code} ${ruled.text}`)
        : answering === undefined || kind === undefined
          ? ''
          : statusOf(programAt(answering.machine), kind),
    role: ROLES.has(local),
  }
})
