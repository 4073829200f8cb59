import { createHmac } from 'node:crypto'
import { encodeName } from '../../src/dns-server/names.ts'

/** A record of an update, with its data in hexadecimal digits. Without data, the record has none. */
export interface UpdateRecord {
  readonly name: string
  readonly type: number
  readonly class?: number
  readonly ttl?: number
  readonly data?: string | Buffer
}

const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255)
const withLength = (octets: Buffer): Buffer => Buffer.concat([u16(octets.length), octets])

const recordOctets = ({ name, type, class: kind = 1, ttl = 0, data = '' }: UpdateRecord): Buffer => {
  const seconds = Buffer.alloc(4)
  seconds.writeUInt32BE(ttl)
  const octets = typeof data === 'string' ? Buffer.from(data, 'hex') : data
  return Buffer.concat([encodeName(name), u16(type), u16(kind), seconds, withLength(octets)])
}

/** Encodes an update (RFC 2136, section 2). */
export const updateMessage = (
  zone: string,
  updates: readonly UpdateRecord[],
  prerequisites: readonly UpdateRecord[] = [],
): Buffer =>
  Buffer.concat([
    Buffer.of(0x12, 0x67, 5 << 3, 0),
    ...[1, prerequisites.length, updates.length, 0].map(u16),
    encodeName(zone),
    u16(6),
    u16(1),
    ...[...prerequisites, ...updates].map(recordOctets),
  ])

/** Encodes a request for a transfer. With a serial number, only the changes since then are wanted (RFC 1995, section 3). */
export const transferMessage = (zone: string, serial?: number): Buffer => {
  const data = Buffer.alloc(22)
  data.writeUInt32BE(serial ?? 0, 2)
  const question = Buffer.concat([encodeName(zone), u16(serial === undefined ? 252 : 251), u16(1)])
  const soa = serial === undefined ? [] : [recordOctets({ name: zone, type: 6, data })]
  return Buffer.concat([Buffer.of(0x12, 0x67, 0, 0), ...[1, 0, soa.length, 0].map(u16), question, ...soa])
}

/** How a message is signed. */
export interface Signing {
  readonly key?: string
  readonly algorithm?: string
  readonly secret?: string
  /** Epoch seconds. */
  readonly time?: number
  /** The octets of the MAC that are sent. */
  readonly macLength?: number
}

export const SECRET = Buffer.from('a secret of the tests').toString('base64')

/** Signs a message (RFC 8945, section 4.3). */
export const signed = (message: Buffer, signing: Signing = {}): Buffer => {
  const { key = 'deploy', algorithm = 'hmac-sha256', secret = SECRET, time = Date.now() / 1000, macLength } = signing
  const moment = Buffer.alloc(8)
  moment.writeUIntBE(Math.floor(time), 0, 6)
  moment.writeUInt16BE(300, 6)
  const none = Buffer.alloc(4)
  const variables = [encodeName(key), u16(255), none, encodeName(algorithm), moment, none]
  const mac = createHmac(algorithm.replace('hmac-', ''), Buffer.from(secret, 'base64'))
    .update(Buffer.concat([message, ...variables]))
    .digest()
    .subarray(0, macLength)
  const data = Buffer.concat([encodeName(algorithm), moment, withLength(mac), message.subarray(0, 2), none])
  const whole = Buffer.concat([message, encodeName(key), u16(250), u16(255), none, withLength(data)])
  whole.writeUInt16BE(message.readUInt16BE(10) + 1, 10)
  return whole
}
