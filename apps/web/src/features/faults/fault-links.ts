import { findScenario, findTool, type ScenarioName } from '@netbox/core'

// Some examples, each at the tool that shows it best; the help page lists all.
const shown: readonly (readonly [scenario: ScenarioName, tool: string])[] = [
  ['mx-down', 'mx'],
  ['dnssec-bogus', 'dnssec'],
  ['cert-expiring', 'https'],
  ['ptr-mismatch', 'ptr'],
  ['packet-loss', 'trace'],
  ['propagation-partial', 'propagation'],
]

/** Returns links to the pages of tools with a chosen scenario. */
export const faultLinks = (): { name: ScenarioName; title: string; href: string }[] =>
  shown.flatMap(([name, wanted]) => {
    const [scenario, tool] = [findScenario(name), findTool(wanted)]
    if (scenario === undefined || tool === undefined) return []
    return [{ name, title: scenario.title, href: `/${tool.path}?scenario=${name}` }]
  })
