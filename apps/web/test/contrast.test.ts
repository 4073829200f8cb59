import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8')
const colors = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** Returns the relative luminance of a color in sRGB (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

/** Lists the colors that stand out less than a minimum from a ground. */
const faint = (names: readonly string[], grounds: readonly string[], least: number, theme: 'light' | 'dark') =>
  names.flatMap((name) =>
    grounds.flatMap((ground) => {
      const [front, back] = [colors.get(name)?.[theme], colors.get(ground)?.[theme]]
      if (front === undefined || back === undefined) return [`${name} or ${ground} is no color of the themes`]
      const ratio = contrast(front, back)
      return ratio < least ? [`${name} on ${ground}: ${ratio.toFixed(2)}`] : []
    }),
  )

const LINES = ['signal', 'signal-soft', 'plot-2', 'pass', 'info', 'warn', 'crit', 'sim', 'control', 'ink']
const TEXTS = ['ink', 'ink-2', 'ink-3', 'signal', 'pass', 'info', 'warn', 'crit', 'sim']

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it('has a contrast of at least 3:1 for the lines of plots and the borders of controls (WCAG 1.4.11)', () => {
    expect(faint(LINES, ['sheet', 'paper', 'well'], 3, theme)).toEqual([])
    expect(faint(['sim-edge'], ['sheet'], 3, theme)).toEqual([])
  })

  it('has a contrast of at least 4.5:1 for text', () => {
    expect(faint(TEXTS, ['sheet', 'paper', 'well'], 4.5, theme)).toEqual([])
  })
})
