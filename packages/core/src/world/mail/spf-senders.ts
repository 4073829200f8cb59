import { hasNoHosts, SENDERS } from '../names/companies.ts'
import { addressOf } from '../hosts/hosts.ts'
import { zoneStart } from '../../foundation/names.ts'
import { prefixOf } from '../hosts/subnets.ts'
import type { World } from '../world.ts'

/** One record of an SPF evaluation, with its includes. */
export interface SpfNode {
  readonly domain: string
  /** The DNS lookups of this record's own terms (RFC 7208, section 4.6.4). */
  readonly lookups: number
  readonly includes: readonly SpfNode[]
}

/** Returns the number of lookups of a record and its nested includes. */
export const countLookups = ({ lookups, includes }: SpfNode): number => {
  let total = lookups
  for (const child of includes) total += countLookups(child)
  return total
}

/** Writes an SPF record from terms. */
export const writeSpf = (terms: readonly string[]): string => {
  let record = 'v=spf1'
  for (const term of terms) record += ` ${term}`
  return record
}

// A bulk sender splits its networks over three records, so including it takes four lookups instead of one.
const BULK = '_spf-bulk.'
const PART = /^_spf[1-3]\./

const NOTHING: readonly SpfNode[] = []
const leaf = (domain: string): SpfNode => ({ domain, lookups: 0, includes: NOTHING })

const bulkNode = (domain: string): SpfNode => {
  const name = domain.slice(BULK.length)
  return { domain, lookups: 3, includes: [leaf(`_spf1.${name}`), leaf(`_spf2.${name}`), leaf(`_spf3.${name}`)] }
}

/** Returns the record of a sender. Its evaluation needs no further lookups. */
export const senderOf = (name: string): SpfNode => leaf(`_spf.${name}`)

/** Returns the record of a sender that splits its networks. */
export const bulkSenderOf = (name: string): SpfNode => bulkNode(`${BULK}${name}`)

const BULK_SENDERS: ReadonlySet<string> = new Set(SENDERS)

/** Reads the name of a sender's record; undefined for every other name. Any domain may send for others. */
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

/** Returns the record at a sender's own name; an include and a direct query return the same. */
export const senderRecordOf = (world: World, sender: SpfNode): string => writeSpf(senderTerms(world, sender))
