import { createKeptStore, createStore } from '../page/store.ts'
import { fieldsOf, parseJson, type SafeStorage, storage } from '../page/storage.ts'
import { keepVisit, keptVisit, VISIT_KEY } from './visit-storage.ts'
import { anyWorld, type ChosenWorld, isChosenWorld, linkedWorld, readWorld, withFreshSeed } from './world.ts'

/** The state of a visit: reloads, Back, all pages of the site and all tabs keep it. */
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

/** The storage of the visit. Its fields tell when it began. */
const visitStorage: SafeStorage = {
  get: () => ('since' in keptVisit() ? JSON.stringify(keptVisit()) : undefined),
  set: (_key, value) => keepVisit(fieldsOf(parseJson(value))),
  remove: (key) => storage.remove(key),
}

const visit = createKeptStore<Visit>({ key: VISIT_KEY, area: visitStorage, initial: nothing, read: readVisit })

// The script before the first paint saw a world in the address, which becomes the visit's world once the link is read.
const toCome = createStore(false)
if (typeof document !== 'undefined')
  toCome.set('world' in document.documentElement.dataset && !isChosenWorld(visit.get().world))

/** Subscribes to whether the link of the page still has to be read. Until then, the strip has its words from before the first paint. */
export const useWorldToCome = (): boolean => toCome.use()

/** Records that the link of the page is read. */
export const linkIsRead = (): void => toCome.set(false)

/** Subscribes to the world of the visit. */
export const useWorld = (): ChosenWorld => visit.use().world

/** Chooses the world of the next runs of every tool. */
export const chooseWorld = (world: ChosenWorld): void => {
  linkIsRead()
  visit.update((kept) => ({ ...kept, world }))
}

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
