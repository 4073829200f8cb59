import { glyphSets } from '@netbox/core'
import type { Environment } from '../environment.ts'
import type { RenderMode, Theme } from '../screens/theme.ts'
import { painted, unpainted } from './paint.ts'

const UNBOUNDED = 10_000

/** Returns the width of a list: that of the terminal; unlimited in a pipe, so that `grep` finds everything. */
export const listWidth = (environment: Environment): number =>
  environment.isTerminal(1) ? environment.width(1) : UNBOUNDED

/** Returns the glyphs and colors of the screens on a stream. */
export const createTheme = (environment: Environment, stream: 1 | 2, mode: RenderMode, plain = false): Theme => ({
  glyphs: glyphSets[environment.glyphs],
  paint: !plain && environment.hasColor(stream) ? painted : unpainted,
  ellipsis: environment.glyphs === 'ascii' ? '~' : '…',
  mode,
})

/** Returns the control sequence that copies text to the terminal's clipboard, through ssh too (xterm's OSC 52). */
export const clipboardRequest = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`
