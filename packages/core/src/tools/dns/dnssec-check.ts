import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, list, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { dnssecCheckCodes } from './dnssec-check.codes.ts'

const result = object({
  domain: text(),
  dnssec_enabled: boolean(),
  status: oneOf('SECURE', 'INSECURE', 'BOGUS'),
  chain_valid: boolean(),
  algorithms: list(text()),
})

/** The result of `dnssec-check` (spec §3). The chain is valid if the status is SECURE. */
export type DnssecCheckResult = Infer<typeof result>

/** The codes of the findings of `dnssec-check`. */
export type DnssecCheckCode = keyof typeof dnssecCheckCodes

/** DNSSEC Check: whether the chain of trust from the root is valid (RFC 4033 to 4035). */
export const dnssecCheck = defineTool({
  id: 'dnssec-check',
  name: 'DNSSEC Check',
  description: 'Whether answers are signed and the chain of trust holds.',
  question: 'Can resolvers trust what this zone says?',
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Chain from the root', 'Key tags', 'Signature algorithm'],
  limits: daily(50, 500, -1),
  delay: 1800,
  picker: { category: 'dns', id: 'dnssec' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./dnssec-check.simulation.ts')).dnssecCheckSimulation,
})
