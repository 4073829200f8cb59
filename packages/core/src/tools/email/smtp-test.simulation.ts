import type { Endpoint } from '../../inputs/inputs.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'
import { whyUnconfirmed } from '../../reports/no-address.ts'
import { queryDns } from '../../dns/dns.ts'
import { mailHostAt } from '../../dns/mail.ts'
import type { DialoguePlot } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, inWords, milliseconds, prose } from '../../reports/wording.ts'
import { exchangesOf, type MailServer, mailServerOf } from '../../world/mail/mail.ts'
import { isAddress, withPort } from '../../foundation/addresses.ts'
import { zoneOf } from '../../foundation/names.ts'
import { MAIL_HOSTS } from '../../world/names/companies.ts'
import { dnssecStateOf } from '../../world/names/dnssec.ts'
import { whyUnreachable } from '../../world/answers/existence.ts'
import type { MailRule } from '../../world/facts.ts'
import { mailRulesAt } from '../../world/mail/mail-rules.ts'
import { statusOf } from '../../world/mail/mail-software.ts'
import { reverseAt } from '../../world/hosts/hosts.ts'
import { addressAt } from '../../world/hosts/machine-at.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { greetingName } from '../../world/hosts/reverse-names.ts'
import { handshakeOf } from '../../world/hosts/stated-hosts.ts'
import { tlsKeyDigest } from '../../world/keys/rsa-keys.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { dialogueRule, dialogueWith, failsHandshake, isSubmission, LOST, recipientReply } from './smtp-test.dialogue.ts'
import { outcomeOf, reportFailure } from './smtp-test.failure.ts'
import type { SmtpTestCode, SmtpTestResult } from './smtp-test.ts'

function simulate(endpoint: Endpoint, world: World): SmtpTestResult {
  const { host, port } = endpoint
  if (outcomeOf(world, endpoint) !== 'greets') {
    return { host, port, reachable: false, supports_tls: null, auth_methods: [], response_time: null }
  }
  const { tls, stripped, authentication, greetingTime } = mailHostAt(world, host)
  const isStripped = stripped && tls && port !== 465
  return {
    host,
    port,
    reachable: true,
    supports_tls: (tls && !isStripped) || port === 465,
    auth_methods: isStripped || (tls && failsHandshake(world, host)) ? [] : [...authentication],
    response_time: greetingTime,
  }
}

const clearMethods = (methods: readonly string[]): string[] =>
  methods.filter((method) => method === 'PLAIN' || method === 'LOGIN')

const security = ({ supports_tls, auth_methods, port }: SmtpTestResult): Finding<SmtpTestCode> => {
  if (supports_tls === true) {
    return port === 465
      ? pass('smtp-tls', 'TLS from the first byte (RFC 8314, section 3.3)')
      : pass('smtp-tls', 'STARTTLS is offered, and no AUTH before it')
  }
  return critical(
    'smtp-auth-clear',
    `${prose(clearMethods(auth_methods))} without TLS`,
    'The EHLO reply lists AUTH and no STARTTLS, so passwords and messages cross the network in clear text (RFC 4954, section 4).',
    'Give the server a certificate and turn on STARTTLS; offer AUTH only once TLS is up (Postfix: smtpd_tls_security_level = may, smtpd_tls_auth_only = yes).',
  )
}

/** Reports a server whose STARTTLS does not reach clients. */
const strippedStartTls = ({ host, port }: SmtpTestResult, world: World): Finding<SmtpTestCode> | undefined => {
  const { tls, stripped } = mailServerOf(world, host)
  if (!stripped || !tls || port === 465) return undefined
  return critical(
    'smtp-starttls-stripped',
    'STARTTLS is missing from the reply to EHLO',
    'The server offers encryption, but something on the path removes the line (RFC 3207, section 6). Senders deliver in clear text, unless DANE or MTA-STS tells them to wait.',
    'Turn off SMTP inspection on the firewalls between the client and the server (fixup or inspect esmtp on Cisco devices), and publish TLSA records or an MTA-STS policy.',
  )
}

