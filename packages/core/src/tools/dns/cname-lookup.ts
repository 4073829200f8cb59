import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, integer, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'

const result = object({
  domain: text(),
  cname: nullable(text()),
  ttl: nullable(integer('seconds')),
})

/** The result of `cname-lookup` (spec §3). Both values are null for a name that is no alias. */
export type CnameLookupResult = Infer<typeof result>

/** CNAME Lookup: what a name is an alias of, and whether that exists (RFC 1034, section 3.6.2). */
export const cnameLookup = defineTool({
  id: 'cname-lookup',
  name: 'CNAME Lookup',
  description: 'What a name is an alias of, and whether that still exists.',
  question: 'Which name does this name stand for?',
  path: 'cname-lookup',
  aliases: [],
  input: domainInput,
  placeholder: 'www.shop.example',
  features: ['Alias and target', 'Dangling aliases', 'Takeover danger'],
  free: true,
  limits: daily(100, 1000, -1),
  delay: 900,
  picker: { category: 'dns', id: 'cname' },
  dashboard: 'dns',
  seo: {
    title: 'CNAME Lookup: aliases and where they lead',
    description:
      'Follow the alias of a name to its target and find aliases that lead nowhere and can be taken over. Simulated results.',
    keywords: ['cname lookup', 'cname record', 'dns alias', 'dangling cname', 'subdomain takeover'],
  },
  resultSchema: result,
  load: async () => (await import('./cname-lookup.simulation.ts')).cnameLookupSimulation,
})
