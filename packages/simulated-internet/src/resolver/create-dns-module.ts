import type * as real from 'node:dns/promises'
import { isIP } from 'node:net'
import { createResolver, type ResolverOptions, type SimulatedResolver } from './create-resolver.ts'
import { invalidValue } from './dns-error.ts'

type Dns = typeof real

/** Is what stands in for the whole module: its functions, its `Resolver`, its constants, all of them its default export too. */
export type SimulatedDnsModule = Omit<Dns, 'default'> & { readonly default: Omit<Dns, 'default'> }

/**
 * The codes under their short names, written out: a program that puts this in the place of the module would otherwise ask
 * for the module while making its stand-in.
 */
const constants = {
  ADDRGETNETWORKPARAMS: 'EADDRGETNETWORKPARAMS',
  BADFAMILY: 'EBADFAMILY',
  BADFLAGS: 'EBADFLAGS',
  BADHINTS: 'EBADHINTS',
  BADNAME: 'EBADNAME',
  BADQUERY: 'EBADQUERY',
  BADRESP: 'EBADRESP',
  BADSTR: 'EBADSTR',
  CANCELLED: 'ECANCELLED',
  CONNREFUSED: 'ECONNREFUSED',
  DESTRUCTION: 'EDESTRUCTION',
  EOF: 'EOF',
  FILE: 'EFILE',
  FORMERR: 'EFORMERR',
  LOADIPHLPAPI: 'ELOADIPHLPAPI',
  NODATA: 'ENODATA',
  NOMEM: 'ENOMEM',
  NONAME: 'ENONAME',
  NOTFOUND: 'ENOTFOUND',
  NOTIMP: 'ENOTIMP',
  NOTINITIALIZED: 'ENOTINITIALIZED',
  REFUSED: 'EREFUSED',
  SERVFAIL: 'ESERVFAIL',
  TIMEOUT: 'ETIMEOUT',
} as const satisfies { readonly [Name in keyof Dns as Dns[Name] extends string ? Name : never]: Dns[Name] }

const ORDERS = ['ipv4first', 'ipv6first', 'verbatim'] as const

/** The order of `lookup` that a program sets for all of its look-ups. */
const makeOrder = () => {
  const order: { now: (typeof ORDERS)[number] } = { now: 'verbatim' }
  return {
    // It gives any of the three; Node's own type has forgotten one.
    getDefaultResultOrder: (() => order.now) as Dns['getDefaultResultOrder'],
    setDefaultResultOrder: (given: (typeof ORDERS)[number]): void => {
      order.now = ORDERS.includes(given) ? given : invalidValue("argument 'order'", given)
    },
  }
}

const createLookupService =
  ({ reverse }: SimulatedResolver): Dns['lookupService'] =>
  async (address, port) => {
    if (isIP(address) === 0) return invalidValue("argument 'address'", address)
    const [hostname = address] = await reverse(address)
    // What getnameinfo gives for a port without a name; the names are a matter of each machine.
    return { hostname, service: String(port) }
  }

/**
 * Makes what stands in for `node:dns/promises` where a program imports it by itself: a test runner puts it in the place of
 * the module. `new Resolver()` gives resolvers of the same world; of its options `tries` counts.
 *
 * @example
 * const { default: dns, Resolver, NOTFOUND } = createDnsModule({ scenario: 'healthy' })
 * const error = await new Resolver().resolve4('shop.invalid').catch((reason) => reason)
 * error.code === NOTFOUND // => true
 * const { hostname } = await dns.lookupService('198.51.100.25', 25)
 * hostname.startsWith('ip-198-51-100-25.') // => true
 */
export const createDnsModule = (options: ResolverOptions = {}): SimulatedDnsModule => {
  const resolver = createResolver(options)
  const { lookup, cancel: _cancel, setLocalAddress: _setLocalAddress, ...functions } = resolver
  const { getDefaultResultOrder, setDefaultResultOrder } = makeOrder()
  // A function and no arrow, so that it may be called with `new`; what it returns is what `new` gives.
  const Resolver = function (given: { tries?: number } = {}) {
    return createResolver({ ...options, ...(given.tries === undefined ? {} : { tries: given.tries }) })
  }
  const all = {
    ...constants,
    ...functions,
    lookup: (hostname: string, given: number | object = {}) =>
      lookup(hostname, { order: getDefaultResultOrder(), ...(typeof given === 'number' ? { family: given } : given) }),
    lookupService: createLookupService(resolver),
    getDefaultResultOrder,
    setDefaultResultOrder,
    // It has no prototype of its own; everything else is as the type says.
    Resolver: Resolver as unknown as Dns['Resolver'],
  }
  // `lookup` keeps the overloads of the one that it calls.
  const module = { ...all, lookup: all.lookup as Dns['lookup'] }
  return { ...module, default: module }
}
