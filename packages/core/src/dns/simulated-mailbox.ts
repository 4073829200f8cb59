import { openWorld } from '../runs/open-world.ts'
import { checkAddress, type Mailbox } from '../tools/email/email-validation.checks.ts'
import type { AddressParts } from '../tools/email/email-validation.syntax.ts'
import { mailboxExists } from '../world/mail/mailboxes.ts'
import type { World } from '../world/world.ts'

/**
 * The state of a mailbox according to a simulated mail server: it exists, the server refuses it, the server accepts any name, or the server
 * greylists the sender. One more state means that no server was contacted.
 */
export type SimulatedMailboxState = Mailbox

/** A mailbox of a simulated internet. */
export type SimulatedMailbox = {
  readonly state: SimulatedMailboxState
  /** The mail servers of the domain in the order in which senders try them; empty if the domain has none. */
  readonly exchanges: readonly string[]
  /** The first of these mail servers that answers. */
  readonly answering: string | undefined
}

/**
 * Looks up a mailbox in the simulated internet of a seed. The tools show the same facts: `email-validation` gives the same result, and the
 * MX records contain the same mail servers. A greylisting server tells a `known` sender whether the mailbox exists.
 *
 * @throws ToolError for an invalid seed
 *
 * @example
 * import { simulatedMailbox } from '@netbox/core/dns'
 * simulatedMailbox('postmaster@example.com', { seed: 'k3f9' }).state // => 'exists'
 */
export function simulatedMailbox(
  email: string,
  { seed, known = false }: { readonly seed: string; readonly known?: boolean },
): SimulatedMailbox {
  const { world } = openWorld({ seed, at: 0 }, () => 0)
  const { parts, exchanges, answering, mailbox } = checkAddress(world, email)
  const state = mailbox === 'later' && known ? knownStateOf(world, parts) : mailbox
  return { state, exchanges: exchanges.map(({ exchange }) => exchange), answering: answering?.exchange }
}

const knownStateOf = (world: World, { domain, local }: AddressParts): Mailbox =>
  mailboxExists(world, domain, local.toLowerCase()) ? 'exists' : 'refused'
