import type { WorldDocument } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { pathOf, pathQualityOf } from '@netbox/core/network'
import type { LastingHost, ProgramNetwork, ServerContext } from '../internet/internet-server.ts'
import { lossTo, portStatesAt } from '../tcp/port-state.ts'
import type { AddressRules, PacketFilter, Verdict } from './packet-filter.ts'

// The TCP ports of well-known services. They have their rules before a client connects.
const KNOWN_PORTS = [
  20, 21, 22, 23, 25, 37, 43, 49, 53, 70, 79, 80, 88, 110, 111, 113, 119, 135, 139, 143, 179, 194, 389, 443, 444, 445,
  464, 465, 512, 513, 514, 515, 548, 554, 563, 587, 631, 636, 646, 853, 873, 902, 989, 990, 992, 993, 994, 995, 1080,
  1194, 1433, 1521, 1723, 1883, 2049, 2181, 2222, 2375, 2376, 2379, 2380, 2525, 3000, 3128, 3268, 3306, 3389, 3690,
  4190, 4222, 4443, 5000, 5060, 5061, 5222, 5269, 5432, 5555, 5601, 5671, 5672, 5900, 5984, 5985, 6000, 6379, 6443,
  6667, 6697, 7001, 8000, 8008, 8080, 8081, 8443, 8883, 8888, 9000, 9042, 9090, 9092, 9100, 9200, 9300, 9418, 10_000,
  11_211, 15_672, 25_565, 27_017, 50_000,
] as const
const DNS = 53
// The number of ports in a block. A connection attempt to another port creates the rules of the whole block around it.
const BLOCK = 512
const HIGHEST_PORT = 65_535
const MOST_RULES = 400_000
// The number of addresses whose rules the kernel may not have yet. Each needs a process of `nft`, and its rules memory until then.
const MOST_PENDING = 40
const MOST_NAMES = 32

const VERDICTS: Readonly<Record<'open' | 'refused' | 'silent', Verdict>> = {
  open: 'accept',
  refused: 'refuse',
  silent: 'drop',
}

/** An address with rules, the names that DNS answers had for it, and the ports that have rules. */
interface FilteredAddress {
  readonly address: string
  names: readonly string[]
  readonly ports: Set<number>
}

/** Returns the ports that a world document names, which may be of no known service. */
const statedPorts = ({ hosts = {}, domains = {} }: WorldDocument = {}): number[] => [
  ...Object.values(hosts).flatMap(({ ports = {} }) => Object.keys(ports).map(Number)),
  ...Object.values(domains).flatMap(({ records }) => (records?.SRV ?? []).map(({ port }) => port)),
]

const routersTo = (world: World, address: string): (string | null)[] =>
  (pathOf(world, address)?.hops ?? []).slice(0, -1).map((hop) => hop.address)

const timesTo = (world: World, addresses: readonly (string | null)[]): Map<string, number> =>
  new Map(
    addresses.flatMap((address) => {
      const time = address === null ? null : (pathQualityOf(world, address)?.roundTrip ?? null)
      return address === null || time === null ? [] : [[address, time] as const]
    }),
  )

const blockAround = (port: number): number[] => {
  const first = port - (port % BLOCK)
  return Array.from({ length: BLOCK }, (_, index) => first + index).filter((one) => one > 0 && one <= HIGHEST_PORT)
}

/** Returns the rules of an address for these ports. */
const portRulesOf = (world: World, { address, names }: FilteredAddress, ports: readonly number[]): AddressRules => {
  const states = portStatesAt(world, names, address, ports)
  return { address, ports: ports.map((port, index) => ({ port, verdict: VERDICTS[states[index] ?? 'silent'] })) }
}

/** Returns the rules of an address for all its ports and for its path. */
const allRulesOf = (world: World, filtered: FilteredAddress, programs: ProgramNetwork | undefined): AddressRules => {
  const { address, names, ports } = filtered
  // In a common network, packets take no path.
  const routers = programs === undefined ? undefined : routersTo(world, address)
  return {
    ...portRulesOf(world, filtered, [...ports]),
    lost: lossTo(world, names, address),
    routers,
    ttl: routers === undefined ? undefined : (pathQualityOf(world, address)?.ttl ?? undefined),
    times: routers !== undefined && programs?.isDelayed === true ? timesTo(world, [address, ...routers]) : undefined,
  }
}

