import type { Bounds, CatchAllCache, Clock } from '@netbox/email-verifier'
import type { Config } from '../config.ts'
import type { Prober } from '../features/email-verification/prober.ts'

/** What all processes share of it. */
export interface ProberPorts {
  readonly bounds: Bounds
  readonly catchAll: CatchAllCache
  readonly clock: Clock
}

/** Makes what asks mail servers as the configuration says. */
export const createProber =
  (_settings: Config['verifier']) =>
  (_ports: ProberPorts): Prober => ({
    verify: async () => {
      throw new Error('No verifier yet')
    },
    verifyMany: () => {
      throw new Error('No verifier yet')
    },
  })
