import type { Endpoint } from '../../inputs/inputs.ts'
import { critical } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { unreachableAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { withPort } from '../../foundation/addresses.ts'
import { portOf } from '../../network/ports.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { serviceOf } from '../../world/hosts/ports.ts'
import { roundTripTo } from '../../world/hosts/reach.ts'
import type { World } from '../../world/world.ts'
import { closesAtOnce } from '../../world/mail/mail-rules.ts'
import { resolves } from '../../world/answers/existence.ts'
import { failedDialogue } from './smtp-test.dialogue.ts'
import type { SmtpTestCode } from './smtp-test.ts'

/** The outcome of a connection to a mail server. */
export type Outcome = 'greets' | 'silent' | 'refused' | 'unresolved' | 'special' | 'other-service' | 'closed'

/** Connects to an endpoint and returns the outcome. */
export const outcomeOf = (world: World, { host, port }: Endpoint): Outcome => {
  if (!resolves(world, host)) return 'unresolved'
  if (machineOf(world, host).special !== undefined) return 'special'
  const { state = 'silent', service = '' } = portOf(world, host, port) ?? {}
  if (state !== 'open') return state
  // A port without a known service may have a mail server, so the connection succeeds.
  if (service !== 'unknown' && !service.startsWith('SMTP')) return 'other-service'
  return closesAtOnce(world, host) ? 'closed' : 'greets'
}

interface Failure {
  readonly sentence: string
  readonly detail: string
  readonly finding: Finding<SmtpTestCode>
  readonly attempt: string
  readonly outcome: string
}

const connectionFailure = (world: World, { host, port }: Endpoint, outcome: 'silent' | 'refused'): Failure => {
  const address = addressOf(world, host)
  const attempt = `connect to ${address}, port ${port}`
  if (outcome === 'refused') {
    return {
      sentence: `Port ${port} refuses connections.`,
      detail: `${host} is up, but nothing listens on that port.`,
      finding: critical(
        'smtp-refused',
        `${host} refuses connections on port ${port}`,
        'The machine answers that no program listens there.',
        `Start the listener on ${address} port ${port}, or try 25, 465 or 587.`,
      ),
      attempt,
      outcome: 'connection refused',
    }
  }
  return {
    sentence: `Nothing answers on port ${port}.`,
    detail: `${host} gave no answer within 10 s, so senders try another server or queue the mail.`,
    finding: critical(
      'smtp-silent',
      `${host} does not accept connections`,
      `Port ${port} gave no answer within 10 s: the packets are dropped on the way, or the host is down.`,
      `Check the listener and the firewall on ${address}, then run tcp-port-test ${withPort(host, port)}.`,
    ),
    attempt,
    outcome: 'no answer within 10 s',
  }
}

const failureOf = (world: World, endpoint: Endpoint, outcome: Exclude<Outcome, 'greets'>): Failure => {
  const { host, port } = endpoint
  if (outcome === 'silent' || outcome === 'refused') return connectionFailure(world, endpoint, outcome)
  if (outcome === 'unresolved') {
    const finding = noAddress('smtp-unresolved', world, host, 'there is no host to connect to')
    return {
      sentence: 'There is no address to connect to.',
      detail: `${finding.title}.`,
      finding,
      attempt: `look up ${host}`,
      outcome: 'no address',
    }
  }
  if (outcome === 'closed')
    return {
      sentence: `Port ${port} closes the connection before the greeting.`,
      detail: `${host} accepted the connection, and ended it at once.`,
      finding: critical(
        'smtp-closed',
        `${host} closes the connection before its greeting`,
        'Senders try another server or queue the mail (RFC 5321, section 3.8).',
        `Read the log of the mail server on ${addressOf(world, host)}: a limit or a filter of connections ends them.`,
      ),
      attempt: `connect to ${addressOf(world, host)}, port ${port}`,
      outcome: 'connection closed before the greeting',
    }
  const { special } = machineOf(world, host)
  if (special !== undefined)
    return {
      sentence: 'There is no route to this address.',
      detail: whatIsSpecial(addressOf(world, host), special),
      finding: unreachableAddress('smtp-special', addressOf(world, host), special, 'no connection is possible'),
      attempt: `connect to ${host}, port ${port}`,
      outcome: 'no route',
    }
  const service = serviceOf(port)
  return {
    sentence: `Port ${port} is open, but no mail server answers there.`,
    detail: `It is the port of ${service}; no 220 greeting came.`,
    finding: critical(
      'smtp-other-service',
      `Port ${port} belongs to ${service}`,
      'The connection was accepted and no 220 greeting followed (RFC 5321, section 3.1).',
      `Run smtp-test ${withPort(host, 587)} for submission, or :25 for mail between servers.`,
    ),
    attempt: `connect to ${addressOf(world, host)}, port ${port}`,
    outcome: 'connected, no 220 greeting',
  }
}

/** Reports a connection that ended without a greeting. */
export const reportFailure = (
  world: World,
  endpoint: Endpoint,
  outcome: Exclude<Outcome, 'greets'>,
): ReportDraft<SmtpTestCode> => {
  const { host, port } = endpoint
  const { sentence, detail, finding, attempt, outcome: what } = failureOf(world, endpoint, outcome)
  return {
    sentence,
    detail,
    figures: [
      { label: 'Greeting', value: '—', note: what },
      { label: 'TLS', value: '—', note: 'no server to contact' },
    ],
    findings: [finding],
    plot: {
      kind: 'dialogue',
      caption: `The attempt to reach ${host} on port ${port}`,
      alternative: `No greeting came: ${what}.`,
      peer: withPort(host, port),
      lines: failedDialogue(
        attempt,
        what,
        outcome === 'silent',
        outcome === 'unresolved' || outcome === 'special' ? 0 : roundTripTo(world, host),
      ),
    },
  }
}
