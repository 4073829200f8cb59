import type { ToolRun, WorldDocument } from '@netbox/core'

/** The world of a run. Without a seed, each run gets a new one; without a time, the current time. */
export interface ChosenWorld {
  readonly seed?: string | undefined
  readonly scenario: string
  readonly at?: string | undefined
  /** The user's own facts. */
  readonly world?: WorldDocument | undefined
}

/** The request of a run. */
export interface RunOrder extends ChosenWorld {
  readonly input: string
}

/** The maximum length of a seed in characters; core refuses a longer one. */
export const LONGEST_SEED = 64

/** The world until the user changes it. */
export const anyWorld: ChosenWorld = { scenario: 'random' }

/** Returns whether nothing but the seed of a world is chosen. */
export const isPlainWorld = ({ scenario, at, world }: ChosenWorld): boolean =>
  scenario === anyWorld.scenario && at === undefined && world === undefined

/** Returns the request that repeats a run, byte for byte. */
export const sameAgain = ({ input, seed, scenario, at, world }: ToolRun): RunOrder => ({
  input,
  seed,
  scenario,
  at,
  world,
})

/** Formats a time of the world: `2026-11-20 08:14 UTC`, with seconds unless they are zero. */
export const showClock = (at: string): string => {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  const seconds = time.slice(5, 8) === ':00' ? '' : time.slice(5, 8)
  return `${day} ${time.slice(0, 5)}${seconds} UTC`
}
