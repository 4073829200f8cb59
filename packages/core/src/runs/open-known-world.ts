import { namesIn } from '../known/leads-to-known.ts'
import { factSources } from './fact-source.ts'
import { openWorldFor } from './open-world.ts'
import type { OpenedWorld } from './prepare-run.ts'
import type { WorldOptions } from './toolbox-options.ts'

/** Opens the world of a run whose input leads to the known internet, with a sentence that names this source of its facts. */
export const openKnownWorld = (options: WorldOptions, input: string, now: () => number): OpenedWorld => {
  const opened = openWorldFor(options, now, true)
  const sourceOf = factSources(options, opened.world.at)
  const known = [...new Set(namesIn(input))].filter((name) => sourceOf(name) === 'known')
  if (known.length === 0) return opened
  return { ...opened, remark: ` Facts about ${known.join(', ')} are stated by the known internet.` }
}
