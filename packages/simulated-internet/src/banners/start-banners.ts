import type { Socket } from 'node:net'
import { unmapped } from '../internet/addressing.ts'
import type { InternetServer, Protocol, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { readInput } from '../tcp/read-input.ts'

/** A protocol whose servers greet a client and refuse to sign it in, line by line. */
interface LineProtocol {
  readonly protocol: Protocol
  readonly port: number
  readonly greeting: (host: string) => string
  /** Returns the reply to a line, and whether the connection ends with it. */
  readonly reply: (line: string) => { readonly text: string; readonly isLast?: boolean }
}

const LONGEST_LINE = 2048
const MOST_LINES = 20

const reply = (text: string, isLast = false) => ({ text: `${text}\r\n`, isLast })

/** Returns the reply to a command of FTP (RFC 959). */
const replyOfFtp: LineProtocol['reply'] = (line) => {
  switch (line.split(' ')[0]?.toUpperCase()) {
    case 'USER':
      return reply('331 Send your password')
    case 'PASS':
      return reply('530 Login incorrect')
    case 'QUIT':
      return reply('221 Bye', true)
    default:
      return reply('530 Sign in first')
  }
}

/** Returns MySQL's refusal of a client, which its servers send in place of a greeting: error 1130. */
const mysqlRefusal = (client: string): Buffer => {
  const message = Buffer.from(`Host '${client}' is not allowed to connect to this MySQL server`)
  const payload = Buffer.concat([Buffer.of(0xff, 1130 & 255, 1130 >> 8), message])
  return Buffer.concat([Buffer.of(payload.length & 255, payload.length >> 8, 0, 0), payload])
}

const LINE_PROTOCOLS: readonly LineProtocol[] = [
  { protocol: 'ftp', port: 21, greeting: (host) => `220 ${host} FTP server ready\r\n`, reply: replyOfFtp },
  // A client of SSH sends its version, and finds the connection closed.
  { protocol: 'ssh', port: 22, greeting: () => 'SSH-2.0-OpenSSH_9.6\r\n', reply: () => ({ text: '', isLast: true }) },
]

/**
 * Starts servers for well-known protocols whose content the world does not have. They greet clients as usual and refuse to sign them in, so
 * that clients end with a clear error. Without them, clients would wait for a greeting.
 */
export const startBanners = async (context: ServerContext): Promise<InternetServer> => {
  const note = (protocol: Protocol, port: number, { address, names }: CalledHost, answer: string): void =>
    noteRequests(context.log, { protocol, server: address, port })(
      `greeting of ${names[0] ?? address}`,
      answer,
      'answered',
    )
  const serveLines = async (
    { protocol, port, greeting, reply: replyTo }: LineProtocol,
    socket: Socket,
    host: CalledHost,
  ): Promise<void> => {
    const text = greeting(host.names[0] ?? host.address)
    note(protocol, port, host, text.trim())
    socket.write(text)
    const { line } = readInput(socket, LONGEST_LINE)
    for (let count = 1; count <= MOST_LINES; count++) {
      const read = await line()
      if (read === undefined) break
      const { text: answer, isLast = false } = replyTo(read)
      socket.write(answer)
      if (isLast) break
    }
    // Reads what follows, so that the client's end of the connection is noticed.
    socket.resume().end()
  }
  const mysql = { protocol: 'mysql', port: 3306, loopbackPort: 0 } as const
  return listenEverywhere(context, [
    ...LINE_PROTOCOLS.map((line) => ({
      protocol: line.protocol,
      port: line.port,
      loopbackPort: 0,
      serve: (socket: Socket, host: CalledHost) => void serveLines(line, socket, host).catch(() => socket.destroy()),
    })),
    {
      ...mysql,
      serve: (socket, host) => {
        note('mysql', mysql.port, host, 'error 1130')
        socket.end(mysqlRefusal(unmapped(socket.remoteAddress)))
      },
    },
  ])
}
