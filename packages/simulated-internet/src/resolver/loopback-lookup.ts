import type { LookupFunction } from 'node:net'
import type { SimulatedResolver } from './create-resolver.ts'

/**
 * Makes the `lookup` for `net.connect` and `http.request` that keeps a program on this machine: a name that the resolver
 * knows leads to loopback, any other fails as it would. A simulated address is nobody's, so nothing may be sent there. Node
 * looks up only names: connections to literal addresses don't pass here.
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
      (error: unknown) => answer(error as NodeJS.ErrnoException, ''), // all that `lookup` rejects with
    )
  }
