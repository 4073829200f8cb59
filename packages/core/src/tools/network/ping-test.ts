import { hostInput } from '../../inputs/inputs.ts'
import { type Infer, integer, list, nullable, number, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { pingTestCodes } from './ping-test.codes.ts'

const result = object({
  host: text(),
  packets_sent: integer(),
  packets_received: integer(),
  packet_loss: number('per cent'),
  min_time: nullable(number('ms')),
  avg_time: nullable(number('ms')),
  max_time: nullable(number('ms')),
  results: list(
    object({ sequence: integer(), time: nullable(number('ms, null when lost')), ttl: nullable(integer()) }),
  ),
})

/** The result of `ping-test` (spec §3). Times are null if no reply came back. */
export type PingTestResult = Infer<typeof result>

/** The codes of the findings of `ping-test`. */
export type PingTestCode = keyof typeof pingTestCodes

/** Ping Test: round-trip time and loss, packet by packet (RFC 792, echo). */
export const pingTest = defineTool({
  id: 'ping-test',
  name: 'Ping Test',
  description: 'Round-trip time and loss, packet by packet.',
  question: 'How far away is it, and does it lose anything?',
  input: hostInput,
  placeholder: '198.51.100.25',
  features: ['Ten packets', 'Loss and jitter', 'Round-trip chart'],
  limits: daily(50, 500, -1),
  delay: 2000,
  picker: { category: 'network', id: 'ping' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./ping-test.simulation.ts')).pingTestSimulation,
})
