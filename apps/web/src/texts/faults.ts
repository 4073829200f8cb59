/** The words of the faults on the home page; names and titles of scenarios come from core. */
export const faultTexts = {
  title: 'One fault, seen by every tool',
  lede: 'A scenario changes the whole simulated internet. A mark shows that it changes the report of a tool, and links to that tool with the fault in place.',
  band: {
    title: 'A fault you can order by name',
    text: 'Pick a scenario and every tool tells the same story: the exchange is listed, port 25 is silent, deliverability drops. Good for drills, demos and testing what reads the output.',
    serve: 'the same fault for your own programs',
    all: (count: number) => `all ${count}`,
  },
  terminal: 'The same run in a terminal',
  region: 'Scenarios by tool',
  caption: (scenarios: number, tools: number): string =>
    `${scenarios} scenarios in rows, ${tools} tools in columns. A cell names the worst finding that the tool reports, or is empty where the report stays as it was.`,
  scenario: 'Scenario',
  cell: (tool: string, scenario: string, word: string): string => `${tool} under ${scenario}: ${word}`,
} as const
