import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net'
import type { Responder } from './responder.ts'
import type { Listening, UdpServer } from './udp-sockets.ts'

/** The time after which an idle connection ends, in milliseconds (RFC 7766, section 6.2.3). */
const IDLE_TIME = 10_000
/** The maximum number of connections. If there are more, the server closes the one that was idle the longest. */
const MOST_CONNECTIONS = 1000
/** The maximum size of the answers that wait to be sent to a client, in bytes. */
const MOST_WAITING = 262_144

const framed = (response: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(response.length)
  return Buffer.concat([length, response])
}

/** Reads messages from a connection, each with a length prefix (RFC 1035, section 4.2.2), and answers them in order. */
const serve = (socket: Socket, respond: (message: Buffer) => ReturnType<Responder>): void => {
  let waiting = Buffer.alloc(0)
  const answer = async (message: Buffer): Promise<void> => {
    const response = await respond(message)
    if (response !== undefined && socket.writable) socket.write(framed(response))
    // If a client doesn't read its answers, waits until it has read them.
    if (socket.writableLength > MOST_WAITING) await once(socket, 'drain')
  }
  // Reading pauses until all these messages are answered, so answers keep the order of their queries.
  const answerAll = async (messages: readonly Buffer[]): Promise<void> => {
    try {
      for (const message of messages) await answer(message)
      socket.resume()
    } catch {
      socket.destroy()
    }
  }
  socket.on('data', (octets) => {
    waiting = waiting.length === 0 ? octets : Buffer.concat([waiting, octets])
    const messages: Buffer[] = []
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE()) {
      const end = 2 + waiting.readUInt16BE()
      messages.push(waiting.subarray(2, end))
      waiting = waiting.subarray(end)
    }
    if (messages.length === 0) return
    socket.pause()
    void answerAll(messages)
  })
}

/** Listens on a TCP port and answers messages there. Rejects with the system's error if the port is in use. */
export const listenTcp = async (
  host: string,
  port: number,
  { respond, askedServer }: Listening,
): Promise<UdpServer> => {
  // The connections. The one that was idle the longest comes first.
  const connections = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    const { localAddress = host, remoteAddress = '' } = socket
    const asked = askedServer(localAddress.replace(/^::ffff:/, ''), remoteAddress.replace(/^::ffff:/, ''))
    connections.add(socket)
    const [oldest] = connections
    if (connections.size > MOST_CONNECTIONS) oldest?.destroy()
    socket.setTimeout(IDLE_TIME, () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    serve(socket, (message) => {
      connections.delete(socket)
      connections.add(socket)
      return respond({ message, transport: 'tcp', server: asked })
    })
  })
  server.listen({ port, host, ipv6Only: isIPv6(host), backlog: 1024 })
  await once(server, 'listening')
  server.on('error', () => undefined)
  return {
    port: (server.address() as AddressInfo).port, // The cast is safe: a server on a port has an address of this type.
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}
