import { connect, isIP, type Socket } from 'node:net'
import { systemClock } from '@netbox/core'
import type { Clock, Connector, Connection } from '../ports.ts'
import { whyNotGlobalUnicast } from './is-global-unicast.ts'
import { ConnectFailed, ForbiddenAddress, PlaintextAfterStartTls, TlsFailed } from './network-errors.ts'
import { within } from './within.ts'
import { connect as connectTls } from 'node:tls'

/** Waits for data or the end of the socket. */
const somethingHappens = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const events = ['readable', 'end', 'error', 'close'] as const
    const wake = (): void => {
      for (const event of events) socket.off(event, wake)
      resolve()
    }
    for (const event of events) socket.on(event, wake)
  })

/** Reads bytes only on demand, so that TCP flow control slows down a flooding server. */
async function* bytesOf(socket: Socket): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    // A socket without an encoding returns buffers.
    const bytes = socket.read() as Uint8Array | null
    if (bytes) yield bytes
    else if (socket.errored) throw socket.errored
    else if (socket.readableEnded || socket.destroyed) return
    else await somethingHappens(socket)
  }
}

const write = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(text, 'utf8', (error) => (error ? reject(error) : resolve()))
  })

/**
 * Encrypts without verifying the other side: a mail server's certificate seldom matches the name in the MX record, and encryption to an
 * unknown peer is no worse than plain text (RFC 7435, section 3).
 */
const encrypt = (socket: Socket, serverName: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    // SNI allows only names (RFC 6066, section 3).
    const name = isIP(serverName) === 0 ? { servername: serverName } : {}
    const secure = connectTls({ socket, rejectUnauthorized: false, ...name })
    const fail = (cause?: Error): void => {
      secure.destroy()
      reject(new TlsFailed(`No TLS with ${serverName}: ${cause?.message ?? 'the connection was closed'}.`, { cause }))
    }
    const closed = (): void => fail()
    secure.on('error', fail)
    secure.on('close', closed)
    secure.once('secureConnect', () => {
      secure.off('error', fail)
      secure.off('close', closed)
      resolve(secure)
    })
  })

/** Wraps a connected socket. Only `read` and `write` throw its errors; the socket emits no unhandled error. */
export const socketConnection = (socket: Socket): Connection => {
  // The next read or write throws the error.
  socket.on('error', () => {})
  return {
    read: () => bytesOf(socket),
    write: (text) => write(socket, text),
    startTls: async (serverName) => {
      if (socket.readableLength > 0) {
        socket.destroy()
        throw new PlaintextAfterStartTls()
      }
      return socketConnection(await encrypt(socket, serverName))
    },
    close: () => {
      socket.destroy()
    },
  }
}

/** Options for opening connections; the defaults are suitable for the internet. */
export interface ConnectorOptions {
  /** Allows an address that is not global unicast, for tests against servers on loopback. All other addresses are still checked. */
  readonly allow?: (address: string) => boolean
  /** The connection timeout, in milliseconds; default 10,000. */
  readonly connectTimeout?: number
  readonly clock?: Clock
}

const check = (address: string, allow: ((address: string) => boolean) | undefined): void => {
  // The system would look up a name again, possibly with an unchecked address.
  if (isIP(address) !== 0 && allow?.(address) === true) return
  const why = whyNotGlobalUnicast(address)
  if (why !== undefined) throw new ForbiddenAddress(address, why)
}

const connected = (socket: Socket, address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void =>
      reject(new ConnectFailed(address, port, cause.code ?? cause.message, { cause }))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolve(socket)
    })
  })

/**
 * Creates a TCP connector. It connects only to the given address, and only if that is global unicast; otherwise it throws
 * `ForbiddenAddress` before it sends a packet. It throws `ConnectFailed` if there is no answer. STARTTLS accepts any certificate (RFC
 * 7435), because nothing secret is sent, and the alternative would be plain text.
 */
export const createConnector = (options: ConnectorOptions = {}): Connector => {
  const { allow, connectTimeout = 10_000, clock = systemClock } = options
  return {
    connect: async ({ address, port, signal }) => {
      signal.throwIfAborted()
      check(address, allow)
      const socket = connect({ host: address, port, noDelay: true, autoSelectFamily: false })
      // The waiting caller, if any, gets the error. The error must not end the process.
      socket.on('error', () => {})
      const tooLate = (): Error => new ConnectFailed(address, port, 'ETIMEDOUT')
      try {
        await within(connected(socket, address, port), { clock, milliseconds: connectTimeout, signal, tooLate })
        return socketConnection(socket)
      } catch (error) {
        socket.destroy()
        throw error
      }
    },
  }
}
