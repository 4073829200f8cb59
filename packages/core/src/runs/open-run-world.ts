import { leadsToKnown } from '../known/leads-to-known.ts'
import { openPlainWorld } from './open-plain-world.ts'
import type { OpenedWorld } from './prepare-run.ts'
import type { WorldOptions } from './toolbox-options.ts'

/**
 * Opens the world of a run. It has the known internet only if the input, or a name in the world document, is in one of its zones, because
 * all other runs have the same results without it.
 */
export const openRunWorld = (
  options: WorldOptions,
  input: string,
  now: () => number,
): OpenedWorld | Promise<OpenedWorld> => {
  // These modules are loaded on demand, so that pages load their error texts and timelines only when they need them.
  if (leadsToKnown(input))
    return import('./open-known-world.ts').then(({ openKnownWorld }) => openKnownWorld(options, input, now))
  return (
    openPlainWorld(options, now) ??
    import('./open-world.ts').then(({ openWorldFor }) => openWorldFor(options, now, false))
  )
}
