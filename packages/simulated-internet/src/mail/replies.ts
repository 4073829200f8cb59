import {
  acceptanceOf,
  mailHostAt,
  type MailReplyDetails,
  type MailReplyKind,
  mailReplyOf,
  queryDns,
  type World,
  worldAnswering,
} from '@netbox/core/dns'
import type { Greylist } from './greylist.ts'

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

/** Returns the mail servers of a domain, in the order in which senders try them. DNS faults of the world don't matter. */
export const mailServersOf = (world: World, domain: string): string[] =>
  queryDns(worldAnswering(world, []), domain, 'MX', { validates: false, tries: 1000 }).records.map(
    ({ exchange }) => exchange,
  )

/** Returns whether a recipient is the postmaster of the server itself, whom every server accepts (RFC 5321, section 4.5.1). */
const isPostmaster = (address: string): boolean => address.toLowerCase() === 'postmaster'

/**
 * The replies of a session that no tool shows: the words of Postfix, Exim and Sendmail. With one text, all have it, but only Postfix writes
 * `Error:`, and Exim no enhanced status code (RFC 3463). `%s` stands for a part of the command.
 */
const REPLIES = {
  ok: ['250 2.0.0 Ok', '250 OK', '250 2.0.0 OK'],
  reset: ['250 2.0.0 Ok', '250 Reset OK', '250 2.0.0 Reset state'],
  VRFY: [
    '252 2.0.0 %s',
    '252 Administrative prohibition',
    '252 2.5.2 Cannot VRFY user; try RCPT to attempt delivery (or try finger)',
  ],
  ETRN: ['459 <%s>: service unavailable', undefined, '250 2.0.0 Queuing for node %s started'],
  EXPN: ['502 5.7.0 Sorry, we do not allow this operation'],
  VERB: ['502 5.7.0 Verbose unavailable'],
  HELP: [
    '214 This is sendmail',
    '214 Commands supported: AUTH STARTTLS HELO EHLO MAIL RCPT DATA NOOP QUIT RSET HELP',
    '214 This is sendmail',
  ],
  data: [
    '354 End data with <CR><LF>.<CR><LF>',
    '354 Enter message, ending with "." on a line by itself',
    '354 End data with <CR><LF>.<CR><LF>',
  ],
  unknownCommand: [
    '500 5.5.2 Error: command not recognized',
    '500 unrecognized command',
    '500 5.5.2 Command unrecognized',
  ],
  syntax: ['501 5.5.4 Error: Syntax: %s'],
  badName: ['501 5.5.4 Error: Bad hostname syntax'],
  badSender: ['501 5.5.4 Error: Bad sender address syntax'],
  badRecipient: ['501 5.5.4 Error: Bad recipient address syntax'],
  badParameter: ['501 5.5.4 Error: Bad %s parameter syntax'],
  unknownParameter: [
    '555 5.5.4 Unsupported option: %s',
    '555 %s parameter unrecognized',
    '555 5.5.4 %s parameter unrecognized',
  ],
  needHello: [
    '503 5.5.1 Error: send HELO/EHLO first',
    '503 HELO or EHLO required',
    '503 5.5.1 Polite people say HELO first',
  ],
  needSender: ['503 5.5.1 Error: need MAIL command', '503 sender not yet given', '503 5.5.1 Need MAIL before RCPT'],
  needRecipient: [
    '503 5.5.1 Error: need RCPT command',
    '503 valid RCPT command must precede DATA',
    '503 5.5.1 Need RCPT (recipient)',
  ],
  hasSender: ['503 5.5.1 Error: nested MAIL command', '503 sender already given', '503 5.5.1 Sender already specified'],
  tooManyRecipients: ['452 4.5.3 Error: too many recipients'],
  longHeader: ['552 5.3.4 Message header size exceeds limit'],
  dmarc: ['550 5.7.1 Rejected by the DMARC policy of %s'],
  hasTls: ['503 5.5.1 Error: TLS already active'],
  needTls: ['538 5.7.11 Error: Must issue a STARTTLS command first'],
  hasUser: ['503 5.5.1 Error: No identity changes permitted'],
  unknownMechanism: ['504 5.5.4 Error: Unrecognized authentication type'],
  cancelled: ['501 5.5.4 Authentication aborted'],
  badCredentials: ['501 5.5.4 Error: invalid userdata'],
  signedIn: ['235 2.7.0 Authentication successful', '235 Authentication succeeded', '235 2.7.0 OK Authenticated'],
  unknownUser: [
    '535 5.7.8 Authentication failed',
    '535 Incorrect authentication data',
    '535 5.7.8 authentication failed',
  ],
  tooSoon: ['421 4.3.2 %s You talk too soon'],
  tooManyUnknown: ['421 4.3.2 Error: too many unrecognized commands'],
  longLine: ['421 4.3.2 Error: Command line too long'],
  http: ['421 4.3.2 HTTP requests not allowed'],
  timeout: ['421 4.3.2 Timeout - closing connection'],
} as const satisfies Readonly<Record<string, readonly [string, exim?: string | undefined, sendmail?: string]>>

/** The kind of a reply that no tool shows. */
type SessionReplyKind = keyof typeof REPLIES

/** The kind of a reply. */
export type ReplyKind = MailReplyKind | SessionReplyKind

const isSessionReply = (kind: ReplyKind): kind is SessionReplyKind => kind in REPLIES

/** Returns a reply in the words of the host's software. `given` is the part of a command that the reply quotes. */
export const replyOf = (
  world: World,
  host: string,
  kind: ReplyKind,
  details: MailReplyDetails & { readonly given?: string } = {},
): string => {
  if (!isSessionReply(kind)) return mailReplyOf(world, host, kind, details)
  const { software } = mailHostAt(world, host)
  const [postfix, exim, sendmail]: readonly (string | undefined)[] = REPLIES[kind]
  const common = (postfix ?? '').replace(' Error:', '')
  const words = software.startsWith('Exim')
    ? (exim ?? common.replace(/(?<=^\d{3}) \d\.\d+\.\d+/, ''))
    : software.startsWith('Sendmail')
      ? (sendmail ?? common)
      : (postfix ?? '')
  return words.replace('%s', () => details.given ?? '')
}

/** Returns the reply with which the host refuses a recipient; undefined if it accepts the recipient. `smtp-test` shows the same text. */
export const refusalOf = (
  world: World,
  host: string,
  { greylist, now }: { readonly greylist: Greylist; readonly now: number },
  { client, from, to }: Attempt,
): string | undefined => {
  if (isPostmaster(to)) return undefined
  const recipient = mailboxOf(to)
  const first = acceptanceOf(world, host, recipient)
  if (first === 'not-served') return replyOf(world, host, 'relay', { to })
  if (first === 'refused') return replyOf(world, host, 'unknown', { to })
  if (first !== 'later') return undefined
  const triplet = [client, from, to] as const
  const wait = greylist.left(triplet, now, mailHostAt(world, host).greylistWait)
  if (wait > 0) return replyOf(world, host, 'greylisted', { to, wait })
  return acceptanceOf(world, host, { ...recipient, known: true }) === 'refused'
    ? replyOf(world, host, 'unknown', { to })
    : undefined
}
