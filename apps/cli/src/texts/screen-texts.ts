import type { ToolEntry } from '../screens/controller.ts'

/* Core has the texts about inputs, runs and their errors. messages.ts has the texts about files. */

/** A tool with its position in the list. */
interface ToolPlace extends ToolEntry {
  readonly place: number
  readonly count: number
}

/** The texts of the screens. */
export const texts = {
  heading: (count: number): string => `${count} diagnostics on a simulated internet`,
  keys: (hints: readonly (readonly [string, string])[]): string =>
    `Keys: ${hints.map(([key, what]) => `${key}: ${what}`).join('; ')}.`,
  findLabel: 'Find a tool',
  findHint: 'type a name or an input: mail.example mx',
  nothingFits: 'No matching tool. Press Esc to start again.',
  nothingFitsHere: (category: string): string => `No matching tool in ${category}. Tab shows other categories.`,
  toolOf: ({ place, count, tool, left }: ToolPlace): string =>
    `${place} of ${count}: ${tool.name}${left === '' ? '' : `, ${left}`}. ${tool.description}`,
  allTools: 'All',
  lines: (count: number): string => `${count} lines`,
  example: (text: string): string => `For example: ${text}`,
  subject: (tool: string, input: string): string => `${tool} for ${input}`,
  worldOf: (seed: string | undefined, scenario: string): string =>
    `${seed === undefined ? 'A fresh seed for every run' : `Seed ${seed}`}, scenario ${scenario}`,
  worldHeading: 'The world of the next runs',
  seedLabel: 'Seed',
  seedHint: 'empty: a fresh one for every run',
  seedHelp: 'Type a seed, or leave it empty for a fresh one for every run.',
  scenarioOf: (name: string, title: string): string => `Scenario ${name}: ${title}`,
  place: (from: number, to: number, count: number): string => `${from} to ${to} of ${count}`,
  scrollHints: ['Left, Right tabs   Up, Down, PgUp, PgDn scroll', 'Left, Right tabs   PgDn scroll', 'Right   PgDn'],
  helpHints: ['Up, Down scroll   Esc shows the report again', 'Esc the report'],
  paused: (newer: number): string => (newer === 0 ? 'Paused.' : `Paused, ${newer.toLocaleString('en')} newer.`),
  requestCount: (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'request' : 'requests'}.`,
  nothingAsked: 'Waiting for the first request.',
  nothingMatches: 'No request matches the filter.',
  filterLabel: 'Filter',
  filterHint: 'a name, a type or an answer',
  digLine: ({ host, port }: { readonly host: string; readonly port: number }): string =>
    `dig @${host} -p ${port} mail.example MX`,
  serveKeys: [
    ['s', 'choose another scenario'],
    ['/', 'show only requests that match a text; Esc shows all'],
    ['p', 'pause the list, or resume it'],
    ['Up, PgUp', 'pause the list and scroll; also Down, PgDn, Home, End'],
    ['c', 'copy a command that queries the resolver'],
    ['q', 'stop serving'],
  ],
  category: { network: 'Network', dns: 'DNS', email: 'Email', security: 'Security' },
  tab: { summary: 'Summary', findings: 'Findings', raw: 'Raw' },
  reportKeys: [
    ['Left, Right, Tab', 'show another part of the report; also 1, 2, 3'],
    ['Up, Down', 'scroll by a line; also j and k'],
    ['PgUp, PgDn', 'scroll by a page; also b and Space'],
    ['Home, End', 'go to the beginning or the end; also g and G'],
    ['r', 'run again'],
    ['w', 'change seed or scenario, and run'],
    ['e, Esc', 'change the input'],
    ['t, Enter', 'pick another tool'],
    ['c', 'copy the report (in Raw: its JSON)'],
    ['s', 'save the report to a file in this folder (in Raw: its JSON)'],
    ['q', 'leave; the last report stays on the terminal'],
    ['Ctrl-C', 'leave at once, with exit code 130'],
  ],
} as const
