import { addressOfReverseName } from '../foundation/names.ts'
import { knownZones } from './known-zones.ts'

const NAME = /[a-z\d_-]+(?:\.[a-z\d_-]+)+/gi
const ADDRESS_V6 = /[\da-f]*:[\da-f:]+/gi

/** Returns whether a name is in a zone of the known internet, or is one of its addresses. */
const isKnown = (name: string): boolean => {
  for (let at = 0; at >= 0; at = name.indexOf('.', at) + 1 || -1) if (knownZones.has(name.slice(at))) return true
  const address = name.endsWith('.arpa') ? addressOfReverseName(name) : undefined
  return address !== undefined && knownZones.has(address)
}

/**
 * Returns whether a text, such as the input of a tool, has a name in a zone of the known internet, or one of its addresses. No other name of
 * a world leads there: the seed makes names in its own zones only.
 */
export const leadsToKnown = (text: string): boolean => {
  const lower = text.toLowerCase()
  return [...(lower.match(NAME) ?? []), ...(lower.match(ADDRESS_V6) ?? [])].some(isKnown)
}
