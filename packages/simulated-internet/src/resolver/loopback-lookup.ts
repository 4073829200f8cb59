import type { LookupFunction } from 'node:net'
import type { SimulatedResolver } from './create-resolver.ts'

/**
 * Creates a `lookup` function for `net.connect` and `http.request`, so that a program never sends packets to simulated addresses. If the
 * resolver finds a name, the lookup returns a loopback address. For any other name, the lookup fails with the resolver's error. Node looks
 * up only names, so this does not affect connections to IP addresses.
 *
 * @example
 * const lookup = loopbackLookup(createResolver({ scenario: 'healthy' }))
 * await new Promise((resolve) => lookup('mail.example', {}, (error, address) => resolve(address))) // => '127.0.0.1'
 */
export const loopbackLookup =
  ({ lookup }: Pick<SimulatedResolver, 'lookup'>, address: '127.0.0.1' | '::1' = '127.0.0.1'): LookupFunction =>
  (hostname, options, answer) => {
    const family = address === '::1' ? 6 : 4
    lookup(hostname).then(
      () => (options.all === true ? answer(null, [{ address, family }]) : answer(null, address, family)),
      (error: unknown) => answer(error as NodeJS.ErrnoException, ''), // The cast is safe: `lookup` rejects only with this type.
    )
  }
