import { zoneStart } from '../../foundation/names.ts'
import { addressOf } from '../hosts/hosts.ts'
import { prefixOf } from '../hosts/subnets.ts'
import { hasNoHosts, SENDERS } from '../names/companies.ts'
import type { World } from '../world.ts'

/** Writes an SPF record from terms. */
export const writeSpf = (terms: readonly string[]): string => {
  let record = 'v=spf1'
  for (const term of terms) record += ` ${term}`
  return record
}

// A bulk sender splits its networks over three records, so including it takes four lookups instead of one.
const BULK = '_spf-bulk.'
const PARTS = [1, 2, 3]
const PART = /^_spf[1-3]\./

const BULK_SENDERS: ReadonlySet<string> = new Set(SENDERS)

/** Returns the name at which a sender publishes its networks. */
export const senderOf = (name: string): string => `_spf.${name}`

/** Returns the name at which a sender publishes its networks, split over several records. */
export const bulkSenderOf = (name: string): string => `${BULK}${name}`

const ownerOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1)

/** Returns whether a name is that of a sender's record. Any domain may send for others. */
export const isSender = (domain: string): boolean => {
  if (!domain.startsWith('_spf')) return false
  const name = ownerOf(domain)
  if (domain.startsWith('_spf.')) return zoneStart(name) === 0 && !hasNoHosts(name)
  return BULK_SENDERS.has(name) && (domain.startsWith(BULK) || PART.test(domain))
}

/** Returns the record at a sender's own name. */
export const senderRecordOf = (world: World, domain: string): string => {
  const name = ownerOf(domain)
  return domain.startsWith(BULK)
    ? writeSpf([...PARTS.map((part) => `include:_spf${part}.${name}`), '-all'])
    : writeSpf([`ip4:${prefixOf(addressOf(world, `out.${name}`))}`, '-all'])
}
