import type { DialoguePlot } from '../../reports/plot.ts'
import type { Severity } from '../../reports/report.ts'
import { isAddress } from '../../foundation/addresses.ts'
import { addressAt } from '../../world/hosts/machine-at.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import type { MailRule } from '../../world/facts.ts'
import { PROBE_SENDER as SENDER, ruleForRecipient } from '../../world/mail/mail-rules.ts'
import type { MailServer } from '../../world/mail/mail.ts'
import { statedWaitOf } from '../../world/mail/mailboxes.ts'
import {
  asksAtMail,
  bannerOf,
  clientName,
  extensionsOf,
  mailReply,
  type MailReplyKind,
} from '../../world/mail/mail-software.ts'
import { between } from '../../foundation/mapping.ts'
import { firstLabelOf, zoneOf } from '../../foundation/names.ts'
import { CONNECT_TIMEOUT, retransmissionsTo, roundTripAt } from '../../world/hosts/reach.ts'
import { greetingName } from '../../world/hosts/reverse-names.ts'
import type { Overrides } from '../../world/decisions.ts'
import { handshakeOf } from '../../world/hosts/stated-hosts.ts'
import { entityOf, type World } from '../../world/world.ts'
import type { Endpoint } from '../../inputs/inputs.ts'

type Lines = DialoguePlot['lines']
type Line = Omit<Lines[number], 'at'> & { at: number }

const us = (text: string): Line => ({ from: 'us', text, severity: 'pass', at: 0 })
const them = (text: string, severity: Severity = 'pass'): Line => ({ from: 'them', text, severity, at: 0 })

/** Returns whether a port is for mail clients, which authenticate first (RFC 6409, RFC 8314). */
export const isSubmission = (port: number): boolean => port !== 25

/** Returns the rule that the recipient of the dialogue meets. */
export const dialogueRule = (world: World, host: string): MailRule | undefined =>
  ruleForRecipient(world, host, SENDER, recipientAt(world, host, greetingName(world, machineOf(world, host))))

/**
 * Returns a recipient for the dialogue with a host. The recipient's domain is always below .example or .test, even if the host, which the
 * user chose, is not.
 */
const recipientAt = (world: World, host: string, name: string): string => {
  const zone = zoneOf(isAddress(host) ? name : host)
  const domain = zone.endsWith('.example') || zone.endsWith('.test') ? zone : `${firstLabelOf(zone)}.example`
  return `nobody-${between(entityOf(world, 'smtp-test', host), 'recipient', 1000, 9999)}@${domain}`
}

const CLIENT = 'probe.netbox.example'
// The client's address, from TEST-NET-1 (RFC 5737), which no generated host uses.
const CLIENT_ADDRESS = '192.0.2.25'

/** Adds EHLO and its reply: all lines except the last have a dash after the code (RFC 5321, section 4.2.1). */
const addCapabilities = (lines: Line[], host: string, server: MailServer, isEncrypted: boolean): void => {
  const hello = mailReply(server.software, 'hello', { host, client: clientName(CLIENT_ADDRESS, CLIENT) })
  const extensions = extensionsOf(server, isEncrypted)
  lines.push(us(`EHLO ${CLIENT}`), them(`250-${hello.slice('250 '.length)}`))
  for (const [index, text] of extensions.entries()) {
    const severity = !isEncrypted && text.startsWith('AUTH ') ? 'critical' : 'pass'
    lines.push(them(`${index < extensions.length - 1 ? '250-' : '250 '}${text}`, severity))
  }
}

type Handshake = NonNullable<Overrides['handshake']>

const HANDSHAKES: Readonly<Record<Handshake, readonly [outcome: string, severity: Severity]>> = {
  completes: ['(TLS 1.3 agreed)', 'pass'],
  old: ['(TLS 1.1 agreed)', 'warning'],
  closes: ['(the server closes the connection)', 'critical'],
  'client-cert-required': ['(alert: certificate required)', 'critical'],
}

const fails = (handshake: Handshake): boolean => handshake === 'closes' || handshake === 'client-cert-required'

/** Returns whether the TLS handshake with a mail server fails, so that a client sees no sign-in methods. */
export const failsHandshake = (world: World, host: string): boolean => fails(handshakeOf(world, host))

/** Adds the lines up to the encrypted EHLO, or to the end of a failed handshake. Returns whether the connection goes on. */
const addIntroduction = (
  lines: Line[],
  host: string,
  port: number,
  server: MailServer,
  handshake: Handshake,
): boolean => {
  const isEncrypted = port === 465
  addCapabilities(lines, host, server, isEncrypted)
  if (isEncrypted || !server.tls || server.stripped) return true
  lines.push(
    us('STARTTLS'),
    them(mailReply(server.software, 'startTls')),
    us('(TLS handshake)'),
    them(...HANDSHAKES[handshake]),
  )
  if (fails(handshake)) return false
  addCapabilities(lines, host, server, true)
  return true
}

