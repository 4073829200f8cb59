import { formatMailDate } from '../../protocols/mail-date.ts'
import { isV6 } from '../../foundation/addresses.ts'

/** The mail server software of the simulated internet, as named in banners. */
export const MAIL_PROGRAMS = ['Postfix', 'Postfix', 'Exim 4.96', 'Sendmail 8.18.1'] as const

/** The name of mail server software. */
export type MailProgram = (typeof MAIL_PROGRAMS)[number]

/** The exact replies of mail server software. */
interface Software {
  readonly banner: (at: number) => string
  /** Keywords of the EHLO reply in the software's order, with placeholders for SIZE, STARTTLS and AUTH. */
  readonly extensions: readonly string[]
  /** Whether a submission port requires AUTH before MAIL rather than before RCPT. */
  readonly asksAtMail: boolean
  readonly replies: Readonly<Record<MailReplyKind, (details: Details) => string>>
}

/**
 * The kind of a mail server's reply: to EHLO (`hello`), to STARTTLS, to MAIL (`sender`), to RCPT (`recipient`, `unknown`, `relay`,
 * `greylisted`, `signIn`), to a message (`stored`, `tooLarge`) and to QUIT.
 */
export type MailReplyKind =
  | 'hello'
  | 'startTls'
  | 'sender'
  | 'recipient'
  | 'unknown'
  | 'relay'
  | 'greylisted'
  | 'signIn'
  | 'stored'
  | 'tooLarge'
  | 'bye'

/** The values that a reply may contain; `wait` in seconds, `size` in bytes. */
export interface MailReplyDetails {
  readonly host?: string
  readonly client?: string
  readonly from?: string
  readonly to?: string
  readonly wait?: number
  readonly id?: string
  readonly size?: number
}

type Details = Required<MailReplyDetails>

const clockOf = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

// Default configurations, with TLS and SASL; greylisting replies as in postgrey, an Exim ACL and milter-greylist.
const SOFTWARE: Readonly<Record<MailProgram, Software>> = {
  Postfix: {
    banner: () => 'Postfix',
    // prettier-ignore
    extensions: ['PIPELINING', 'SIZE', 'VRFY', 'ETRN', 'STARTTLS', 'AUTH', 'ENHANCEDSTATUSCODES', '8BITMIME', 'DSN', 'SMTPUTF8', 'CHUNKING'],
    asksAtMail: false,
    replies: {
      hello: ({ host }) => `250 ${host}`,
      startTls: () => '220 2.0.0 Ready to start TLS',
      sender: () => '250 2.1.0 Ok',
      recipient: () => '250 2.1.5 Ok',
      unknown: ({ to }) => `550 5.1.1 <${to}>: Recipient address rejected: User unknown in local recipient table`,
      relay: ({ to }) => `554 5.7.1 <${to}>: Relay access denied`,
      greylisted: ({ to, wait }) => `450 4.2.0 <${to}>: Recipient address rejected: Greylisted for ${wait} seconds`,
      signIn: ({ to }) => `554 5.7.1 <${to}>: Recipient address rejected: Access denied`,
      stored: ({ id }) => `250 2.0.0 Ok: queued as ${id}`,
      tooLarge: () => '552 5.3.4 Error: message file too big',
      bye: () => '221 2.0.0 Bye',
    },
  },
  // Exim writes no enhanced status codes and does not announce them.
  'Exim 4.96': {
    banner: (at) => `Exim 4.96 ${formatMailDate(at)} +0000`,
    extensions: ['SIZE', '8BITMIME', 'PIPELINING', 'PIPECONNECT', 'AUTH', 'CHUNKING', 'STARTTLS', 'PRDR', 'HELP'],
    asksAtMail: false,
    replies: {
      hello: ({ host, client }) => `250 ${host} Hello ${client}`,
      startTls: () => '220 TLS go ahead',
      sender: () => '250 OK',
      recipient: () => '250 Accepted',
      unknown: () => '550 Unrouteable address',
      relay: ({ to }) => (/[%!].*@/.test(to) ? '550 restricted characters in address' : '550 relay not permitted'),
      greylisted: ({ wait }) => `451 Greylisted, please try again in ${wait} seconds`,
      signIn: () => '550 Authentication required',
      stored: ({ id }) => `250 OK id=${id}`,
      tooLarge: () => '552 Message size exceeds maximum permitted',
      bye: ({ host }) => `221 ${host} closing connection`,
    },
  },
  'Sendmail 8.18.1': {
    banner: (at) => `Sendmail 8.18.1/8.18.1; ${formatMailDate(at)} GMT`,
    // prettier-ignore
    extensions: ['ENHANCEDSTATUSCODES', 'PIPELINING', 'EXPN', 'VERB', '8BITMIME', 'SIZE', 'DSN', 'ETRN', 'AUTH', 'STARTTLS', 'DELIVERBY', 'HELP'],
    asksAtMail: true,
    replies: {
      hello: ({ host, client }) => `250 ${host} Hello ${client}, pleased to meet you`,
      startTls: () => '220 2.0.0 Ready to start TLS',
      sender: ({ from }) => `250 2.1.0 <${from}>... Sender ok`,
      recipient: ({ to }) => `250 2.1.5 <${to}>... Recipient ok`,
      unknown: ({ to }) => `550 5.1.1 <${to}>... User unknown`,
      relay: ({ to }) => `550 5.7.1 <${to}>... Relaying denied`,
      greylisted: ({ wait }) => `451 4.7.1 Greylisting in action, please come back in ${clockOf(wait)}`,
      signIn: () => '530 5.7.0 Authentication required',
      stored: ({ id }) => `250 2.0.0 ${id} Message accepted for delivery`,
      tooLarge: ({ size }) => `552 5.2.3 Message exceeds maximum fixed size (${size})`,
      bye: ({ host }) => `221 2.0.0 ${host} closing connection`,
    },
  },
}

