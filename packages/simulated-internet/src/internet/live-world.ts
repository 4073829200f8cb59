import { openWorld, type ScenarioText } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { type InternetWorld, scenarioFor } from './scenario-for.ts'

/** The world as it is now: time goes on in it, and its scenario can be changed. */
export interface LiveWorld {
  readonly seed: string
  /** The scenario as text: a name or a timeline. */
  readonly scenario: () => ScenarioText
  /**
   * Returns the world. It is the same object until its facts may have changed, at most for a minute, so that what follows from
   * it can be kept with it. A window of a timeline begins and ends to the second.
   */
  readonly now: () => World
  /** Changes scenario, domains or time. Throws a `ToolError` and changes nothing where the new ones are none. */
  readonly set: (changes: Partial<InternetWorld>) => void
}

const TICK = 60_000
const SECOND = 1000

// The facts of two worlds differ only if something else than their time and what was computed before differs.
const identityOf = ({ at: _at, memo: _memo, ...rest }: World): string => JSON.stringify(rest)

/** Opens the world of a seed, and follows the clock where the options set no time. Throws a `ToolError` for bad options. */
export const openLiveWorld = (given: InternetWorld, clock: { now(): number } = Date): LiveWorld => {
  const open = (options: InternetWorld) => openWorld({ ...options, scenario: scenarioFor(options) }, () => clock.now())
  const first = open(given)
  let options: InternetWorld = { ...given, seed: first.world.seed }
  let scenario = first.scenario
  let current = { world: first.world, identity: identityOf(first.world), second: Math.floor(clock.now() / SECOND) }
  const now = (): World => {
    if (options.at !== undefined) return current.world
    const time = clock.now()
    const second = Math.floor(time / SECOND)
    if (second === current.second) return current.world
    const { world } = open(options)
    const identity = identityOf(world)
    const isSame =
      identity === current.identity && Math.floor(time / TICK) === Math.floor((current.second * SECOND) / TICK)
    current = isSame ? { ...current, second } : { world, identity, second }
    return current.world
  }
  return {
    seed: first.world.seed,
    scenario: () => scenario,
    now,
    set: (changes) => {
      const changed = { ...options, ...changes }
      const opened = open(changed)
      options = changed
      scenario = opened.scenario
      current = {
        world: opened.world,
        identity: identityOf(opened.world),
        second: Math.floor(clock.now() / SECOND),
      }
    },
  }
}
