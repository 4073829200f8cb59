import { formatText, glyphSets, simulatedMark, type ToolRun } from '@netbox/core'
import type { Environment } from '../environment.ts'
import { painted, unpainted } from './paint.ts'

/** The maximum width of a report, in columns. */
export const WIDEST = 100

/** The options of a written report. */
export interface ReportOptions {
  readonly plain: boolean
  /** Whether it goes to a file instead of stdout. */
  readonly toFile: boolean
}

/** Writes a run as text for stdout or a file. Except on a terminal, its first line says that it is simulated. */
export const reportText = (run: ToolRun, environment: Environment, { plain, toFile }: ReportOptions): string => {
  const onTerminal = !toFile && environment.isTerminal(1)
  return formatText(run, {
    width: onTerminal ? Math.min(WIDEST, environment.width(1)) : 80,
    glyphs: environment.glyphs,
    paint: !plain && !toFile && environment.hasColor(1) ? painted : unpainted,
    mark: !onTerminal,
  })
}

/** Writes the dim line on stderr that describes the report on the terminal. */
export const markLine = (run: ToolRun, environment: Environment, plain: boolean): string => {
  const paint = !plain && environment.hasColor(2) ? painted : unpainted
  return `${paint('simulated', simulatedMark(run, glyphSets[environment.glyphs].dot))}\n`
}

/** Writes a run as one line of a list: glyph, severity, input, verdict. */
export const listLine = (run: ToolRun, { glyphs }: Pick<Environment, 'glyphs'>, paint = unpainted): string => {
  const { severity, sentence } = run.verdict
  return `${paint(severity, `${glyphSets[glyphs].severity[severity]} ${severity.padEnd(8)}`)}  ${run.input}  ${sentence}\n`
}
