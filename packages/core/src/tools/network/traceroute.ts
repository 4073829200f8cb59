import { hostInput } from '../../inputs/inputs.ts'
import { type Infer, integer, list, nullable, number, object, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { tracerouteCodes } from './traceroute.codes.ts'

const time = nullable(number('ms, null when no answer came'))

const result = object({
  host: text(),
  hops: list(
    object({ hop: integer(), ip: nullable(text()), hostname: nullable(text()), time1: time, time2: time, time3: time }),
  ),
})

/**
 * The result of `traceroute` (spec §3). In a silent hop, every field except the number is null. A hop without a PTR record has no
 * `hostname`, and a host without a route has no hops.
 */
export type TracerouteResult = Infer<typeof result>

/** The codes of the findings of `traceroute`. */
export type TracerouteCode = keyof typeof tracerouteCodes

/** Traceroute: every router on the path, with three probes each (RFC 1812, section 4.3.3.4: time exceeded). */
export const traceroute = defineTool({
  id: 'traceroute',
  name: 'Traceroute',
  description: 'Every hop on the way, and where the time goes.',
  question: 'Where does the time go?',
  aliases: ['tracert'],
  input: hostInput,
  placeholder: 'www.shop.example',
  features: ['Three probes a hop', 'Largest step', 'Loss that continues'],
  limits: daily(25, 250, -1),
  delay: 3400,
  picker: { category: 'network', id: 'trace' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./traceroute.simulation.ts')).tracerouteSimulation,
})
