import { endpointInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, number, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'

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
export type SmtpTestCode =
  | 'smtp-auth-clear'
  | 'smtp-auth-old'
  | 'smtp-auth-relay'
  | 'smtp-authentication-required'
  | 'smtp-catch-all'
  | 'smtp-client-cert-required'
  | 'smtp-closed'
  | 'smtp-greylisted'
  | 'smtp-other-host'
  | 'smtp-other-service'
  | 'smtp-recipients-verified'
  | 'smtp-refused'
  | 'smtp-retransmissions'
  | 'smtp-reverse'
  | 'smtp-reverse-generic'
  | 'smtp-reverse-mismatch'
  | 'smtp-reverse-missing'
  | 'smtp-rules'
  | 'smtp-silent'
  | 'smtp-special'
  | 'smtp-starttls-stripped'
  | 'smtp-tls'
  | 'smtp-tls-closes'
  | 'smtp-tls-old'
  | 'smtp-tlsa-mismatch'
  | 'smtp-unresolved'

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