/** Adds defaults for missing details. */
const complete = ({
  host = '',
  client = '',
  from = '',
  to = '',
  wait = 0,
  id = '',
  size = 0,
}: MailReplyDetails): Details => ({
  host,
  client,
  from,
  to,
  wait,
  id,
  size,
})

const NOTHING = /* @__PURE__ */ complete({})
const DOT = 46

/** Writes a reply in the words of the software: code, enhanced status code (RFC 3463) if it writes one, and text. */
export const mailReply = (program: MailProgram, kind: MailReplyKind, details: MailReplyDetails = {}): string =>
  SOFTWARE[program].replies[kind](complete(details))

/** Returns the codes at the start of the software's reply: `550 5.1.1`, or `550` without an enhanced one. */
export const statusOf = (program: MailProgram, kind: MailReplyKind): string => {
  const reply = SOFTWARE[program].replies[kind](NOTHING)
  return reply.slice(0, reply.charCodeAt(5) === DOT ? reply.indexOf(' ', 4) : 3)
}

/** Returns whether software requires AUTH before MAIL rather than before RCPT. */
export const asksAtMail = (program: MailProgram): boolean => SOFTWARE[program].asksAtMail

/** Returns whether software accepts addresses with non-ASCII letters (RFC 6531). */
export const takesUnicode = (program: MailProgram): boolean => SOFTWARE[program].extensions.includes('SMTPUTF8')

/** Returns the text after `ESMTP` in the software's greeting at a time. */
export const bannerOf = (program: MailProgram, at: number): string => SOFTWARE[program].banner(at)

/** The facts of a server that its EHLO reply shows. */
interface Announced {
  readonly software: MailProgram
  readonly tls: boolean
  readonly stripped: boolean
  readonly authentication: readonly string[]
  readonly size: number
}

/**
 * Returns the lines of a server's EHLO reply after the first, in its software's order. AUTH is offered on an encrypted connection, or if
 * the server offers no encryption.
 */
export const extensionsOf = (
  { software, size, tls, stripped, authentication }: Announced,
  isEncrypted: boolean,
): string[] => {
  const isOpen = tls && !isEncrypted
  const lines: string[] = []
  for (const keyword of SOFTWARE[software].extensions) {
    if (keyword === 'SIZE') lines.push(`SIZE ${size}`)
    else if (keyword === 'AUTH') {
      if (!isOpen) lines.push(`AUTH ${authentication.join(' ')}`)
    } else if (keyword !== 'STARTTLS' || (isOpen && !stripped)) lines.push(keyword)
  }
  return lines
}

/** Formats a client as in EHLO replies: its name, if it gave one, and its address in brackets (RFC 5321, section 4.1.3). */
export const clientName = (address: string, name = ''): string =>
  `${name} [${isV6(address) ? 'IPv6:' : ''}${address}]`.trim()
