import type { Socket } from 'node:net'
import type { InternetServer, Surroundings } from '../internet/internet-server.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { objectOf, whoisAnswer } from './whois-answer.ts'

const WHOIS_PORT = 43
const LONGEST_QUERY = 1024
const QUERY_TIME = 10_000

/** Starts the WHOIS servers. Every host answers, because clients have different lists of servers. */
export const startWhoisServer = async (
  surroundings: Surroundings,
  { port }: { readonly port: number },
): Promise<InternetServer> => {
  const { live, log } = surroundings
  const serve = (socket: Socket, { address }: CalledHost): void => {
    const start = Date.now()
    const deadline = setTimeout(() => socket.destroy(), QUERY_TIME)
    socket.on('close', () => clearTimeout(deadline))
    let query = ''
    const read = (octets: Buffer): void => {
      query += octets.toString('latin1')
      if (!query.includes('\n') && query.length <= LONGEST_QUERY) return
      socket.off('data', read)
      socket.resume()
      const [line = ''] = query.slice(0, LONGEST_QUERY).split('\n')
      const { text, isFound } = whoisAnswer(live.now(), line)
      socket.end(text)
      log.add(
        {
          protocol: 'whois',
          transport: 'tcp',
          server: address,
          port: WHOIS_PORT,
          question: objectOf(line).replaceAll(/[^!-~]/g, '?'),
          answer: isFound ? 'found' : 'no match',
          outcome: isFound ? 'answered' : 'refused',
        },
        start,
      )
    }
    socket.on('data', read)
  }
  return listenEverywhere(surroundings, { protocol: 'whois', port: WHOIS_PORT, loopbackPort: port, serve })
}
