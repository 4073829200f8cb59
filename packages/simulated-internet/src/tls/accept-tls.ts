import { createCipheriv, createHmac } from 'node:crypto'
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { WebServer } from '@netbox/core/web'
import { peek } from '../tcp/peek.ts'
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

// The descriptions of alerts (RFC 8446, section 6).
const UNKNOWN_CA = 48
const DECODE_ERROR = 50
const UNRECOGNIZED_NAME = 112
const FATAL = 2
// The types of records, and the minor version of TLS 1.2 in a record, which later versions have too.
const ALERT = 21
const APPLICATION_DATA = 23
const TLS_1_2 = 3
const TAG_OCTETS = 16

/** Encodes a fatal alert as a record without encryption. Without a version, the record is of TLS 1.2, which every client understands. */
const alert = (description: number, version = TLS_1_2): Buffer => Buffer.of(ALERT, 3, version, 0, 2, FATAL, description)

/** Encrypts a fatal alert as the first record under a server's traffic secret (RFC 8446, sections 5.2 and 7.3). */
const encryptedAlert = (description: number, suite: string, secret: Buffer): Buffer => {
  const hash = suite.endsWith('SHA384') ? 'sha384' : 'sha256'
  const expand = (text: string, length: number): Buffer => {
    const label = `tls13 ${text}`
    const info = Buffer.concat([Buffer.of(0, length, label.length), Buffer.from(label), Buffer.of(0, 1)])
    return createHmac(hash, secret).update(info).digest().subarray(0, length)
  }
  const isAes128 = suite.startsWith('TLS_AES_128')
  const algorithm = isAes128 ? 'aes-128-gcm' : suite.startsWith('TLS_AES_256') ? 'aes-256-gcm' : 'chacha20-poly1305'
  // Node's types know an authenticated cipher by its literal name.
  const cipher = createCipheriv(algorithm as 'aes-256-gcm', expand('key', isAes128 ? 16 : 32), expand('iv', 12), {
    authTagLength: TAG_OCTETS,
  })
  const content = Buffer.of(FATAL, description, ALERT)
  const head = Buffer.of(APPLICATION_DATA, 3, TLS_1_2, 0, content.length + TAG_OCTETS)
  cipher.setAAD(head)
  return Buffer.concat([head, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/**
 * Prepares for a client with a certificate, which no server of the world trusts: its authorities issue certificates to servers only. Node
 * completes such a handshake and leaves the decision to the program, but servers end it with an alert. The returned function sends this
 * alert. Call it at the end of the handshake, before the last messages of the server leave.
 */
const prepareRefusal = (socket: Socket, secured: TLSSocket): (() => void) => {
  let secret: Buffer | undefined
  secured.on('keylog', (line: Buffer) => {
    const [label, , value = ''] = line.toString().trim().split(' ')
    if (label === 'SERVER_TRAFFIC_SECRET_0') secret = Buffer.from(value, 'hex')
  })
  return () => {
    const version = { TLSv1: 1, 'TLSv1.1': 2 }[secured.getProtocol() ?? '']
    // TLS 1.3 encrypts the client's certificate, and so everything after it.
    socket.end(
      secret === undefined
        ? alert(UNKNOWN_CA, version)
        : encryptedAlert(UNKNOWN_CA, secured.getCipher().standardName, secret),
    )
    // Octets that nobody reads would turn the end into a reset, which may overtake the alert.
    secured.resume()
  }
}

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
  const hello = await peek(socket, readClientHello)
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
  const needsCertificate = settings.handshake === 'client-cert-required'
  const secured = new TLSSocket(socket, {
    isServer: true,
    secureContext: settings.secureContext,
    ...(protocols === undefined ? {} : { ALPNProtocols: protocols }),
    // OpenSSL ends a handshake in which a required client certificate is missing.
    ...(needsCertificate ? { requestCert: true, rejectUnauthorized: true } : {}),
  })
  const refuse = needsCertificate ? prepareRefusal(socket, secured) : undefined
  let isOver = false
  const fail = (reason: string): void => {
    if (!isOver) failed(reason, hello)
    isOver = true
  }
  secured.on('error', (error: Error) => {
    fail(reasonOf(error))
    socket.destroy()
  })
  // Clients such as Node leave without an alert if they don't trust the certificate.
  socket.once('close', () => fail('the client left during the handshake'))
  secured.once('secure', () => {
    isOver = true
    if (refuse !== undefined) {
      failed('certificate verify failed', hello)
      refuse()
      return
    }
    clearTimeout(deadline)
    // From here on, the protocol inside TLS has its own timeouts.
    socket.setTimeout(0)
    accepted(secured, hello)
  })
}
