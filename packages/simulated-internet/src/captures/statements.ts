import type { FieldPath } from '@netbox/core'
import { addressOfReverseName, isDeep, recordTypeNumber } from '@netbox/core/dns'
import { parentOf } from '../dns-server/names.ts'
import { hasFields, isComputed } from '../world-files/zone-values.ts'
import type { CapturedAnswer, CapturedRecord, CaptureProblem } from './captured-answer.ts'

/** The place of a fact: its file and line, and the server and the time of the answer. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly server?: string | undefined
  readonly time?: string | undefined
}

/** The records of one type at a name. */
interface RecordSet {
  /** Answers are better than what a server adds to them. */
  readonly isAnswer: boolean
  readonly answer: CapturedAnswer
  readonly records: { readonly value: object; readonly place: Place }[]
}

/** What answers say about a name. */
export interface NameFacts {
  readonly sets: Map<string, RecordSet>
  /** The types without records. */
  readonly empty: Map<string, Place>
  state?: { readonly dns: 'nxdomain' | 'servfail'; readonly place: Place }
  dnssec?: { readonly state: 'secure' | 'insecure'; readonly place: Place }
  whole?: Place
  /** An answer without records of a type that only the seed decides, so the name exists. */
  existing?: Place
}

/** The facts of captured answers, without contradictions. */
export interface Statements {
  readonly names: ReadonlyMap<string, NameFacts>
  readonly pointers: ReadonlyMap<string, { readonly ptr: string | null; readonly place: Place }>
  readonly omitted: readonly CaptureProblem[]
  /** Returns the facts as a world document. */
  readonly document: () => object
  /** Removes the fact at a path of the document. Returns its place. */
  readonly remove: (path: FieldPath) => Place | undefined
}

/** The types of which a name has one record. */
export const SINGLE_TYPES: ReadonlySet<string> = new Set(['CNAME', 'DNAME', 'SOA'])

const fieldOf = (type: string): string => (hasFields(type) ? type : `TYPE${recordTypeNumber(type) ?? ''}`)
const placeIn = ({ file, server, time }: CapturedAnswer, line: number): Place => ({ file, line, server, time })
const isReverse = (name: string): boolean => name.endsWith('.in-addr.arpa') || name.endsWith('.ip6.arpa')
const dataOf = (value: object): string => JSON.stringify({ ...value, ttl: undefined })

/** The facts that are being collected. */
interface Draft {
  readonly names: Map<string, NameFacts>
  readonly pointers: Map<string, { readonly ptr: string | null; readonly place: Place }>
  readonly omitted: CaptureProblem[]
  /** The records that a document can't have, by file and reason. */
  readonly counts: Map<string, { readonly place: Place; readonly reason: string; count: number }>
}

const factsAt = ({ names }: Draft, name: string): NameFacts => {
  const facts = names.get(name) ?? { sets: new Map(), empty: new Map() }
  names.set(name, facts)
  return facts
}

const UNSTATED = {
  dnssec: 'netbox signs zones with its own keys',
  top: 'world files have no records of the root and of top-level domains',
  reverse: 'world files have only the PTR records of addresses in reverse zones',
}

const leaveOut = ({ counts }: Draft, place: Place, reason: string): void => {
  const key = `${place.file} ${reason}`
  const known = counts.get(key)
  if (known === undefined) counts.set(key, { place, reason, count: 1 })
  else known.count += 1
}

/** Returns why documents can't have a record. */
const whyUnstated = ({ name, type, value }: CapturedRecord): string | undefined => {
  if (isComputed(type) || value === undefined) return UNSTATED.dnssec
  if (isReverse(name)) return UNSTATED.reverse
  return name.includes('.') ? undefined : UNSTATED.top
}

const addPointer = ({ pointers, omitted }: Draft, record: CapturedRecord, place: Place): boolean => {
  const address = record.type === 'PTR' ? addressOfReverseName(record.name) : undefined
  if (address === undefined || record.value === undefined) return false
  const { host } = record.value as { readonly host: string }
  const other = pointers.get(address)?.ptr
  if (typeof other === 'string' && other !== host)
    omitted.push({
      ...place,
      message: `${address} has the name ${other} already, and netbox has one for each address.`,
    })
  else pointers.set(address, { ptr: host, place })
  return true
}

