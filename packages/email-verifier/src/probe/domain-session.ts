import type { Whereabouts } from './find-route.ts'
import type { Line } from './line.ts'
import { type Asked, createRound, type ProbeContext, type RoundAnswer, toAsked } from './round.ts'

/** A session with the servers of one domain. It checks one recipient after the other, over one connection as long as possible. */
export interface DomainSession {
  /**
   * Checks a recipient: tries the hosts by preference until one responds. If the server refuses to answer on the open connection, `insist`
   * repeats the check over a new one; without `insist`, the refusal is the answer.
   */
  ask(recipient: string, options: { readonly insist: boolean }): Promise<Asked>
  /** Sends QUIT and closes the connection. */
  close(): Promise<void>
}

/**
 * A server's policy for several recipients on one connection. `one_each`: it refuses all but the first, as Outlook.com sometimes does.
 * `refuses`: it refuses the verifier on every connection, so a new one would only be a burden for the server.
 */
type RecipientPolicy = 'willing' | 'one_each' | 'refuses'

// A refusal within this number of recipient checks on a connection suggests a limit of one recipient per connection. The checks are those
// of a first address, the random one, and a second address.
const EARLY = 3

/** Creates the session of a domain with these mail servers. */
export const createDomainSession = (
  hosts: readonly string[],
  lookUps: Whereabouts['addresses'],
  context: ProbeContext,
  signal: AbortSignal,
): DomainSession => {
  const round = createRound(hosts, lookUps, context, signal)
  let line: Line | undefined
  let policy: RecipientPolicy = 'willing'

  const closeConnection = async (): Promise<void> => {
    const open = line
    line = undefined
    await open?.close()
  }

  const askOverNewConnection = async (recipient: string): Promise<RoundAnswer['asked']> => {
    await closeConnection()
    const answer = await round(recipient)
    line = answer.line
    if (answer.asked.found === 'refused_us') policy = 'refuses'
    else if (policy === 'refuses') policy = 'willing'
    return answer.asked
  }

  const needsNewConnection = ({ reply, found }: Asked): boolean => {
    if (reply === undefined) return found !== 'cannot_tell'
    return reply.stage !== 'rcpt' || reply.code === 421 || (found === 'refused_us' && policy !== 'refuses')
  }

  return {
    ask: async (recipient, { insist }) => {
      const open = line
      if (open === undefined || (insist && policy === 'one_each') || !(await open.mayAsk()))
        return askOverNewConnection(recipient)
      const asked = toAsked(open.host, await open.ask(recipient))
      if (!insist || !needsNewConnection(asked)) return asked
      const anew = await askOverNewConnection(recipient)
      if (anew.found !== 'refused_us' && open.asked <= EARLY) policy = 'one_each'
      return anew
    },
    close: closeConnection,
  }
}
