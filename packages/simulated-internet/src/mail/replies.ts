import { acceptanceOf, mailReplyOf, type MailReplyDetails, type MailReplyKind, type World } from '@netbox/core/dns'
import type { Greylist } from './greylist.ts'

/** A reply in two parts, as smtp-server expects it. */
export interface Reply {
  readonly code: number
  /** The text, after an enhanced status code (RFC 3463) if the host's software sends one. */
  readonly text: string
}

/** The client, sender and recipient of a delivery. */
export interface Attempt {
  /** The client's address. */
  readonly client: string
  readonly from: string
  readonly to: string
}

/** Returns a reply of the host, with the text that its software uses. */
export const replyOf = (world: World, host: string, kind: MailReplyKind, details?: MailReplyDetails): Reply => {
  const reply = mailReplyOf(world, host, kind, details)
  return { code: Number(reply.slice(0, 3)), text: reply.slice(4) }
}

/** Returns the reply with which the host refuses a recipient; undefined if it accepts the recipient. `smtp-test` shows the same text. */
export const refusalOf = (
  world: World,
  host: string,
  greylist: Greylist,
  { client, from, to }: Attempt,
): Reply | undefined => {
  const at = to.lastIndexOf('@')
  const recipient = { local: to.slice(0, at).toLowerCase(), domain: to.slice(at + 1).toLowerCase() }
  const first = acceptanceOf(world, host, recipient)
  if (first === 'not-served') return replyOf(world, host, 'relay', { to })
  if (first === 'refused') return replyOf(world, host, 'unknown', { to })
  if (first !== 'later') return undefined
  const triplet = [client, from, to] as const
  if (!greylist.knows(triplet, world.at))
    return replyOf(world, host, 'greylisted', { to, wait: greylist.left(triplet, world.at) })
  return acceptanceOf(world, host, { ...recipient, known: true }) === 'refused'
    ? replyOf(world, host, 'unknown', { to })
    : undefined
}
