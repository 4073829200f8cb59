import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { dnsDiagnosticCodes } from './dns-diagnostic.codes.ts'

const result = object({
  domain: text(),
  a: list(text()),
  mx: list(object({ priority: integer('lowest is tried first'), exchange: text() })),
  nameservers: list(text()),
  soa: object({ primary_ns: nullable(text()), serial: nullable(integer()) }),
  txt: list(text()),
  spf: object({ spf_record: nullable(text()), valid: boolean(), lookups: integer('of ten') }),
  dnssec: object({ status: oneOf('SECURE', 'INSECURE', 'BOGUS'), chain_valid: boolean() }),
  propagation: object({ propagation_status: oneOf('COMPLETE', 'PARTIAL'), current: integer(), servers: integer() }),
  checks: list(object({ name: text(), status: oneOf('pass', 'info', 'warning', 'critical'), detail: text() })),
})

/** The result of `dns-diagnostic`: a summary of the individual tools' facts, with a list of checks. */
export type DnsDiagnosticResult = Infer<typeof result>

/** The codes of the findings of `dns-diagnostic`. */
export type DnsDiagnosticCode = keyof typeof dnsDiagnosticCodes

/** DNS Diagnostic: addresses, mail, zone, SPF, DNSSEC and propagation of a domain in one report. */
export const dnsDiagnostic = defineTool({
  id: 'dns-diagnostic',
  name: 'DNS Diagnostic',
  description: 'Addresses, mail, zone, SPF, DNSSEC and propagation at once.',
  question: 'Is anything wrong with this domain?',
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Seven checks at once', 'Worst first', 'Which tool to run next'],
  limits: daily(0, 250, -1),
  delay: 3800,
  picker: { category: 'dns', id: 'dns' },
  resultSchema: result,
  load: async () => (await import('./dns-diagnostic.simulation.ts')).dnsDiagnosticSimulation,
})
