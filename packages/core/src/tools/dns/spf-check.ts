import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, list, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { spfCheckCodes } from './spf-check.codes.ts'

const result = object({
  domain: text(),
  spf_record: nullable(text()),
  valid: boolean(),
  warnings: list(text()),
  includes: list(text()),
  mechanisms: list(text()),
})

/** The result of `spf-check` (spec §3). The record is null if the domain has none. */
export type SpfCheckResult = Infer<typeof result>

/** The codes of the findings of `spf-check`. */
export type SpfCheckCode = keyof typeof spfCheckCodes

/** SPF Check: which servers may send mail for a domain, and whether receivers can evaluate the policy (RFC 7208). */
export const spfCheck = defineTool({
  id: 'spf-check',
  name: 'SPF Check',
  description: 'Who may send mail for a domain, and whether receivers can tell.',
  question: 'Who may send mail for this domain?',
  input: domainInput,
  placeholder: 'mail.example',
  features: ['Tree of includes', 'Lookups out of ten', 'Syntax and ending'],
  limits: daily(50, 500, -1),
  delay: 1400,
  picker: { category: 'dns', id: 'spf' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./spf-check.simulation.ts')).spfCheckSimulation,
})
