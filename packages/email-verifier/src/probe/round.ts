import { outcomeOfRefusal, outcomeOfReply } from '../verdict/outcome-of-reply.ts'
import type { Resolver } from '../ports.ts'
import type { Reply } from '../smtp/reply-reader.ts'
import type { RcptOutcome, Reason } from '../verification-result.ts'
import { type Addresses, type Allow, findAddresses, type Whereabouts } from './find-route.ts'
import { type Answered, type Caller, type Failure, failureOf, type Line, openLine } from './line.ts'
import type { PortWatch } from './port-watch.ts'

/** The outcome of checking one recipient at a domain's servers. */
export interface Asked {
  readonly found: RcptOutcome | Extract<Reason, 'forbidden_address' | 'no_mail_server' | 'dns_failed'>
  /** The host that answered, or the host of the reported failure. */
  readonly host?: string | undefined
  readonly reply?: Reply | undefined
}

/** The dependencies that all recipient checks of a run share. */
export interface ProbeContext extends Caller {
  readonly resolver: Resolver
  readonly allow: Allow
  readonly watch: PortWatch
}

/** The outcome of a round, and its open connection. */
export interface RoundAnswer {
  readonly asked: Asked
  readonly line?: Line | undefined
}

/** A function that checks a recipient at the machines of a domain in order, each over a new connection, until one responds. */
export type Round = (recipient: string) => Promise<RoundAnswer>

// The outcomes without an answer, most significant first. If no host can be reached, the most significant one is the result.
const telling: readonly Asked['found'][] = [
  'refused_us',
  'greylisted',
  'temporary',
  'timeout',
  'protocol_error',
  'no_connect',
  'dns_failed',
  'forbidden_address',
  'no_mail_server',
]

const moreTelling = (one: Asked | undefined, other: Asked): Asked =>
  one !== undefined && telling.indexOf(one.found) <= telling.indexOf(other.found) ? one : other

// The number of failures in a row after which a machine is skipped: a list may have thousands of addresses at a dead machine.
const MOST_FAILURES = 2

// The number of failed machines after which the verifier gives up on an address. An attacker's zone may list twenty slow ones.
const MOST_MACHINES = 4

// Returns whether a reply refuses the connection itself (RFC 5321, sections 3.1 and 3.8): another host may accept it.
const isAtTheDoor = ({ stage }: Reply): boolean => stage === 'greeting' || stage === 'ehlo' || stage === 'starttls'

const letUsAsk = (answered: Answered): boolean =>
  'reply' in answered ? !isAtTheDoor(answered.reply) : 'unsendable' in answered

/** Creates a round over the hosts of a domain. The round remembers the hosts that could not be reached. */
export const createRound = (
  hosts: readonly string[],
  lookUps: Whereabouts['addresses'],
  context: ProbeContext,
  signal: AbortSignal,
): Round => {
  const failures = new Map<string, { readonly asked: Asked; readonly times: number }>()

  const addressesOf = (host: string): Promise<Addresses> => {
    const found = lookUps.get(host) ?? lookUp(host, context, signal)
    lookUps.set(host, found)
    return found
  }

  const askMachine = async (host: string, address: string, recipient: string): Promise<RoundAnswer> => {
    const before = failures.get(address)
    if (before !== undefined && before.times >= MOST_FAILURES) return { asked: before.asked }
    const { answered, line } = await call({ host, address }, recipient, context, signal)
    const asked = toAsked(host, answered)
    if (letUsAsk(answered)) {
      failures.delete(address)
      return { asked, line }
    }
    await line?.close()
    failures.set(address, { asked, times: (before?.times ?? 0) + 1 })
    return { asked }
  }

  /** Yields the machines of the hosts in order, each once; reports a host that must not be contacted. */
  const machines = async function* (tell: (asked: Asked) => void) {
    const given = new Set<string>()
    for (const host of hosts) {
      const found = await addressesOf(host)
      if ('refused' in found) tell({ found: found.refused, host: hosts[0] })
      for (const address of 'addresses' in found ? found.addresses : []) {
        if (!given.has(address)) yield { host, address }
        given.add(address)
      }
    }
  }

  return async (recipient) => {
    let best: Asked | undefined
    let tried = 0
    const tell = (asked: Asked): void => {
      best = moreTelling(best, asked)
    }
    for await (const { host, address } of machines(tell)) {
      const answer = await askMachine(host, address, recipient)
      if (answer.line !== undefined) return answer
      tell(answer.asked)
      tried += 1
      if (tried === MOST_MACHINES) break
    }
    return { asked: best ?? { found: 'no_mail_server' } }
  }
}

const call = async (
  to: { readonly host: string; readonly address: string },
  recipient: string,
  context: ProbeContext,
  signal: AbortSignal,
): Promise<{ readonly answered: Answered; readonly line?: Line }> => {
  const line = await open(to, context, signal)
  if ('failure' in line) return { answered: line }
  try {
    return { answered: await line.ask(recipient), line }
  } catch (error) {
    await line.close()
    throw error
  }
}

const open = async (
  to: { readonly host: string; readonly address: string },
  context: ProbeContext,
  signal: AbortSignal,
): Promise<Line | { readonly failure: Failure }> => {
  try {
    return await openLine(to, { ...context, connector: context.watch.connector }, signal)
  } catch (error) {
    const failure = failureOf(error, signal)
    if (failure === 'no_connect') context.watch.missed(to.host)
    return { failure }
  }
}

const lookUp = async (
  host: string,
  { slots, resolver, allow }: ProbeContext,
  signal: AbortSignal,
): Promise<Addresses> => {
  const leave = await slots.take(signal)
  try {
    return await findAddresses(host, resolver, allow, signal)
  } finally {
    leave()
  }
}

const outcomeOf = (reply: Reply): RcptOutcome =>
  reply.stage === 'rcpt' ? outcomeOfReply(reply) : outcomeOfRefusal(reply)

/** Returns the outcome of a host's answer. */
export const toAsked = (host: string, answered: Answered): Asked => {
  if ('reply' in answered) return { found: outcomeOf(answered.reply), host, reply: answered.reply }
  // The address can't be part of a command, at least not for this server.
  return { found: 'unsendable' in answered ? 'cannot_tell' : answered.failure, host }
}
