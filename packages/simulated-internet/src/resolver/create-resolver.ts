import type dns from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DnsQueryOptions } from '@netbox/core/dns'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import { openSimulation, type SimulationOptions } from '../open-simulation.ts'
import { invalidValue, requireText } from './dns-error.ts'
import { createLookup } from './lookup.ts'
import { createQuery, createQueries, type HostAddresses } from './queries.ts'

/** Says which world a resolver answers from, and how it asks. */
export interface ResolverOptions extends SimulationOptions, DnsQueryOptions {
  /** Addresses in place of those of the world, by host name: the `addresses` of `startMailServers` lead to its servers. */
  readonly addresses?: HostAddresses | undefined
}

/** The functions of a resolver from `node:dns/promises`. */
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
 * Stands in for `node:dns/promises` and for its `Resolver`: it has the functions of both, with the same shapes and errors.
 * No function needs `this`, so they may be taken out one by one.
 */
export interface SimulatedResolver extends Functions {
  /** Rejects pending queries with `ECANCELLED`. */
  readonly cancel: () => void
  /** Does nothing: no packet is sent from any address. */
  readonly setLocalAddress: (ipv4?: string, ipv6?: string) => void
}

const SERVER = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::(?<port>\d+))?$/

const parseServer = (server: string): { address: string; port: string } => {
  const { v6, v4, port = '53' } = SERVER.exec(server)?.groups ?? {}
  return { address: v6 ?? v4 ?? server, port }
}

/** Writes a server as `getServers` does: with its port only where that is not the one of DNS. */
const checkServer = (server: string): string => {
  const { address, port } = parseServer(server)
  if (isIP(address) !== 0) return port === '53' ? address : server
  throw Object.assign(new TypeError(`Invalid IP address: ${server}`), { code: 'ERR_INVALID_IP_ADDRESS' })
}

const checkAddresses = (addresses: HostAddresses = {}): HostAddresses => {
  const wrong = Object.entries(addresses).find(([, address]) => isIP(address) === 0)
  if (wrong !== undefined) throw new RangeError(`'${wrong[1]}' is no IP address. It was given for ${wrong[0]}.`)
  return addresses
}

/**
 * Makes a resolver that answers from the simulated internet: the records that the tools of the same seed and scenario show.
 * Nothing is sent. It fails as the world does: `ESERVFAIL` where a zone's signatures do not verify, `ENOTFOUND` for a name that
 * does not exist and behind an alias that dangles, `ETIMEOUT` where every try is lost (four, unless `tries` says otherwise).
 * `server`, or the first of `setServers`, may be one of the sixteen that `dns-propagation` lists: while a change is on its way,
 * some of those still give the old address. Throws core's `ToolError` for options that name no world.
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
  const servers: { now: readonly string[] } = { now: [checkServer(server)] }
  const { query, cancel } = createQuery(
    openSimulation(options),
    () => ({
      validates,
      tries,
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
    // One function implements the overloads, with the results that they declare.
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
