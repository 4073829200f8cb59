import type { LookupFunction } from 'node:net'
import type { SimulatedResolver } from './create-resolver.ts'

/**
 * Creates a `lookup` for `net.connect` and `http.request` that keeps a program's connections on this machine: a name that the resolver
 * finds resolves to loopback, any other fails as it would. No packets may go to simulated addresses. Node looks up only names, so this does
 * not affect connections to literal addresses.
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
