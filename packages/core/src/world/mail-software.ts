import { isV6 } from './addresses.ts'
import type { MailServer } from './mail.ts'

/** The mail programs of the simulated internet, as their banners call them. */
export const MAIL_PROGRAMS = ['Postfix', 'Postfix', 'Exim 4.96', 'Sendmail 8.18.1'] as const

/** Is the name of a mail program. */
export type MailProgram = (typeof MAIL_PROGRAMS)[number]

/** What a mail program says, word by word. Braces hold what differs from one dialogue to the next. */
interface Software {
  readonly banner: string
  /** Keywords of the EHLO reply in the program's order; SIZE, STARTTLS and AUTH stand where they come in. */
  readonly extensions: readonly string[]
  /** Whether a submission port asks for AUTH at MAIL already, not at RCPT. */
  readonly asksAtMail: boolean
  readonly replies: Readonly<Record<MailReplyKind, string>>
}

/**
 * Names a reply of a mail server: to EHLO (`hello`), to STARTTLS, to MAIL (`sender`), to RCPT (`recipient`, `unknown`, `relay`,
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

// Programs as they ship, with TLS and SASL; greylisting as postgrey, an Exim ACL and milter-greylist word it.
const SOFTWARE: Readonly<Record<MailProgram, Software>> = {
  Postfix: {
    banner: 'Postfix',
    // prettier-ignore
    extensions: ['PIPELINING', 'SIZE', 'VRFY', 'ETRN', 'STARTTLS', 'AUTH', 'ENHANCEDSTATUSCODES', '8BITMIME', 'DSN', 'SMTPUTF8', 'CHUNKING'],
    asksAtMail: false,
    replies: {
      hello: '250 {host}',
      startTls: '220 2.0.0 Ready to start TLS',
      sender: '250 2.1.0 Ok',
      recipient: '250 2.1.5 Ok',
      unknown: '550 5.1.1 <{to}>: Recipient address rejected: User unknown in local recipient table',
      relay: '554 5.7.1 <{to}>: Relay access denied',
      greylisted: '450 4.2.0 <{to}>: Recipient address rejected: Greylisted for {wait} seconds',
      signIn: '554 5.7.1 <{to}>: Recipient address rejected: Access denied',
      stored: '250 2.0.0 Ok: queued as {id}',
      tooLarge: '552 5.3.4 Error: message file too big',
      bye: '221 2.0.0 Bye',
    },
  },
  // It writes no enhanced status codes of its own and does not announce them.
  'Exim 4.96': {
    banner: 'Exim 4.96 {date}',
    extensions: ['SIZE', '8BITMIME', 'PIPELINING', 'PIPECONNECT', 'AUTH', 'CHUNKING', 'STARTTLS', 'PRDR', 'HELP'],
    asksAtMail: false,
    replies: {
      hello: '250 {host} Hello {client}',
      startTls: '220 TLS go ahead',
      sender: '250 OK',
      recipient: '250 Accepted',
      unknown: '550 Unrouteable address',
      relay: '550 relay not permitted',
      greylisted: '451 Greylisted, please try again in {wait} seconds',
      signIn: '550 Authentication required',
      stored: '250 OK id={id}',
      tooLarge: '552 Message size exceeds maximum permitted',
      bye: '221 {host} closing connection',
    },
  },
  'Sendmail 8.18.1': {
    banner: 'Sendmail 8.18.1/8.18.1; {date}',
    // prettier-ignore
    extensions: ['ENHANCEDSTATUSCODES', 'PIPELINING', 'EXPN', 'VERB', '8BITMIME', 'SIZE', 'DSN', 'ETRN', 'AUTH', 'STARTTLS', 'DELIVERBY', 'HELP'],
    asksAtMail: true,
    replies: {
      hello: '250 {host} Hello {client}, pleased to meet you',
      startTls: '220 2.0.0 Ready to start TLS',
      sender: '250 2.1.0 <{from}>... Sender ok',
      recipient: '250 2.1.5 <{to}>... Recipient ok',
      unknown: '550 5.1.1 <{to}>... User unknown',
      relay: '550 5.7.1 <{to}>... Relaying denied',
      greylisted: '451 4.7.1 Greylisting in action, please come back in {clock}',
      signIn: '530 5.7.0 Authentication required',
      stored: '250 2.0.0 {id} Message accepted for delivery',
      tooLarge: '552 5.2.3 Message exceeds maximum fixed size ({size})',
      bye: '221 2.0.0 {host} closing connection',
    },
  },
}

/** Is what a reply may name; `wait` in seconds, `size` in bytes. */
export interface MailReplyDetails {
  readonly host?: string
  readonly client?: string
  readonly from?: string
  readonly to?: string
  readonly wait?: number
  readonly id?: string
  readonly size?: number
}

const clockOf = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

const fill = (text: string, values: Readonly<Record<string, string | number | undefined>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))

/** Writes a reply as a program words it: code, enhanced status code (RFC 3463) where it has one, and text. */
export const mailReply = (program: MailProgram, kind: MailReplyKind, details: MailReplyDetails = {}): string =>
  fill(SOFTWARE[program].replies[kind], { ...details, clock: clockOf(details.wait ?? 0) })

/** Gives the codes with which a program begins a reply: `550 5.1.1`, or `550` without an enhanced one. */
export const statusOf = (program: MailProgram, kind: MailReplyKind): string =>
  /^\d{3}(?: \d\.\d+\.\d+)?/.exec(SOFTWARE[program].replies[kind])?.[0] ?? ''

/** Tells whether a program asks for AUTH when it hears MAIL, and not before RCPT. */
export const asksAtMail = (program: MailProgram): boolean => SOFTWARE[program].asksAtMail

/** Gives what a program puts behind `ESMTP` in its greeting at an instant. */
export const bannerOf = (program: MailProgram, at: number): string => {
  const date = new Date(at).toUTCString()
  return fill(SOFTWARE[program].banner, { date: program === 'Exim 4.96' ? date.replace('GMT', '+0000') : date })
}

/**
 * Gives the lines of a server's EHLO reply after the first, in its program's order. AUTH comes once the connection is encrypted,
 * or where it never will be.
 */
export const extensionsOf = (
  { software, size, tls, authentication }: Pick<MailServer, 'software' | 'size' | 'tls' | 'authentication'>,
  isEncrypted: boolean,
): string[] =>
  SOFTWARE[software].extensions.flatMap((keyword) => {
    if (keyword === 'SIZE') return [`SIZE ${size}`]
    if (keyword === 'STARTTLS') return tls && !isEncrypted ? [keyword] : []
    if (keyword === 'AUTH') return tls && !isEncrypted ? [] : [`AUTH ${authentication.join(' ')}`]
    return [keyword]
  })

/** Writes a client as EHLO replies name it: its name where it gave one, and its address in brackets (RFC 5321, section 4.1.3). */
export const clientName = (address: string, name = ''): string =>
  `${name} [${isV6(address) ? 'IPv6:' : ''}${address}]`.trim()
