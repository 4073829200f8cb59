import { createKeptStore } from '../page/store.ts'
import { isChosenWorld, linkedWorld, readWorld, VISIT_KEY, withFreshSeed, anyWorld, type ChosenWorld } from './world.ts'
import { fieldsOf, tabStorage } from '../page/storage.ts'

/** The state of a visit, which lasts as long as the tab: reloads, Back and all pages of the site keep it. */
interface Visit {
  /** The world of the next runs. The first run draws its seed. */
  readonly world: ChosenWorld
  /** The end of the passed security check: epoch ms, 0 without one. */
  readonly verifiedUntil: number
}

const nothing: Visit = { world: anyWorld, verifiedUntil: 0 }

/** Reads a stored visit; invalid fields are skipped. */
const readVisit = (value: unknown): Visit => {
  const { verifiedUntil } = fieldsOf(value)
  return { world: readWorld(value), verifiedUntil: Number.isSafeInteger(verifiedUntil) ? Number(verifiedUntil) : 0 }
}

const visit = createKeptStore<Visit>({ key: VISIT_KEY, area: tabStorage, initial: nothing, read: readVisit })

/** Subscribes to the world of the visit. */
export const useWorld = (): ChosenWorld => visit.use().world

/** Chooses the world of the next runs of every tool. */
export const chooseWorld = (world: ChosenWorld): void => visit.update((kept) => ({ ...kept, world }))

/** Draws another seed. Faults, clock and own facts stay. */
export const drawWorld = (): ChosenWorld & { readonly seed: string } => {
  const world = withFreshSeed(visit.get().world)
  chooseWorld(world)
  return world
}

/** Completes the request of a run with the seed of the visit. The first run draws it. */
export const withSeed = <Order extends ChosenWorld>(order: Order): Order & { readonly seed: string } => ({
  ...order,
  seed: order.seed ?? visit.get().world.seed ?? drawWorld().seed,
})

/** Returns whether the visit has a world already. */
export const hasWorld = (): boolean => isChosenWorld(visit.get().world)

/** Chooses the world of a link. */
export const chooseLinked = (linked: Partial<ChosenWorld>): void => chooseWorld(linkedWorld(visit.get().world, linked))

/** Returns the end of the passed security check: epoch ms, 0 without one. */
export const verifiedUntil = (): number => visit.get().verifiedUntil

/** Records until when the passed security check is valid. */
export const keepVerified = (until: number): void => visit.update((kept) => ({ ...kept, verifiedUntil: until }))
