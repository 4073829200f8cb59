import type * as real from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import type { SimulatedResolver } from './create-resolver.ts'
import { dnsError, requireFunction } from './dns-error.ts'

type Dns = typeof real

/** A function of `node:dns/promises`, whatever it takes and gives. */
type Asynchronous = (...given: never[]) => Promise<unknown>

const single = (value: unknown): unknown[] => [value]

/** Makes a function with a callback, as `node:dns` has it, from one that gives a promise. */
const withCallback =
  (run: Asynchronous, results: (value: never) => unknown[] = single) =>
  (...given: unknown[]): void => {
    const callback = requireFunction(given.at(-1), 'callback')
    run(...(given.slice(0, -1) as never[])).then(
      // Outside of the promise: an error of a callback must not become a rejection.
      (value) => process.nextTick(callback, null, ...results(value as never)),
      (error: unknown) => process.nextTick(callback, error),
    )
  }

/** The functions of a resolver that ask. */
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

/** Makes the functions of `node:dns` that ask, with callbacks, from those of `node:dns/promises`. */
export const callbackQuestions = (resolver: SimulatedResolver): Pick<Dns, (typeof QUESTIONS)[number]> => {
  const functions = Object.fromEntries(QUESTIONS.map((name) => [name, withCallback(resolver[name] as Asynchronous)]))
  const reverse = (...given: unknown[]): void => {
    const [address] = given
    // The one fault of an argument that is thrown here, and a rejection there.
    if (typeof address === 'string' && isIP(address) === 0) throw dnsError('EINVAL', 'getHostByAddr', address)
    functions.reverse?.(...given)
  }
  // One function implements the overloads.
  return { ...functions, reverse } as unknown as Pick<Dns, (typeof QUESTIONS)[number]>
}

/** Makes `lookup` and `lookupService` of `node:dns` from those of `node:dns/promises`, which `promisify` gives back. */
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