/** Adds a record to the others of its name and type. A later answer replaces an earlier one; what servers add replaces nothing. */
const addRecord = (draft: Draft, record: CapturedRecord, answer: CapturedAnswer): void => {
  const place = placeIn(answer, record.line)
  if (addPointer(draft, record, place)) return
  const reason = whyUnstated(record)
  if (reason !== undefined || record.value === undefined) {
    leaveOut(draft, place, reason ?? UNSTATED.dnssec)
    return
  }
  const { sets } = factsAt(draft, record.name)
  const field = fieldOf(record.type)
  const isAnswer = record.section === 'answer' || record.section === 'listed'
  const before = sets.get(field)
  const one = { value: record.value, place }
  if (before === undefined || (before.answer !== answer && (isAnswer || !before.isAnswer)))
    sets.set(field, { isAnswer, answer, records: [one] })
  else if (before.answer === answer && (isAnswer || !before.isAnswer)) {
    const isListed = before.records.some(({ value }) => dataOf(value) === dataOf(one.value))
    if (!isListed && !SINGLE_TYPES.has(field)) before.records.push(one)
  }
}

/** Returns the name at the end of the aliases of an answer. */
const endOf = ({ records }: CapturedAnswer, start: string): string => {
  let name = start
  const seen = new Set<string>()
  while (!seen.has(name)) {
    seen.add(name)
    const alias = records.find(
      ({ type, section, ...one }) => type === 'CNAME' && one.name === name && section === 'answer',
    )
    name = (alias?.value as { readonly target: string } | undefined)?.target ?? name
  }
  return name
}

/** Adds what an answer says by having no records: that a name has none of a type, that it doesn't exist, or that servers fail. */
const addNegative = (draft: Draft, answer: CapturedAnswer): void => {
  const { question, rcode, records, line } = answer
  if (question === undefined || rcode === undefined) return
  const place = placeIn(answer, line)
  const { name: asked, type } = question
  const name = rcode === 'NXDOMAIN' || rcode === 'NOERROR' ? endOf(answer, asked) : asked
  const address = addressOfReverseName(name)
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN' && rcode !== 'SERVFAIL')
    draft.omitted.push({
      ...place,
      message: `The answer has the code ${rcode}. To simulate it, write a rule under faults.`,
    })
  else if (rcode !== 'NOERROR') {
    if (address !== undefined && rcode === 'NXDOMAIN') draft.pointers.set(address, { ptr: null, place })
    else if (!name.includes('.') || isReverse(name))
      leaveOut(draft, place, isReverse(name) ? UNSTATED.reverse : UNSTATED.top)
    else factsAt(draft, name).state = { dns: rcode === 'NXDOMAIN' ? 'nxdomain' : 'servfail', place }
  } else if (!records.some((record) => record.section === 'answer' && record.name === name && record.type === type)) {
    const isReferral = records.some(
      (record) => record.section === 'authority' && record.type === 'NS' && record.name !== name,
    )
    const isPlain =
      recordTypeNumber(type) !== undefined && !isComputed(type) && !SINGLE_TYPES.has(type) && type !== 'NS'
    if (isReferral || !name.includes('.')) return
    if (address !== undefined && type === 'PTR') draft.pointers.set(address, { ptr: null, place })
    else if (!isReverse(name) && isPlain) factsAt(draft, name).empty.set(fieldOf(type), place)
    else if (!isReverse(name)) factsAt(draft, name).existing = place
  }
}

