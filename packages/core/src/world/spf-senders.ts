import { hasNoHosts, SENDERS } from './companies.ts'
import { addressOf } from './hosts.ts'
import { zoneStart } from './names.ts'
import { prefixOf } from './subnets.ts'
import type { World } from './world.ts'

/** One record that an SPF evaluation reads, with what it includes. */
export interface SpfNode {
  readonly domain: string
  /** DNS look-ups that this record's own terms cost (RFC 7208, section 4.6.4). */
  readonly lookups: number
  readonly includes: readonly SpfNode[]
}

/** Returns the look-ups that a record and all that it includes cost. */
export const countLookups = ({ lookups, includes }: SpfNode): number => {
  let total = lookups
  for (const child of includes) total += countLookups(child)
  return total
}

/** Writes an SPF record of these terms. */
export const writeSpf = (terms: readonly string[]): string => {
  let record = 'v=spf1'
  for (const term of terms) record += ` ${term}`
  return record
}

// A bulk sender splits its networks over three records, which costs including domains four look-ups instead of one.
const BULK = '_spf-bulk.'
const PART = /^_spf[1-3]\./

const NOTHING: readonly SpfNode[] = []
const leaf = (domain: string): SpfNode => ({ domain, lookups: 0, includes: NOTHING })

const bulkNode = (domain: string): SpfNode => {
  const name = domain.slice(BULK.length)
  return { domain, lookups: 3, includes: [leaf(`_spf1.${name}`), leaf(`_spf2.${name}`), leaf(`_spf3.${name}`)] }
}

/** The record of a sender, which costs no look-ups but its own. */
export const senderOf = (name: string): SpfNode => leaf(`_spf.${name}`)

/** The record of a sender that splits its networks. */
export const bulkSenderOf = (name: string): SpfNode => bulkNode(`${BULK}${name}`)

const BULK_SENDERS: ReadonlySet<string> = new Set(SENDERS)

/** Reads a name that a sender publishes a record under; undefined for every other name. Any domain may send for others. */
export const senderNamed = (domain: string): SpfNode | undefined => {
  if (!domain.startsWith('_spf')) return undefined
  const name = domain.slice(domain.indexOf('.') + 1)
  if (domain.startsWith('_spf.')) return zoneStart(name) === 0 && !hasNoHosts(name) ? leaf(domain) : undefined
  if (!BULK_SENDERS.has(name)) return undefined
  if (domain.startsWith(BULK)) return bulkNode(domain)
  return PART.test(domain) ? leaf(domain) : undefined
}

/** Returns the terms of the record at a sender's own name. */
export const senderTerms = (world: World, { domain, includes }: SpfNode): string[] => {
  if (includes.length > 0) return [...includes.map((child) => `include:${child.domain}`), '-all']
  const name = domain.slice(domain.indexOf('.') + 1)
  return [`ip4:${prefixOf(addressOf(world, `out.${name}`))}`, '-all']
}

/** Returns the record at a sender's own name; what includes it and what asks for it by name read the same. */
export const senderRecordOf = (world: World, sender: SpfNode): string => writeSpf(senderTerms(world, sender))
