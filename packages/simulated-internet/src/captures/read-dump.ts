import { isObject } from '@netbox/core'
import { addressOfReverseName, type FieldKind, recordTypeName, recordTypeOf } from '@netbox/core/dns'
import { join } from '../world-files/octets.ts'
import { nameText, valueOf } from '../world-files/zone-values.ts'
import type { Captured, CapturedAnswer, CapturedRecord, CaptureProblem } from './captured-answer.ts'

const CODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']
const SECTIONS = ['answer', 'authority', 'additional'] as const
const [HEADER, POINTER, LONGEST_LABEL] = [12, 0xc0, 63]
const [AUTHENTIC, RECURSION] = [0x20, 0x80]
const OPT = 41
const INTERNET = 1

/** The octets of fields with a fixed length. */
const SIZES: Partial<Record<FieldKind, number>> = { u8: 1, u16: 2, u32: 4, seconds: 4 }

/** Reads an uncompressed copy of a name, and the offset after it. Throws a `RangeError` for a name without an end. */
const readName = (message: Buffer, start: number): { readonly octets: Uint8Array; readonly end: number } => {
  const labels: Uint8Array[] = []
  let [at, end, length] = [start, 0, message.readUInt8(start)]
  for (let jumps = 0; length !== 0; length = message.readUInt8(at)) {
    if (length >= POINTER) {
      if (end === 0) end = at + 2
      // Each pointer leads back (RFC 1035, section 4.1.4).
      if (++jumps > LONGEST_LABEL) throw new RangeError('The name has no end.')
      at = message.readUInt16BE(at) & 0x3fff
    } else {
      labels.push(message.subarray(at, at + 1 + length))
      at += 1 + length
    }
  }
  return { octets: join([...labels, Uint8Array.of(0)]), end: end === 0 ? at + 1 : end }
}

/** Returns the data of a record without compressed names. */
const plainData = (message: Buffer, type: string, start: number, end: number): Uint8Array => {
  const parts: Uint8Array[] = []
  let at = start
  for (const kind of Object.values(recordTypeOf(type)?.fields ?? {})) {
    if (kind === 'name' || kind === 'mailbox') {
      const name = readName(message, at)
      parts.push(name.octets)
      at = name.end
    } else {
      const size = SIZES[kind]
      if (size === undefined) break
      parts.push(message.subarray(at, at + size))
      at += size
    }
  }
  return join([...parts, message.subarray(at, end)])
}

/** Reads a message (RFC 1035, section 4.1). Throws a `RangeError` for one that is cut. */
const readMessage = (message: Buffer, file: string, line: number): CapturedAnswer => {
  const flags = message.readUInt16BE(2)
  const code = flags & 15
  const records: CapturedRecord[] = []
  const answer: CapturedAnswer = { file, line, records, rcode: CODES[code] ?? `RCODE${code}` }
  if ((flags & RECURSION) !== 0) answer.isAuthentic = (flags & AUTHENTIC) !== 0
  let at = HEADER
  for (let left = message.readUInt16BE(4); left > 0; left--) {
    const { octets, end } = readName(message, at)
    answer.question = { name: nameText(octets), type: recordTypeName(message.readUInt16BE(end)) }
    at = end + 4
  }
  for (const [index, section] of SECTIONS.entries())
    for (let left = message.readUInt16BE(6 + 2 * index); left > 0; left--) {
      const { octets, end } = readName(message, at)
      const number = message.readUInt16BE(end)
      const type = recordTypeName(number)
      const ttl = message.readUInt32BE(end + 4)
      const start = end + 10
      at = start + message.readUInt16BE(end + 8)
      if (number === OPT || message.readUInt16BE(end + 2) !== INTERNET) continue
      const data = plainData(message, type, start, at)
      const name = nameText(octets)
      const isPointer = type === 'PTR' && addressOfReverseName(name) !== undefined
      const value = isPointer ? { host: nameText(data) } : valueOf(type, data)
      records.push({ name, type, value: value && { ...value, ttl }, ttl, line, section })
    }
  return answer
}

/** Finds the messages in a dump: the fields `message` of dnsviz, and the packets of zonemaster. */
const messagesIn = (dump: unknown, server?: string): { readonly text: string; readonly server?: string }[] => {
  if (Array.isArray(dump)) return dump.flatMap((item) => messagesIn(item, server))
  if (!isObject(dump)) return []
  return Object.entries(dump).flatMap(([key, value]) => {
    if (key === 'message' && typeof value === 'string')
      return [{ text: value, ...(server === undefined ? {} : { server }) }]
    if (key === 'Zonemaster::LDNS::Packet' && isObject(value) && typeof value['data'] === 'string')
      return [{ text: value['data'], ...(server === undefined ? {} : { server }) }]
    if (key !== 'responses' || !isObject(value)) return messagesIn(value, server)
    return Object.entries(value).flatMap(([address, answers]) => messagesIn(answers, address))
  })
}

/** Returns the JSON documents of a dump: one for all, or one in each line after the name and the address of a server. */
const documentsIn = (text: string): { readonly line: number; readonly json: string; readonly server?: string }[] =>
  text.trimStart().startsWith('{')
    ? [{ line: 1, json: text }]
    : text.split('\n').flatMap((row, index) => {
        const [, server, json] = /^\S+ (\S+) (\{.*)$/s.exec(row) ?? []
        return server === undefined || json === undefined ? [] : [{ line: index + 1, json, server }]
      })

/** Returns whether a text is a dump of dnsviz (`dnsviz probe`) or zonemaster (`zonemaster-cli --save`). */
export const isDump = (text: string): boolean => /^\s*\{|^\S+ [\da-f:.]+ \{/.test(text)

/** Reads a dump. A document that is not JSON, and a message that can't be read, becomes a problem. */
export const readDump = (text: string, file: string): Captured => {
  const [answers, problems]: [CapturedAnswer[], CaptureProblem[]] = [[], []]
  for (const { line, json, server } of documentsIn(text)) {
    try {
      const found = messagesIn(JSON.parse(json), server)
      if (found.length === 0)
        problems.push({ file, line, message: 'The document has no messages of dnsviz or zonemaster.' })
      for (const message of found) {
        const answer = readMessage(Buffer.from(message.text, 'base64'), file, line)
        answers.push({ ...answer, ...(message.server === undefined ? {} : { server: message.server }) })
      }
    } catch (error) {
      const isWrong = error instanceof RangeError || error instanceof SyntaxError
      if (!isWrong) throw error
      problems.push({ file, line, message: error instanceof SyntaxError ? 'This is not JSON.' : 'A message is cut.' })
    }
  }
  return { answers, problems }
}
