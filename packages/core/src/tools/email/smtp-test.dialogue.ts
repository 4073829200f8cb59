import type { DialoguePlot } from '../../reports/plot.ts'
import type { Severity } from '../../reports/report.ts'
import { addressOf } from '../../world/hosts.ts'
import { isAddress } from '../../world/addresses.ts'
import type { MailServer } from '../../world/mail.ts'
import { machineOf } from '../../world/machines.ts'
import { between } from '../../world/mapping.ts'
import { firstLabelOf, zoneOf } from '../../world/names.ts'
import { CONNECT_TIMEOUT, roundTripTo } from '../../world/reach.ts'
import { greetingName } from '../../world/reverse-names.ts'
import { entityOf, type World } from '../../world/world.ts'
import type { Endpoint } from '../../inputs/inputs.ts'

type Lines = DialoguePlot['lines']
type Line = Omit<Lines[number], 'at'>

const us = (text: string): Line => ({ from: 'us', text, severity: 'pass' })
const them = (text: string, severity: Severity = 'pass'): Line => ({ from: 'them', text, severity })

/** Tells whether a port is for people's own mail programs, which sign in first (RFC 6409, RFC 8314). */
export const isSubmission = (port: number): boolean => port !== 25

/** Nobody outside .example and .test is named as a recipient, even where the host is the user's own. */
const recipientAt = (world: World, host: string, name: string): string => {
  const zone = zoneOf(isAddress(host) ? name : host)
  const domain = /\.(?:example|test)$/.test(zone) ? zone : `${firstLabelOf(zone)}.example`
  return `nobody-${between(entityOf(world, 'smtp-test', host), 'recipient', 1000, 9999)}@${domain}`
}

const capabilities = (name: string, extensions: readonly Line[]): Line[] => [
  us('EHLO probe.netbox.example'),
  them(`250-${name}`),
  ...extensions,
  them('250 ENHANCEDSTATUSCODES'),
]

const introduction = (name: string, port: number, { tls, authentication, size }: MailServer): Line[] => {
  const implicit = port === 465
  const common = [them(`250-SIZE ${size}`), them('250-8BITMIME')]
  const methods = `250-AUTH ${authentication.join(' ')}`
  if (implicit) return capabilities(name, [...common, them(methods)])
  if (!tls) return capabilities(name, [...common, them(methods, 'critical')])
  return [
    ...capabilities(name, [...common, them('250-STARTTLS')]),
    us('STARTTLS'),
    them('220 2.0.0 Ready to start TLS'),
    us('(TLS handshake)'),
    them('(TLS 1.3 agreed)'),
    ...capabilities(name, [...common, them(methods)]),
  ]
}

const RECIPIENT_REPLIES: Readonly<Record<MailServer['recipients'], Line>> = {
  verified: them('550 5.1.1 User unknown'),
  greylisted: them('451 4.7.1 Greylisted, try again in 300 seconds', 'warning'),
  'catch-all': them('250 2.1.5 Ok', 'warning'),
}

const transaction = (recipient: string, port: number, { recipients }: MailServer): Line[] => {
  const sender = us('MAIL FROM:<bounce@netbox.example>')
  // RFC 6409, section 4.3. A server that greylists or takes everything there has no such rule on the port.
  if (isSubmission(port) && recipients === 'verified') return [sender, them('530 5.7.0 Authentication required')]
  return [sender, them('250 2.1.0 Ok'), us(`RCPT TO:<${recipient}>`), RECIPIENT_REPLIES[recipients]]
}

// A reply's first line comes a round trip after what it answers, its further lines come with it.
const timed = (script: readonly Line[], greeting: number, roundTrip: number): Lines => {
  let at = 0
  return script.map((line, index) => {
    if (line.from === 'them' && script[index - 1]?.from === 'us') at += index === 1 ? greeting : roundTrip
    return { ...line, at: Math.round(at) }
  })
}

/** Writes the dialogue with a mail server that answers; `greeting` is the time until its first line in ms. */
export const dialogueWith = (world: World, { host, port }: Endpoint, server: MailServer, greeting: number): Lines => {
  const name = greetingName(world, machineOf(world, host))
  const script = [
    us(`(connect to ${addressOf(world, host)}, port ${port}${port === 465 ? ', TLS at once' : ''})`),
    them(`220 ${name} ESMTP ${server.software}`),
    ...introduction(name, port, server),
    ...transaction(recipientAt(world, host, name), port, server),
    us('QUIT'),
    them('221 2.0.0 Bye'),
  ]
  return timed(script, greeting, roundTripTo(world, host))
}

/** Writes the dialogue that did not come about, with what came in place of a greeting. */
export const failedDialogue = (attempt: string, outcome: string, silent: boolean, roundTrip: number): Lines => [
  { ...us(`(${attempt})`), at: 0 },
  { ...them(`(${outcome})`, 'critical'), at: silent ? CONNECT_TIMEOUT : Math.round(roundTrip) },
]
