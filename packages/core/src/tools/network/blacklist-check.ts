import { hostInput } from '../../inputs/inputs.ts'
import { boolean, type Infer, integer, list, nullable, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import type { blacklistCheckCodes } from './blacklist-check.codes.ts'

const result = object({
  ip: nullable(text()),
  status: oneOf('BLACKLISTED', 'CLEAN'),
  score: integer('0 is clean, 100 is worst'),
  sources: list(object({ name: text(), listed: boolean() })),
  recommendation: text(),
})

/** The result of `blacklist-check` (spec §3). `ip` is null, and no list is queried, if the host has no address. */
export type BlacklistCheckResult = Infer<typeof result>

/** The codes of the findings of `blacklist-check`. */
export type BlacklistCheckCode = keyof typeof blacklistCheckCodes

/** Blacklist Check: which block lists contain an address (RFC 5782). */
export const blacklistCheck = defineTool({
  id: 'blacklist-check',
  name: 'Blacklist Check',
  description: 'Is this address on a spam or abuse list, and on which?',
  question: 'Does anyone refuse this address?',
  aliases: ['rbl', 'dnsbl'],
  input: hostInput,
  placeholder: '198.51.100.25',
  features: ['Twelve block lists', 'What each list records', 'How to get delisted'],
  limits: daily(50, 500, -1),
  delay: 2600,
  picker: { category: 'network', id: 'blacklist' },
  dashboard: 'network',
  resultSchema: result,
  load: async () => (await import('./blacklist-check.simulation.ts')).blacklistCheckSimulation,
})
