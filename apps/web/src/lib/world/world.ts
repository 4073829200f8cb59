import { freshSeed, type ToolRun, type WorldDocument } from '@netbox/core'
import { fieldsOf } from '../page/storage.ts'
import { keptVisit } from './visit-storage.ts'

// Without React, because the script before the first paint and the script of the documentation read the world, too.

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
const isPlainWorld = ({ scenario, at, world }: ChosenWorld): boolean =>
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

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the world of a stored visit; invalid fields are skipped. */
export const readWorld = (visit: unknown): ChosenWorld => {
  const { seed, scenario, at, world: facts } = fieldsOf(fieldsOf(visit)['world'])
  return {
    seed: textOf(seed),
    scenario: textOf(scenario) ?? anyWorld.scenario,
    at: textOf(at),
    // Core checks the content of the facts at the next run.
    world: typeof facts === 'object' && facts !== null ? facts : undefined,
  }
}

/** Returns whether a visit has a world: its first run has drawn a seed, or the visitor has chosen a fault, a clock or facts. */
export const isChosenWorld = (world: ChosenWorld): boolean => world.seed !== undefined || !isPlainWorld(world)

/** Returns a world with another seed. Faults, clock and own facts stay. */
export const withFreshSeed = (world: ChosenWorld): ChosenWorld & { readonly seed: string } => ({
  ...world,
  seed: freshSeed(),
})

/** Returns the stored world of the visit. */
export const keptWorld = (): ChosenWorld => readWorld(keptVisit())

// Together, these parts identify a run whose result is the same, byte for byte. Without a scenario in the query, the scenario is 'random'.
const needed = ['input', 'seed', 'at'] as const

/** Returns whether an entry of the browser's history leads to a run of the visitor's own. `runState` makes this mark. */
export const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'own' in state

/** Returns whether a query describes a complete run. A query with fewer parts only fills in the form. */
export const namesRun = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return needed.every((name) => query.has(name))
}

/** Returns whether the address is somebody's link to a report. */
export const isSharedReport = (): boolean => namesRun(location.search) && !isOwn(history.state)

/**
 * Returns the world after a link. A link to another seed replaces the whole world; any other link changes only the parts that it names, so
 * another fault keeps the seed.
 */
export const linkedWorld = (world: ChosenWorld, linked: Partial<ChosenWorld>): ChosenWorld => {
  const { seed, scenario = world.scenario } = linked
  const isSame = seed === undefined || (seed === world.seed && scenario === world.scenario)
  return { ...(isSame ? world : anyWorld), ...linked }
}

// The pages that choose no world by their address. Those that compare, filter or describe a world have parameters of their own.
const OTHER_PAGES =
  /^\/(?:$|(?:admin|compare|confirm|contact|dashboard|docs|email-(?:migration|validation)|embed|help|login|pricing|privacy|register|reset|terms|world)\/?$|docs\/|dashboard\/(?:account|history|verifications)\/?$)/

/** Returns whether the page of a path chooses the world that its address names. */
export const takesWorld = (path: string): boolean => !OTHER_PAGES.test(path)

/** Returns the world that a page will have once its scripts have read its address. Somebody's report changes nothing. */
export const worldToCome = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  isOwnRun: boolean,
): ChosenWorld => {
  const world = keptWorld()
  const query = new URLSearchParams(search)
  const [seed, scenario, at] = ['seed', 'scenario', 'at'].map((name) => query.get(name)?.trim())
  const linked = {
    ...(seed === undefined ? {} : { seed }),
    ...(scenario === undefined ? {} : { scenario }),
    ...(at === undefined || isOwnRun ? {} : { at }),
  }
  const isReport = namesRun(search) && !/^\/(?:tools|dashboard)\//.test(pathname)
  const isKept = !takesWorld(pathname) || (isOwnRun ? isChosenWorld(world) : isReport)
  return isKept ? world : linkedWorld(world, linked)
}
