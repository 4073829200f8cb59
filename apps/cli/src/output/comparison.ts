import { type ComparableRun, compareRuns, comparisonMark, formatComparison, glyphSets } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import { jsonText } from './json.ts'
import { painted, unpainted } from './terminal.ts'
import { markText, WIDEST } from './report.ts'

/** Writes the comparison of two runs to stdout, as JSON or as text. On a terminal, the text's simulated mark goes to stderr. */
export const writeComparison = (a: ComparableRun, b: ComparableRun, context: Context): void => {
  const { options, environment, out, err } = context
  if (options.json !== undefined) {
    out(jsonText(compareRuns(a, b)))
    return
  }
  const onTerminal = environment.isTerminal(1)
  const paintFor = (descriptor: 1 | 2) =>
    options.plain === undefined && environment.hasColor(descriptor) ? painted : unpainted
  if (onTerminal) err(markText(comparisonMark(a, b, glyphSets[environment.glyphs].dot), environment, paintFor(2)))
  out(
    formatComparison(a, b, {
      width: onTerminal ? Math.min(WIDEST, environment.width(1)) : 80,
      glyphs: environment.glyphs,
      paint: paintFor(1),
      mark: !onTerminal,
      all: options.all !== undefined,
      allHint: 'show them: --all',
    }),
  )
}
