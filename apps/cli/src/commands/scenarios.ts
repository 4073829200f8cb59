import {
  type Scenario,
  scenarioLessons,
  type ScenarioName,
  scenarios,
  type Severity,
  severities,
  wrap,
} from '@netbox/core'
import { exitCodes } from '../exit.ts'
import { painted, type Paint, unpainted } from '../output/terminal.ts'
import { jsonText } from '../output/json.ts'
import type { Command } from './context.ts'

const bentTools = ({
  findings,
}: Scenario): { tool: string; severity: Severity; findings: Readonly<Record<string, Severity>> }[] =>
  Object.entries(findings).map(([tool, found]) => ({
    tool,
    severity: severities.find((severity) => Object.values(found).includes(severity)) ?? 'pass',
    findings: found,
  }))

const describe = (scenario: Scenario<ScenarioName>, paint: Paint): string => {
  const bent = bentTools(scenario).map(({ tool, severity }) => `${tool} ${severity}`)
  return [
    `${paint('strong', scenario.name)}: ${scenario.title}`,
    ...wrap(scenarioLessons[scenario.name], 76).map((line) => `    ${line}`),
    ...wrap(bent.join(', '), 76).map((line) => `    ${paint('dim', line)}`),
    '',
  ].join('\n')
}

const COMBINED =
  'Faults combine: --scenario mx-down+spf-permerror. Limit a fault to one domain: mx-down:shop.example. ' +
  'Limit it to a time: mx-down@10:00..10:30 applies every day (UTC), mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z once.'

/** `netbox scenarios` lists the faults that a world can simulate, and the tools that detect each. */
export const scenariosCommand: Command = {
  name: 'scenarios',
  group: 'Diagnose',
  summary: 'list the faults that --scenario can simulate',
  options: ['json'],
  run: ({ options, environment, out }) => {
    const paint = environment.hasColor(1) ? painted : unpainted
    if (options.json !== undefined)
      out(
        jsonText(
          scenarios.map((scenario) => ({
            name: scenario.name,
            title: scenario.title,
            lesson: scenarioLessons[scenario.name],
            tools: bentTools(scenario),
          })),
        ),
      )
    else out([...scenarios.map((scenario) => describe(scenario, paint)), wrap(COMBINED, 80).join('\n')].join('\n'))
    return exitCodes.ran
  },
}
