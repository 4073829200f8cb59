import { decode } from 'dns-packet'
import { encodeName } from './names.ts'
import { readName } from './read-name.ts'
import { type RecordSet, types } from './record-data.ts'

/** Response codes (RFC 1035, section 4.1.1; RFC 2136; RFC 6891, section 9). */
export const rcodes = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  YXRRSET: 7,
  NXRRSET: 8,
  NOTAUTH: 9,
  NOTZONE: 10,
  BADVERS: 16,
} as const

const rcodeNames: ReadonlyMap<number, string> = new Map(Object.entries(rcodes).map(([name, number]) => [number, name]))

/** Returns the name of a response code, such as `REFUSED`. */
export const rcodeText = (rcode: number): string => rcodeNames.get(rcode) ?? `RCODE${rcode}`

/** Extended DNS errors (RFC 8914, section 4). */
export const extendedErrors = { dnskeyMissing: 9, notAuthoritative: 20, noReachableAuthority: 22 } as const

const flags = { response: 0x8000, authoritative: 0x0400, truncated: 0x0200, recursionDesired: 0x0100 } as const
const moreFlags = { recursionAvailable: 0x0080, authentic: 0x0020, checkingDisabled: 0x0010 } as const

/** The EDNS settings of a client (RFC 6891). */
export interface Edns {
  /** The largest UDP response that the client accepts. */
  readonly size: number
  readonly version: number
  /** Whether the client wants signatures (RFC 3225). */
  readonly wantsDnssec: boolean
}

/** A request with one question. */
export interface DnsRequest {
  readonly name: string
  readonly type: number
  readonly class: number
  readonly opcode: number
  /** The offset in the message at which the question ends. */
  readonly end: number
  readonly edns: Edns | undefined
  readonly checkingDisabled: boolean
  /** Whether the client asks if an answer was validated (RFC 6840, section 5.7). */
  readonly wantsAuthentic: boolean
}

/** The content of a response. */
export interface DnsReply {
  readonly rcode: number
  readonly isAuthoritative?: boolean
  readonly recursionAvailable?: boolean
  /** Whether all data in the response was validated. */
  readonly isAuthentic?: boolean
  readonly answer?: readonly RecordSet[]
  readonly authority?: readonly RecordSet[]
  readonly additional?: readonly RecordSet[]
  readonly extendedError?: { readonly code: number; readonly text: string }
  /** Whether the response is useless without its additional records. A referral needs its glue (RFC 9471). */
  readonly needsAdditional?: boolean
}

const HEADER = 12

// The length of an OPT record without options (RFC 6891, section 6.1.2): the root's name, type, size, extended RCODE, version, flags,
// length.
const OPT_LENGTH = 11

/** Reads the EDNS settings if the OPT record is the only record after the question and has no options, as most clients send it. */
const readPlainEdns = (message: Buffer, at: number): Edns | undefined => {
  const isPlain =
    message.length === at + OPT_LENGTH &&
    message.readUInt32BE(6) === 0 &&
    message.readUInt16BE(10) === 1 &&
    message[at] === 0 &&
    message.readUInt16BE(at + 1) === types.OPT &&
    message.readUInt16BE(at + 9) === 0
  if (!isPlain) return undefined
  return {
    size: message.readUInt16BE(at + 3),
    version: message.readUInt8(at + 6),
    wantsDnssec: message.readUInt8(at + 7) >= 0x80,
  }
}

const readAnyEdns = (message: Buffer): Edns | 'malformed' | undefined => {
  try {
    const options = (decode(message).additionals ?? []).filter((record) => record.type === 'OPT')
    const [found, other] = options
    if (other !== undefined) return 'malformed'
    return found && { size: found.udpPayloadSize, version: found.ednsVersion, wantsDnssec: found.flag_do }
  } catch {
    return 'malformed'
  }
}

/** Returns whether to answer a message. Responses, and messages shorter than a header, get no answer. */
export const isRequest = (message: Buffer): boolean => message.length >= HEADER && message.readUInt8(2) < 0x80

/** Reads a request. Returns undefined if it is malformed. */
export const readRequest = (message: Buffer): DnsRequest | undefined => {
  const found = message.readUInt16BE(4) === 1 ? readName(message, HEADER) : undefined
  if (found === undefined || found.end + 4 > message.length) return undefined
  const end = found.end + 4
  // A request without additional records has no OPT record.
  const edns =
    end === message.length && message.readUInt16BE(10) === 0
      ? undefined
      : (readPlainEdns(message, end) ?? readAnyEdns(message))
  if (edns === 'malformed') return undefined
  const bits = message.readUInt16BE(2)
  return {
    name: found.name,
    type: message.readUInt16BE(found.end),
    class: message.readUInt16BE(found.end + 2),
    opcode: (bits >> 11) & 15,
    end,
    edns,
    checkingDisabled: (bits & moreFlags.checkingDisabled) !== 0,
    wantsAuthentic: (bits & moreFlags.authentic) !== 0 || (edns?.wantsDnssec ?? false),
  }
}

/** Encodes a response without records. It repeats the question, or the zone of an update. */
export const emptyResponse = (message: Buffer, rcode: number, isTruncated = false): Buffer => {
  const end = message.readUInt16BE(4) === 1 ? (readName(message, HEADER)?.end ?? LARGEST_MESSAGE) + 4 : HEADER
  const hasQuestion = end > HEADER && end <= message.length
  const response = Buffer.from(message.subarray(0, hasQuestion ? end : HEADER))
  response.fill(0, 4, HEADER)
  response.writeUInt16BE(bitsOf(message, { rcode }, isTruncated), 2)
  response.writeUInt16BE(hasQuestion ? 1 : 0, 4)
  return response
}

