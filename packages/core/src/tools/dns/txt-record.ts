import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, integer, list, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { txtRecordCodes } from './txt-record.codes.ts'

const result = object({
  domain: text(),
  records: list(object({ value: text(), ttl: integer('seconds') })),
})

/** The result of `txt-record` (spec §3). */
export type TxtRecordResult = Infer<typeof result>

/** The codes of the findings of `txt-record`. */
export type TxtRecordCode = keyof typeof txtRecordCodes

/** TXT Records: the texts that a domain publishes for others to check (RFC 1035, section 3.3.14). */
export const txtRecord = defineTool({
  id: 'txt-record',
  name: 'TXT Records',
  description: 'SPF, ownership proofs and other texts that a domain publishes.',
  question: 'What does this domain say in its text records?',
  path: 'txt-records',
  input: domainInput,
  placeholder: 'mail.example',
  features: ['Every text record', 'SPF among them', 'Ownership proofs'],
  limits: daily(100, 1000, -1),
  delay: 900,
  picker: { category: 'dns', id: 'txt' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./txt-record.simulation.ts')).txtRecordSimulation,
})
