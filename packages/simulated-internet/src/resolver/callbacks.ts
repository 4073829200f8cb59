import type * as real from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import type { SimulatedResolver } from './create-resolver.ts'
import { dnsError, requireFunction } from './dns-error.ts'

type Dns = typeof real

/** A function of `node:dns/promises`. */
type Asynchronous = (...given: never[]) => Promise<unknown>

const single = (value: unknown): unknown[] => [value]

/** Converts a function that returns a promise into one with a callback, as in `node:dns`. */
const withCallback =
  (run: Asynchronous, results: (value: never) => unknown[] = single) =>
  (...given: unknown[]): void => {
    const callback = requireFunction(given.at(-1), 'callback')
    run(...(given.slice(0, -1) as never[])).then(
      // Runs outside the promise, so that an error in the callback does not become a rejection.
      (value) => process.nextTick(callback, null, ...results(value as never)),
      (error: unknown) => process.nextTick(callback, error),
    )
  }

/** The names of a resolver's query functions. */
export const QUESTIONS = [
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTlsa',
  'resolveTxt',
  'reverse',
] as const satisfies readonly (keyof SimulatedResolver & keyof Dns)[]

/** Creates the query functions of `node:dns`, which take callbacks, from those of `node:dns/promises`. */
export const callbackQuestions = (resolver: SimulatedResolver): Pick<Dns, (typeof QUESTIONS)[number]> => {
  const functions = Object.fromEntries(QUESTIONS.map((name) => [name, withCallback(resolver[name] as Asynchronous)]))
  const reverse = (...given: unknown[]): void => {
    const [address] = given
    // This error is thrown in `node:dns`, whereas `node:dns/promises` rejects with it.
    if (typeof address === 'string' && isIP(address) === 0) throw dnsError('EINVAL', 'getHostByAddr', address)
    functions.reverse?.(...given)
  }
  // The cast is safe: one function implements all overloads.
  return { ...functions, reverse } as unknown as Pick<Dns, (typeof QUESTIONS)[number]>
}

/** Creates `lookup` and `lookupService` of `node:dns` from those of `node:dns/promises`. `promisify` converts them back. */
export const callbackLookups = (
  promises: Pick<Dns['promises'], 'lookup' | 'lookupService'>,
): Pick<Dns, 'lookup' | 'lookupService'> => {
  const lookup = withCallback(promises.lookup, (found: real.LookupAddress | real.LookupAddress[]) =>
    Array.isArray(found) ? [found] : [found.address, found.family],
  )
  const lookupService = withCallback(
    promises.lookupService,
    ({ hostname, service }: { hostname: string; service: string }) => [hostname, service],
  )
  const named = {
    lookup: Object.assign(lookup, { [promisify.custom]: promises.lookup }),
    lookupService: Object.assign(lookupService, { [promisify.custom]: promises.lookupService }),
  }
  return named as unknown as Pick<Dns, 'lookup' | 'lookupService'>
}
