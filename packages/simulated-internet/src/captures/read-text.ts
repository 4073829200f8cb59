import { domainToASCII } from 'node:url'
import { addressOfReverseName } from '@netbox/core/dns'
import { hexOf } from '../world-files/octets.ts'
import { zoneNameOf } from '../world-files/parse-world.ts'
import { followDirective, openZone, readRecord, type ZoneContext, valueAt } from '../world-files/read-zone.ts'
import { nameOctets } from '../world-files/zone-fields.ts'
import { isComputed, nameText } from '../world-files/zone-values.ts'
import { zoneEntries, ZoneError } from '../world-files/zone-entries.ts'
import type { Captured, CapturedAnswer, CapturedRecord, CaptureProblem } from './captured-answer.ts'

/** The sections of messages, as programs print their names. */
const SECTIONS: Readonly<Record<string, CapturedRecord['section'] | 'question'>> = {
  QUESTION: 'question',
  ANSWER: 'answer',
  AUTHORITY: 'authority',
  ADDITIONAL: 'additional',
}

// The origin of relative names where no line says it. No name in a file has this label.
const NO_ORIGIN = String.raw`\000relative`
const NO_ORIGIN_OCTETS = '090072656c617469766500'

/** The state of a reader of printed text. */
interface Reader {
  readonly file: string
  readonly answers: CapturedAnswer[]
  readonly problems: CaptureProblem[]
  context: ZoneContext
  answer: CapturedAnswer
  section: CapturedRecord['section'] | 'question'
}

const begin = (reader: Reader, line: number): void => {
  reader.answer = { file: reader.file, line, records: [] }
  reader.answers.push(reader.answer)
  reader.section = 'listed'
}

/** Reads the header of a message: `status: NOERROR` of dig and kdig, `rcode: NOERROR` of drill. */
const readHeader = (reader: Reader, text: string, line: number): boolean => {
  const rcode = /->>HEADER<<-.*?\b(?:status|rcode): (\w+)/.exec(text)?.[1]
  if (rcode === undefined) return false
  begin(reader, line)
  reader.answer.rcode = rcode.toUpperCase()
  return true
}

