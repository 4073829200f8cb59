import {
  type Bounds,
  type CatchAllCache,
  type Clock,
  createResolver,
  createVerifier,
  simulatedVerifier,
  type Verifier,
} from '@netbox/email-verifier'
import type { Config } from '../config/config.ts'

/** The dependencies of a verifier, which all processes share. */
export interface VerifierPorts {
  readonly bounds: Bounds
  readonly catchAll: CatchAllCache
  readonly clock: Clock
}

/** Returns whether an address is a loopback address. Only tests let the verifier connect to one. */
export const isLoopback = (address: string): boolean => address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address)

/** Creates the real or the simulated verifier, depending on the configuration. */
export const chooseVerifier =
  (settings: Config['verifier']) =>
  ({ bounds, catchAll, clock }: VerifierPorts): Verifier => {
    if (settings.mode !== 'smtp') return simulatedVerifier()
    const { helo, mailFrom, dns, port, allowLoopback } = settings
    return createVerifier({
      helo,
      mailFrom,
      port,
      bounds,
      clock,
      catchAllCache: catchAll,
      resolver: createResolver(dns.length === 0 ? {} : { servers: dns }),
      ...(allowLoopback ? { allow: isLoopback } : {}),
    })
  }
