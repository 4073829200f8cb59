import {
  acceptanceOf,
  type MailHost,
  type MailReplyDetails,
  type MailReplyKind,
  mailReplyOf,
  queryDns,
  type World,
  worldAnswering,
} from '@netbox/core/dns'
import type { SMTPServerAddress } from 'smtp-server'
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

/** Returns the mail servers of a domain, in the order in which senders try them. DNS faults of the world don't matter. */
export const mailServersOf = (world: World, domain: string): string[] =>
  queryDns(worldAnswering(world, []), domain, 'MX', { validates: false, tries: 1000 }).records.map(
    ({ exchange }) => exchange,
  )

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

// The parameters of MAIL and RCPT, by the extension that defines them (RFC 1870, 2852, 3461, 4954, 6152, 6531).
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  SIZE: ['SIZE'],
  '8BITMIME': ['BODY'],
  SMTPUTF8: ['SMTPUTF8'],
  AUTH: ['AUTH'],
  DSN: ['RET', 'ENVID', 'NOTIFY', 'ORCPT'],
  DELIVERBY: ['BY'],
}

/** Returns the reply to a parameter of no extension that the server announces (RFC 5321, section 4.1.1.11); undefined if there is none. */
export const parameterReply = (
  { args }: SMTPServerAddress,
  { software, encryptedExtensions }: Pick<MailHost, 'software' | 'encryptedExtensions'>,
): Reply | undefined => {
  const known = new Set(encryptedExtensions.flatMap((line) => PARAMETERS[line.split(' ')[0] ?? ''] ?? []))
  const unknown = Object.keys(args || {}).find((name) => !known.has(name))
  if (unknown === undefined) return undefined
  return {
    code: 555,
    text: software === 'Postfix' ? `Unsupported option: ${unknown}` : `${unknown} parameter unrecognized`,
  }
}

// The enhanced status codes (RFC 3463) of replies that smtp-server words.
const STATUS: Readonly<Record<number, string>> = {
  235: '2.7.0',
  250: '2.0.0',
  252: '2.0.0',
  421: '4.3.2',
  452: '4.5.3',
  454: '4.7.0',
  500: '5.5.2',
  501: '5.5.4',
  502: '5.5.1',
  503: '5.5.1',
  504: '5.5.4',
  530: '5.7.0',
  535: '5.7.8',
  538: '5.7.11',
  552: '5.3.4',
  555: '5.5.4',
}

/** The texts of software in place of those of smtp-server. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Postfix: {
    OK: 'Ok',
    Flushed: 'Ok',
  },
  'Exim 4.96': {
    Flushed: 'Reset OK',
    'See https://tools.ietf.org/html/rfc5321 for details':
      'Commands supported: AUTH STARTTLS HELO EHLO MAIL RCPT DATA NOOP QUIT RSET HELP',
    'Authentication successful': 'Authentication succeeded',
    'Authentication failed': 'Incorrect authentication data',
    'End data with <CR><LF>.<CR><LF>': 'Enter message, ending with "." on a line by itself',
    'Error: command not recognized': 'unrecognized command',
    'Error: send HELO/EHLO first': 'HELO or EHLO required',
    'Error: need MAIL command': 'sender not yet given',
    'Error: need RCPT command': 'valid RCPT command must precede DATA',
    'Error: nested MAIL command': 'sender already given',
  },
  'Sendmail 8.18.1': {
    Flushed: 'Reset state',
    'See https://tools.ietf.org/html/rfc5321 for details': 'This is sendmail',
    'Authentication successful': 'OK Authenticated',
    'Authentication failed': 'authentication failed',
    'Error: command not recognized': 'Command unrecognized',
    'Error: send HELO/EHLO first': 'Polite people say HELO first',
    'Error: need MAIL command': 'Need MAIL before RCPT',
    'Error: need RCPT command': 'Need RCPT (recipient)',
    'Error: nested MAIL command': 'Sender already specified',
  },
}

/** A command with the code and the text of its reply. */
type Command = readonly [name: string, code: number, text: (given: string) => string]

// The commands that software announces. smtp-server has none of them but VRFY.
export const COMMANDS: Readonly<Record<string, readonly Command[]>> = {
  Postfix: [
    ['VRFY', 252, (given) => given],
    ['ETRN', 459, (given) => `<${given}>: service unavailable`],
  ],
  'Exim 4.96': [['VRFY', 252, () => 'Administrative prohibition']],
  'Sendmail 8.18.1': [
    ['VRFY', 252, () => '2.5.2 Cannot VRFY user; try RCPT to attempt delivery (or try finger)'],
    ['EXPN', 502, () => '5.7.0 Sorry, we do not allow this operation'],
    ['ETRN', 250, (given) => `Queuing for node ${given} started`],
    ['VERB', 502, () => '5.7.0 Verbose unavailable'],
  ],
}
// Commands of smtp-server that the software of the world does not have.
export const UNKNOWN_COMMANDS = ['WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD'] as const

/** Words a reply of smtp-server as software does that sends enhanced status codes (RFC 2034), or as software that does not. */
export const wordReply = (code: number, text: string, { software, extensions }: MailHost): string => {
  const words = WORDS[software]?.[text] ?? (software === 'Postfix' ? text : text.replace(/^Error: /, ''))
  const status = STATUS[code]
  const isMarked = status === undefined || /^[245]\.\d+\.\d+ /.test(words)
  return isMarked || !extensions.includes('ENHANCEDSTATUSCODES') ? words : `${status} ${words}`
}
