import { formatText, glyphSets, listSentence, plainText, simulatedMark, type ToolRun, wrap } from '@netbox/core'
import type { Environment } from '../environment.ts'
import { type Paint, painted, unpainted } from './terminal.ts'

/** The maximum width of a report, in columns. */
export const WIDEST = 100

export interface ReportOptions {
  readonly plain: boolean
  /** Whether the report is written to a file instead of stdout. */
  readonly toFile: boolean
}

/** Formats a run as text for stdout or a file. Except on a terminal, the first line says that the run is simulated. */
export const reportText = (run: ToolRun, environment: Environment, { plain, toFile }: ReportOptions): string => {
  const onTerminal = !toFile && environment.isTerminal(1)
  return formatText(run, {
    width: onTerminal ? Math.min(WIDEST, environment.width(1)) : 80,
    glyphs: environment.glyphs,
    paint: !plain && !toFile && environment.hasColor(1) ? painted : unpainted,
    mark: !onTerminal,
  })
}

/** Breaks the simulated mark into lines for the terminal on stderr. */
export const markText = (mark: string, environment: Environment, paint: Paint): string =>
  wrap(mark, environment.width(2))
    .map((line) => `${paint('simulated', line)}\n`)
    .join('')

/** Formats the line for stderr that marks the report on the terminal as simulated. */
export const markLine = (run: ToolRun, environment: Environment, plain: boolean): string =>
  markText(
    simulatedMark(run, glyphSets[environment.glyphs].dot),
    environment,
    !plain && environment.hasColor(2) ? painted : unpainted,
  )

/** Formats a run as one line of a list: glyph, severity, input, verdict, and the finding that makes it a warning. */
export const listLine = (run: ToolRun, { glyphs }: Pick<Environment, 'glyphs'>, paint = unpainted): string => {
  const { severity } = run.verdict
  return `${paint(severity, `${glyphSets[glyphs].severity[severity]} ${severity.padEnd(8)}`)}  ${plainText(`${run.input}  ${listSentence(run)}`)}\n`
}
