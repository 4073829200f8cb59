import { openWorld, type WorldOptions } from '@netbox/core'
import type { World } from '@netbox/core/dns'
import { FIXED_TIME } from '@netbox/core/testing'

/** Says which simulated internet answers, and when its present is. */
export interface SimulationOptions extends WorldOptions {
  /** Returns the present, in epoch milliseconds: a fake clock plays a timeline. `at` wins over it. */
  readonly clock?: { now(): number } | undefined
}

/**
 * Checks the options once and gives a function that opens the world as it is now. Without a seed it is that of `fixedWorld`,
 * without `at` and clock the present is `FIXED_TIME`: a test gets the same answers in every run. Throws core's `ToolError`
 * for an unknown scenario, a timeline that is none, a bad seed, a bad time or a world
 * document that can't be.
 */
export const openSimulation = ({ seed = 'fixed', scenario, at, world, clock }: SimulationOptions): (() => World) => {
  const now = () => (clock === undefined ? FIXED_TIME : clock.now())
  const open = () => openWorld({ seed, scenario, at, world }, now).world
  open()
  return open
}
