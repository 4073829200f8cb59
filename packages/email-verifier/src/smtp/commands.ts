import { UnsendableText } from './smtp-errors.ts'

declare const written: unique symbol

/** One command line with its line ending. Only this file creates commands, so no other text can be sent. */
export type Command = string & { readonly [written]: true }

// Control characters, line and paragraph separators, lone surrogates, and the brackets that end a path.
const neverSent = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}<>]/u
const notAscii = /[^\0-\x7f]/
const quoted = /^"(?:[^"\\]|\\.)*"$/
// Characters that are allowed only in quotes (RFC 5321, section 4.1.2); `@` and `:` would make a source route.
const special = /[\s"(),:;@[\\\]]/
// A domain name or an address literal (RFC 5321, sections 4.1.1.1 and 4.1.3).
const name = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[A-Za-z0-9.:-]+\])$/
// RFC 5321, sections 4.5.3.1.3 and 4.5.3.1.4, in octets; the path includes its brackets, the line its ending.
const longestPath = 256
const longestLine = 512

const line = (text: string): Command => {
  const command = `${text}\r\n`
  if (Buffer.byteLength(command) > longestLine)
    throw new UnsendableText('too_long', 'The command is longer than 512 bytes.')
  // The only place where a text becomes a command.
  return command as Command
}

const path = (mailbox: string, smtpUtf8: boolean): string => {
  const at = mailbox.lastIndexOf('@')
  const localPart = mailbox.slice(0, at)
  const domain = mailbox.slice(at + 1)
  if (neverSent.test(mailbox) || at < 1 || domain === '' || /[\s"]/.test(domain))
    throw new UnsendableText('characters', 'The address has characters that can’t be sent to a mail server.')
  if (special.test(localPart) && !quoted.test(localPart))
    throw new UnsendableText('characters', 'The address has characters that are allowed only in quotes.')
  if (notAscii.test(mailbox) && !smtpUtf8)
    throw new UnsendableText(
      'needs_smtputf8',
      'The address has letters outside ASCII, which the server doesn’t accept.',
    )
  if (Buffer.byteLength(mailbox) + 2 > longestPath)
    throw new UnsendableText('too_long', 'The address is longer than 254 bytes.')
  return `<${mailbox}>`
}

const host = (helo: string): string => {
  if (!name.test(helo))
    throw new UnsendableText('characters', 'The name for EHLO is neither a host name nor an address.')
  return helo
}

/** Returns whether a text needs SMTPUTF8 because it contains non-ASCII characters (RFC 6531). */
export const needsSmtpUtf8 = (text: string): boolean => notAscii.test(text)

/**
 * The writers of the commands that a verification needs, and of no others (RFC 5321, section 4.1.1). Each throws `UnsendableText` for
 * characters that would end the line or the path early (CR, LF, NUL and other controls, `<`, `>`), for text longer than servers must
 * accept, and for non-ASCII letters unless the server offers SMTPUTF8.
 */
export const commands = {
  ehlo: (helo: string): Command => line(`EHLO ${host(helo)}`),
  helo: (helo: string): Command => line(`HELO ${host(helo)}`),
  /** Writes STARTTLS (RFC 3207). */
  startTls: (): Command => line('STARTTLS'),
  /** Writes MAIL. `''` is the empty reverse-path (RFC 5321, section 4.5.5). SMTPUTF8 adds the parameter of RFC 6531, section 3.4. */
  mailFrom: (sender: string, smtpUtf8 = false): Command =>
    line(`MAIL FROM:${sender === '' ? '<>' : path(sender, smtpUtf8)}${smtpUtf8 ? ' SMTPUTF8' : ''}`),
  rcptTo: (recipient: string, smtpUtf8 = false): Command => line(`RCPT TO:${path(recipient, smtpUtf8)}`),
  rset: (): Command => line('RSET'),
  quit: (): Command => line('QUIT'),
} as const
