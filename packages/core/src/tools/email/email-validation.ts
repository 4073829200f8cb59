import type { Input } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, nullable, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { emailValidationCodes } from './email-validation.codes.ts'

/** An input that accepts any text. The tool judges it, so a text that is not an address leads to a finding rather than a refusal. */
export const emailInput: Input<string> = {
  type: 'Email Addresses',
  parse: (typed) => {
    const value = typed.trim()
    return value === '' ? undefined : { value, canonical: value }
  },
}

const result = object({
  email: text(),
  valid: boolean('whether it contains an at sign and a dot (spec §5)'),
  syntax_check: boolean('whether it is an address by RFC 5321, section 4.1.2'),
  domain_check: boolean('whether the part after the at sign is a domain that can be looked up'),
  mx_check: boolean('whether a mail server of the domain answers'),
  deliverable: nullable(boolean('null if the server gives no final answer')),
  risk_score: integer('0 to 100, high is bad'),
})

/** The result of `email-validation` (spec §3). `deliverable` is null if the server gives no final answer. */
export type EmailValidationResult = Infer<typeof result>

/** The codes of the findings of `email-validation`. */
export type EmailValidationCode = keyof typeof emailValidationCodes

/** Email Validation: a simulated check of one address. Enhanced Email Verification is the real one. */
export const emailValidation = defineTool({
  id: 'email-validation',
  name: 'Email Validation',
  description: 'Is the address valid, and would its server accept mail?',
  question: 'Can mail reach this address?',
  aliases: ['validation'],
  input: emailInput,
  placeholder: 'ana@mail.example',
  features: ['Syntax by RFC 5321', 'Mail server and mailbox', 'Risk score'],
  limits: daily(100, 1000, -1),
  delay: 1800,
  picker: { category: 'email', id: 'email-validation', requiresLogin: true },
  dashboard: 'email',
  resultSchema: result,
  load: async () => (await import('./email-validation.simulation.ts')).emailValidationSimulation,
})
