import type { Figure, Report } from '../reports/report.ts'
import type { PreparedRun } from './prepare-run.ts'

const show = ({ label, value, unit }: Figure): string => `${label}: ${value}${unit === undefined ? '' : ` ${unit}`}`

const shorten = (text: string): string => {
  const [line = ''] = text.split('\n', 1)
  return line.length > 80 || line !== text ? `${line.slice(0, 79)}…` : line
}

/** Writes the log of a run, from the report, so that log and report agree. */
export const logLines = (
  { tool, canonical, world, scenario }: PreparedRun,
  { figures, findings, verdict }: Report,
): string[] => [
  `${tool.name} started for ${shorten(canonical)}`,
  `World ${world.seed} opened, scenario ${scenario}`,
  ...figures.slice(0, 2).map(show),
  // The words are repeated here, because importing the report's wording would load all of it before the first run.
  `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}, worst is ${verdict.severity}`,
]
