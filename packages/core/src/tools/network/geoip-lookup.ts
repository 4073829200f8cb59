import { hostInput } from '../../inputs/inputs.ts'
import { type Infer, nullable, number, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { geoipLookupCodes } from './geoip-lookup.codes.ts'

const result = object({
  ip: nullable(text()),
  city: nullable(text()),
  country: nullable(text()),
  latitude: nullable(number('degrees, north positive')),
  longitude: nullable(number('degrees, east positive')),
  timezone: nullable(text('IANA time zone')),
  isp: nullable(text()),
})

/** The result of `geoip-lookup` (spec §3). Every field is null if the host has no address; a special-purpose address has only `ip`. */
export type GeoipLookupResult = Infer<typeof result>

/** The codes of the findings of `geoip-lookup`. */
export type GeoipLookupCode = keyof typeof geoipLookupCodes

/** GeoIP Lookup: the location of an address's network, as far as an address reveals it. */
export const geoipLookup = defineTool({
  id: 'geoip-lookup',
  name: 'GeoIP Lookup',
  description: 'City, time zone and provider of an address.',
  question: 'Where is this address?',
  input: hostInput,
  placeholder: '198.51.100.25',
  features: ['City and time zone', 'Provider', 'How certain the city is'],
  limits: daily(100, 1000, -1),
  delay: 800,
  picker: { category: 'network', id: 'geoip' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./geoip-lookup.simulation.ts')).geoipLookupSimulation,
})
