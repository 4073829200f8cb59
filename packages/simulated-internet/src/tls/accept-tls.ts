import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { type ClientHello, readClientHello } from './client-hello.ts'

/** Says how a connection becomes one with TLS. */
export interface TlsAcceptance {
  /** Returns the settings for what the client asks for; undefined if no server has that name. */
  readonly contextFor: (hello: ClientHello) => Promise<SecureContext | undefined>
  /** Takes the connection when its handshake is done. */
  readonly accepted: (socket: TLSSocket, hello: ClientHello) => void
  /** A listener for the reason of a failed handshake, such as `no shared cipher`. */
  readonly failed: (reason: string, hello?: ClientHello) => void
}

/** How long a handshake may take, in milliseconds. */
const HANDSHAKE_TIME = 10_000

/** Writes a fatal alert as a record of TLS 1.2, which every client reads (RFC 8446, section 6). */
const alert = (description: number): Buffer => Buffer.of(21, 3, 3, 0, 2, 2, description)
const UNRECOGNIZED_NAME = 112
const DECODE_ERROR = 50

/** Reads the ClientHello and puts it back, for the handshake to read. */
const peek = async (socket: Socket): Promise<ClientHello | undefined> =>
  new Promise((resolve) => {
    let octets = Buffer.alloc(0)
    const end = (hello: ClientHello | undefined): void => {
      socket.off('data', read)
      socket.off('close', leave)
      socket.pause()
      if (octets.length > 0) socket.unshift(octets)
      resolve(hello)
    }
    const leave = (): void => end(undefined)
    const read = (more: Buffer): void => {
      octets = Buffer.concat([octets, more])
      const hello = readClientHello(octets)
      if (hello !== 'incomplete') end(hello)
    }
    socket.on('data', read)
    socket.on('close', leave)
  })

const reasonOf = (error: Error): string =>
  'reason' in error && typeof error.reason === 'string' ? error.reason : (error.message.split('\n')[0] ?? '')

/** Secures a connection with the settings of the server that the client asks for, before OpenSSL sees its first octet. */
export const acceptTls = async (socket: Socket, { contextFor, accepted, failed }: TlsAcceptance): Promise<void> => {
  // It counts from the first octet to the last, so that a client that sends one a second ends too.
  const deadline = setTimeout(() => socket.destroy(), HANDSHAKE_TIME)
  socket.on('close', () => clearTimeout(deadline))
  const hello = await peek(socket)
  if (hello === undefined) {
    failed('no TLS handshake')
    socket.end(alert(DECODE_ERROR))
    return
  }
  const secureContext = await contextFor(hello)
  if (socket.destroyed) return
  if (secureContext === undefined) {
    failed('unrecognized name', hello)
    socket.end(alert(UNRECOGNIZED_NAME))
    return
  }
  const secured = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
  let isAccepted = false
  secured.on('error', (error: Error) => {
    if (!isAccepted) failed(reasonOf(error), hello)
    socket.destroy()
  })
  secured.once('secure', () => {
    isAccepted = true
    clearTimeout(deadline)
    // The protocol inside has times of its own.
    socket.setTimeout(0)
    accepted(secured, hello)
  })
}
