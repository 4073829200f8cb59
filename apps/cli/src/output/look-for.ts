import { glyphSets } from '@netbox/core'
import type { Environment } from '../environment.ts'
import type { Look, Manner } from '../ui/look.ts'
import { painted, unpainted } from './paint.ts'

/** Decides how screens are drawn on a stream. */
export const lookFor = (environment: Environment, stream: 1 | 2, manner: Manner, plain = false): Look => ({
  glyphs: glyphSets[environment.glyphs],
  paint: !plain && environment.hasColor(stream) ? painted : unpainted,
  ellipsis: environment.glyphs === 'ascii' ? '~' : '…',
  manner,
})
