import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { emailDeliverabilityCodes } from './email-deliverability.codes.ts'

const result = object({
  domain: text(),
  spf_valid: boolean(),
  dkim_configured: boolean(),
  dmarc_policy: oneOf('none', 'quarantine', 'reject', 'missing', 'discarded', 'failure'),
  deliverability_score: integer('0 to 100, high is good'),
  recommendations: list(text()),
})

/** The result of `email-deliverability` (spec §3). */
export type EmailDeliverabilityResult = Infer<typeof result>

/** The codes of the findings of `email-deliverability`. */
export type EmailDeliverabilityCode = keyof typeof emailDeliverabilityCodes

/** Deliverability: how receivers judge the mail of a domain, from SPF (RFC 7208) to DMARC (RFC 9989). */
export const emailDeliverability = defineTool({
  id: 'email-deliverability',
  name: 'Deliverability',
  description: 'How receivers judge the mail of a domain, and what costs points.',
  question: 'Will receivers accept mail from this domain?',
  input: domainInput,
  placeholder: 'mail.example',
  features: ['SPF, DKIM and DMARC', 'Block lists and PTR record', 'Score with its parts'],
  limits: daily(50, 500, -1),
  delay: 3200,
  picker: { category: 'email', id: 'deliverability' },
  dashboard: 'email',
  resultSchema: result,
  load: async () => (await import('./email-deliverability.simulation.ts')).emailDeliverabilitySimulation,
})
