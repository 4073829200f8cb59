import { canonicalNameOf } from '../foundation/names.ts'
import type { MailDns } from './mail-dns.ts'
import { isName, SPF_HOST_LIMIT, SPF_LOOKUP_LIMIT, SPF_VOID_LIMIT } from './spf-evaluation.ts'
import { coverHalf, type Network } from './spf-networks.ts'
import { isSpfRecord, parseSpf, type SpfMechanism, type SpfRecord } from './spf-record.ts'

/**
 * The state of an SPF policy: what a receiver finds if no term before the end matches. `missing`: no record. `duplicate`: several records.
 * `syntax`: an invalid term. `include`: a term names a domain without a valid record. `lookups`: more than ten lookups. `voids`: more than
 * two lookups that find nothing. `hosts`: more than ten mail servers in one term. All these are permanent errors except `missing`, which
 * is none (RFC 7208, sections 2.6 and 4.6). `failure`: DNS fails, a temporary error.
 */
export type SpfState =
  | 'valid'
  | 'missing'
  | 'duplicate'
  | 'syntax'
  | 'include'
  | 'lookups'
  | 'voids'
  | 'hosts'
  | 'failure'

/** One record of an evaluation, with its includes and redirect. */
export interface SpfNode {
  readonly domain: string
  /** The first record there; undefined if there is none. */
  readonly record: string | undefined
  /** The number of the lookup that finds the record, from 1; 0 for the record of the domain itself. */
  readonly at: number
  /** The number of lookups of its own terms and of all nested records. */
  readonly lookups: number
  readonly includes: readonly SpfNode[]
}

/** The SPF policy of a domain. */
export interface SpfPolicy {
  readonly state: SpfState
  /** Every SPF record of the domain: none, one, or two by mistake. */
  readonly records: readonly string[]
  /** The terms of the first record, without its version. */
  readonly terms: readonly string[]
  /** The first record's tree; undefined if there is no record. */
  readonly tree: SpfNode | undefined
  /** The term for all other servers, also from a redirect; undefined if there is none, or if it depends on the message. */
  readonly ending: '-all' | '~all' | '?all' | '+all' | undefined
  /** The domain-spec of a redirect that counts. */
  readonly redirect: string | undefined
  /**
   * The number of lookups of the whole tree, including lookups after the tenth, at which receivers stop. After twice as many, counting ends too,
   * and the number is 11.
   */
  readonly lookups: number
  /** The term at which receivers stop; undefined if they don't, or if it is not about a term. */
  readonly wrong: string | undefined
  /** The terms that find nothing when they are looked up, or through which a record is reached with such a term; each once. */
  readonly empty: readonly string[]
  /** Terms after `all`, which receivers ignore (section 5.1). */
  readonly ignored: readonly string[]
  /** Whether a term uses `ptr`, which section 5.5 advises against. */
  readonly usesPtr: boolean
  /**
   * Whether any server may send: the record ends in `+all`, or its networks and the networks of included records cover half of the
   * internet or more.
   */
  readonly permitsEveryone: boolean
  /** A text that looks like an SPF record, but is none, with the reason as a phrase after 'it'; only without a record. */
  readonly unread: { readonly text: string; readonly why: string } | undefined
}

/**
 * Returns whether a policy says nothing about other servers: it ends in `?all`, or it has no end, which means the same (section 4.7). A
 * redirect with a macro has another end for each message.
 */
export const isNeutral = ({ ending, redirect }: Pick<SpfPolicy, 'ending' | 'redirect'>): boolean =>
  ending === '?all' || (ending === undefined && redirect?.includes('%') !== true)

/** Writes a number of lookups above the limit. */
export const excessLookups = (lookups: number): string =>
  lookups === SPF_LOOKUP_LIMIT + 1 ? 'more than ten' : String(lookups)

// Counting goes on after the tenth lookup, because a report says how many a record needs, but not without end.
const COUNTED = 2 * SPF_LOOKUP_LIMIT

interface Walk {
  readonly dns: MailDns
  lookups: number
  voids: number
  readonly empty: Set<string>
  /** Whether counting has ended: there are too many lookups, or a record includes itself. */
  isOver: boolean
  /** What receivers meet first. */
  fault: { readonly state: SpfState; readonly wrong: string | undefined } | undefined
  /** The domains whose records are being read. */
  readonly open: Set<string>
  /** The networks that pass, also by included records. */
  readonly permitted: Network[]
}

