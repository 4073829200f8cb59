import { type Infer, list, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import { senderInput } from './spf-generator.input.ts'
import type { spfGeneratorCodes } from './spf-generator.codes.ts'

const result = object({
  domain: text(),
  generated_spf: text('RFC 7208'),
  explanation: list(object({ term: text(), meaning: text() })),
  recommendations: list(text()),
})

/** The result of `spf-generator` (spec §3). */
export type SpfGeneratorResult = Infer<typeof result>

/** The codes of the findings of `spf-generator`. */
export type SpfGeneratorCode = keyof typeof spfGeneratorCodes

/** SPF Generator: writes the record for a domain's senders, and explains each term (RFC 7208). */
export const spfGenerator = defineTool({
  id: 'spf-generator',
  name: 'SPF Generator',
  description: 'Writes the record that names who may send, term by term.',
  question: 'Who may send in your name?',
  input: senderInput,
  placeholder: 'mail.example mx 203.0.113.0/24 news.example ~all',
  features: ['Valid by RFC 7208', 'Every term explained', 'Lookups counted'],
  limits: daily(25, 250, -1),
  delay: 900,
  picker: { category: 'email', id: 'spf-generator' },
  dashboard: 'email',
  resultSchema: result,
  load: async () => (await import('./spf-generator.simulation.ts')).spfGeneratorSimulation,
})
