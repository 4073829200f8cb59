import { openWorld } from '../runs/open-world.ts'
import { checkAddress, type Mailbox } from '../tools/email/email-validation.checks.ts'

/**
 * Names what a simulated mail server says of a mailbox: it exists, is refused, any name is accepted, later (greylisted),
 * or no server was asked.
 */
export type SimulatedMailboxState = Mailbox

/** Is a mailbox of a simulated internet. */
export type SimulatedMailbox = {
  readonly state: SimulatedMailboxState
  /** The mail exchanges of the domain in the order in which senders try them; empty where the domain is none. */
  readonly exchanges: readonly string[]
  /** The first of them that answers. */
  readonly answering: string | undefined
}

/**
 * Looks a mailbox up in the simulated internet of a seed. The tools agree: the email validation says the same of the
 * address, the MX records name the same exchanges.
 *
 * @throws ToolError for a seed that is none
 *
 * @example
 * import { simulatedMailbox } from '@netbox/core/dns'
 * simulatedMailbox('postmaster@example.com', { seed: 'k3f9' }).state // => 'exists'
 */
export function simulatedMailbox(email: string, { seed }: { readonly seed: string }): SimulatedMailbox {
  const { world } = openWorld({ seed, at: 0 }, () => 0)
  const { exchanges, answering, mailbox } = checkAddress(world, email)
  return { state: mailbox, exchanges: exchanges.map(({ exchange }) => exchange), answering: answering?.exchange }
}
