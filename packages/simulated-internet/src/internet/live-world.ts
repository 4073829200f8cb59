import { openWorld, readTime, type ScenarioText, type WorldDocument } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { type InternetWorld, scenarioFor } from './scenario-for.ts'

/** The world as it is now: time continues in it, and its scenario can be changed. */
export interface LiveWorld {
  readonly seed: string
  /** The scenario as text: a name or a timeline. */
  readonly scenario: () => ScenarioText
  /** The world document in canonical form; undefined without one. */
  readonly document: () => WorldDocument | undefined
  /**
   * Returns the world. It is the same object until its facts may have changed, at most for a minute, so that what follows from
   * it can be kept with it. A window of a timeline begins and ends to the second.
   */
  readonly now: () => World
  /** Returns the present of the world, in epoch milliseconds. */
  readonly time: () => number
  /**
   * Returns by how many milliseconds the clock of the machine is ahead of the world's: 0 where the world follows it. While the clock of the world
   * stands still, it is up to an hour behind, so that caches stay valid.
   */
  readonly distance: () => number
  /** Changes scenario, domains or time. Throws a `ToolError` and changes nothing where the new ones are none. */
  readonly set: (changes: Partial<InternetWorld>) => void
}

const TICK = 60_000
const SECOND = 1000
const HOUR = 3_600_000

// The facts of two worlds differ only if they differ in more than their time and caches.
const identityOf = ({ at: _at, memo: _memo, ...rest }: World): string => JSON.stringify(rest)

/** Returns the clock of a world: it stands still, or continues from a time, or follows the clock that it is given. */
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

/** Opens the world of a seed, and follows the clock where the options set no time. Throws a `ToolError` for bad options. */
export const openLiveWorld = (given: InternetWorld, clock: { now(): number } = Date): LiveWorld => {
  const open = ({ at: _at, startAt: _startAt, ...options }: InternetWorld, now: () => number) => {
    const opened = openWorld({ ...options, scenario: scenarioFor(options) }, now)
    const { world } = opened
    return { ...opened, kept: { world, identity: identityOf(world), second: Math.floor(world.at / SECOND) } }
  }
  let time = clockFor(given, clock)
  const first = open(given, time)
  let options: InternetWorld = { ...given, seed: first.world.seed }
  let { scenario, document, kept: current } = first
  let distance = distanceTo(time)
  const now = (): World => {
    const second = Math.floor(time() / SECOND)
    if (second === current.second) return current.world
    const { world, kept } = open(options, time)
    const isSame =
      kept.identity === current.identity && Math.floor(world.at / TICK) === Math.floor((current.second * SECOND) / TICK)
    current = isSame ? { ...current, second } : kept
    return current.world
  }
  return {
    seed: first.world.seed,
    scenario: () => scenario,
    document: () => document,
    now,
    time: () => time(),
    distance: () => {
      const exact = distanceTo(time)
      if (Math.abs(exact - distance) > (options.at === undefined ? SECOND : HOUR)) distance = exact
      return distance
    },
    set: (changes) => {
      const changed = { ...options, ...(changes.startAt === undefined ? {} : { at: undefined }), ...changes }
      const isOfTime = 'at' in changes || 'startAt' in changes
      const changedTime = isOfTime ? clockFor(changed, clock) : time
      const opened = open(changed, changedTime)
      if (isOfTime) distance = distanceTo(changedTime)
      options = changed
      time = changedTime
      ;({ scenario, document, kept: current } = opened)
    },
  }
}
