import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { headerSecurityCodes } from './header-security.codes.ts'

const result = object({
  domain: text(),
  security_score: integer('0 is worst, 100 is best'),
  headers: list(object({ name: text(), present: boolean(), value: nullable(text()) })),
  recommendations: list(text()),
})

/** The result of `header-security` (spec §3). `value` is null for a header that is not sent. */
export type HeaderSecurityResult = Infer<typeof result>

/** The codes of the findings of `header-security`. */
export type HeaderSecurityCode = keyof typeof headerSecurityCodes

/** The word for each header in the codes of findings. */
export type HeaderWord = 'csp' | 'frames' | 'hsts' | 'nosniff' | 'permissions' | 'referrer'

/** Header Security: the response headers that protect a site's visitors (RFC 6797, CSP Level 3). */
export const headerSecurity = defineTool({
  id: 'header-security',
  name: 'Header Security',
  description: 'The headers that protect visitors, and what each one says.',
  question: 'Does this site protect its visitors?',
  aliases: ['headers'],
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Six response headers', 'Weak values', 'What to send instead'],
  limits: daily(50, 500, -1),
  delay: 1500,
  dashboard: 'security',
  resultSchema: result,
  load: async () => (await import('./header-security.simulation.ts')).headerSecuritySimulation,
})
