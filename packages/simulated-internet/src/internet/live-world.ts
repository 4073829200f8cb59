import {
  HOUR,
  MINUTE,
  openWorld,
  readTime,
  readWorld,
  type ScenarioText,
  SECOND,
  type WorldDocument,
  type WorldKeys,
} from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { type HostPort, withHostPorts } from '../namespace/host-ports.ts'
import { withMaps } from '../relay/maps.ts'
import { type InternetWorld, scenarioFor } from './scenario-for.ts'

/** The current world. Its time advances, and its scenario can be changed. */
export interface LiveWorld {
  readonly seed: string
  /** Returns the scenario as text: a name, a combination or a timeline. */
  readonly scenario: () => ScenarioText
  /** Returns the world document in canonical form; undefined without one. */
  readonly document: () => WorldDocument | undefined
  /** Returns the world document in canonical form, without what options add to it: maps, and ports of the machine. */
  readonly stated: () => WorldDocument
  /** Returns the keys for updates and transfers of zones. */
  readonly keys: () => WorldKeys
  /**
   * Returns the world. It returns the same object until the facts change, but at most for a minute, so that callers can cache derived data
   * for each object. A new window of a timeline takes effect in the second in which it begins.
   */
  readonly now: () => World
  /** Returns the time of the world, in epoch milliseconds. */
  readonly time: () => number
  /**
   * Returns how many milliseconds the machine's clock is ahead of the world's clock: 0 if the world uses the machine's time. If the world's
   * clock stands still, the value grows only once an hour, so that caches remain valid.
   */
  readonly distance: () => number
  /** Returns the number of changes of the options. */
  readonly changes: () => number
  /**
   * Changes the options of the world, such as scenario, domains or time. Returns a function that undoes the change. If the options are
   * invalid, throws a `ToolError` and changes nothing.
   */
  readonly set: (changes: Partial<InternetWorld>) => () => void
}

// Returns equal texts for worlds that differ only in their time, and so have the same facts.
const identityOf = ({ at: _at, ...rest }: World): string => JSON.stringify(rest)

/** Returns the clock of a world. It stands still at `at`, continues from `startAt`, or follows the given clock. */
const clockFor = ({ at, startAt }: InternetWorld, clock: { now(): number }): (() => number) => {
  if (at !== undefined) {
    const time = readTime(at)
    return () => time
  }
  if (startAt === undefined) return () => clock.now()
  const ahead = clock.now() - readTime(startAt)
  return () => clock.now() - ahead
}

const distanceTo = (time: () => number): number => {
  const distance = Date.now() - time()
  return Math.abs(distance) < SECOND ? 0 : distance
}

/** Opens the world of a seed. Its time follows the clock if the options set no time. Throws a `ToolError` for invalid options. */
export const openLiveWorld = (
  given: InternetWorld,
  clock: { now(): number } = Date,
  hostPorts: readonly HostPort[] = [],
): LiveWorld => {
  let merged: { readonly from: InternetWorld['world']; readonly document: InternetWorld['world'] } | undefined
  /** Adds the servers of the user to a document. The same document gives the same object, which core has read before. */
  const completed = ({ world, maps }: InternetWorld): InternetWorld['world'] => {
    if (merged === undefined || merged.from !== world)
      merged = { from: world, document: withHostPorts(withMaps(world, maps), hostPorts) }
    return merged.document
  }
  const open = ({ at: _at, startAt: _startAt, keys: _keys, ...options }: InternetWorld, now: () => number) => {
    const opened = openWorld({ ...options, world: completed(options), scenario: scenarioFor(options) }, now)
    const { world } = opened
    return { ...opened, kept: { world, identity: identityOf(world), second: Math.floor(world.at / SECOND) } }
  }
  let time = clockFor(given, clock)
  const first = open(given, time)
  let options: InternetWorld = { ...given, seed: first.world.seed }
  let { scenario, document, kept: current } = first
  let distance = distanceTo(time)
  let changesMade = 0
  const now = (): World => {
    const second = Math.floor(time() / SECOND)
    if (second === current.second) return current.world
    const { world, kept } = open(options, time)
    const isSame =
      kept.identity === current.identity &&
      Math.floor(world.at / MINUTE) === Math.floor((current.second * SECOND) / MINUTE)
    current = isSame ? { ...current, second } : kept
    return current.world
  }
  return {
    seed: first.world.seed,
    scenario: () => scenario,
    document: () => document,
    stated: () => readWorld(options.world ?? {}).document,
    keys: () => options.keys ?? {},
    now,
    time: () => time(),
    distance: () => {
      const exact = distanceTo(time)
      if (Math.abs(exact - distance) > (options.at === undefined ? SECOND : HOUR)) distance = exact
      return distance
    },
    changes: () => changesMade,
    set: (changes) => {
      const changed = { ...options, ...(changes.startAt === undefined ? {} : { at: undefined }), ...changes }
      const isOfTime = 'at' in changes || 'startAt' in changes
      const changedTime = isOfTime ? clockFor(changed, clock) : time
      const opened = open(changed, changedTime)
      const before = { options, time, scenario, document, current, distance }
      if (isOfTime) distance = distanceTo(changedTime)
      options = changed
      time = changedTime
      ;({ scenario, document, kept: current } = opened)
      changesMade++
      return () => void ({ options, time, scenario, document, current, distance } = before)
    },
  }
}
