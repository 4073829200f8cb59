import { type Infer, integer, list, nullable, object, oneOf, text } from '../../../schema/schema.ts'
import { daily, defineTool } from '../../define-tool.ts'
import { headersInput } from './input.ts'
import type { headerAnalyzerCodes } from './header-analyzer.codes.ts'

const result = object({
  domain: nullable(text('of the From address; null where there is not exactly one')),
  security_score: integer('0 to 100, high is good'),
  spf_result: oneOf('pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror', 'unknown'),
  dkim_result: oneOf('neutral', 'fail', 'none', 'temperror', 'permerror'),
  dmarc_result: oneOf('pass', 'fail', 'none', 'temperror', 'permerror', 'unknown'),
  route: list(
    object({
      hop: integer('1 is next to the sender'),
      from: nullable(text()),
      by: nullable(text()),
      protocol: nullable(text('RFC 3848')),
      delay_seconds: nullable(integer('seconds; null where it is unknown')),
    }),
  ),
  recommendations: list(text()),
})

/**
 * The result of `header-analyzer` (spec §3), with the result words of RFC 8601, or `unknown` if the headers are not sufficient. DKIM never
 * passes, because verifying a signature needs the body. A Received line may lack one of the two hosts.
 */
export type HeaderAnalyzerResult = Infer<typeof result>

/** The codes of the findings of `header-analyzer`. */
export type HeaderAnalyzerCode = keyof typeof headerAnalyzerCodes

/** Header Analyzer: the route of a message, and the SPF, DKIM and DMARC results for its sender (RFC 7208, RFC 6376, RFC 9989). */
export const headerAnalyzer = defineTool({
  id: 'header-analyzer',
  name: 'Header Analyzer',
  description: 'The route of mail, its delays, and whether SPF, DKIM and DMARC confirm its sender.',
  question: 'Where has this mail been?',
  input: headersInput,
  placeholder: 'From: Ana <ana@mail.example>',
  features: ['Hop by hop', 'SPF, DKIM and DMARC', 'Delays and encryption'],
  limits: daily(50, 500, -1),
  delay: 1500,
  picker: { category: 'email', id: 'header-analyzer' },
  dashboard: 'email',
  resultSchema: result,
  load: async () => (await import('./header-analyzer.simulation.ts')).headerAnalyzerSimulation,
})
