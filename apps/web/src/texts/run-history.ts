import { showDay } from '../lib/page/time.ts'
import { sitePages } from './site-pages.ts'

const counted = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'run' : 'runs'}`

/** The texts of the history of runs. */
export const runHistoryTexts = {
  title: sitePages.history.heading,
  titleViewed: 'What have they run?',
  back: 'Overview',
  lead: (total: number, since: string | null): string =>
    since === null
      ? 'No runs yet. Every run can be replayed from its seed, byte for byte.'
      : `${counted(total)} since ${showDay(since)}. Every run can be replayed from its seed, byte for byte.`,
  days: 'Runs per day, 30 days, UTC',
  daysHint: 'Choose a day',
  day: (day: string, runs: number, worst: string | null): string =>
    `${showDay(day)}: ${counted(runs)}${worst === 'critical' ? ', with a critical one' : ''}`,
  search: 'Search inputs, verdicts, seeds and scenarios',
  tool: 'Tool',
  allTools: 'All tools',
  severity: 'Severity',
  severities: [
    ['', 'Any'],
    ['critical', 'Critical'],
    ['warning', 'Warning or worse'],
    ['info', 'Note or worse'],
  ],
  scenario: 'Scenario',
  anyScenario: 'Any',
  scenarioName: (name: string): string =>
    name === 'random' ? 'random faults' : name === 'healthy' ? 'no faults' : name,
  removeFilter: (words: string): string => `Remove the filter ${words}`,
  otherTool: 'Two runs of the same tool can be compared.',
  found: (found: number, total: number): string =>
    `${found.toLocaleString('en-US')} of ${counted(total)} ${total === 1 ? 'matches' : 'match'}`,
  clear: 'Clear filters',
  list: 'Runs',
  none: 'No runs yet',
  noneHint: 'Runs of every browser in which you are signed in, and runs over the API, appear here.',
  noneFound: 'Nothing found',
  noneFoundHint: 'None of your runs match the filters.',
  failed: 'Your runs could not be loaded.',
  replay: 'Replay',
  replayOf: (tool: string, input: string): string => `Replay: ${tool} ${input}`,
  pages: 'Pages of the history',
  select: (tool: string, input: string, time: string): string => `Select ${tool} ${input}, ${time}`,
  selected: 'Selected runs',
  clearSelection: 'Clear',
  compare: 'Compare',
  exportJson: 'Export JSON',
  exportSelected: (count: number): string => `Export ${count}`,
  unsaved: (count: number): string =>
    `${counted(count)} ${count === 1 ? 'is waiting' : 'are waiting'} to be saved. ${count === 1 ? 'It appears' : 'They appear'} here once the service answers.`,
} as const
