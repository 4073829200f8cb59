import { hostInput } from '../../inputs/inputs.ts'
import { type Infer, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { arinLookupCodes } from './arin-lookup.codes.ts'

const result = object({
  ip: nullable(text()),
  asn: nullable(text()),
  organization: nullable(text()),
  country: nullable(text()),
  network: nullable(text('CIDR notation')),
  abuse_contact: nullable(text()),
})

/** The result of `arin-lookup` (spec §3). Every field is null when the host has no address; a special-purpose address has only a network. */
export type ArinLookupResult = Infer<typeof result>

/** The codes of the findings of `arin-lookup`. */
export type ArinLookupCode = keyof typeof arinLookupCodes

/** ARIN Lookup: the holder of an address block, from the registries' data (RFC 9083). */
export const arinLookup = defineTool({
  id: 'arin-lookup',
  name: 'ARIN Lookup',
  description: 'Who holds the block, its AS number and abuse contact.',
  question: 'Whose address is this?',
  aliases: ['asn'],
  input: hostInput,
  placeholder: '198.51.100.25',
  features: ['Holder of the block', 'AS number', 'Abuse contact'],
  limits: daily(75, 750, -1),
  delay: 1400,
  picker: { category: 'network', id: 'arin' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./arin-lookup.simulation.ts')).arinLookupSimulation,
})
