/*
 * Outside programs are compared with the tools in a sample of worlds and names in the full tests, and in all with `npm run judges`.
 */
import { type ScenarioName, scenarios } from '@netbox/core'

/** Whether everything is compared. */
export const isWhole = process.env['NETBOX_JUDGES'] === 'all'

/** The seeds of the compared worlds. */
export const seeds: readonly string[] = isWhole ? ['k3f9', 'a1', 'b2'] : ['k3f9']

/** Returns the names of the sample and, for the whole table, the others. */
export const namesFor = (sample: readonly string[], others: readonly string[]): readonly string[] =>
  isWhole ? [...sample, ...others] : sample

/** Returns the worlds of the table: the scenarios of the sample or all but some, with every seed. */
export const worldsOf = (sample: readonly ScenarioName[], except: readonly ScenarioName[] = []) => {
  const whole = scenarios.map(({ name }) => name).filter((name) => !except.includes(name))
  return seeds.flatMap((seed) => (isWhole ? whole : sample).map((scenario) => ({ seed, scenario })))
}

/** The time limit for one world of the table, in milliseconds. */
export const WORLD_TIME = 600_000
