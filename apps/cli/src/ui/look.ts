import type { Glyphs } from '@netbox/core'
import type { Paint } from '../output/paint.ts'

/**
 * How screens use the terminal: 'full' has it for itself and gives it back as it was, 'inline' draws below what is
 * there, and 'spoken' writes few plain lines in their order for a screen reader.
 */
export type Manner = 'full' | 'inline' | 'spoken'

/** How the screens are drawn: signs, colors and manner are decided before they are loaded. */
export interface Look {
  readonly glyphs: Glyphs
  readonly paint: Paint
  /** The sign for what was cut off. */
  readonly ellipsis: string
  readonly manner: Manner
}

/** What the terminal can hold. */
export interface Size {
  readonly columns: number
  readonly rows: number
}
