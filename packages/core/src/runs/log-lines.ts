import type { Figure, Report } from '../reports/report.ts'
import type { Order } from './order.ts'

const show = ({ label, value, unit }: Figure): string => `${label}: ${value}${unit === undefined ? '' : ` ${unit}`}`

const shorten = (text: string): string => {
  const [line = ''] = text.split('\n', 1)
  return line.length > 80 || line !== text ? `${line.slice(0, 79)}…` : line
}

/**
 * Writes the log of a run, in the order in which it is told. The lines are drawn from the report, so that what the log
 * says while the run goes on is what the report says at its end.
 */
export const logLines = (
  { tool, canonical, world, scenario }: Order,
  { figures, findings, verdict }: Report,
): string[] => [
  `${tool.name} started for ${shorten(canonical)}`,
  `World ${world.seed} opened, scenario ${scenario}`,
  ...figures.slice(0, 2).map(show),
  // Written here: all the words of reports would have to be there before the first run.
  `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}, worst is ${verdict.severity}`,
]
