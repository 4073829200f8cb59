import type { Config } from '../config/config.ts'
import { createTransport } from 'nodemailer'
import { parseSender } from '../config/settings.ts'
import { SECOND } from '../clock.ts'
import { parseEmailAddress } from '../email-address.ts'

/** A message as text, before its transport encoding. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A sender of messages. */
export interface Mailer {
  /**
   * Sends a message. The id determines the Message-ID, which identifies a second try as the same message. Rejects if the server did not
   * accept it.
   */
  send(message: Message, id: string): Promise<void>
  close(): void
}

/** The mail server, and the sender address. */
export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…` */
  readonly url: string
  /** `name@host` or `Name <name@host>` */
  readonly from: string
  /** Whether to send mail only over TLS. Default: false. */
  readonly requiresTls?: boolean
}

/** Creates the mailer that sends mail through an SMTP server, with TLS if the server offers it. */
export const createSmtpMailer = ({ url, from, requiresTls = false }: SmtpOptions): Mailer => {
  const sender = parseSender(from)
  if (sender === undefined) throw new TypeError('MAIL_FROM must be an address')
  const { name, address, host } = sender
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: requiresTls,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    dnsTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message, id) => {
      // The address is checked again here, so that it can never be read as two addresses or add a line to a header.
      const to = parseEmailAddress(message.to)
      if (to === undefined) throw new TypeError('The recipient is not an address')
      await transport.sendMail({
        from: { name, address },
        to: { name: '', address: to.email },
        subject: message.subject.replaceAll(/\p{Cc}+/gu, ' '),
        text: message.text,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        envelope: { from: address, to: [to.email] },
      })
    },
    close: () => transport.close(),
  }
}

/** Opens the configured mail server; undefined if there is none. */
export const openMailer = ({ smtpUrl: url, ...options }: Config['mail']): Mailer | undefined =>
  url === undefined ? undefined : createSmtpMailer({ url, ...options })
