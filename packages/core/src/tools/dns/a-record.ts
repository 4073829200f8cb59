import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, integer, list, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { aRecordCodes } from './a-record.codes.ts'

const result = object({
  domain: text(),
  records: list(object({ type: oneOf('A', 'AAAA'), address: text(), ttl: integer('seconds') })),
})

/** The result of `a-record` (spec §3). A name that does not resolve has no records. */
export type ARecordResult = Infer<typeof result>

/** The codes of the findings of `a-record`. */
export type ARecordCode = keyof typeof aRecordCodes

/** A Record: the IPv4 and IPv6 addresses of a name (RFC 1035, section 3.4.1; RFC 3596). */
export const aRecord = defineTool({
  id: 'a-record',
  name: 'A Record',
  description: 'The IPv4 and IPv6 addresses that a name points at.',
  question: 'Where does this name point?',
  aliases: ['aaaa'],
  input: domainInput,
  placeholder: 'www.shop.example',
  features: ['IPv4 and IPv6', 'Time to live', 'Answer as a resolver gives it'],
  limits: daily(100, 1000, -1),
  delay: 900,
  picker: { category: 'dns', id: 'a' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./a-record.simulation.ts')).aRecordSimulation,
})
