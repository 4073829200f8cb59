import type { Socket } from 'node:net'
import type { InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { readInput } from '../tcp/read-input.ts'
import { objectOf, whoisAnswer } from './whois-answer.ts'

const WHOIS_PORT = 43
const LONGEST_QUERY = 1024
const QUERY_TIME = 10_000

/** Starts the WHOIS servers. Every host answers, because clients have different lists of servers. */
export const startWhoisServer = async (context: ServerContext, { whois = 0 }: ServerPorts): Promise<InternetServer> => {
  const { live, log, ask, addressing } = context
  const serve = async (socket: Socket, { address }: CalledHost): Promise<void> => {
    const start = Date.now()
    const deadline = setTimeout(() => socket.destroy(), QUERY_TIME)
    socket.on('close', () => clearTimeout(deadline))
    const line = await readInput(socket, LONGEST_QUERY).line()
    // Reads what follows, so that the client's end of the connection is noticed.
    socket.resume()
    if (line === undefined) return void socket.end()
    const typed = Buffer.from(line, 'latin1').toString()
    const query = addressing.answers === undefined ? typed : typed.replace(/\S+$/, addressing.answers.asked)
    const at = `${objectOf(query)} WHOIS`
    ask?.({
      key: at,
      at,
      answer: (world) => {
        const answer = whoisAnswer(world, query)
        return `${answer.isFound ? 'found' : 'no match'}\n${answer.text}`
      },
    })
    const { text, isFound } = whoisAnswer(live.now(), query)
    socket.end(addressing.answers?.text(text) ?? text)
    const note = noteRequests(log, { protocol: 'whois', server: address, port: WHOIS_PORT })
    note(objectOf(query), isFound ? 'found' : 'no match', isFound ? 'answered' : 'refused', start)
  }
  return listenEverywhere(context, [
    {
      protocol: 'whois',
      port: WHOIS_PORT,
      loopbackPort: whois,
      serve: (socket, host) => void serve(socket, host).catch(() => socket.destroy()),
    },
  ])
}