/** The delay of a greylisting server for unknown senders, in seconds. */
const GREYLIST_WAIT = 300

const RECIPIENT_REPLIES = { verified: 'unknown', greylisted: 'greylisted', 'catch-all': 'recipient' } as const

/** Selects the reply to a recipient that does not exist. */
export const recipientReply = (port: number, recipients: MailServer['recipients']): MailReplyKind =>
  // Submission ports ask clients to sign in (RFC 6409, section 4.3). Servers that greylist or accept everything do not apply this rule.
  isSubmission(port) && recipients === 'verified' ? 'signIn' : RECIPIENT_REPLIES[recipients]

const addTransaction = (
  lines: Line[],
  to: string,
  port: number,
  { recipients, software, wait = GREYLIST_WAIT }: MailServer & { readonly wait: number | undefined },
  rule: MailRule | undefined,
): void => {
  const kind = recipientReply(port, recipients)
  const reply = mailReply(software, kind, { to, wait })
  lines.push(us(`MAIL FROM:<${SENDER}>`))
  if (rule !== undefined) {
    const { effect } = rule
    const text = effect.kind === 'reply' ? `${effect.code} ${effect.text}` : reply
    lines.push(them(mailReply(software, 'sender', { from: SENDER })), us(`RCPT TO:<${to}>`))
    if (effect.kind === 'delay') lines.push(us(`(the server waits ${effect.milliseconds} ms before it replies)`))
    lines.push(them(text, 'warning'))
    return
  }
  if (kind !== 'signIn' || !asksAtMail(software))
    lines.push(them(mailReply(software, 'sender', { from: SENDER })), us(`RCPT TO:<${to}>`))
  lines.push(them(reply, kind === 'greylisted' || kind === 'recipient' ? 'warning' : 'pass'))
}

/** The beginning of the line about a lost packet. */
export const LOST = '(lost on the way'

// Sets the times of the lines. A reply's first line comes one round trip after its command, with the other lines at the same time. Lost
// packets are sent again after their timeout (RFC 6298). Segment 0 is the SYN, segment 1 the wait for the greeting; each command is one
// further segment.
const timed = (
  script: readonly Line[],
  greeting: number,
  roundTrip: number,
  delayOf: (segment: number) => number,
): Lines => {
  const lines: Lines[number][] = []
  let at = 0
  let segment = 1
  let previous: Line['from'] = 'them'
  for (const line of script) {
    if (line.from === 'them' && previous === 'us') {
      const delay = delayOf(segment) + (segment === 1 ? delayOf(0) : 0)
      const again = Math.round(at) + delay
      if (delay > 0)
        lines.push({ from: 'us', text: `${LOST}, sent again after ${delay / 1000} s)`, at: again, severity: 'warning' })
      at += segment === 1 ? greeting : roundTrip + delay
      segment++
    }
    previous = line.from
    line.at = Math.round(at)
    lines.push(line)
  }
  return lines
}

/** Writes the dialogue with a mail server that answers; `greeting` is the time until its first line in ms. */
export const dialogueWith = (world: World, { host, port }: Endpoint, server: MailServer, greeting: number): Lines => {
  const machine = machineOf(world, host)
  const name = greetingName(world, machine)
  const handshake = handshakeOf(world, host)
  const isImplicit = port === 465
  const script = [us(`(connect to ${addressAt(machine)}, port ${port}${isImplicit ? ', TLS from the start' : ''})`)]
  if (isImplicit && fails(handshake)) script.push(them(...HANDSHAKES[handshake]))
  else {
    script.push(them(`220 ${name} ESMTP ${bannerOf(server.software, world.at)}`))
    if (addIntroduction(script, name, port, server, handshake)) {
      const to = recipientAt(world, host, name)
      addTransaction(
        script,
        to,
        port,
        { ...server, wait: statedWaitOf(world, host) },
        ruleForRecipient(world, host, SENDER, to),
      )
      script.push(us('QUIT'), them(mailReply(server.software, 'bye', { host: name })))
    }
  }
  return timed(script, greeting, roundTripAt(world, machine), retransmissionsTo(world, machine))
}

/** Writes the dialogue of a failed connection, with the outcome in place of a greeting. */
export const failedDialogue = (attempt: string, outcome: string, silent: boolean, roundTrip: number): Lines => [
  { ...us(`(${attempt})`), at: 0 },
  { ...them(`(${outcome})`, 'critical'), at: silent ? CONNECT_TIMEOUT : Math.round(roundTrip) },
]
