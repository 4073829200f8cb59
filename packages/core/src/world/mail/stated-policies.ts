import { parseDmarc } from '../../protocols/dmarc-record.ts'
import { statedAt } from '../facts.ts'
import { isSpfRecord, parseSpf, type SpfRecord } from '../../protocols/spf-record.ts'
import { countLookups, type SpfNode } from './spf-senders.ts'
import type { World } from '../world.ts'

/** The evaluation of a stated SPF record. */
export interface StatedSpf {
  readonly state: 'valid' | 'missing' | 'lookups' | 'syntax' | 'duplicate' | 'include'
  readonly tree: SpfNode | undefined
  readonly ending: '-all' | '~all' | '?all' | '+all' | undefined
  readonly lookups: number
  readonly records: readonly string[]
  /** The terms of the first record, without its version. */
  readonly terms: readonly string[]
  /** The term that makes the record invalid. */
  readonly wrong: string | undefined
}

/** The part of an evaluation that the record before an include needs. */
export type SpfReading = Pick<StatedSpf, 'state' | 'tree' | 'ending'>

/** One evaluation of a record and its includes. It ends with the first lookup above the limit, so no record can make it endless. */
export interface SpfWalk {
  readonly limit: number
  /** The number of lookups so far. */
  lookups: number
  /** The records by domain, so that each is read once; undefined while its includes are being read. */
  readonly readings: Map<string, SpfReading | undefined>
  readonly read: (domain: string) => SpfReading
}

/** Returns whether a walk has ended at the limit. */
export const isOverLimit = ({ lookups, limit }: SpfWalk): boolean => lookups > limit

const unread = (domain: string): SpfReading => ({
  state: 'valid',
  tree: { domain, lookups: 0, includes: [] },
  ending: undefined,
})

/** Makes the lookup for an include or a redirect, and reads the record there. */
export const followSpf = (walk: SpfWalk, domain: string): SpfReading => {
  walk.lookups++
  if (isOverLimit(walk)) return unread(domain)
  if (walk.readings.has(domain)) {
    const reading = walk.readings.get(domain)
    // A record that includes itself needs lookups without end.
    walk.lookups += reading === undefined ? walk.limit + 1 : reading.tree === undefined ? 0 : countLookups(reading.tree)
    return reading ?? unread(domain)
  }
  walk.readings.set(domain, undefined)
  const reading = walk.read(domain)
  walk.readings.set(domain, reading)
  return reading
}

const COSTLY: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists'])
const NONE: StatedSpf = {
  state: 'missing',
  tree: undefined,
  ending: undefined,
  lookups: 0,
  records: [],
  terms: [],
  wrong: undefined,
}

const endingOf = ({ mechanisms }: SpfRecord): StatedSpf['ending'] => {
  const all = mechanisms.find(({ kind }) => kind === 'all')
  return all === undefined ? undefined : `${all.sign}all`
}

/** Returns whether a name has no macro. A macro depends on the sender, so the target of an include with a macro is unknown here. */
const isPlain = (name: string): boolean => name !== '' && !name.includes('%')

/** Makes the lookups of a record's own terms. Returns its node, the first term without a valid record, and the ending of its redirect. */
const followTerms = (domain: string, { mechanisms, redirect }: SpfRecord, walk: SpfWalk) => {
  const includes: SpfNode[] = []
  let lookups = 0
  let wrong: string | undefined
  let ending: StatedSpf['ending']
  const costly: { kind: string; value: string; text: string }[] = mechanisms.filter(({ kind }) => COSTLY.has(kind))
  if (redirect !== undefined) costly.push({ kind: 'redirect', value: redirect, text: `redirect=${redirect}` })
  for (const { kind, value, text } of costly) {
    if (isOverLimit(walk)) break
    lookups++
    if ((kind !== 'include' && kind !== 'redirect') || !isPlain(value)) {
      walk.lookups++
      continue
    }
    const target = value.toLowerCase()
    const reading = followSpf(walk, target)
    includes.push(reading.tree ?? { domain: target, lookups: 0, includes: [] })
    if (reading.state !== 'valid' && reading.state !== 'lookups') wrong ??= text
    if (kind === 'redirect') ending = reading.ending
  }
  return { tree: { domain, lookups, includes }, wrong, ending }
}

/** Evaluates the stated SPF records of a domain; undefined if none are stated. The walk counts the lookups and reads other domains. */
export const statedSpfOf = (world: World, domain: string, walk: SpfWalk): StatedSpf | undefined => {
  const texts = statedAt(world, domain)?.TXT
  if (texts === undefined) return undefined
  const records = texts.map(({ value }) => value).filter(isSpfRecord)
  const [record] = records
  if (record === undefined) return NONE
  const terms = record
    .split(' ')
    .filter((term) => term !== '')
    .slice(1)
  const parsed = parseSpf(record)
  const nothing = {
    tree: { domain, lookups: 0, includes: [] },
    ending: undefined,
    lookups: 0,
    records,
    terms,
    wrong: undefined,
  }
  if (records.length > 1) return { ...nothing, state: 'duplicate' }
  if (typeof parsed === 'string') return { ...nothing, state: 'syntax', wrong: parsed }
  const own = endingOf(parsed)
  const { tree, wrong, ending } = followTerms(
    domain,
    own === undefined ? parsed : { ...parsed, redirect: undefined },
    walk,
  )
  return {
    state: isOverLimit(walk) ? 'lookups' : wrong === undefined ? 'valid' : 'include',
    tree,
    ending: own ?? ending,
    // The count ends at the first lookup above the limit, as an evaluation does.
    lookups: Math.min(walk.lookups, walk.limit + 1),
    records,
    terms,
    wrong,
  }
}

/** Returns the stated DMARC policy of a domain; undefined if none is stated. */
export const statedDmarcOf = (
  world: World,
  domain: string,
): { readonly policy: 'missing' | 'none' | 'quarantine' | 'reject'; readonly record: string | null } | undefined => {
  const texts = world.facts?.records.get(`_dmarc.${domain}`)?.TXT?.map(({ value }) => value)
  if (texts === undefined) return undefined
  const action = parseDmarc(domain, texts)?.actions?.p
  const record = texts.find((text) => text.trim().toUpperCase().startsWith('V=DMARC1')) ?? null
  return action === undefined ? { policy: 'missing', record: null } : { policy: action, record }
}

// The length in bytes from which a key has 2048 bits. A public RSA key of 1024 bits takes 162 bytes, and one of 2048 bits takes 294.
const LONG_KEY = 250

/** Returns the stated DKIM key of a domain; undefined if none is stated. */
export const statedDkimOf = (
  world: World,
  domain: string,
): { readonly configured: boolean; readonly selector: string; readonly bits: 1024 | 2048 } | undefined => {
  const selector = world.facts?.selectors.get(domain)
  if (selector === undefined) return undefined
  const [record] = statedAt(world, `${selector}._domainkey.${domain}`)?.TXT ?? []
  const key = /(?:^|;)\s*p=([^;]*)/.exec(record?.value ?? '')?.[1]?.replaceAll(/\s/g, '') ?? ''
  return { configured: key !== '', selector, bits: (key.length * 3) / 4 > LONG_KEY ? 2048 : 1024 }
}
