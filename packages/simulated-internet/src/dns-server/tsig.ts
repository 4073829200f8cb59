import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECOND, type WorldKeys } from '@netbox/core'
import { emptyResponse, rcodes } from './message.ts'
import { encodeName } from './names.ts'
import { MalformedMessage, type MessageRecord, readMessageName, readRecords } from './read-records.ts'

/* Signatures of messages with a shared key (TSIG, RFC 8945). */

const TSIG = 250
const CLASS_ANY = 255
const HEADER = 12
/** The seconds by which the clocks of client and server may differ. */
const FUDGE = 300
/** The errors of signatures (RFC 8945, section 3). */
const errors = { NOERROR: 0, BADSIG: 16, BADKEY: 17, BADTIME: 18, BADTRUNC: 22 } as const
const errorNames = new Map<number, string>(Object.entries(errors).map(([name, code]) => [code, name]))

/** The hashes by the names of algorithms (RFC 8945, section 6). */
const hashes: ReadonlyMap<string, string> = new Map([
  ['hmac-md5.sig-alg.reg.int', 'md5'],
  ...['sha1', 'sha224', 'sha256', 'sha384', 'sha512'].map((hash) => [`hmac-${hash}`, hash] as const),
])
const algorithmName = (algorithm: string): string => (algorithm === 'hmac-md5' ? 'hmac-md5.sig-alg.reg.int' : algorithm)

/** The signature of a request. */
interface Signature {
  readonly key: string
  readonly algorithm: string
  readonly time: number
  readonly fudge: number
  readonly mac: Buffer
  readonly originalId: number
  readonly error: number
  readonly other: Buffer
}

const readSignature = ({ name, data }: MessageRecord): Signature => {
  const { name: algorithm, end } = readMessageName(data, 0)
  const macEnd = end + 10 + (data.length >= end + 10 ? data.readUInt16BE(end + 8) : data.length)
  if (macEnd + 6 > data.length || macEnd + 6 + data.readUInt16BE(macEnd + 4) !== data.length)
    throw new MalformedMessage('The signature is malformed.')
  return {
    key: name,
    algorithm,
    time: data.readUIntBE(end, 6),
    fudge: data.readUInt16BE(end + 6),
    mac: data.subarray(end + 10, macEnd),
    originalId: data.readUInt16BE(macEnd),
    error: data.readUInt16BE(macEnd + 2),
    other: data.subarray(macEnd + 6),
  }
}

const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255)
const u48 = (value: number): Buffer => {
  const octets = Buffer.alloc(6)
  octets.writeUIntBE(value, 0, 6)
  return octets
}
const withLength = (octets: Buffer): Buffer => Buffer.concat([u16(octets.length), octets])

type Variables = Omit<Signature, 'mac' | 'originalId'>

/** Returns the part of the digest that is not in the message (RFC 8945, section 4.3.3). */
const variablesOf = ({ key, algorithm, time, fudge, error, other }: Variables): Buffer =>
  Buffer.concat([
    encodeName(key),
    u16(CLASS_ANY),
    Buffer.alloc(4),
    encodeName(algorithm),
    u48(time),
    u16(fudge),
    u16(error),
    withLength(other),
  ])

/** Adds a record to the additional section of a message. */
const withSignature = (message: Buffer, { key, ...signature }: Signature): Buffer => {
  const { algorithm, time, fudge, mac, originalId, error, other } = signature
  const data = Buffer.concat([
    encodeName(algorithm),
    u48(time),
    u16(fudge),
    withLength(mac),
    u16(originalId),
    u16(error),
    withLength(other),
  ])
  const signed = Buffer.concat([message, encodeName(key), u16(TSIG), u16(CLASS_ANY), Buffer.alloc(4), withLength(data)])
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10)
  return signed
}

/** Signs the responses to one request. Each signature covers the signature of the message before. */
export type SignResponse = (response: Buffer) => Buffer

/** A request whose signature was checked. */
export type CheckedRequest =
  | { readonly kind: 'unsigned' }
  /** The message is without its signature. */
  | { readonly kind: 'signed'; readonly message: Buffer; readonly key: string; readonly sign: SignResponse }
  /** The response has no records, and the text says why. */
  | { readonly kind: 'refused'; readonly response: Buffer; readonly text: string }

