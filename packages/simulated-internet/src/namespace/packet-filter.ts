import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { isIPv6 } from 'node:net'
import { createInterface } from 'node:readline'
import {
  list,
  lossChain,
  lossChainText,
  MOST_ROUTERS,
  type PacketFilterOptions,
  TABLE,
  tableFor,
  ttlChain,
} from './filter-table.ts'
import { delayClass } from './delays.ts'
import { createNftQueue, inGroups, runNft } from './nft-queue.ts'
import { hexOf, octetsOfAddress } from '../world-files/octets.ts'
import { EXPIRING } from './program-network.ts'
import { NETWORKS } from './set-up-network.ts'

/** The filter's decision about a connection to a port. */
export type Verdict = 'accept' | 'refuse' | 'drop'

/** The facts of the filter about an address. A field that is undefined stays as it is. */
export interface AddressRules {
  readonly address: string
  /** The states of TCP ports, which are added to the known ones. */
  readonly ports: readonly { readonly port: number; readonly verdict: Verdict }[]
  /** The lost packets: their positions in every ten of a kind, from 0 to 9. */
  readonly lost?: readonly number[] | undefined
  /** The round-trip times to the address and its routers, in milliseconds. */
  readonly times?: ReadonlyMap<string, number> | undefined
  /** The time to live of packets from the address when they arrive. */
  readonly ttl?: number | undefined
  /** The routers on the path to the address, in order; null for a router that answers no probe. */
  readonly routers?: readonly (string | null)[] | undefined
}

/** The packet filter of a network namespace, which uses nftables. */
export interface PacketFilter {
  /**
   * Replaces the rules of addresses. They are active when the promise resolves. If it rejects, some may be as before, and the next call
   * replaces them.
   */
  readonly set: (rules: readonly AddressRules[]) => Promise<void>
  /** Removes all rules of an address with the next call of `set`. */
  readonly forget: (address: string) => void
  /** Applies the filter to more address blocks. */
  readonly cover: (networks: readonly string[]) => Promise<void>
  /** Tells the filter the IPv4 addresses at which DNS servers have sockets of their own. */
  readonly addServers: (addresses: readonly string[]) => Promise<void>
  /** Calls a function for each connection attempt to a port without a rule, and for each probe of a path without rules. */
  readonly onUnknown: (listener: (address: string, port: number | undefined) => void) => void
  /** Calls a function for connection attempts that the kernel refuses or drops. */
  readonly onRefused: (listener: (address: string, port: number, verdict: 'refuse' | 'drop') => void) => void
  /** Calls a function for echo requests. */
  readonly onEcho: (listener: (address: string, isLost: boolean) => void) => void
  readonly close: () => void
}

// The maximum lengths of the messages that replace an element or add a network, in octets.
const ELEMENT_OCTETS = 192
const LOSS_OCTETS = 4096

