import type { Whereabouts } from './find-route.ts'
import type { Line } from './line.ts'
import { type Asked, createRound, type Office, type RoundAnswer, toAsked } from './round.ts'

/** Asks the servers of one domain about one recipient after the other, over one connection as long as possible. */
export interface Desk {
  /**
   * Asks about a recipient: tries the hosts by preference until one responds. With `insist`, asks again over a new connection if the server
   * limits the open one; without it, that is the answer.
   */
  ask(recipient: string, options: { readonly insist: boolean }): Promise<Asked>
  /** Says goodbye to the server and closes the connection. */
  close(): Promise<void>
}

/**
 * How a server handles several recipients on a connection: `one_each` refuses all but the first, as Outlook.com sometimes does; `refuses`
 * refuses the verifier in any case, so that a new connection would only disturb it.
 */
type Mood = 'willing' | 'one_each' | 'refuses'

// An address, the random one and a second address: a server with a low limit allows one on each connection.
const EARLY = 3

/** Creates a desk for a domain with these mail hosts. */
export const createDesk = (
  hosts: readonly string[],
  lookUps: Whereabouts['addresses'],
  office: Office,
  signal: AbortSignal,
): Desk => {
  const round = createRound(hosts, lookUps, office, signal)
  let line: Line | undefined
  let mood: Mood = 'willing'

  const hangUp = async (): Promise<void> => {
    const open = line
    line = undefined
    await open?.close()
  }

  const askAnew = async (recipient: string): Promise<RoundAnswer['asked']> => {
    await hangUp()
    const answer = await round(recipient)
    line = answer.line
    if (answer.asked.found === 'refused_us') mood = 'refuses'
    else if (mood === 'refuses') mood = 'willing'
    return answer.asked
  }

  const isTired = ({ reply, found }: Asked): boolean => {
    if (reply === undefined) return found !== 'cannot_tell'
    return reply.stage !== 'rcpt' || reply.code === 421 || (found === 'refused_us' && mood !== 'refuses')
  }

  return {
    ask: async (recipient, { insist }) => {
      const open = line
      if (open === undefined || (insist && mood === 'one_each') || !(await open.mayAsk())) return askAnew(recipient)
      const asked = toAsked(open.host, await open.ask(recipient))
      if (!insist || !isTired(asked)) return asked
      const anew = await askAnew(recipient)
      if (anew.found !== 'refused_us' && open.asked <= EARLY) mood = 'one_each'
      return anew
    },
    close: hangUp,
  }
}
