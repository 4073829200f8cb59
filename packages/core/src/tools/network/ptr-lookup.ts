import { addressInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, nullable, number, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { ptrLookupCodes } from './ptr-lookup.codes.ts'

const result = object({ ip: text(), hostname: nullable(text()), valid: boolean(), response_time: number('ms') })

/**
 * The result of `ptr-lookup` (spec §3). `valid` says whether the name resolves to the address; `hostname` is null if there is no PTR
 * record.
 */
export type PtrLookupResult = Infer<typeof result>

/** The codes of the findings of `ptr-lookup`. */
export type PtrLookupCode = keyof typeof ptrLookupCodes

/** PTR Lookup: the name of an address, confirmed by a forward lookup (RFC 8601, iprev). */
export const ptrLookup = defineTool({
  id: 'ptr-lookup',
  name: 'PTR Lookup',
  description: 'The name behind an address, and whether it points back.',
  question: 'What is this address called?',
  aliases: ['reverse-dns', 'rdns'],
  input: addressInput,
  placeholder: '198.51.100.25',
  features: ['Reverse name', 'Forward confirmation', 'Answer time'],
  limits: daily(100, 1000, -1),
  delay: 900,
  picker: { category: 'network', id: 'ptr' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./ptr-lookup.simulation.ts')).ptrLookupSimulation,
})
