/** The words of the fault matrix; names and titles of scenarios come from core. */
export const faultTexts = {
  title: 'One fault, seen by every tool',
  lede: 'A scenario bends the whole simulated internet. The marks show whose report it changes; each leads to that tool, with the fault in place.',
  region: 'Scenarios by tool',
  caption: (scenarios: number, tools: number): string =>
    `${scenarios} scenarios in rows, ${tools} tools in columns. A cell names the worst finding that the tool reports, or is empty where the report stays as it was.`,
  scenario: 'Scenario',
  cell: (tool: string, scenario: string, word: string): string => `${tool} under ${scenario}: ${word}`,
  unchanged: 'unchanged',
} as const