// A pointer to the name of the question, directly after the header.
const QUESTION_NAME = Buffer.of(0xc0, HEADER)
const CLASS_IN = 1
/** The size of the largest message over TCP, whose length field has two octets. */
const LARGEST_MESSAGE = 65_535

// The buffer for each new response, which is copied when its length is known.
const draft = Buffer.allocUnsafe(LARGEST_MESSAGE)

/** Writes a record set into the draft. Returns the offset after it, or undefined if it would exceed `end`. */
const writeSet = (
  { name, type, ttl, data }: RecordSet,
  asked: string,
  start: number,
  end: number,
): number | undefined => {
  const owner = name === asked ? QUESTION_NAME : encodeName(name)
  let at = start
  for (const octets of data) {
    if (at + owner.length + 10 + octets.length > end) return undefined
    at += owner.copy(draft, at)
    at = draft.writeUInt16BE(type, at)
    at = draft.writeUInt16BE(CLASS_IN, at)
    at = draft.writeUInt32BE(ttl, at)
    at = draft.writeUInt16BE(octets.length, at)
    at += octets.copy(draft, at)
  }
  return at
}

/** The size of the largest response over UDP: networks don't have to fragment it (RFC 9715). */
const LARGEST_DATAGRAM = 1232
/** The size of a response over UDP that all clients accept (RFC 1035, section 4.2.1). */
export const SMALLEST_LIMIT = 512

/** Returns the size of the largest response to a client. */
export const limitFor = (edns: Edns | undefined, transport: 'udp' | 'tcp'): number =>
  transport === 'tcp' ? LARGEST_MESSAGE : Math.min(Math.max(edns?.size ?? 0, SMALLEST_LIMIT), LARGEST_DATAGRAM)
const EXTENDED_ERROR = 15

const encodeEdns = (edns: Edns, { rcode, extendedError }: DnsReply): Buffer => {
  const text = Buffer.from(extendedError?.text ?? '')
  const option = Buffer.alloc(extendedError === undefined ? 0 : 6)
  if (extendedError !== undefined) {
    option.writeUInt16BE(EXTENDED_ERROR, 0)
    option.writeUInt16BE(2 + text.length, 2)
    option.writeUInt16BE(extendedError.code, 4)
  }
  const fixed = Buffer.alloc(11)
  fixed.writeUInt16BE(types.OPT, 1)
  fixed.writeUInt16BE(LARGEST_DATAGRAM, 3)
  fixed.writeUInt8(rcode >> 4, 5)
  fixed.writeUInt8(edns.wantsDnssec ? 0x80 : 0, 7)
  fixed.writeUInt16BE(option.length + text.length, 9)
  return Buffer.concat([fixed, option, text])
}

const bitsOf = (message: Buffer, reply: DnsReply, isTruncated: boolean): number => {
  const asked = message.readUInt16BE(2)
  return (
    flags.response |
    // The response repeats the opcode and the client's flags for recursion and validation (RFC 1035, section 4.1.1; RFC 4035, section
    // 3.2.2).
    (asked & (0x7800 | flags.recursionDesired | moreFlags.checkingDisabled)) |
    (reply.isAuthoritative === true ? flags.authoritative : 0) |
    (isTruncated ? flags.truncated : 0) |
    (reply.recursionAvailable === true ? moreFlags.recursionAvailable : 0) |
    (reply.isAuthentic === true ? moreFlags.authentic : 0) |
    (reply.rcode & 15)
  )
}

interface Sections {
  readonly end: number
  readonly counts: readonly [number, number, number]
  readonly isTruncated: boolean
}

const countOf = (sets: readonly RecordSet[]): number => sets.reduce((sum, { data }) => sum + data.length, 0)

/** Writes the sections that fit: the answer and authority sections completely or not at all, and as many additional records as possible. */
const writeSections = (reply: DnsReply, asked: string, start: number, limit: number): Sections => {
  const { answer = [], authority = [], additional = [], needsAdditional = false } = reply
  const nothing = { end: start, counts: [0, 0, 0], isTruncated: true } as const
  if (start > limit) return nothing
  let end = start
  for (const set of [...answer, ...authority]) {
    const next = writeSet(set, asked, end, limit)
    if (next === undefined) return nothing
    end = next
  }
  const fitting = additional.filter((set) => {
    const next = writeSet(set, asked, end, limit)
    end = next ?? end
    return next !== undefined
  })
  return {
    end,
    counts: [countOf(answer), countOf(authority), countOf(fitting)],
    isTruncated: needsAdditional && fitting.length < additional.length,
  }
}

/**
 * Encodes the response to a request, up to a maximum size. `request` is undefined if the message was malformed. Returns the octets as
 * characters of a string, which uses less memory than a buffer.
 */
export const writeResponse = (
  message: Buffer,
  request: DnsRequest | undefined,
  reply: DnsReply,
  limit: number,
): string => {
  const edns = request?.edns && encodeEdns(request.edns, reply)
  // The response repeats the question unchanged, in the same upper and lower case.
  const start = HEADER + (request === undefined ? 0 : message.copy(draft, HEADER, HEADER, request.end))
  const room = limit - (edns?.length ?? 0)
  const { end, counts, isTruncated } = writeSections(reply, request?.name ?? '.', start, room)
  message.copy(draft, 0, 0, 2)
  draft.writeUInt16BE(bitsOf(message, reply, isTruncated), 2)
  draft.writeUInt16BE(request === undefined ? 0 : 1, 4)
  draft.writeUInt16BE(counts[0], 6)
  draft.writeUInt16BE(counts[1], 8)
  draft.writeUInt16BE(counts[2] + (edns === undefined ? 0 : 1), 10)
  return draft.toString('latin1', 0, end + (edns?.copy(draft, end) ?? 0))
}
