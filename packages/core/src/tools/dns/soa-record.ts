import { domainInput } from '../../inputs/inputs.ts'
import { type Infer, integer, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { soaRecordCodes } from './soa-record.codes.ts'

const result = object({
  domain: text(),
  primary_ns: nullable(text()),
  admin_email: nullable(text()),
  serial: nullable(integer()),
  refresh: nullable(integer('seconds')),
  retry: nullable(integer('seconds')),
  expire: nullable(integer('seconds')),
  minimum: nullable(integer('seconds')),
})

/** The result of `soa-record` (spec §3): the SOA record of the domain's zone, null if resolvers refuse the zone. */
export type SoaRecordResult = Infer<typeof result>

/** The codes of the findings of `soa-record`. */
export type SoaRecordCode = keyof typeof soaRecordCodes

/** SOA Record: the version of a zone and how its secondaries keep up (RFC 1035, section 3.3.13). */
export const soaRecord = defineTool({
  id: 'soa-record',
  name: 'SOA Record',
  description: 'The version of a zone, who maintains it, and how its secondaries update.',
  question: 'Which server is primary, and when did the zone change?',
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Serial and last change', 'Zone timers', 'Primary and contact'],
  limits: daily(100, 1000, -1),
  delay: 900,
  picker: { category: 'dns', id: 'soa' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./soa-record.simulation.ts')).soaRecordSimulation,
})
