import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import tls from 'node:tls'

/** The address and TLS settings of a mail server. */
export interface MailPlace {
  readonly host: string
  readonly port: number
  /** Whether TLS begins immediately. */
  readonly implicit?: boolean
  /** The trusted certificates. By default, all are accepted. */
  readonly ca?: string
  readonly serverName?: string
}

/** A client of a mail server that records all lines. */
export interface Dialogue {
  /** All lines that the server sent, from the greeting on. */
  readonly lines: readonly string[]
  /** Sends a line, and returns all lines of the reply. */
  readonly say: (line: string) => Promise<string[]>
  /** Starts TLS, and returns the certificate of the connection. */
  readonly startTls: () => Promise<tls.PeerCertificate>
  readonly end: () => void
}

const secure = async (socket: net.Socket, { ca, serverName }: MailPlace): Promise<tls.TLSSocket> => {
  const secured = tls.connect({
    socket,
    ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
    ...(serverName === undefined ? {} : { servername: serverName }),
  })
  await once(secured, 'secureConnect')
  return secured
}

/** Connects to a mail server and reads its greeting. Rejects if the server refuses. */
export const openDialogue = async (place: MailPlace): Promise<Dialogue> => {
  const plain = net.connect(place.port, place.host)
  await once(plain, 'connect')
  let socket = place.implicit === true ? await secure(plain, place) : plain
  const lines: string[] = []
  let reader = createInterface({ input: socket, crlfDelay: Infinity })[Symbol.asyncIterator]()
  const reply = async (): Promise<string[]> => {
    const found: string[] = []
    for (;;) {
      const { value, done } = await reader.next()
      if (done === true) throw new Error(`The connection ended after ${lines.at(-1)}.`)
      found.push(value)
      lines.push(value)
      if (/^\d{3} /.test(value)) return found
    }
  }
  await reply()
  const say = async (line: string): Promise<string[]> => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  return {
    lines,
    say,
    startTls: async () => {
      await say('STARTTLS')
      const secured = await secure(plain, place)
      socket = secured
      reader = createInterface({ input: secured, crlfDelay: Infinity })[Symbol.asyncIterator]()
      return secured.getPeerCertificate()
    },
    end: () => void socket.destroy(),
  }
}
