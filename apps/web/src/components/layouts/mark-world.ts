import { worldWords } from '../../texts/world-strip.ts'
import { type ChosenWorld, isChosenWorld } from '../../lib/world/world.ts'

/** Tells the styles about the world of the visit (at epoch ms): whether one is chosen, and its words. */
export const markWorld = (world: ChosenWorld, now: number): void => {
  const root = document.documentElement
  const isChosen = isChosenWorld(world)
  root.toggleAttribute('data-world', isChosen)
  if (!isChosen) return
  for (const [part, words] of Object.entries(worldWords(world, now)))
    root.style.setProperty(`--world-${part}`, JSON.stringify(words))
}

/** Lets the example of the home page, which is a plain form, run in the chosen world instead of its own. */
export const keepChosenWorld = (page: EventTarget): void =>
  page.addEventListener('formdata', (event) => {
    const { target, formData } = event as FormDataEvent
    if (!(target instanceof Element) || !target.matches('[data-example]')) return
    if (!document.documentElement.hasAttribute('data-world')) return
    for (const part of ['seed', 'scenario']) formData.delete(part)
  })