interface Reading {
  readonly records: readonly string[]
  readonly node: SpfNode
  readonly ending: SpfPolicy['ending']
  readonly parsed: SpfRecord | undefined
}

const LOOKS_LIKE_SPF = /^[\s"'\u201c\u201d\ufeff]*v\s*=\s*spf1(?![a-z\d.])/i

/** Says why a text that is meant as an SPF record is none (section 4.5); undefined for any other text. */
const whyUnread = (text: string): string | undefined => {
  if (!LOOKS_LIKE_SPF.test(text) || isSpfRecord(text)) return undefined
  if (/^["'\u201c\u201d]/.test(text)) return 'begins with a quotation mark'
  if (/^[\s\ufeff]/.test(text)) return 'begins with white space'
  if (/^v=spf1\u00a0/i.test(text)) return 'has a no-break space after v=spf1'
  return "does not begin with 'v=spf1' and a space"
}

const stop = (walk: Walk, state: SpfState, wrong?: string): void => {
  walk.fault ??= { state, wrong }
}

const spend = (walk: Walk, term: string): void => {
  walk.lookups++
  if (walk.lookups > SPF_LOOKUP_LIMIT) stop(walk, 'lookups', term)
  if (walk.lookups > COUNTED) walk.isOver = true
}

/** Takes an answer; returns nothing if DNS fails, and counts an empty one. */
const take = (walk: Walk, found: readonly string[] | undefined, term: string): readonly string[] => {
  if (found === undefined) stop(walk, 'failure', term)
  else if (found.length === 0) {
    walk.empty.add(term)
    if (++walk.voids > SPF_VOID_LIMIT) stop(walk, 'voids', term)
  }
  return found ?? []
}

/** Returns addresses of a host, of IPv6 if it has none of IPv4: whether it has any counts here. */
const addressesOf = ({ dns }: Walk, name: string): readonly string[] | undefined => {
  const v4 = dns.addresses(name, 'A')
  return v4?.length === 0 ? dns.addresses(name, 'AAAA') : v4
}

// A macro depends on the message, so only its lookup is known here.
const isPlain = (name: string): boolean => !name.includes('%')

const plainName = (value: string): string => value.replace(/\.$/, '').toLowerCase()

/** Makes the lookups of a term that names hosts. */
const lookUpHosts = (walk: Walk, { kind, value, text }: SpfMechanism, domain: string): void => {
  const name = value === '' ? domain : plainName(value)
  if (kind === 'ptr' || !isPlain(name) || !isName(name)) return
  const at = canonicalNameOf(name)
  if (kind === 'exists') take(walk, walk.dns.addresses(at, 'A'), text)
  else if (kind === 'a') take(walk, addressesOf(walk, at), text)
  else {
    const hosts = take(walk, walk.dns.exchanges(at), text).filter((host) => host !== '.')
    if (hosts.slice(0, SPF_HOST_LIMIT).some((host) => addressesOf(walk, host) === undefined))
      stop(walk, 'failure', text)
    if (hosts.length > SPF_HOST_LIMIT) stop(walk, 'hosts', text)
  }
}

/** Follows an include or a redirect. Returns nothing if its target depends on the message. */
const follow = (walk: Walk, value: string, term: string, isPermitting: boolean): Reading | undefined => {
  const target = plainName(value)
  if (!isPlain(target)) return undefined
  const at = walk.lookups
  if (walk.open.has(target)) {
    // Receivers would look up without end.
    stop(walk, 'lookups', term)
    walk.isOver = true
  }
  if (!isName(target)) stop(walk, 'include', term)
  return walk.isOver || !isName(target) ? nothingAt(target, at) : readAt(walk, target, at, term, isPermitting)
}

const nothingAt = (domain: string, at: number): Reading => ({
  records: [],
  node: { domain, record: undefined, at, lookups: 0, includes: [] },
  ending: undefined,
  parsed: undefined,
})

const COSTLY: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists'])

/** Returns the network that a term permits, if the record alone says which. */
const networkIn = ({ sign, kind, value, bits }: SpfMechanism, isIncluded: boolean): Network[] => {
  if (sign !== '+') return []
  if (kind === 'ip4' || kind === 'ip6') return [{ address: value, bits: kind === 'ip4' ? bits.A : bits.AAAA }]
  const isEveryone = kind === 'all' ? isIncluded : (kind === 'a' || kind === 'mx') && bits.A === 0
  return isEveryone ? [{ address: '0.0.0.0', bits: 0 }] : []
}

/**
 * Reads the records of a domain and of all that they include; `by` is the term of the first record that leads here. Goes on after an error,
 * so that a report can show the whole record.
 */
const readAt = (walk: Walk, domain: string, at: number, by: string | undefined, isPermitting = true): Reading => {
  const texts = walk.dns.text(canonicalNameOf(domain))
  if (texts === undefined) stop(walk, 'failure', by)
  const records = (texts ?? []).filter(isSpfRecord)
  const [record] = records
  const parsed = record === undefined ? undefined : parseSpf(record)
  if (by !== undefined && (records.length !== 1 || parsed?.wrong !== undefined)) stop(walk, 'include', by)
  if (record === undefined || parsed === undefined) return nothingAt(domain, at)
  if (records.length > 1) stop(walk, 'duplicate')
  if (parsed.wrong !== undefined) stop(walk, 'syntax', parsed.wrong)
  const before = walk.lookups
  const includes: SpfNode[] = []
  walk.open.add(domain)
  for (const mechanism of parsed.mechanisms) {
    if (walk.isOver) break
    if (isPermitting) walk.permitted.push(...networkIn(mechanism, by !== undefined))
    if (!COSTLY.has(mechanism.kind)) continue
    spend(walk, by ?? mechanism.text)
    if (mechanism.kind === 'include') {
      const reading = follow(walk, mechanism.value, by ?? mechanism.text, isPermitting && mechanism.sign === '+')
      if (reading !== undefined) includes.push(reading.node)
    } else lookUpHosts(walk, by === undefined ? mechanism : { ...mechanism, text: by }, domain)
  }
  let ending: SpfPolicy['ending'] = parsed.all === undefined ? undefined : `${parsed.all}all`
  if (parsed.redirect !== undefined && !walk.isOver) {
    const term = by ?? `redirect=${parsed.redirect}`
    spend(walk, term)
    const reading = follow(walk, parsed.redirect, term, isPermitting)
    if (reading !== undefined) includes.push(reading.node)
    ending = reading?.ending
  }
  walk.open.delete(domain)
  return { records, node: { domain, record, at, lookups: walk.lookups - before, includes }, ending, parsed }
}

/**
 * Reads the SPF policy of a domain: its records, the lookups of an evaluation in which no term matches before the end, and the first error
 * in it (RFC 7208). `evaluateSpf` gives the result for one client.
 */
export const readSpfPolicy = (dns: MailDns, domain: string): SpfPolicy => {
  const walk: Walk = {
    dns,
    lookups: 0,
    voids: 0,
    empty: new Set(),
    isOver: false,
    fault: undefined,
    open: new Set(),
    permitted: [],
  }
  const { records, node, ending, parsed } = readAt(walk, domain, 0, undefined)
  const [record] = records
  const texts = record === undefined ? (dns.text(domain) ?? []) : []
  const unread = texts.flatMap((text) => {
    const why = whyUnread(text)
    return why === undefined ? [] : [{ text, why }]
  })[0]
  return {
    state: walk.fault?.state ?? (record === undefined ? 'missing' : 'valid'),
    records,
    terms:
      record
        ?.split(' ')
        .filter((term) => term !== '')
        .slice(1) ?? [],
    tree: record === undefined ? undefined : node,
    ending,
    redirect: parsed?.redirect,
    lookups: walk.isOver ? SPF_LOOKUP_LIMIT + 1 : walk.lookups,
    wrong: walk.fault?.wrong,
    empty: [...walk.empty],
    ignored: parsed?.ignored ?? [],
    permitsEveryone: ending === '+all' || coverHalf(walk.permitted),
    usesPtr: parsed?.mechanisms.some(({ kind }) => kind === 'ptr') ?? false,
    unread,
  }
}
