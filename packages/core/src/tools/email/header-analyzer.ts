import { type Infer, integer, list, nullable, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import { headersInput } from './header-analyzer.input.ts'

const result = object({
  domain: text('of the From address'),
  security_score: integer('0 to 100, high is good'),
  spf_result: oneOf('pass', 'none', 'permerror'),
  dkim_result: oneOf('pass', 'none'),
  dmarc_result: oneOf('pass', 'fail', 'none'),
  route: list(
    object({
      hop: integer('1 is next to the sender'),
      from: nullable(text()),
      by: nullable(text()),
      protocol: nullable(text('RFC 3848')),
      delay_seconds: integer('seconds'),
    }),
  ),
  recommendations: list(text()),
})

/** The result of `header-analyzer` (spec §3). A Received line need not name both hosts: those are null. */
export type HeaderAnalyzerResult = Infer<typeof result>

/** Header Analyzer: the way a mail took, and who vouches for its sender (RFC 5322, RFC 5321 section 4.4). */
export const headerAnalyzer = defineTool({
  id: 'header-analyzer',
  name: 'Header Analyzer',
  description: 'The way a mail took, its delays, and who vouches for its sender.',
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
