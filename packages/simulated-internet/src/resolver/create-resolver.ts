import type dns from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DnsQueryOptions } from '@netbox/core/dns'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import { openSimulation, type SimulationOptions } from '../internet/open-simulation.ts'
import { invalidValue, requireText } from './dns-error.ts'
import { createLookup } from './lookup.ts'
import { createQuery, createQueries, type HostAddresses } from './queries.ts'

/** The options of a resolver: its world and how it queries. */
export interface ResolverOptions extends SimulationOptions, DnsQueryOptions {
  /** Addresses by host name, which replace the world's addresses. `startMailServers` returns such `addresses`. */
  readonly addresses?: HostAddresses | undefined
}

/** The functions of `node:dns/promises` that a resolver has. */
type Functions = Pick<
  typeof dns,
  | 'getServers'
  | 'lookup'
  | 'resolve'
  | 'resolve4'
  | 'resolve6'
  | 'resolveAny'
  | 'resolveCaa'
  | 'resolveCname'
  | 'resolveMx'
  | 'resolveNaptr'
  | 'resolveNs'
  | 'resolvePtr'
  | 'resolveSoa'
  | 'resolveSrv'
  | 'resolveTlsa'
  | 'resolveTxt'
  | 'reverse'
  | 'setServers'
>

/**
 * A replacement for `node:dns/promises` and its `Resolver`. It has the functions of both, which return the same shapes and errors. No
 * function needs `this`, so you can destructure them.
 */
export interface SimulatedResolver extends Functions {
  /** Rejects pending queries with `ECANCELLED`. */
  readonly cancel: () => void
  /** Does nothing, because no packets are sent. */
  readonly setLocalAddress: (ipv4?: string, ipv6?: string) => void
}

const SERVER = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::(?<port>\d+))?$/

const parseServer = (server: string): { address: string; port: string } => {
  const { v6, v4, port = '53' } = SERVER.exec(server)?.groups ?? {}
  return { address: v6 ?? v4 ?? server, port }
}

/** Checks a server and formats it as `getServers` does: with its port, unless the port is 53. */
const checkServer = (server: string): string => {
  const { address, port } = parseServer(server)
  if (isIP(address) !== 0) return port === '53' ? address : server
  throw Object.assign(new TypeError(`Invalid IP address: ${server}`), { code: 'ERR_INVALID_IP_ADDRESS' })
}

const checkAddresses = (addresses: HostAddresses = {}): HostAddresses => {
  const wrong = Object.entries(addresses).find(([, address]) => isIP(address) === 0)
  if (wrong !== undefined) throw new RangeError(`'${wrong[1]}' is not an IP address. It was given for ${wrong[0]}.`)
  return addresses
}

/**
 * Creates a resolver that answers from the simulated internet, without sending packets. It returns the records that the tools show for the
 * same seed and scenario. It also fails as the world does: with `ESERVFAIL` for a zone with invalid signatures, `ENOTFOUND` for a missing
 * name or a dangling alias, and `ETIMEOUT` if every try is lost (`tries`, by default four). `server`, or the first server in `setServers`,
 * may be one of the 16 public resolvers in `dns-propagation`. While a change is propagating, some of them still return the old address.
 * Throws core's `ToolError` for invalid world options.
 *
 * @example
 * const resolver = createResolver({ seed: 'k3f9', scenario: 'healthy' })
 * const [first] = await resolver.resolveMx('mail.example')
 * first.priority // => 10
 * const error = await createResolver({ scenario: 'dnssec-bogus' }).resolveMx('mail.example').catch((reason) => reason)
 * error.code // => 'ESERVFAIL'
 * error.syscall // => 'queryMx'
 */
export const createResolver = (options: ResolverOptions = {}): SimulatedResolver => {
  const { validates, tries, server = TOOLS_RESOLVER } = options
  const counts = new Map<string, number>()
  const servers: { now: readonly string[] } = { now: [checkServer(server)] }
  const { query, cancel } = createQuery(
    openSimulation(options),
    () => ({
      validates,
      tries,
      counts,
      server: parseServer(servers.now[0] ?? TOOLS_RESOLVER).address,
    }),
    checkAddresses(options.addresses),
  )
  const { address, shaped, any, naptr, reverse } = createQueries(query)
  const byType = {
    A: (name: string) => address('A', name),
    AAAA: (name: string) => address('AAAA', name),
    ANY: any,
    CAA: (name: string) => shaped('CAA', name),
    CNAME: (name: string) => shaped('CNAME', name),
    MX: (name: string) => shaped('MX', name),
    NAPTR: naptr,
    NS: (name: string) => shaped('NS', name),
    PTR: (name: string) => shaped('PTR', name),
    SOA: (name: string) => shaped('SOA', name),
    SRV: (name: string) => shaped('SRV', name),
    TLSA: (name: string) => shaped('TLSA', name),
    TXT: (name: string) => shaped('TXT', name),
  }
  const isType = (type: string): type is keyof typeof byType => Object.hasOwn(byType, type)
  const resolve = (name: string, type = 'A') => {
    requireText(type, 'rrtype')
    return isType(type) ? byType[type](name) : invalidValue("argument 'rrtype'", type)
  }
  return {
    cancel,
    getServers: () => [...servers.now],
    setServers: (given) => {
      servers.now = given.map(checkServer)
    },
    setLocalAddress: () => undefined,
    // The casts below are safe: each function implements all overloads and returns what they declare.
    lookup: createLookup(query) as Functions['lookup'],
    resolve: resolve as Functions['resolve'],
    resolve4: ((name, given) => address('A', name, given)) as Functions['resolve4'],
    resolve6: ((name, given) => address('AAAA', name, given)) as Functions['resolve6'],
    resolveAny: any,
    resolveCaa: byType.CAA,
    resolveCname: byType.CNAME,
    resolveMx: byType.MX,
    resolveNaptr: naptr,
    resolveNs: byType.NS,
    resolvePtr: byType.PTR,
    resolveSoa: byType.SOA,
    resolveSrv: byType.SRV,
    resolveTlsa: byType.TLSA,
    resolveTxt: byType.TXT,
    reverse,
  }
}
