import { type ComparableRun, compareRuns, comparisonMark, formatComparison, glyphSets } from '@netbox/core'
import type { Context } from '../commands/command.ts'
import { plainText } from '../state/json.ts'
import { jsonText } from './json.ts'
import { painted, unpainted } from './terminal.ts'
import { WIDEST } from './report.ts'

// Makes control characters of a run visible, because a file may contain any text.
const harmless = (run: ComparableRun): ComparableRun =>
  JSON.parse(JSON.stringify(run), (_key, value: unknown) =>
    typeof value === 'string' ? value.split('\n').map(plainText).join('\n') : value,
  ) as ComparableRun

/** Writes the comparison of two runs to stdout, as JSON or as text. On a terminal, the text's simulated mark goes to stderr. */
export const writeComparison = (one: ComparableRun, other: ComparableRun, context: Context): void => {
  const { options, environment, out, err } = context
  if (options.json !== undefined) {
    out(jsonText(compareRuns(one, other)))
    return
  }
  const [a, b] = [harmless(one), harmless(other)]
  const onTerminal = environment.isTerminal(1)
  const paintFor = (descriptor: 1 | 2) =>
    options.plain === undefined && environment.hasColor(descriptor) ? painted : unpainted
  if (onTerminal) err(`${paintFor(2)('simulated', comparisonMark(a, b, glyphSets[environment.glyphs].dot))}\n`)
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
