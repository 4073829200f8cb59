import { endpointInput } from '../../inputs/inputs.ts'
import { type Infer, integer, nullable, number, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { tcpPortTestCodes } from './tcp-port-test.codes.ts'

const result = object({
  host: text(),
  port: integer(),
  status: oneOf('OPEN', 'CLOSED'),
  response_time: nullable(number('ms, null if there was no reply')),
  service: text(),
})

/** The result of `tcp-port-test` (spec §3). `service` is the name of a well-known port, else `unknown`. */
export type TcpPortTestResult = Infer<typeof result>

/** The codes of the findings of `tcp-port-test`. */
export type TcpPortTestCode = keyof typeof tcpPortTestCodes

/** TCP Port Test: whether a port accepts connections (RFC 9293, section 3.5). */
export const tcpPortTest = defineTool({
  id: 'tcp-port-test',
  name: 'TCP Port Test',
  description: 'Is the port open, what answers, and how fast?',
  question: 'Does anyone answer on this port?',
  aliases: ['port'],
  input: endpointInput('IP/Domain:Port', 80),
  placeholder: 'shop.example:443',
  features: ['Open, refused or silent', 'Handshake time', 'Known services'],
  limits: daily(25, 250, -1),
  delay: 1600,
  picker: { category: 'network', id: 'tcp' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./tcp-port-test.simulation.ts')).tcpPortTestSimulation,
})
