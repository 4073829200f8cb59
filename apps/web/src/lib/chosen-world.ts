import { anyWorld, type ChosenWorld } from './run-order.ts'
import { createStore } from './store.ts'

/** The chosen world, which applies to every tool until it is changed. */
export const chosenWorld = createStore(anyWorld)

/** Chooses the world of a link; a link without a world keeps the chosen world. */
export const chooseLinked = (linked: Partial<ChosenWorld>): void => {
  const chosen: ChosenWorld = { ...chosenWorld.get(), ...linked }
  // A link to the chosen world may omit its clock and facts, so they are kept.
  const isChosen = chosen.seed !== undefined && JSON.stringify(chosen) === JSON.stringify({ ...chosenWorld.get() })
  if (Object.keys(linked).length > 0 && !isChosen) chosenWorld.set({ ...anyWorld, ...linked })
}