/** Reports a TLSA record that pins another key than the key of the server's certificate. */
const pinnedKey = ({ host, supports_tls }: SmtpTestResult, world: World): Finding<SmtpTestCode>[] => {
  // DANE-EE with the digest of a public key (RFC 7672, section 3.1.1). A document may define others.
  const pins = queryDns(world, `_25._tcp.${host}`, 'TLSA').records.filter(
    ({ usage, selector, matchingType }) => usage === 3 && selector === 1 && matchingType === 1,
  )
  const matches = pins.some(({ data }) => data === tlsKeyDigest(world, host))
  // Without DNSSEC, senders ignore the records (RFC 7672, section 2.2).
  if (supports_tls !== true || pins.length === 0 || matches || dnssecStateOf(world, host) !== 'secure') return []
  return [
    critical(
      'smtp-tlsa-mismatch',
      'The TLSA record pins another key',
      `Senders that use DANE compare the key of the certificate with the record at _25._tcp.${host} (RFC 7672) and defer the mail.`,
      `Publish the digest of the new key at _25._tcp.${host}, two TTLs before the next renewal with another key.`,
    ),
  ]
}

/** Reports what happens after STARTTLS, or at the start of a connection with TLS, if the handshake doesn't end as it should. */
const handshake = ({ host, port, supports_tls }: SmtpTestResult, world: World): Finding<SmtpTestCode>[] => {
  if (supports_tls !== true) return []
  const start = port === 465 ? 'The connection' : 'The handshake after STARTTLS'
  switch (handshakeOf(world, host)) {
    case 'closes':
      return [
        critical(
          'smtp-tls-closes',
          'The server ends the TLS handshake',
          `${start} ends after the ClientHello. Senders queue the mail or deliver it in clear text, and mail programs fail.`,
          'Read the log of the mail server: most often its certificate or key file is missing or unreadable.',
        ),
      ]
    case 'client-cert-required':
      return [
        critical(
          'smtp-client-cert-required',
          'The server requires a client certificate',
          'Other mail servers and mail programs have none that it trusts, so their handshakes fail.',
          'Ask for client certificates without requiring them (Postfix: smtpd_tls_req_ccert = no).',
        ),
      ]
    case 'old':
      return [
        warning(
          'smtp-tls-old',
          'The server offers only TLSv1.1 and TLSv1.0',
          'Both are deprecated (RFC 8996). Current senders refuse them and deliver in clear text or not at all.',
          'Offer TLSv1.2 and TLSv1.3 (Postfix: smtpd_tls_protocols = >=TLSv1.2).',
        ),
      ]
    default:
      return []
  }
}

const signIn = ({ supports_tls, auth_methods, port }: SmtpTestResult): Finding<SmtpTestCode>[] => [
  ...(port === 25 && supports_tls === true && auth_methods.length > 0
    ? [
        info(
          'smtp-auth-relay',
          'AUTH is offered on port 25',
          'That port is for mail between servers, and attackers guess passwords there first.',
          'Turn off AUTH on port 25, and offer it only on 587 and 465 (RFC 6409, section 3.1).',
        ),
      ]
    : []),
  ...(auth_methods.includes('CRAM-MD5')
    ? [
        info(
          'smtp-auth-old',
          'CRAM-MD5 is still offered',
          'CRAM-MD5 forces the server to store passwords in a readable form.',
          'Offer SCRAM-SHA-256 (RFC 7677) or PLAIN inside TLS instead.',
        ),
      ]
    : []),
]

/** Describes a rule of the world document, as the server applies it. */
const ruleText = ({ effect, from, rcpt, nth: [first, last], rate }: MailRule): string => {
  const kind = { connection: 'connections', recipient: 'recipients', message: 'messages' }[effect.event]
  const numbers =
    last === Infinity
      ? first === 1
        ? ''
        : ` from number ${first} on`
      : ` number ${first === last ? first : `${first} to ${last}`}`
  const parties = `${from === undefined ? '' : ` from ${from}`}${rcpt === undefined ? '' : ` for ${rcpt}`}`
  const which = `${kind}${numbers}${parties}${rate === undefined ? '' : `, beyond ${rate.events} in ${count(rate.milliseconds / 1000, 'second')}`}`
  if (effect.kind === 'reply') return `The server replies ${effect.code} ${effect.text} to ${which}`
  if (effect.kind === 'delay') return `The server waits ${effect.milliseconds} ms before it replies to ${which}`
  return effect.event === 'connection'
    ? `The server closes ${which} before its greeting`
    : `The server closes the connection while it receives ${which}`
}

