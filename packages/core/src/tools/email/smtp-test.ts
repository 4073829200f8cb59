import { endpointInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, number, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { smtpTestCodes } from './smtp-test.codes.ts'

const result = object({
  host: text(),
  port: integer(),
  reachable: boolean(),
  supports_tls: nullable(boolean('null when no mail server answered')),
  auth_methods: list(text('SASL mechanism')),
  response_time: nullable(number('ms until the greeting, null when none came')),
})

/** The result of `smtp-test` (spec §3). For a server that did not answer, the extensions are null and the methods are empty. */
export type SmtpTestResult = Infer<typeof result>

/** The codes of the findings of `smtp-test`. */
export type SmtpTestCode = keyof typeof smtpTestCodes

/** SMTP Test: the dialogue of a mail server with an unknown sender, line by line (RFC 5321). */
export const smtpTest = defineTool({
  id: 'smtp-test',
  name: 'SMTP Test',
  description: 'The answers of a mail server to an unknown client, line by line.',
  question: 'Does this mail server answer, and how?',
  aliases: ['smtp'],
  input: endpointInput('SMTP Details', 587),
  placeholder: 'mx1.mail.example:587',
  features: ['Full dialogue', 'TLS and sign-in methods', 'Greylisting and catch-all'],
  limits: daily(25, 250, -1),
  delay: 2400,
  picker: { category: 'email', id: 'smtp-test' },
  dashboard: 'email',
  resultSchema: result,
  load: async () => (await import('./smtp-test.simulation.ts')).smtpTestSimulation,
})
