import { addressOfReverseName } from '../foundation/names.ts'
import { knownZonesText } from './known-zones.ts'

const NAME = /[a-z\d_-]+(?:\.[a-z\d_-]+)+/gi
const ADDRESS_V6 = /[\da-f]*:[\da-f:]+/gi

const read: { zones?: ReadonlySet<string> } = {}

const readZones = (): ReadonlySet<string> =>
  new Set(
    knownZonesText.split('\n').flatMap((line) => {
      const [top = '', ...names] = line.split(' ')
      return names.map((name) => name + top)
    }),
  )

/** Returns whether a name is in a zone of the known internet, or is one of its addresses. */
const isKnown = (name: string): boolean => {
  const zones = (read.zones ??= readZones())
  for (let at = 0; at >= 0; at = name.indexOf('.', at) + 1 || -1) if (zones.has(name.slice(at))) return true
  const address = name.endsWith('.arpa') ? addressOfReverseName(name) : undefined
  return address !== undefined && zones.has(address)
}

/** Returns the names and addresses in a text, such as the input of a tool, in lower case. */
export const namesIn = (text: string): string[] => {
  const lower = text.toLowerCase()
  return [...(lower.match(NAME) ?? []), ...(lower.match(ADDRESS_V6) ?? [])]
}

/**
 * Returns whether a text, such as the input of a tool, has a name in a zone of the known internet, or one of its addresses. No other name of
 * a world leads there: the seed makes names in its own zones only. A zone counts only if its facts differ from the seed: a zone that
 * only says that `api.openai.com` exists does not.
 */
export const leadsToKnown = (text: string): boolean => namesIn(text).some(isKnown)