/** Returns the signature of a message, and the message without it. Throws a `MalformedMessage` for one that is not the last record. */
const splitSignature = (message: Buffer): { readonly stripped: Buffer; readonly record: MessageRecord } | undefined => {
  let at = HEADER
  for (let index = 0; index < message.readUInt16BE(4); index++) at = readMessageName(message, at).end + 4
  const records = [6, 8, 10].flatMap((count) => {
    const read = readRecords(message, at, message.readUInt16BE(count))
    at = read.end
    return read.records
  })
  const found = records.filter(({ type }) => type === TSIG)
  const [record] = found
  if (record === undefined) return undefined
  if (found.length > 1 || record !== records.at(-1) || record.class !== CLASS_ANY || message.readUInt16BE(10) === 0)
    throw new MalformedMessage('The signature is not the last record.')
  const stripped = Buffer.from(message.subarray(0, record.start))
  stripped.writeUInt16BE(message.readUInt16BE(10) - 1, 10)
  return { stripped, record }
}

const hmac = (hash: string, secret: Buffer, parts: readonly Buffer[]): Buffer =>
  parts.reduce((mac, part) => mac.update(part), createHmac(hash, secret)).digest()

/**
 * Checks the signature of a message, if it has one. `now` is the real time in epoch milliseconds, because clients sign with their own clocks.
 * Throws a `MalformedMessage` for a message that is not one of DNS.
 */
export const checkSignature = (message: Buffer, keys: WorldKeys, now: number): CheckedRequest => {
  const split = message.readUInt16BE(10) === 0 ? undefined : splitSignature(message)
  if (split === undefined) return { kind: 'unsigned' }
  const request = readSignature(split.record)
  const { key, algorithm, mac } = request
  const stated = keys[key]
  const hash = hashes.get(algorithm)
  const time = Math.floor(now / SECOND)
  const refuse = (error: number, reply: Partial<Signature> = {}, sign?: SignResponse): CheckedRequest => {
    const response = emptyResponse(message, rcodes.NOTAUTH)
    const signature = { ...request, error, mac: Buffer.alloc(0), other: Buffer.alloc(0), ...reply }
    return {
      kind: 'refused',
      response: sign?.(response) ?? withSignature(response, signature),
      text: `NOTAUTH, ${errorNames.get(error)}`,
    }
  }
  if (stated === undefined || hash === undefined || algorithm !== algorithmName(stated.algorithm))
    return refuse(errors.BADKEY)
  const secret = Buffer.from(stated.secret, 'base64')
  const signed = Buffer.from(split.stripped)
  signed.writeUInt16BE(request.originalId, 0)
  const expected = hmac(hash, secret, [signed, variablesOf(request)])
  if (mac.length > expected.length || mac.length < Math.max(10, expected.length / 2))
    throw new MalformedMessage('The signature has a wrong length.')
  if (!timingSafeEqual(expected.subarray(0, mac.length), mac)) return refuse(errors.BADSIG)
  let before = mac
  let isFirst = true
  const signAt = (response: Buffer, error: number, other: Buffer, at: number): Buffer => {
    const variables = { key, algorithm, time: at, fudge: FUDGE, error, other }
    // Messages after the first one of a transfer cover only the time (RFC 8945, section 5.3.1).
    const tail = isFirst ? variablesOf(variables) : Buffer.concat([u48(at), u16(FUDGE)])
    const made = hmac(hash, secret, [withLength(before), response, tail])
    before = made
    isFirst = false
    return withSignature(response, { ...variables, mac: made, originalId: message.readUInt16BE(0) })
  }
  if (Math.abs(time - request.time) > request.fudge)
    return refuse(errors.BADTIME, {}, (response) => signAt(response, errors.BADTIME, u48(time), request.time))
  if (mac.length < expected.length)
    return refuse(errors.BADTRUNC, {}, (response) => signAt(response, errors.BADTRUNC, Buffer.alloc(0), time))
  const sign: SignResponse = (response) =>
    signAt(response, errors.NOERROR, Buffer.alloc(0), Math.floor(Date.now() / SECOND))
  return { kind: 'signed', message: split.stripped, key, sign }
}