/** Adds whether the zone of a validated answer is secure: of the one zone that the answer names. */
const addSecurity = (draft: Draft, answer: CapturedAnswer, zoneAt: (name: string) => string | undefined): void => {
  const { question, isAuthentic, records, rcode } = answer
  if (question === undefined || isAuthentic === undefined || (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN')) return
  const aliases = records.filter(({ type, section }) => type === 'CNAME' && section === 'answer')
  const end = endOf(answer, question.name)
  const zones = new Set([question.name, ...aliases.map(({ name }) => name), end].map((name) => zoneAt(name)))
  for (const zone of zones) {
    if (zone === undefined || (!isAuthentic && zones.size > 1)) continue
    const facts = factsAt(draft, zone)
    const place = placeIn(answer, answer.line)
    if (facts.dnssec?.state !== 'secure') facts.dnssec = { state: isAuthentic ? 'secure' : 'insecure', place }
  }
}

/** Lets the names exist of which answers say only that they have no records of some type. By the seed, deep names don't exist. */
const keepEmptyNames = ({ names }: Draft): void => {
  for (const [name, { sets, empty, state, existing }] of names) {
    const [place = existing] = empty.values()
    if (place !== undefined && state === undefined && sets.size === 0 && isDeep(name)) empty.set('MX', place)
  }
}

/** Leaves out what contradicts records: an empty type, a missing name with records, an alias with other records. */
const resolveContradictions = ({ names, omitted }: Draft): void => {
  // The first name with records at or below each name.
  const within = new Map<string, string>()
  for (const [name, { sets }] of names)
    for (let at: string | undefined = sets.size > 0 ? name : undefined; at !== undefined; at = parentOf(at))
      if (!within.has(at)) within.set(at, name)
  for (const [name, { sets, empty, ...facts }] of names) {
    for (const [type, place] of empty) {
      if (sets.has(type))
        omitted.push({ ...place, message: `${name} has ${type} records in another answer, which netbox keeps.` })
      if (sets.has(type) || sets.has('CNAME')) empty.delete(type)
    }
    const other = [...sets.keys()].find((type) => type !== 'CNAME')
    const [alias] = sets.get('CNAME')?.records ?? []
    if (alias !== undefined && other !== undefined) {
      omitted.push({
        ...alias.place,
        message: `${name} has ${other} records too, so it can't be an alias (RFC 1034, section 3.6.2).`,
      })
      sets.delete('CNAME')
    }
    const below = within.get(name)
    if (facts.state !== undefined && below !== undefined) {
      omitted.push({
        ...facts.state.place,
        message: `The answer says '${facts.state.dns}' for ${name}, but ${below} has records in another answer, which netbox keeps.`,
      })
      delete names.get(name)?.state
    }
  }
}

const recordsOf = ({ sets, empty }: NameFacts): object =>
  Object.fromEntries([
    ...[...sets].map(([type, { records }]) => {
      const values = records.map(({ value }) => value)
      return [type, SINGLE_TYPES.has(type) ? values[0] : values] as const
    }),
    ...[...empty.keys()].map((type) => [type, []] as const),
  ])

const documentOf = ({ names, pointers }: Draft): object => ({
  domains: Object.fromEntries(
    [...names].map(([name, facts]) => [
      name,
      {
        ...(facts.state === undefined ? { records: recordsOf(facts) } : { dns: facts.state.dns }),
        ...(facts.dnssec === undefined ? {} : { dnssec: facts.dnssec.state }),
        ...(facts.whole === undefined ? {} : { complete: true }),
      },
    ]),
  ),
  addresses: Object.fromEntries([...pointers].map(([address, { ptr }]) => [address, { ptr }])),
})

/** Removes the fact at a path, or all facts of the name. */
const removeAt = ({ names, pointers }: Draft, [section, name, field, type]: FieldPath): Place | undefined => {
  const [at, record] = [String(name), String(type)]
  if (section === 'addresses') {
    const place = pointers.get(at)?.place
    pointers.delete(at)
    return place
  }
  const facts = names.get(at)
  if (facts === undefined) return undefined
  const place = [
    field === 'dnssec' ? facts.dnssec?.place : undefined,
    facts.sets.get(record)?.records[0]?.place,
    facts.empty.get(record),
    facts.state?.place,
    [...facts.sets.values()][0]?.records[0]?.place,
    [...facts.empty.values()][0],
    facts.dnssec?.place,
  ].find((one) => one !== undefined)
  if (field === 'dnssec') delete facts.dnssec
  else if (!facts.sets.delete(record) && !facts.empty.delete(record)) names.delete(at)
  return place
}

/** Collects the facts of answers. */
export const statementsOf = (answers: readonly CapturedAnswer[]): Statements => {
  const draft: Draft = { names: new Map(), pointers: new Map(), omitted: [], counts: new Map() }
  const tops = new Set<string>()
  for (const answer of answers) {
    for (const record of answer.records) addRecord(draft, record, answer)
    addNegative(draft, answer)
    const starts = answer.records.filter(({ type, section }) => type === 'SOA' && section === 'listed')
    for (const { name, type } of answer.records) if (type === 'SOA' || type === 'DNSKEY') tops.add(name)
    const [top] = starts
    // A transfer begins and ends with the SOA record (RFC 5936, section 2.2).
    if (top?.name.includes('.') === true && !isReverse(top.name) && (answer.isZone === true || starts.length > 1))
      factsAt(draft, top.name).whole = placeIn(answer, top.line)
  }
  const zoneAt = (name: string): string | undefined => {
    for (let at: string | undefined = name; at?.includes('.') === true; at = parentOf(at)) if (tops.has(at)) return at
    return undefined
  }
  for (const answer of answers) addSecurity(draft, answer, zoneAt)
  resolveContradictions(draft)
  keepEmptyNames(draft)
  const { names, pointers, omitted, counts } = draft
  for (const { place, reason, count } of counts.values())
    omitted.push({ ...place, message: `netbox leaves out ${count} ${count === 1 ? 'record' : 'records'}: ${reason}.` })
  const places = omitted.map(({ file, line, message }) => ({ file, line, message }))
  return {
    names,
    pointers,
    omitted: places,
    document: () => documentOf(draft),
    remove: (path) => removeAt(draft, path),
  }
}
