import { anyWorld, type ChosenWorld } from './run-order.ts'
import { createStore } from './store.ts'

/** The world that was chosen, for every tool until it is changed. */
export const chosenWorld = createStore(anyWorld)

/** Takes from a link the world that it names; one that names none leaves the chosen one. */
export const chooseLinked = (linked: Partial<ChosenWorld>): void => {
  if (Object.keys(linked).length > 0) chosenWorld.set({ ...anyWorld, ...linked })
}
