import { findScenario, findTool, type ScenarioName } from '@netbox/core'

// Some to begin with, each at the tool that shows it best; the help page lists all.
const shown: readonly (readonly [scenario: ScenarioName, tool: string])[] = [
  ['mx-down', 'mx'],
  ['dnssec-bogus', 'dnssec'],
  ['cert-expiring', 'https'],
  ['ptr-mismatch', 'ptr'],
  ['packet-loss', 'trace'],
  ['propagation-partial', 'propagation'],
]

/** Leads to the page of a tool with a scenario chosen. */
export const faultLinks = (): { name: ScenarioName; title: string; href: string }[] =>
  shown.flatMap(([name, wanted]) => {
    const [scenario, tool] = [findScenario(name), findTool(wanted)]
    if (scenario === undefined || tool === undefined) return []
    return [{ name, title: scenario.title, href: `/${tool.path}?scenario=${name}` }]
  })
