import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, list, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { whoisLookupCodes } from './whois-lookup.codes.ts'

const result = object({
  domain: text(),
  registrar: nullable(text()),
  creation_date: nullable(text('ISO 8601, UTC')),
  expiration_date: nullable(text('ISO 8601, UTC')),
  nameservers: list(text()),
  status: list(text('EPP status code, RFC 5731')),
})

/**
 * The result of `whois-lookup` (spec §3). `domain` is the registered domain, even for a name below it. For a name that can't be registered,
 * the values are null.
 */
export type WhoisLookupResult = Infer<typeof result>

/** The codes of the findings of `whois-lookup`. */
export type WhoisLookupCode = keyof typeof whoisLookupCodes

/** WHOIS Lookup: the registration of a domain (RFC 3912). */
export const whoisLookup = defineTool({
  id: 'whois-lookup',
  name: 'WHOIS Lookup',
  description: 'Registrar, dates, locks and nameservers of a registration.',
  question: 'Who registered this domain, and until when?',
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Registrar and dates', 'Transfer lock', 'Delegated nameservers'],
  limits: daily(50, 500, -1),
  delay: 1500,
  picker: { category: 'dns', id: 'whois' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./whois-lookup.simulation.ts')).whoisLookupSimulation,
})