/** Reads what delv prints before an answer, and its negative answers: `; shop.example. 60 IN \-AAAA ;-$NXRRSET`. */
const readDelv = (reader: Reader, text: string, line: number): boolean => {
  const state = /^; (negative response, )?(fully validated|unsigned answer)/.exec(text)
  if (state !== null) {
    begin(reader, line)
    reader.section = 'answer'
    if (state[1] === undefined) reader.answer.rcode = 'NOERROR'
    reader.answer.isAuthentic = state[2] === 'fully validated'
    return true
  }
  const [, name, type, reason] = /^; (\S+)\.\s.*\\-(\S+)\s+;-\$(NXDOMAIN|NXRRSET)/.exec(text) ?? []
  if (name !== undefined && type !== undefined) {
    reader.answer.question = { name: name.toLowerCase(), type: type.toUpperCase() }
    reader.answer.rcode = reason === 'NXDOMAIN' ? 'NXDOMAIN' : 'NOERROR'
    return true
  }
  const [, zone, data] = /^; (\S+\.) SOA (\S+ \S+ \d+ \d+ \d+ \d+ (\d+))$/.exec(text) ?? []
  if (zone === undefined || data === undefined || reader.answer.rcode === undefined) return false
  reader.section = 'authority'
  readEntry(reader, `${zone} ${data.split(' ').at(-1)} IN SOA ${data}`, line)
  return true
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** Returns the time that a program prints as ISO 8601; undefined for a time in another zone than UTC. */
const timeIn = (text: string): string | undefined => {
  const [, month = '', day = '', clock, zone = 'UTC', year] =
    /^;; WHEN: \w{3} (\w{3}) +(\d+) ([\d:]{8})(?: ([A-Z]+))? (\d{4})/.exec(text) ?? []
  if (year !== undefined && zone === 'UTC')
    return `${year}-${String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}Z`
  const [, date, time] = /^;; Time ([\d-]{10}) ([\d:]{8}) UTC/.exec(text) ?? []
  return date === undefined ? undefined : `${date}T${time}Z`
}

/** Reads a comment. dig, kdig and drill print all of a message but its records as comments. */
const readComment = (reader: Reader, text: string, line: number): void => {
  const { answer } = reader
  if (readHeader(reader, text, line) || readDelv(reader, text, line)) return
  const section = /^;; ([A-Z]+) SECTION:/.exec(text)?.[1]
  const flags = /^;; flags: ([a-z ]*);/i.exec(text)?.[1]?.split(' ')
  const server = /^;; (?:SERVER: |From )([^\s#@(]+)/.exec(text)?.[1]
  const time = timeIn(text)
  if (section !== undefined) reader.section = SECTIONS[section] ?? 'additional'
  // Only a resolver that the program asked to resolve validates: flags rd and ra.
  else if (flags?.includes('ra') === true) answer.isAuthentic = flags.includes('ad')
  else if (server !== undefined) answer.server = server
  else if (time !== undefined) answer.time = time
  else if (/^;; (?:connection timed out|no servers could be reached)/.test(text))
    reader.problems.push({ file: reader.file, line, message: 'No server answered, so there is nothing to import.' })
  else if (reader.section === 'question') readQuestion(reader, text)
  // What follows the end of a message, or the command line of dig, belongs to another one.
  const isEnd = /^;; (?:MSG SIZE|From |XFR size)|^; <<>> /.test(text)
  if (isEnd || (answer.rcode === undefined && text.startsWith(';; Received '))) begin(reader, line)
}

const readQuestion = ({ answer }: Reader, text: string): void => {
  const [, name, type] = /^;;?\s*(\S+)\s+(?:IN|CLASS1)\s+(\S+)\s*$/.exec(text) ?? []
  if (name === undefined || type === undefined) return
  try {
    const octets = nameOctets({ text: asciiOf(name), isQuoted: false, line: 0 }, Uint8Array.of(0))
    answer.question = { name: nameText(octets), type: type.toUpperCase() }
  } catch {
    // The records of the answer have names of their own, and report what is wrong.
  }
}

/** Writes names as DNS has them: dig prints international names in Unicode if it can. */
const asciiOf = (name: string): string => {
  if (/^[\u0000-\u007f]*$/.test(name)) return name
  const ascii = domainToASCII(name.replace(/\.$/, ''))
  return ascii === '' ? name : `${ascii}${name.endsWith('.') ? '.' : ''}`
}

/** Reads a directive or a record, which may have several lines. Adds what can't be read to the problems. */
const readEntry = (reader: Reader, text: string, line: number): void => {
  const { context, answer, problems, file } = reader
  const refuse = (at: number, message: string) => void problems.push({ file, line: line + at - 1, message })
  try {
    for (const { words, isIndented, line: at } of zoneEntries(text)) {
      if (!isIndented && words[0]?.text.startsWith('$') === true) {
        followDirective({ words, isIndented, line: at }, context)
        answer.isZone = true
        continue
      }
      const named = words.map((one) => (one.isQuoted ? one : { ...one, text: asciiOf(one.text) }))
      const record = readRecord({ words: named, isIndented, line: at }, context, '.')
      const { name, type, data, ttl, isUnread } = record
      if (`${name}.`.endsWith(`${NO_ORIGIN}.`) || hexOf(data).includes(NO_ORIGIN_OCTETS))
        refuse(at, 'The name has no final dot, and no $ORIGIN says to what it is relative.')
      else if (isUnread)
        refuse(at, String.raw`netbox reads ${type} records in the generic form of RFC 3597: \# 2 0A0B.`)
      else {
        const pointer =
          type === 'PTR' && addressOfReverseName(name) !== undefined ? { host: nameText(data) } : undefined
        const value = pointer ?? (isComputed(type) ? undefined : valueAt(at, type, data, ttl))
        const section = reader.section === 'question' ? 'answer' : reader.section
        answer.records.push({ name, type, value, ttl, line: line + at - 1, section })
      }
    }
  } catch (error) {
    if (!(error instanceof ZoneError)) throw error
    // dig shortens the keys and signatures of DNSSEC, which netbox makes itself.
    const type = text.split(/\s+/).find((part) => isComputed(part))
    if (type === undefined) refuse(error.line, error.message)
    else {
      const name = (text.split(/\s+/)[0] ?? '').replace(/\.$/, '').toLowerCase()
      answer.records.push({ name, type, value: undefined, ttl: 0, line, section: 'additional' })
    }
  }
}

// An entry without its end doesn't hide the rest of a file.
const MOST_LINES = 100

/** Returns whether parentheses join a text with the next line. */
const isOpen = (text: string): boolean => {
  const plain = text.replaceAll(/\\.|"(?:[^"\\\n]|\\.)*"|;.*$/gm, '')
  return (plain.match(/\(/g)?.length ?? 0) > (plain.match(/\)/g)?.length ?? 0)
}

/**
 * Reads what dig, kdig, drill and delv print, transfers, and zone files, in any order. A line that is none of these becomes a problem.
 */
export const readCapturedText = (text: string, file: string): Captured => {
  const zone = /^\$(?:ORIGIN|TTL)[ \t]/im.test(text) ? zoneNameOf(text, file) : ''
  const origin = zone.includes('.') && /^[\w.-]+$/.test(zone) ? zone : NO_ORIGIN
  const answer: CapturedAnswer = { file, line: 1, records: [] }
  const reader: Reader = {
    file,
    answers: [answer],
    problems: [],
    context: openZone(origin),
    answer,
    section: 'listed',
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const start = at
    let entry = lines[at] ?? ''
    if (/^\s*;/.test(entry)) {
      readComment(reader, entry.trim(), at + 1)
      continue
    }
    while (isOpen(entry) && at + 1 < lines.length && at - start < MOST_LINES) entry += `\n${lines[++at]}`
    if (isOpen(entry)) at = start
    if (entry.trim() !== '') readEntry(reader, entry, start + 1)
  }
  return { answers: reader.answers, problems: reader.problems }
}
