import { ToolError } from '../errors/tool-error.ts'
import { invalidSeed } from '../errors/world-errors.ts'
import { isSeed } from '../inputs/inputs.ts'
import { checkAddress, type Mailbox } from './check-address.ts'
import type { AddressParts } from '../inputs/email-address.ts'
import { mailboxExists } from '../world/mail/mailboxes.ts'
import { createWorld, type World } from '../world/world.ts'

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
  if (!isSeed(seed)) throw new ToolError(invalidSeed)
  const world = createWorld(seed, 0)
  const { parts, exchanges, answering, mailbox } = checkAddress(world, email)
  const state = mailbox === 'later' && known ? knownStateOf(world, parts) : mailbox
  return { state, exchanges: exchanges.map(({ exchange }) => exchange), answering: answering?.exchange }
}

const knownStateOf = (world: World, { domain, local }: AddressParts): Mailbox =>
  mailboxExists(world, domain, local.toLowerCase()) ? 'exists' : 'refused'
