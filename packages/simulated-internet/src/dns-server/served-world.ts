import {
  type DnsFault,
  knownResolversOf,
  publicResolversOf,
  type RuleCounts,
  type World,
  worldAnswering,
  worldSeenBy,
} from '@netbox/core/dns'
import type { AnsweredHost } from '../internet/address-book.ts'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { createRecentMap, type RecentMap } from '../internet/recent-map.ts'
import type { RequestToLog } from '../internet/request-log.ts'
import { createRuleCounts } from '../internet/rule-counts.ts'
import type { Resolver } from './recursive-answer.ts'
import { openRecords, type WorldRecords } from './world-records.ts'
import { createZones } from './zones.ts'

/** A cached answer, ready to send again. */
export interface KeptAnswer extends RequestToLog {
  /** The octets of the response as characters. */
  readonly response: string
  readonly hosts: readonly AnsweredHost[]
  /** The milliseconds until the response is sent. */
  readonly wait?: number
}

const MOST_KEPT = 20_000

/** The caches of one world. They are dropped when the world changes. */
export interface ServedWorld {
  readonly world: World
  /** The records of the zones. */
  readonly records: WorldRecords
  /** The records as resolvers see them: rules of the world document may give nameservers other answers. */
  readonly resolved: WorldRecords
  /** Returns the records with the later answers of names that a scenario rebinds. */
  readonly rebound: () => WorldRecords
  /** Returns the records with the answer of a rule of the document. */
  readonly answering: (rule: DnsFault) => WorldRecords
  /** The queries that each rule counted. */
  readonly counts: RuleCounts
  /** The questions for addresses that a scenario rebinds. They count anew after each change of the world. */
  readonly rebindings: RuleCounts
  /** Returns the time of the world, in epoch milliseconds. */
  readonly time: () => number
  readonly resolvers: ReadonlyMap<string, Resolver>
  /** The latest answer to each message, by the message without its id. Clients rarely send the same query to several servers. */
  readonly kept: RecentMap<KeptAnswer>
  /** The number of lost tries of each query, because clients may repeat a query. */
  readonly lost: RecentMap<number>
  /** Records that a client asked a nameserver. */
  readonly recordConnection: () => void
}

/** Returns whether the world document has rules for queries. */
export const hasRules = (world: World): boolean => world.facts?.dnsFaults !== undefined

const resolversOf = (world: World): ReadonlyMap<string, Resolver> =>
  new Map<string, Resolver>([
    [TOOLS_RESOLVER, { server: undefined, validates: true }],
    ...knownResolversOf(world).map((address) => [address, { server: undefined, validates: true }] as const),
    ...publicResolversOf(world).map(({ address, validates }) => [address, { server: address, validates }] as const),
  ])

/** Opens a world with empty caches. */
const serveWorld = (
  world: World,
  { addressing }: Pick<ServerContext, 'addressing'>,
  shared: Pick<ServedWorld, 'counts' | 'rebindings' | 'time' | 'recordConnection'>,
): ServedWorld => {
  const open = (seen: World, isRebound?: boolean): WorldRecords =>
    openRecords(seen, createZones(seen), addressing, isRebound)
  let rebound: WorldRecords | undefined
  const records = open(worldAnswering(world, []))
  const answers = new Map<number, WorldRecords>()
  return {
    ...shared,
    world,
    records,
    rebound: () => (rebound ??= open(worldAnswering(world, []), true)),
    resolved: !hasRules(world) ? records : open(worldSeenBy(world, 'resolver')),
    answering: (rule) => {
      const found = answers.get(rule.number) ?? open(worldAnswering(world, [rule]))
      answers.set(rule.number, found)
      return found
    },
    resolvers: resolversOf(world),
    kept: createRecentMap(MOST_KEPT),
    lost: createRecentMap(MOST_KEPT),
  }
}

/** Creates a function that returns the live world with its caches. They last until the world changes. */
export const serveLiveWorld = (context: ServerContext): (() => ServedWorld) => {
  const { live, addressBook } = context
  const shared = {
    counts: createRuleCounts(live),
    rebindings: createRuleCounts({ document: live.changes }),
    time: live.time,
    recordConnection: addressBook.recordConnection,
  }
  let served: ServedWorld | undefined
  return (): ServedWorld => {
    const world = live.now()
    if (served?.world !== world) served = serveWorld(world, context, shared)
    return served
  }
}

/** Creates a function that opens any world for a single answer: nothing is counted, and each try is the first one. */
export const serveOtherWorlds = (context: Pick<ServerContext, 'addressing'>): ((world: World) => ServedWorld) => {
  const opened = new WeakMap<World, ServedWorld>()
  return (world) => {
    const counts = new Map<string, number>()
    const rebindings = new Map<string, number>()
    const shared = { counts, rebindings, time: () => world.at, recordConnection: () => undefined }
    const served = opened.get(world) ?? serveWorld(world, context, shared)
    opened.set(world, served)
    return { ...served, counts, rebindings, lost: createRecentMap(1) }
  }
}
