import { openWorld, type WorldOptions } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { FIXED_TIME } from '@netbox/core/testing'

/** The options of a simulated internet: its world and its time. */
export interface SimulationOptions extends WorldOptions {
  /** The clock, whose `now` returns epoch milliseconds. Pass a fake clock to play a timeline. `at` takes precedence over it. */
  readonly clock?: { now(): number } | undefined
}

/**
 * Checks the options once and returns a function that opens the current world. The default seed is the one in `fixedWorld`. Without `at` and
 * `clock`, the time is `FIXED_TIME`. So a test gets the same answers in every run. Throws core's `ToolError` for an unknown scenario,
 * an invalid timeline, seed, time or world document.
 */
export const openSimulation = ({ seed = 'fixed', scenario, at, world, clock }: SimulationOptions): (() => World) => {
  const now = () => (clock === undefined ? FIXED_TIME : clock.now())
  const open = () => openWorld({ seed, scenario, at, world }, now).world
  open()
  return open
}