const rules = (world: World, host: string): Finding<SmtpTestCode>[] =>
  mailRulesAt(world, host)
    .filter(({ holds }) => holds(world.at))
    .map((rule) =>
      warning(
        'smtp-rules',
        ruleText(rule),
        'Senders have to try again, after minutes rather than at once (RFC 5321, section 4.5.4.1).',
        'Read the limits and filters in the configuration of the mail server.',
      ),
    )

const strangers = ({ recipients, software }: MailServer, port: number): Finding<SmtpTestCode> => {
  const status = statusOf(software, recipientReply(port, recipients))
  const submission = isSubmission(port) ? ` On port ${port}, require AUTH before MAIL too (RFC 6409, section 4.3).` : ''
  if (recipients === 'greylisted') {
    return warning(
      'smtp-greylisted',
      `Unknown senders are deferred with ${status}`,
      'The first message from a new sender waits for that sender’s next try, often 5 to 30 min; a program that does not try again loses it (RFC 6647).',
      `Put senders whose mail must not wait on the exception list, and keep the wait at 5 min or less.${submission}`,
    )
  }
  if (recipients === 'catch-all') {
    return warning(
      'smtp-catch-all',
      'Any recipient is accepted',
      `A mailbox that does not exist got ${status}: mail to mistyped addresses is lost, and spam to guessed addresses is accepted.`,
      `Refuse unknown recipients at RCPT with 550 5.1.1 (Postfix: local_recipient_maps).${submission}`,
    )
  }
  return isSubmission(port)
    ? pass('smtp-authentication-required', `Unknown clients must sign in first: ${status}`)
    : pass('smtp-recipients-verified', `Unknown recipients are refused at once: ${status}`)
}

/** Reports a host of a domain whose MX records name other mail servers: tests of arriving mail need these servers. */
const otherHost = (world: World, { host, port }: Endpoint): Finding<SmtpTestCode>[] => {
  const domain = zoneOf(host)
  if (isAddress(host) || MAIL_HOSTS.some((name) => name === domain)) return []
  if (whyUnreachable(world, host) !== undefined || whyUnreachable(world, domain, 'mail') !== undefined) return []
  const address = addressAt(machineOf(world, host))
  const exchanges = exchangesOf(world, domain)
  const [first] = exchanges
  if (first === undefined || exchanges.some((each) => each.exchange === host || each.address === address)) return []
  return [
    info(
      'smtp-other-host',
      `${host} is not a mail server of ${domain}`,
      `The MX records of ${domain} name ${prose(exchanges.map(({ exchange }) => exchange))}, so mail for the domain does not go to this host.`,
      `Run smtp-test ${withPort(first.exchange, port)} to test a mail server of ${domain}.`,
    ),
  ]
}

const retransmissions = ({ lines }: DialoguePlot, host: string): Finding<SmtpTestCode>[] => {
  const lost = lines.filter(({ from, text }) => from === 'us' && text.startsWith(LOST)).length
  if (lost === 0) return []
  return [
    warning(
      'smtp-retransmissions',
      `${capitalize(inWords(lost))} of the packets had to be sent again`,
      'TCP waits for a second or more before it sends a lost packet again (RFC 6298), so senders wait, too.',
      `Run ping-test ${host} and traceroute ${host}: they show how many packets are lost, and from which hop on.`,
    ),
  ]
}

/** Compares the server's greeting name with the name in its PTR record, as receivers of its mail do. */
const reverse = (world: World, host: string): Finding<SmtpTestCode> => {
  const machine = machineOf(world, host)
  const { kind, hostname, confirmed } = reverseAt(world, machine)
  if (kind === 'own' && confirmed)
    return pass('smtp-reverse', `The name in its PTR record is the name in its greeting: ${hostname}`)
  const address = addressAt(machine)
  const advice = `Set the PTR record of ${address} to a name that resolves back to it, and use that name in the greeting.`
  if (kind === 'generic')
    return info(
      'smtp-reverse-generic',
      `The name in the PTR record of ${address} only spells out the address`,
      `Receivers assume that a name like ${hostname} belongs to a dynamic address, and trust its mail less.`,
      advice,
    )
  return hostname === null
    ? warning(
        'smtp-reverse-missing',
        `${address} has no PTR record`,
        'Many receivers refuse mail from such an address (RFC 1912, section 2.1).',
        advice,
      )
    : warning(
        'smtp-reverse-mismatch',
        `The name in the PTR record of ${address} does not resolve back to it`,
        `The server greets as ${greetingName(world, machine)}, its PTR record names ${hostname}, and that name ${whyUnconfirmed(world, hostname)}. Many receivers refuse mail from such an address (RFC 1912, section 2.1).`,
        advice,
      )
}

