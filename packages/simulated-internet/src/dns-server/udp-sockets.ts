import dgram, { type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Responder } from './responder.ts'

/** A function that finds the world's server for a query: its address, by the socket's local address and the client's address. */
export type AskedServer = (local: string, client: string) => string

/** A socket that answers DNS queries. */
export interface UdpServer {
  readonly port: number
  readonly close: () => Promise<void>
}

const isPromise = (value: Promise<Buffer | undefined> | Buffer | undefined): value is Promise<Buffer | undefined> =>
  value instanceof Promise

// Returns an address unchanged, because it needs no lookup. The family in the result is never used.
const lookup = (host: string, _options: unknown, callback: (error: null, address: string, family: number) => void) =>
  callback(null, host, 0)

const RECEIVE_BUFFER = 1_048_576

/** The responder and the options that all DNS sockets share. */
export interface Listening {
  readonly respond: Responder
  readonly askedServer: AskedServer
  /** Whether one socket may listen on an address while another listens on all. If set, a port that another program uses causes no error. */
  readonly reuseAddress: boolean
}

/** Binds a UDP socket and answers queries on it. Rejects with the system's error if the port is in use. */
export const bindUdp = async (
  host: string,
  port: number,
  { respond, askedServer, reuseAddress }: Listening,
): Promise<UdpServer> => {
  const socket = dgram.createSocket({
    type: isIPv6(host) ? 'udp6' : 'udp4',
    ...(isIPv6(host) ? { ipv6Only: true } : {}),
    reuseAddr: reuseAddress,
    recvBufferSize: RECEIVE_BUFFER,
    lookup,
  })
  const ignore = (): void => undefined
  let isClosed = false
  // A socket for a single address has only one server.
  const only = host === '0.0.0.0' ? undefined : askedServer(host, '')
  // Reads all waiting messages, then sends their answers together, because waking a client takes longer than computing most answers.
  let leaving: (readonly [response: Buffer, client: RemoteInfo])[] = []
  const flush = (): void => {
    const batch = leaving
    leaving = []
    // There is no callback, because errors about clients that no longer listen don't matter.
    for (const [response, { port: to, address }] of batch) if (!isClosed) socket.send(response, to, address)
  }
  const send = (response: Buffer | undefined, client: RemoteInfo): void => {
    if (response !== undefined && leaving.push([response, client]) === 1) setImmediate(flush)
  }
  socket.on('message', (message, client) => {
    const response = respond({ message, transport: 'udp', server: only ?? askedServer(host, client.address) })
    if (isPromise(response)) response.then((ready) => send(ready, client)).catch(ignore)
    else send(response, client)
  })
  const listening = once(socket, 'listening')
  socket.bind({ port, address: host, exclusive: true })
  try {
    await listening
  } catch (error) {
    socket.close()
    throw error
  }
  socket.on('error', ignore)
  let closed: Promise<void> | undefined
  return {
    port: socket.address().port,
    close: () => {
      isClosed = true
      closed ??= new Promise((resolve) => {
        socket.close(resolve)
      })
      return closed
    },
  }
}
