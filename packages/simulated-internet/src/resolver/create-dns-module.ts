import type * as real from 'node:dns'
import { isIP } from 'node:net'
import { createResolver, type ResolverOptions, type SimulatedResolver } from './create-resolver.ts'
import { dnsError, invalidValue, requireFunction, requireInteger } from './dns-error.ts'
import { codeOfLookup } from './lookup.ts'
import { promisify } from 'node:util'

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
const QUESTIONS = [
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

/** Creates the query functions of `node:dns`, which take callbacks, from the functions of `node:dns/promises`. */
const callbackQuestions = (resolver: SimulatedResolver): Pick<Dns, (typeof QUESTIONS)[number]> => {
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

/** Creates `lookup` and `lookupService` of `node:dns` from the functions of `node:dns/promises`. `promisify` converts them back. */
const callbackLookups = (
  promises: Pick<(typeof real)['promises'], 'lookup' | 'lookupService'>,
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

const METHODS = [...QUESTIONS, 'cancel', 'getServers', 'setServers', 'setLocalAddress'] as const

type Method = (...given: unknown[]) => unknown

/**
 * Creates a `Resolver` class of `node:dns` or `node:dns/promises`. Its methods are on its prototype, so that programs can extend the class
 * and tests can replace a method. Each resolver has its own servers and pending queries.
 */
const createResolverClass = (
  create: (tries: number | undefined) => SimulatedResolver,
  questions: (resolver: SimulatedResolver) => Pick<SimulatedResolver | typeof real, (typeof QUESTIONS)[number]>,
): new (options?: real.ResolverOptions) => object => {
  const states = new WeakMap<object, Readonly<Record<string, unknown>>>()
  const Resolver = function (this: object, options?: real.ResolverOptions | null) {
    if (new.target === undefined) throw new TypeError("Class constructor Resolver cannot be invoked without 'new'")
    const { timeout, tries } = { ...options }
    if (timeout !== undefined) requireInteger(timeout, 'options.timeout', -1)
    const resolver = create(tries === undefined ? undefined : requireInteger(tries, 'options.tries', 1))
    states.set(this, { ...resolver, ...questions(resolver) })
  }
  for (const name of METHODS) {
    const value = function (this: object, ...given: unknown[]): unknown {
      const state = states.get(this)
      if (state === undefined) throw new TypeError(`${name} was called without its Resolver.`)
      return (state[name] as Method)(...given)
    }
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(Resolver.prototype, name, { value, enumerable: true, writable: true, configurable: true })
  }
  // The cast is safe: callers use the function with `new`, or extend it.
  return Resolver as unknown as new (options?: real.ResolverOptions) => object
}

type Dns = Omit<typeof real, 'default' | 'promises'>
type Promises = Omit<(typeof real)['promises'], 'default'>

/** The replacement for `node:dns/promises`. Its default export has the same members. */
export type SimulatedDnsPromises = Promises & { readonly default: Promises }

/** The replacement for `node:dns`, whose functions take callbacks. Its member `promises` replaces `node:dns/promises`. */
export type SimulatedDnsModule = Dns & { readonly promises: SimulatedDnsPromises } & {
  readonly default: Dns & { readonly promises: SimulatedDnsPromises }
}

/** The error codes of `node:dns/promises` under their short names. */
type Constants = Pick<
  Promises,
  { [Name in keyof Promises]: Promises[Name] extends string ? Name : never }[keyof Promises]
>

/**
 * Returns the error codes and the flags for `lookup`, which have no effect here. They are not imported from `node:dns`, because a program that
 * replaces the module can't import it while it creates the replacement.
 */
const constantsOf = ({ ADDRCONFIG, ALL, V4MAPPED, ...members }: typeof real) => ({
  // The cast is safe: only the error codes are texts.
  codes: Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'string')) as Constants,
  hints: { ADDRCONFIG, ALL, V4MAPPED },
})

const ORDERS = ['ipv4first', 'ipv6first', 'verbatim'] as const

/** Creates the functions that get and set the default order of `lookup` results. */
const makeOrder = () => {
  const order: { now: (typeof ORDERS)[number] } = { now: 'verbatim' }
  return {
    // The cast is safe: the function returns one of three orders, and Node's type lacks only one of them.
    getDefaultResultOrder: (() => order.now) as Promises['getDefaultResultOrder'],
    setDefaultResultOrder: (given: (typeof ORDERS)[number]): void => {
      order.now = ORDERS.includes(given) ? given : invalidValue("argument 'dnsOrder'", given)
    },
  }
}

const LAST_PORT = 65_535

const checkPort = (port: number): void => {
  if (requireInteger(port, 'port', 0) <= LAST_PORT) return
  const message = `Port should be >= 0 and < 65536. Received type number (${port}).`
  throw Object.assign(new RangeError(message), { code: 'ERR_SOCKET_BAD_PORT' })
}

const createLookupService =
  ({ reverse }: SimulatedResolver): Promises['lookupService'] =>
  (address, port) => {
    if (isIP(address) === 0) return invalidValue("argument 'address'", address)
    checkPort(port)
    // Returns the number, as getnameinfo does for a port without a name, because names of ports differ between machines.
    const service = String(port)
    return reverse(address).then(
      ([hostname = address]) => ({ hostname, service }),
      (error: unknown) => {
        // If an address has no name, the result is the address.
        if (codeOfLookup(error) === 'ENOTFOUND') return { hostname: address, service }
        throw dnsError('EAI_AGAIN', 'getnameinfo', address)
      },
    )
  }

/** Creates the functions and constants of `node:dns/promises`. */
const createPromises = (
  resolver: SimulatedResolver,
  create: (tries: number | undefined) => SimulatedResolver,
): Promises => {
  const { lookup, cancel: _cancel, setLocalAddress: _setLocalAddress, ...functions } = resolver
  const order = makeOrder()
  const { codes } = constantsOf(process.getBuiltinModule('node:dns'))
  const ordered = (hostname: string, given: number | object | null = {}) =>
    lookup(hostname, {
      order: order.getDefaultResultOrder(),
      ...(typeof given === 'number' ? { family: given } : given),
    })
  return {
    ...codes,
    ...functions,
    ...order,
    // The cast is safe: the result keeps the overloads of the wrapped function.
    lookup: ordered as Promises['lookup'],
    lookupService: createLookupService(resolver),
    // The cast is safe: the methods of the class match the type.
    Resolver: createResolverClass(create, (one) => one) as unknown as Promises['Resolver'],
  }
}

/**
 * Creates a replacement for `node:dns`, for programs that import this module. Its `promises` property replaces `node:dns/promises`. To
 * install it, use your test runner or `replaceNodeDns`. Each `new Resolver()` has its own servers, and programs may extend the class. Of
 * its options, only `tries` has an effect.
 *
 * @example
 * const dns = createDnsModule({ scenario: 'healthy' })
 * await new Promise((resolve) => dns.resolveMx('mail.example', (error, records) => resolve(records[0].exchange))) // => 'mx1.mail.example'
 * const resolver = new dns.promises.Resolver()
 * resolver instanceof dns.promises.Resolver // => true
 * const error = await resolver.resolve4('shop.invalid').catch((reason) => reason)
 * error.code === dns.NOTFOUND // => true
 */
export const createDnsModule = (options: ResolverOptions = {}): SimulatedDnsModule => {
  const resolver = createResolver(options)
  const create = (tries = options.tries) => createResolver({ ...options, tries })
  const inPromises = createPromises(resolver, create)
  const promises = { ...inPromises, default: inPromises }
  const { setServers, getServers } = resolver
  const { getDefaultResultOrder, setDefaultResultOrder } = inPromises
  const { codes, hints } = constantsOf(process.getBuiltinModule('node:dns'))
  const module = {
    ...codes,
    ...hints,
    ...callbackQuestions(resolver),
    ...callbackLookups(promises),
    getServers,
    setServers,
    getDefaultResultOrder,
    setDefaultResultOrder,
    Resolver: createResolverClass(create, callbackQuestions) as unknown as Dns['Resolver'],
    promises,
  }
  return { ...module, default: module }
}
