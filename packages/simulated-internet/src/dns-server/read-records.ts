import { type FieldKind, recordTypeName, recordTypeOf } from '@netbox/core/dns'
import { readName } from './read-name.ts'

/** A record of a message. Names in its data are complete and in lower case, so equal data is equal octets. */
export interface MessageRecord {
  readonly name: string
  readonly type: number
  readonly class: number
  readonly ttl: number
  readonly data: Buffer
  /** The offset of the record in the message. */
  readonly start: number
}

/** The error for octets that are no records. */
export class MalformedMessage extends Error {}

const LONGEST_NAME = 255

/** Returns a name in full, because names in messages end with a pointer to an earlier one (RFC 1035, section 4.1.4). */
const expandName = (message: Buffer, start: number): { readonly octets: Buffer; readonly end: number } => {
  const parts: Buffer[] = []
  let end: number | undefined
  let length = 1
  for (let at = start; ;) {
    const size = message[at] ?? LONGEST_NAME
    if (size >= 0xc0 && at + 1 < message.length) {
      const target = message.readUInt16BE(at) & 0x3fff
      // A pointer leads back, so that a name ends.
      if (target >= at) throw new MalformedMessage('A pointer leads forward.')
      end ??= at + 2
      at = target
    } else if (size === 0) return { octets: Buffer.concat([...parts, Buffer.of(0)]), end: end ?? at + 1 }
    else {
      length += size + 1
      if (size > 63 || length > LONGEST_NAME || at + size + 1 > message.length)
        throw new MalformedMessage('A name is malformed.')
      const label = message.subarray(at, at + size + 1)
      parts.push(Buffer.from(label.map((octet) => (octet >= 65 && octet <= 90 ? octet + 32 : octet))))
      at += size + 1
    }
  }
}

/** Reads a name of a message, and the offset after it. */
export const readMessageName = (message: Buffer, start: number): { readonly name: string; readonly end: number } => {
  const { octets, end } = expandName(message, start)
  const read = readName(octets, 0)
  if (read === undefined) throw new MalformedMessage('A name is malformed.')
  return { name: read.name, end }
}

/** The sizes of the fields with a fixed one. */
const SIZES: Readonly<Partial<Record<string, number>>> & Partial<Record<FieldKind, number>> = {
  u8: 1,
  algorithm: 1,
  u16: 2,
  type: 2,
  u32: 4,
  seconds: 4,
  instant: 4,
  ipv4: 4,
  ipv6: 16,
  eui48: 6,
  eui64: 8,
  location: 16,
}

/** Returns the data of a record with complete names in lower case. Throws a `MalformedMessage` for data that is not of the type. */
const canonicalData = (message: Buffer, type: number, start: number, end: number): Buffer => {
  const parts: Buffer[] = []
  const cursor = { at: start }
  const take = (size: number): void => {
    if (cursor.at + size > end) throw new MalformedMessage('The data of a record is too short.')
    parts.push(message.subarray(cursor.at, cursor.at + size))
    cursor.at += size
  }
  const takeString = (): void => take(1 + (message[cursor.at] ?? LONGEST_NAME))
  for (const kind of Object.values(recordTypeOf(recordTypeName(type))?.fields ?? { data: 'hex' })) {
    const size = SIZES[kind]
    if (size !== undefined) take(size)
    else if (kind === 'name' || kind === 'mailbox') {
      const name = expandName(message, cursor.at)
      parts.push(name.octets)
      cursor.at = name.end
    } else if (kind === 'string' || kind === 'tag' || kind === 'salt' || kind === 'hash') takeString()
    else if (kind === 'strings') {
      takeString()
      while (cursor.at < end) takeString()
    } else take(end - cursor.at)
  }
  if (cursor.at !== end) throw new MalformedMessage('The data of a record does not fit its type.')
  return Buffer.concat(parts)
}

/** Reads the next records of a message. Throws a `MalformedMessage` for other octets. */
export const readRecords = (
  message: Buffer,
  offset: number,
  count: number,
): { readonly records: readonly MessageRecord[]; readonly end: number } => {
  const records: MessageRecord[] = []
  let at = offset
  for (let index = 0; index < count; index++) {
    const start = at
    const { name, end } = readMessageName(message, at)
    if (end + 10 > message.length) throw new MalformedMessage('A record is cut.')
    const type = message.readUInt16BE(end)
    const dataStart = end + 10
    at = dataStart + message.readUInt16BE(end + 8)
    if (at > message.length) throw new MalformedMessage('A record is cut.')
    // In updates, records without data stand for all of their name and type (RFC 2136, section 2.5).
    const data = at === dataStart ? Buffer.alloc(0) : canonicalData(message, type, dataStart, at)
    records.push({
      name,
      type,
      class: message.readUInt16BE(end + 2),
      ttl: message.readUInt32BE(end + 4),
      data,
      start,
    })
  }
  return { records, end: at }
}
