import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { httpsTestCodes } from './https-test.codes.ts'

const result = object({
  domain: text(),
  ssl_grade: oneOf('A+', 'A', 'B', 'C', 'D', 'F'),
  certificate_valid: boolean(),
  expires_in_days: nullable(integer('days, below 0 when expired')),
  protocols: list(text()),
  cipher_suites: list(text()),
  issues: list(text()),
})

/** The result of `https-test` (spec §3). `expires_in_days` is null if there is no server. */
export type HttpsTestResult = Infer<typeof result>

/** The codes of the findings of `https-test`. */
export type HttpsTestCode = keyof typeof httpsTestCodes

/** HTTPS Test: certificate, protocols and cipher suites of a web server (RFC 9325). */
export const httpsTest = defineTool({
  id: 'https-test',
  name: 'HTTPS Test',
  description: 'Certificate, protocols and ciphers, with a grade.',
  question: 'Is the connection to this site private?',
  aliases: ['ssl', 'tls'],
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Certificate life', 'Protocols and ciphers', 'Grade from A+ to F'],
  limits: daily(50, 500, -1),
  delay: 2800,
  picker: { category: 'dns', id: 'https' },
  dashboard: 'security',
  resultSchema: result,
  load: async () => (await import('./https-test.simulation.ts')).httpsTestSimulation,
})