const verdict = (
  { supports_tls, port }: SmtpTestResult,
  { recipients, software }: MailServer,
  time: string,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const greets = `The greeting came after ${time} ms`
  if (supports_tls !== true)
    return {
      sentence: 'The server accepts passwords in clear text.',
      detail: `${greets}, and the server offers AUTH without TLS.`,
    }
  if (recipients === 'greylisted')
    return {
      sentence: 'The server answers, but defers unknown senders for five minutes.',
      detail: `${greets} and TLS is on; an unknown sender gets ${statusOf(software, 'greylisted')} first.`,
    }
  if (recipients === 'catch-all')
    return {
      sentence: 'The server accepts mail for any name.',
      detail: `${greets} and TLS is on; a mailbox that does not exist was accepted like any other.`,
    }
  return isSubmission(port)
    ? {
        sentence: `The server answers in ${time} ms and requires TLS before a password.`,
        detail: 'A submission server should behave like this.',
      }
    : {
        sentence: `The server answers in ${time} ms and offers TLS.`,
        detail: 'Mail from other servers can come in encrypted.',
      }
}

const figures = ({ supports_tls, auth_methods, port }: SmtpTestResult, server: MailServer, time: string): Figure[] => [
  { label: 'Greeting', value: time, unit: 'ms', note: `from ${server.software}` },
  {
    label: 'TLS',
    value: supports_tls === true ? 'yes' : 'no',
    note: port === 465 ? 'from the first byte' : supports_tls === true ? 'by STARTTLS' : 'STARTTLS is not offered',
  },
  { label: 'Sign-in methods', value: String(auth_methods.length), note: auth_methods.join(', ') },
  {
    label: 'Largest message',
    value: String(Math.round(server.size / 1_048_576)),
    unit: 'MiB',
    note: `SIZE ${server.size}`,
  },
]

const plotOf = (world: World, endpoint: Endpoint, server: MailServer, greeting: number): DialoguePlot => {
  const { host, port } = endpoint
  const lines = dialogueWith(world, endpoint, server, greeting)
  const last = lines.findLast(({ from, text }) => from === 'them' && !text.startsWith('221'))
  return {
    kind: 'dialogue',
    caption: `The dialogue of ${host} with an unknown client on port ${port}`,
    alternative: `${lines.length} lines; the server greets after ${greeting} ms and its last reply before the 221 is ${last?.text ?? 'none'}.`,
    peer: withPort(host, port),
    lines,
  }
}

function report(result: SmtpTestResult, world: World, endpoint: Endpoint): ReportDraft<SmtpTestCode> {
  const outcome = outcomeOf(world, endpoint)
  if (outcome !== 'greets') {
    const failure = reportFailure(world, endpoint, outcome)
    const ruled = outcome === 'closed' ? rules(world, endpoint.host) : []
    return { ...failure, findings: [...failure.findings, ...ruled, ...otherHost(world, endpoint)] }
  }
  const server = mailServerOf(world, endpoint.host)
  const greeting = result.response_time ?? 0
  const plot = plotOf(world, endpoint, server, greeting)
  const time = milliseconds(greeting)
  const failures = [...handshake(result, world), ...pinnedKey(result, world)]
  const failure = [strippedStartTls(result, world) ?? [], ...failures]
    .flat()
    .find(({ severity }) => severity === 'critical')
  return {
    ...(failure === undefined
      ? verdict(result, server, time)
      : { sentence: `${failure.title}.`, detail: failure.detail ?? '' }),
    figures: figures(result, server, time),
    findings: [
      strippedStartTls(result, world) ?? security(result),
      ...failures,
      ...signIn(result),
      ...(dialogueRule(world, endpoint.host) === undefined ? [strangers(server, endpoint.port)] : []),
      ...rules(world, endpoint.host),
      ...otherHost(world, endpoint),
      reverse(world, endpoint.host),
      ...retransmissions(plot, endpoint.host),
    ],
    plot,
  }
}

/** Simulates `smtp-test`. */
export const smtpTestSimulation: Simulation<Endpoint, SmtpTestResult, SmtpTestCode> = { simulate, report }
