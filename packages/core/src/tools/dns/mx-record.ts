import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, integer, list, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { mxRecordCodes } from './mx-record.codes.ts'

const result = object({
  domain: text(),
  records: list(object({ priority: integer('lowest is tried first'), exchange: text(), ttl: integer('seconds') })),
})

/** The result of `mx-record` (spec §3). */
export type MxRecordResult = Infer<typeof result>

/** The codes of the findings of `mx-record`. */
export type MxRecordCode = keyof typeof mxRecordCodes

/** MX Record: the mail servers of a domain in the order in which senders try them (RFC 5321, section 5.1). */
export const mxRecord = defineTool({
  id: 'mx-record',
  name: 'MX Record',
  description: 'The mail servers of a domain, in the order in which senders try them.',
  question: 'Who accepts mail for this domain?',
  input: domainInput,
  placeholder: 'mail.example',
  features: ['Preference order', 'Mail server reachability', 'Single points of failure'],
  limits: daily(100, 1000, -1),
  delay: 1200,
  picker: { category: 'dns', id: 'mx' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./mx-record.simulation.ts')).mxRecordSimulation,
})
