import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Connection } from '../ports.ts'
import { PlaintextAfterStartTls, TlsFailed } from './network-errors.ts'

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