/** Returns whether this system has nftables with all that the filter needs, and this process may use it. */
export const hasPacketFilter = (): boolean => {
  const input = tableFor({ networks: NETWORKS, served: [80], otherwise: 1, device: 'program', isDelayed: true })
  return spawnSync('nft', ['--check', '-f', '-'], { input, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0
}

// The chains `refuse` and `silent` report the attempt.
const VERDICT_TEXTS = { accept: 'accept', refuse: 'goto refuse', drop: 'goto silent' } as const

const MAPS = ['ports', 'losses', 'paths', 'hops', 'delays', 'ttls'] as const

/** An element of one of the filter's maps, and its value. Without a value, the map has no such element. */
interface Element {
  readonly address: string
  readonly map: (typeof MAPS)[number]
  readonly key: string
  readonly value: string | undefined
  /** The port, in the map of the ports. */
  readonly port?: number
}

const numberOf = (address: string): string => `0x${hexOf(octetsOfAddress(address) ?? new Uint8Array(0))}`

const pathElements = (address: string, routers: readonly (string | null)[]): Element[] => {
  const number = numberOf(address)
  const hops = Array.from({ length: MOST_ROUTERS }, (_, index) => ({
    address,
    map: 'hops' as const,
    key: `${EXPIRING.mark + index + 1} . ${number}`,
    value: routers[index] ?? undefined,
  }))
  return [
    { address, map: 'paths', key: address, value: `goto path_${Math.min(routers.length, MOST_ROUTERS)}` },
    ...hops,
    ...(isIPv6(address) ? [{ address, map: 'hops' as const, key: `0 . ${number}`, value: address }] : []),
  ]
}

const portKey = (address: string, port: number): string => `${address} . ${port}`

const elementsOf = ({ address, ports, lost, routers, times, ttl }: AddressRules): Element[] => [
  ...ports.map(({ port, verdict }) => ({
    address,
    map: 'ports' as const,
    key: portKey(address, port),
    value: VERDICT_TEXTS[verdict],
    port,
  })),
  ...(lost === undefined
    ? []
    : [{ address, map: 'losses' as const, key: address, value: lost.length === 0 ? undefined : lost.join() }]),
  ...(routers === undefined ? [] : pathElements(address, routers)),
  ...(ttl === undefined ? [] : [{ address, map: 'ttls' as const, key: address, value: `goto ${ttlChain(ttl)}` }]),
  ...Array.from(times ?? [], ([source, time]) => ({
    address: source,
    map: 'delays' as const,
    key: source,
    value: delayClass(time),
  })),
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const octetsOf = ({ map }: Element): number => (map === 'losses' ? LOSS_OCTETS : ELEMENT_OCTETS)

/** Returns the commands that add or delete map elements. */
const changesText = (verb: 'add' | 'delete', elements: readonly Element[]): string =>
  MAPS.flatMap((map) =>
    ([4, 6] as const).flatMap((family) => {
      const texts = elements
        .filter((element) => element.map === map && isIPv6(element.address) === (family === 6))
        .map(({ address, key, value }) =>
          verb === 'delete' ? key : `${key} : ${map === 'losses' ? `goto ${lossChain(address)}` : value}`,
        )
      return texts.length === 0 ? [] : [`${verb} element ${TABLE} ${map}${family} ${list(texts)}\n`]
    }),
  ).join('')

const networksText = (networks: readonly string[]): string =>
  (['networks4', 'networks6'] as const)
    .map((set) => ({ set, found: networks.filter((network) => network.includes(':') === (set === 'networks6')) }))
    .filter(({ found }) => found.length > 0)
    .map(({ set, found }) => `add element ${TABLE} ${set} ${list(found)}\n`)
    .join('')

const TRACED = / (unknown|refuse|silent|echo|lost) packet: .*(?:ip|ip6) daddr (\S+) (?:.*tcp dport (\d+) )?/

/** A packet that the kernel reports: the chain that it met, its destination, and its TCP port. */
type TraceListener = (chain: string, address: string, port: number | undefined) => void

/** Calls a function for each packet that the kernel reports. */
const watchTraces = (listener: TraceListener): ChildProcess => {
  const child = spawn('nft', ['-nn', 'monitor', 'trace'], { stdio: ['ignore', 'pipe', 'ignore'] })
  child.on('error', () => undefined)
  createInterface(child.stdout).on('line', (line) => {
    const [, chain = '', address, port] = TRACED.exec(line) ?? []
    if (address !== undefined) listener(chain, address, port === undefined ? undefined : Number(port))
  })
  return child
}

/** Installs the packet filter. Rejects if the kernel refuses it. */
export const installPacketFilter = async (options: PacketFilterOptions): Promise<PacketFilter> => {
  await runNft(tableFor(options))
  // The values of the elements in the kernel, by address, and by map and key. Most are ports, for which a number needs a fifth of the memory.
  const known = new Map<string, Map<string | number, string>>()
  const queue = createNftQueue()
  const nameOf = ({ map, key, port }: Element): string | number => port ?? `${map} ${key}`
  const keep = (element: Element): void => {
    const { address, value } = element
    const values = known.get(address) ?? new Map<string | number, string>()
    known.set(address, values)
    if (value === undefined) values.delete(nameOf(element))
    else values.set(nameOf(element), value)
  }
  /** Returns an element as the kernel has it. */
  const asKnown = (element: Element): Element => ({
    ...element,
    value: known.get(element.address)?.get(nameOf(element)),
  })
  const listeners: TraceListener[] = []
  const watcher = watchTraces((chain, address, port) => {
    for (const listener of listeners) listener(chain, address, port)
  })
  /** Replaces elements in one transaction. */
  const replace = async (changed: readonly Element[]): Promise<void> => {
    const before = changed.map(asKnown)
    const replaced = before.filter(({ value }) => value !== undefined)
    const added = changed.filter(({ value }) => value !== undefined)
    const chains = added
      .filter(({ map }) => map === 'losses')
      .map(({ address, value = '' }) => lossChainText(address, value.split(',').map(Number), options.device))
    for (const element of changed) keep(element)
    const text = changesText('delete', replaced) + chains.join('') + changesText('add', added)
    try {
      await queue.run({ text, octets: sum(changed.map(octetsOf)) })
    } catch (error) {
      for (const element of before) keep(element)
      throw error
    }
  }
  /** Deletes elements and their chains in one transaction. */
  const remove = async (elements: readonly Element[]): Promise<void> => {
    const chains = elements.filter(({ map }) => map === 'losses')
    const text =
      changesText('delete', elements) +
      chains.map(({ address }) => `delete chain ${TABLE} ${lossChain(address)}\n`).join('')
    try {
      await queue.run({ text, octets: sum(elements.map(octetsOf)) })
    } catch {
      for (const element of elements) keep(element)
    }
  }
  return {
    set: async (rules) => {
      const changed = rules.flatMap(elementsOf).filter((element) => asKnown(element).value !== element.value)
      // Equal rules of an earlier call may not be active yet.
      if (changed.length === 0) return queue.settled()
      const results = await Promise.allSettled(inGroups(changed, octetsOf).map(replace))
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
    forget: (address) => {
      const elements = [...(known.get(address) ?? [])].map(([name, value]): Element => {
        if (typeof name === 'number') return { address, map: 'ports', key: portKey(address, name), value, port: name }
        const map = MAPS.find((one) => name.startsWith(`${one} `)) ?? 'hops'
        return { address, map, key: name.slice(map.length + 1), value }
      })
      known.delete(address)
      for (const group of inGroups(elements, octetsOf)) void remove(group)
    },
    cover: async (networks) => {
      for (const group of inGroups(networks, () => ELEMENT_OCTETS))
        await queue.run({ text: networksText(group), octets: group.length * ELEMENT_OCTETS })
    },
    addServers: async (addresses) => {
      const servers = addresses.filter((address) => !isIPv6(address))
      for (const group of inGroups(servers, () => ELEMENT_OCTETS))
        await queue.run({
          text: `add element ${TABLE} servers4 ${list(group)}\n`,
          octets: group.length * ELEMENT_OCTETS,
        })
    },
    onUnknown: (listener) =>
      void listeners.push((chain, address, port) => {
        if (chain === 'unknown') listener(address, port)
      }),
    onRefused: (listener) =>
      void listeners.push((chain, address, port) => {
        if (port === undefined) return
        if (chain === 'refuse') listener(address, port, 'refuse')
        else if (chain === 'silent') listener(address, port, 'drop')
      }),
    onEcho: (listener) =>
      void listeners.push((chain, address) => {
        if (chain === 'echo' || chain === 'lost') listener(address, chain === 'lost')
      }),
    close: () => void watcher.kill(),
  }
}
