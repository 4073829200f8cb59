import { randomBytes } from 'node:crypto'
import { judgeMail, type MailDelivery, type MailVerdict, writeVerdict } from '@netbox/core'
import { mailHostAt } from '@netbox/core/dns'
import { askMessage } from './ask-mail.ts'
import type { Input } from '../tcp/read-input.ts'
import { type Connection, serverFor } from './mail-session.ts'
import { contentOf } from './message-content.ts'
import { readMessage } from './read-message.ts'
import { verifySignature } from './verify-signature.ts'

// The limit of Exim, in octets. A verdict takes a time that grows with the header.
const LONGEST_HEADER = 1_048_576

const headerLengthOf = (octets: Buffer): number => {
  const end = octets.indexOf('\r\n\r\n')
  return end < 0 ? octets.length : end
}

/** Returns the lines that a server adds at the top of a message that it accepts (RFC 5321, section 4.4; RFC 3848). */
const traceOf = (
  { session, isExtended, isSecure, user }: Connection,
  { client, helo, from }: MailDelivery,
  id: string,
  verdict: MailVerdict,
): string => {
  const { greetingName } = mailHostAt(session.world(), session.names[0])
  const protocol = `${isExtended ? 'E' : ''}SMTP${isSecure ? 'S' : ''}${user === undefined ? '' : 'A'}`
  const date = new Date(session.time()).toUTCString().replace('GMT', '+0000')
  const results = writeVerdict(verdict, greetingName, from)
  return `Return-Path: <${from}>\r\nAuthentication-Results: ${results}\r\nReceived: from ${helo} ([${client}])\r\n\tby ${greetingName} with ${protocol} id ${id};\r\n\t${date}\r\n`
}

/** Decides on a message, and stores it if the server accepts it. Returns the reply. */
const decide = (connection: Connection, octets: Buffer | 'too-large', id: string): string => {
  const { session, address, isSecure, say, helo = '', user, from = '' } = connection
  const { world, names, port, note } = session
  const to = [...connection.to.values()]
  const answer = (reply: string, question = `message for ${to.join(', ')}`): string => {
    note(question, reply)
    return reply
  }
  if (octets === 'too-large') return answer(say('tooLarge'))
  if (headerLengthOf(octets) > LONGEST_HEADER) return answer(say('longHeader'))
  const stored = answer(say('stored', { id }))
  const delivery = { client: address, helo, from, text: octets.toString('latin1'), tls: isSecure }
  const verdict = judgeMail(world(), delivery, verifySignature)
  // A user who has signed in is no other server, so the policy does not apply.
  const isEnforced = user === undefined && to.some((one) => mailHostAt(world(), serverFor(session, one)).enforcesDmarc)
  const { domain, disposition } = verdict.dmarc
  if (isEnforced && disposition === 'reject') return answer(say('dmarc', { given: domain ?? '' }), `DMARC of ${domain}`)
  const at = new Date(session.time()).toISOString()
  const text = octets.toString('utf8')
  const message = { from, to, text, at, host: names[0], port, tls: isSecure, user, verdict, ...contentOf(octets) }
  session.keep(message, traceOf(connection, delivery, id, verdict), octets)
  return stored
}

/** Reads a message and decides on it. Resolves with the reply; undefined if the input ends before the message. */
export const receiveMessage = async (connection: Connection, input: Input): Promise<string | undefined> => {
  const { size } = mailHostAt(connection.session.world(), connection.session.names[0])
  const octets = await readMessage(input, size)
  if (octets === undefined) return undefined
  if (octets !== 'too-large') askMessage(connection, octets, (other, given) => decide(other, given, ''))
  return decide(connection, octets, randomBytes(8).toString('hex'))
}
