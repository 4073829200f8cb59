import { domainInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { dnsPropagationCodes } from './dns-propagation.codes.ts'

const result = object({
  domain: text(),
  propagation_status: oneOf('COMPLETE', 'PARTIAL'),
  servers: list(
    object({
      location: text(),
      country: text(),
      resolver: text(),
      address: nullable(text()),
      status: oneOf('current', 'stale', 'failed'),
      validates: boolean('whether it refuses answers that fail DNSSEC validation'),
      ttl: integer('seconds that the resolver may keep its copy'),
    }),
  ),
})

/** The result of `dns-propagation` (spec §3). An address is null if a resolver finds none or fails. */
export type DnsPropagationResult = Infer<typeof result>

/** The codes of the findings of `dns-propagation`. */
export type DnsPropagationCode = keyof typeof dnsPropagationCodes

/** DNS Propagation: the answers of sixteen resolvers around the world for one name. */
export const dnsPropagation = defineTool({
  id: 'dns-propagation',
  name: 'DNS Propagation',
  description: 'The answers of sixteen resolvers around the world for one name.',
  question: 'Has the change arrived everywhere?',
  input: domainInput,
  placeholder: 'shop.example',
  features: ['Sixteen resolvers', 'Old and new answers', 'When all resolvers agree'],
  limits: daily(25, 250, -1),
  delay: 2900,
  picker: { category: 'dns', id: 'propagation' },
  dashboard: 'dns',
  resultSchema: result,
  load: async () => (await import('./dns-propagation.simulation.ts')).dnsPropagationSimulation,
})
