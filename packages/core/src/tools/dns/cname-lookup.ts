import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, integer, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { cnameLookupCodes } from './cname-lookup.codes.ts'

const result = object({
  domain: text(),
  cname: nullable(text()),
  ttl: nullable(integer('seconds')),
})

/** The result of `cname-lookup` (spec §3). Both values are null for a name that is not an alias. */
export type CnameLookupResult = Infer<typeof result>

/** The codes of the findings of `cname-lookup`. */
export type CnameLookupCode = keyof typeof cnameLookupCodes

/** CNAME Lookup: the target of an alias, and whether it exists (RFC 1034, section 3.6.2). */
export const cnameLookup = defineTool({
  id: 'cname-lookup',
  name: 'CNAME Lookup',
  description: 'The name that an alias points to, and whether it still exists.',
  question: 'What is this name an alias of?',
  input: domainInput,
  placeholder: 'www.shop.example',
  features: ['Alias and target', 'Dangling aliases', 'Takeover danger'],
  limits: daily(100, 1000, -1),
  delay: 900,
  picker: { category: 'dns', id: 'cname' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./cname-lookup.simulation.ts')).cnameLookupSimulation,
})