/** Keeps the addresses with rules. If there are too many rules, forgets the addresses that got theirs first, except the lasting ones. */
const createFilteredAddresses = (lasting: ReadonlySet<string>, forget: (address: string) => void) => {
  const addresses = new Map<string, FilteredAddress>()
  let count = 0

  const drop = (address: string): void => {
    count -= addresses.get(address)?.ports.size ?? 0
    addresses.delete(address)
  }
  /** Adds ports, and returns the ports that the address had no rules for. */
  const addPorts = ({ ports }: FilteredAddress, more: readonly number[]): number[] => {
    const fresh = [...new Set(more)].filter((port) => !ports.has(port))
    for (const port of fresh) ports.add(port)
    count += fresh.length
    return fresh
  }
  return {
    get: (address: string): FilteredAddress | undefined => addresses.get(address),
    all: (): FilteredAddress[] => [...addresses.values()],
    drop,
    addPorts,
    /** Adds ports of an address, which becomes the newest. */
    add: (filtered: FilteredAddress, more: readonly number[]): number[] => {
      const { address } = filtered
      const fresh = addPorts(filtered, more)
      addresses.delete(address)
      for (const other of addresses.keys()) {
        if (count <= MOST_RULES) break
        if (lasting.has(other)) continue
        drop(other)
        forget(other)
      }
      addresses.set(address, filtered)
      return fresh
    },
  }
}

/** The rules of the addresses that programs use. */
export interface RulesOfAddresses {
  /** Returns the newest name of an address; the address itself if no answer named it. */
  readonly nameOf: (address: string) => string
  /** Adds the rules of DNS servers, which programs may call before any DNS answer names them. */
  readonly addLasting: (hosts: readonly LastingHost[]) => Promise<void>
  /** Adds the rules of an address that a DNS answer contains; undefined if it has to wait for a connection. */
  readonly addAnswered: (host: string, address: string) => Promise<void> | undefined
  /** Adds the rules of an address that a program called although the filter has none. */
  readonly addCalled: (address: string, port: number | undefined) => Promise<void>
  /** Replaces all rules after a change of the world. */
  readonly update: () => Promise<void>
}

/** Creates the rules of addresses, from the world at the last update. */
export const createRulesOfAddresses = (
  { live, addressBook, programs }: ServerContext,
  filter: PacketFilter,
): RulesOfAddresses => {
  const lasting = new Set<string>()
  const addresses = createFilteredAddresses(lasting, filter.forget)
  const namedNow = (): number[] => [...KNOWN_PORTS, ...statedPorts(live.document())]
  let world = live.now()
  let named = namedNow()
  let pending = 0

  /** Adds the rules of an address for these ports, and for its path if it had no rules or another name. */
  const add = async (host: string, address: string, ports: readonly number[]): Promise<void> => {
    const known = addresses.get(address)
    const filtered = known ?? { address, names: addressBook.namesAt(address), ports: new Set() }
    const isOther = known === undefined || !filtered.names.includes(host)
    if (!filtered.names.includes(host)) filtered.names = [...filtered.names, host].slice(-MOST_NAMES)
    const fresh = addresses.add(filtered, ports)
    pending++
    try {
      await filter.set([isOther ? allRulesOf(world, filtered, programs) : portRulesOf(world, filtered, fresh)])
    } catch (error) {
      // The next answer with this address tries again.
      addresses.drop(address)
      throw error
    } finally {
      pending--
    }
  }
  return {
    nameOf: (address) => addresses.get(address)?.names.at(-1) ?? address,
    addLasting: async (hosts) => {
      for (const { address } of hosts) lasting.add(address)
      await filter.addServers(hosts.map(({ address }) => address))
      await Promise.all(hosts.map(async ({ host, address }) => add(host, address, [DNS])))
    },
    // If too many wait, the answer comes before the rules. They are made at the first connection, which is then a second late.
    addAnswered: (host, address) =>
      pending < MOST_PENDING || addresses.get(address) !== undefined ? add(host, address, named) : undefined,
    addCalled: async (address, port) => {
      const known = addresses.get(address)
      const host = known?.names[0] ?? addressBook.namesAt(address)[0] ?? address
      if (known !== undefined) return add(host, address, port === undefined ? [] : blockAround(port))
      return add(host, address, port === undefined ? named : [...named, port])
    },
    update: async () => {
      world = live.now()
      named = namedNow()
      const all = addresses.all()
      for (const filtered of all) addresses.addPorts(filtered, named)
      await filter.set(all.map((filtered) => allRulesOf(world, filtered, programs)))
    },
  }
}
