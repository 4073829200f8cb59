import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { WebServer } from '@netbox/core/web'
import { type ClientHello, readClientHello } from './client-hello.ts'

/** The settings of a handshake. `handshake` is its end, if it does not complete with every client. */
export interface TlsSettings {
  readonly secureContext: SecureContext
  readonly handshake?: WebServer['handshake']
}

/** The options for switching a connection to TLS. */
export interface TlsAcceptance {
  /** Returns the TLS settings for a ClientHello, or undefined if no server has the requested name. */
  readonly contextFor: (hello: ClientHello) => Promise<TlsSettings | undefined>
  /** The names of the protocols inside TLS (RFC 7301), the preferred one first. Without them, names that clients offer are ignored. */
  readonly protocols?: string[]
  /** Receives the connection after its handshake. */
  readonly accepted: (socket: TLSSocket, hello: ClientHello) => void
  /** Receives the reason for a failed handshake, such as `no shared cipher`. */
  readonly failed: (reason: string, hello?: ClientHello) => void
}

/** The time limit of a handshake, in milliseconds. */
const HANDSHAKE_TIME = 10_000

/** Encodes a fatal alert as a TLS 1.2 record, which every client understands (RFC 8446, section 6). */
const alert = (description: number): Buffer => Buffer.of(21, 3, 3, 0, 2, 2, description)
const UNRECOGNIZED_NAME = 112
const DECODE_ERROR = 50

/** Reads the ClientHello, and puts it back into the stream for the handshake. */
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

/** Returns why a TLS handshake failed, such as `no shared cipher`. */
const reasonOf = (error: Error): string =>
  'reason' in error && typeof error.reason === 'string' ? error.reason : (error.message.split('\n')[0] ?? '')

/** Switches a connection to TLS. Reads the ClientHello first, so that the handshake uses the settings of the requested server. */
export const acceptTls = async (
  socket: Socket,
  { contextFor, protocols, accepted, failed }: TlsAcceptance,
): Promise<void> => {
  // The deadline covers the whole handshake, so a client that sends one octet a second is disconnected too.
  const deadline = setTimeout(() => socket.destroy(), HANDSHAKE_TIME)
  socket.on('close', () => clearTimeout(deadline))
  const hello = await peek(socket)
  if (hello === undefined) {
    failed('no TLS handshake')
    socket.end(alert(DECODE_ERROR))
    return
  }
  const settings = await contextFor(hello)
  if (socket.destroyed) return
  if (settings === undefined) {
    failed('unrecognized name', hello)
    socket.end(alert(UNRECOGNIZED_NAME))
    return
  }
  if (settings.handshake === 'closes') {
    failed('connection closed', hello)
    socket.destroy()
    return
  }
  const secured = new TLSSocket(socket, {
    isServer: true,
    secureContext: settings.secureContext,
    ...(protocols === undefined ? {} : { ALPNProtocols: protocols }),
    // OpenSSL ends a handshake in which a required client certificate is missing.
    ...(settings.handshake === 'client-cert-required' ? { requestCert: true, rejectUnauthorized: true } : {}),
  })
  let isAccepted = false
  secured.on('error', (error: Error) => {
    if (!isAccepted) failed(reasonOf(error), hello)
    socket.destroy()
  })
  secured.once('secure', () => {
    isAccepted = true
    clearTimeout(deadline)
    // From here on, the protocol inside TLS has its own timeouts.
    socket.setTimeout(0)
    accepted(secured, hello)
  })
}
