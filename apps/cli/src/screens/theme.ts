import type { Glyphs } from '@netbox/core'
import type { Paint } from '../output/terminal.ts'

/**
 * The mode in which screens use the terminal: 'fullscreen' on its alternate screen, 'inline' below the earlier output, 'screen-reader' with
 * few plain lines.
 */
export type RenderMode = 'fullscreen' | 'inline' | 'screen-reader'

/** The glyphs, colors and render mode of the screens, set before Ink is loaded. */
export interface Theme {
  readonly glyphs: Glyphs
  readonly paint: Paint
  /** The glyph at the end of a shortened line. */
  readonly ellipsis: string
  readonly mode: RenderMode
}

/** The size of the terminal. */
export interface Size {
  readonly columns: number
  readonly rows: number
}
