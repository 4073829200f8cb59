import { freshSeed } from '@netbox/core'
import { createKeptStore } from './kept-store.ts'
import { anyWorld, type ChosenWorld } from './run-order.ts'
import { tabStorage } from './storage.ts'

/** The state of a visit, which lasts as long as the tab: reloads, Back and all pages of the site keep it. */
interface Visit {
  /** The world of the next runs. The first run draws its seed. */
  readonly world: ChosenWorld
  /** The end of the passed security check: epoch ms, 0 without one. */
  readonly verifiedUntil: number
}

const nothing: Visit = { world: anyWorld, verifiedUntil: 0 }

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Reads a stored visit; invalid fields are skipped. */
const readVisit = (value: unknown): Visit => {
  const { world, verifiedUntil } = fieldsOf(value)
  const { seed, scenario, at, world: facts } = fieldsOf(world)
  return {
    world: {
      seed: textOf(seed),
      scenario: textOf(scenario) ?? anyWorld.scenario,
      at: textOf(at),
      // Core checks the content of the facts at the next run.
      world: typeof facts === 'object' && facts !== null ? facts : undefined,
    },
    verifiedUntil: Number.isSafeInteger(verifiedUntil) ? Number(verifiedUntil) : 0,
  }
}

const visit = createKeptStore<Visit>({ key: 'netbox_visit', area: tabStorage, initial: nothing, read: readVisit })

/** Subscribes to the world of the visit. */
export const useWorld = (): ChosenWorld => visit.use().world

/** Chooses the world of the next runs of every tool. */
export const chooseWorld = (world: ChosenWorld): void => visit.update((kept) => ({ ...kept, world }))

/** Draws another seed. Faults, clock and own facts stay. */
export const drawWorld = (): ChosenWorld & { readonly seed: string } => {
  const world = { ...visit.get().world, seed: freshSeed() }
  chooseWorld(world)
  return world
}

/** Completes the request of a run with the seed of the visit. The first run draws it. */
export const withSeed = <Order extends ChosenWorld>(order: Order): Order & { readonly seed: string } => ({
  ...order,
  seed: order.seed ?? visit.get().world.seed ?? drawWorld().seed,
})

/** Returns whether the visit has a world already. */
export const hasWorld = (): boolean => visit.get().world.seed !== undefined

/**
 * Chooses the world of a link. A link to another seed replaces the whole world; any other link changes only the parts that it names, so
 * another fault keeps the seed.
 */
export const chooseLinked = (linked: Partial<ChosenWorld>): void => {
  const { world } = visit.get()
  const { seed, scenario = world.scenario } = linked
  const isSame = seed === undefined || (seed === world.seed && scenario === world.scenario)
  chooseWorld({ ...(isSame ? world : anyWorld), ...linked })
}

/** Returns the end of the passed security check: epoch ms, 0 without one. */
export const verifiedUntil = (): number => visit.get().verifiedUntil

/** Records until when the passed security check is valid. */
export const keepVerified = (until: number): void => visit.update((kept) => ({ ...kept, verifiedUntil: until }))
