/** The part of a ClientHello that selects the server (RFC 8446, section 4.1.2). */
export interface ClientHello {
  /** The requested host (SNI, RFC 6066, section 3), in lower case; undefined if there is none. */
  readonly serverName: string | undefined
}

const HANDSHAKE = 22
const CLIENT_HELLO = 1
const RECORD_HEADER = 5
const MESSAGE_HEADER = 4
const VERSION_AND_RANDOM = 34
const SERVER_NAME = 0
const HOST_NAME = 0

/** The maximum length of a ClientHello, in octets. With post-quantum keys, a ClientHello has about 1,800 octets. */
export const LONGEST_HELLO = 16_384

/** Joins the contents of the handshake records at the start of a stream. Returns undefined if the stream has another protocol. */
const handshakeOctets = (octets: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  let at = 0
  while (at < octets.length) {
    if (octets[at] !== HANDSHAKE) return undefined
    if (at + RECORD_HEADER > octets.length) break
    const length = octets.readUInt16BE(at + 3)
    parts.push(octets.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length))
    at += RECORD_HEADER + length
  }
  return Buffer.concat(parts)
}

/** Creates a reader of consecutive fields. It throws a `RangeError` if a field extends beyond the end. */
const createReader = (octets: Buffer) => {
  let at = 0
  const number = (size: number): number => {
    const value = octets.readUIntBE(at, size)
    at += size
    return value
  }
  const vector = (size: number): Buffer => {
    const length = number(size)
    if (at + length > octets.length) throw new RangeError('The vector is longer than the message.')
    at += length
    return octets.subarray(at - length, at)
  }
  return { number, vector, skip: (length: number) => void (at += length), isAtEnd: () => at >= octets.length }
}

const hostNameIn = (extension: Buffer): string | undefined => {
  const names = createReader(createReader(extension).vector(2))
  while (!names.isAtEnd()) {
    const type = names.number(1)
    const name = names.vector(2)
    if (type === HOST_NAME) return name.toString('latin1').toLowerCase().replace(/\.$/, '')
  }
  return undefined
}

const serverNameIn = (hello: Buffer): string | undefined => {
  const fields = createReader(hello)
  fields.skip(VERSION_AND_RANDOM)
  fields.vector(1) // session
  fields.vector(2) // cipher suites
  fields.vector(1) // compression
  if (fields.isAtEnd()) return undefined
  const extensions = createReader(fields.vector(2))
  while (!extensions.isAtEnd()) {
    const type = extensions.number(2)
    const extension = extensions.vector(2)
    if (type === SERVER_NAME) return hostNameIn(extension)
  }
  return undefined
}

/** Reads the ClientHello at the start of a connection. Returns `incomplete` if more octets are needed, and undefined if there is none. */
export const readClientHello = (octets: Buffer): ClientHello | 'incomplete' | undefined => {
  const handshake = handshakeOctets(octets)
  if (handshake === undefined || (handshake.length > 0 && handshake[0] !== CLIENT_HELLO)) return undefined
  if (handshake.length < MESSAGE_HEADER || handshake.length < MESSAGE_HEADER + handshake.readUIntBE(1, 3))
    return octets.length > LONGEST_HELLO ? undefined : 'incomplete'
  try {
    return {
      serverName: serverNameIn(handshake.subarray(MESSAGE_HEADER, MESSAGE_HEADER + handshake.readUIntBE(1, 3))),
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
