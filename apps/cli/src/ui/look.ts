import type { Glyphs } from '@netbox/core'
import type { Paint } from '../output/paint.ts'

/** How the screens are drawn: signs and colors are decided before they are loaded. */
export interface Look {
  readonly glyphs: Glyphs
  readonly paint: Paint
}
