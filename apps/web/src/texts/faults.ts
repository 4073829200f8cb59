/** The texts of the faults on the home page; names and titles of scenarios come from core. */
export const faultTexts = {
  title: 'One fault, seen by every tool',
  lede: 'A scenario changes the whole simulated internet. A mark means that the scenario changes a tool’s report. It links to that tool with the fault.',
  band: {
    title: 'Pick a fault by name',
    text: 'Pick a scenario and all tools agree: the mail server is listed, port 25 is silent, deliverability drops. Use it for drills, demos and tests.',
    serve: 'the same fault for your own programs',
    all: (count: number) => `all ${count}`,
  },
  terminal: 'The same run in a terminal, in a clone of netbox',
  region: 'Scenarios by tool',
  scrolls: 'Scroll sideways for all tools',
  caption: (scenarios: number, tools: number): string =>
    `${scenarios} scenarios in rows, ${tools} tools in columns. A cell names the worst finding of the tool, or is empty if the report doesn't change.`,
  scenario: 'Scenario',
  cell: (tool: string, scenario: string, word: string): string => `${tool} under ${scenario}: ${word}`,
} as const
