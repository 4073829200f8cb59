import type { RunState } from '@netbox/core'
import type { Theme } from './theme.ts'

const TOKENS = /\u001b\[[\d;]*m|[^]/gu
const isColor = (token: string): boolean => token.startsWith('\u001b')
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** Returns the number of columns of a token: 0 for a color code or a combining mark, 2 for a wide character. */
const columnsOf = (token: string): number => {
  if (token >= ' ' && token <= '~') return 1
  if (isColor(token) || /^\p{M}/u.test(token)) return 0
  return WIDE.test(token) ? 2 : 1
}

const widthOfTokens = (tokens: readonly string[]): number => tokens.reduce((sum, token) => sum + columnsOf(token), 0)

/** Returns the number of columns of a colored line. */
export const widthOf = (line: string): number => widthOfTokens(line.match(TOKENS) ?? [])

/** Shortens a colored line to a number of columns, with the terminal's ellipsis. Keeps all color codes, so that each color still ends. */
export const fit = (line: string, width: number, ellipsis: string): string => {
  const tokens = line.match(TOKENS) ?? []
  if (widthOfTokens(tokens) <= width) return line
  let room = width - 1
  let cut = ''
  for (const token of tokens) {
    if (isColor(token)) cut += token
    else if (columnsOf(token) <= room) {
      cut += token
      room -= columnsOf(token)
    } else if (room >= 0) {
      cut += ellipsis
      room = -1
    }
  }
  return cut
}

/** Breaks text into lines of at most `width` characters. Breaks at any character, and loses none. */
export const foldLines = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => {
    const characters = Array.from(line)
    return Array.from({ length: Math.max(1, Math.ceil(characters.length / width)) }, (_, index) =>
      characters.slice(index * width, (index + 1) * width).join(''),
    )
  })

/** A key and its action, as in `r again`. If the action is empty, only the key is shown. */
export type KeyHint = readonly [key: string, what: string]

/** Formats the line of keys: as many keys as fit, the most important first, and always `last` at the end. */
export const keyLine = (
  hints: readonly KeyHint[],
  last: KeyHint,
  width: number,
  theme: Pick<Theme, 'glyphs' | 'paint'>,
): string => {
  const { paint, glyphs } = theme
  const lengthOf = ([key, what]: KeyHint): number => key.length + (what === '' ? 0 : 1 + what.length)
  const show = ([key, what]: KeyHint): string => (what === '' ? paint('dim', key) : `${paint('strong', key)} ${what}`)
  let room = width - 2 - lengthOf(last) - 3
  const shown: string[] = []
  for (const hint of hints) {
    const wide = lengthOf(hint) + (shown.length === 0 ? 0 : 3)
    if (wide > room) break
    room -= wide
    shown.push(show(hint))
  }
  return `${paint('dim', glyphs.ring)} ${[...shown, show(last)].join('   ')}`
}

type Drawn = Pick<Theme, 'glyphs' | 'paint'>

const NARROWEST = 5
const NARROW = 8
const WIDEST = 18

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
  const length = columns < 46 ? NARROWEST : columns < 60 ? NARROW : WIDEST
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
