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

/**
 * Returns the mailbox of an address, in lower case and without quotes: `"postmaster"@mail.example` is the same mailbox as
 * `postmaster@mail.example` (RFC 5321, section 4.1.2). `postmaster` may have no domain.
 */
export const mailboxOf = (address: string): { readonly local: string; readonly domain: string } => {
  const at = address.lastIndexOf('@')
  const [local, domain] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
  const plain = /^".*"$/.test(local) ? local.slice(1, -1).replaceAll(/\\(.)/g, '$1') : local
  return { local: plain.toLowerCase(), domain: domain.toLowerCase() }
}

/** Returns whether a recipient is the postmaster of the server itself, whom every server accepts (RFC 5321, section 4.5.1). */
const isPostmaster = (address: string): boolean => address.toLowerCase() === 'postmaster'

/** Returns a reply of the host, with the text that its software uses. */
export const replyOf = (world: World, host: string, kind: MailReplyKind, details?: MailReplyDetails): Reply => {
  const reply = mailReplyOf(world, host, kind, details)
  return { code: Number(reply.slice(0, 3)), text: reply.slice(4) }
}

/** Returns the reply with which the host refuses a recipient; undefined if it accepts the recipient. `smtp-test` shows the same text. */
export const refusalOf = (
  world: World,
  host: string,
  { greylist, now }: { readonly greylist: Greylist; readonly now: number },
  { client, from, to }: Attempt,
): Reply | undefined => {
  if (isPostmaster(to)) return undefined
  const recipient = mailboxOf(to)
  const first = acceptanceOf(world, host, recipient)
  if (first === 'not-served') return replyOf(world, host, 'relay', { to })
  if (first === 'refused') return replyOf(world, host, 'unknown', { to })
  if (first !== 'later') return undefined
  const triplet = [client, from, to] as const
  if (!greylist.knows(triplet, now))
    return replyOf(world, host, 'greylisted', { to, wait: greylist.left(triplet, now) })
  return acceptanceOf(world, host, { ...recipient, known: true }) === 'refused'
    ? replyOf(world, host, 'unknown', { to })
    : undefined
}
