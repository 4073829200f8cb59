import type { RunState } from '@netbox/core'
import type { Theme } from './theme.ts'

type Drawn = Pick<Theme, 'glyphs' | 'paint'>

const NARROWEST = 5
const NARROW = 8
const WIDE = 18

/** Draws one leg of the trace: a line for the finished part of the run, and gaps for the rest. */
const leg = (length: number, share: number, { glyphs, paint }: Drawn): string => {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * length)
  return paint('signal', glyphs.line.repeat(filled)) + paint('dim', glyphs.gap.repeat(length - filled))
}

/**
 * Draws a run as a route with three nodes: Ask, Run, Report. The line fills as the run progresses and ends with the glyph of the verdict's
 * severity. If the run fails, the rest of the line stays dashed.
 */
export const traceLine = (
  { progress, phase, run }: Pick<RunState, 'progress' | 'phase' | 'run'>,
  columns: number,
  theme: Drawn,
): string => {
  const { glyphs, paint } = theme
  const length = columns < 46 ? NARROWEST : columns < 60 ? NARROW : WIDE
  const done = progress / 100
  const end = run === null ? (phase === 'failed' ? 'critical' : undefined) : run.verdict.severity
  const step = done >= 0.5 ? paint('signal', glyphs.step) : paint('dim', glyphs.step)
  const ring = end === undefined ? paint('dim', glyphs.ring) : paint(end, glyphs.severity[end])
  return [
    `${paint('signal', glyphs.source)} Ask`,
    leg(length, done * 2, theme),
    `${step} Run`,
    leg(length, done * 2 - 1, theme),
    `${ring} Report`,
    ` ${`${Math.round(progress)}`.padStart(3)} %`,
  ].join(' ')
}
