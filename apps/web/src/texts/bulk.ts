import { showLimit, type Usage } from '@netbox/core'

const lines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`

/** The texts of the page that runs a tool for each line of a list. */
export const bulkTexts = {
  heading: (tool: string): string => `${tool}, line by line`,
  lede: 'One line, one run, all in one world. The worst come first; your order is one switch away.',
  ask: 'Ask',
  run: 'Run',
  report: 'Report',
  tool: 'Tool',
  list: (input: string): string => `${input}, one per line`,
  read: (count: number, refused: number): string =>
    refused === 0 ? lines(count) : `${lines(count)}, ${refused} refused`,
  exampleHint: 'The list is empty.',
  example: 'Use two example lines',
  runs: 'Runs in this list',
  before: 'Left today before',
  after: 'Left today after',
  refusedLines: 'Refused lines',
  free: 'don’t count',
  left: ({ dailyLimit, remaining }: Usage): string =>
    dailyLimit < 0 ? showLimit(dailyLimit) : `${remaining} of ${dailyLimit}`,
  tooMany: (count: number, most: number): string => `The list has ${count} lines. The limit is ${most} at a time.`,
  noLines: 'The list has no line that the tool can read.',
  beyond: (count: number, left: number): string =>
    `The list has ${count} ${count === 1 ? 'run' : 'runs'}, and ${left} ${left === 1 ? 'is' : 'are'} left today. The rest stays “Not run” and doesn’t count.`,
  start: (count: number): string => (count === 0 ? 'Run the list' : `Run ${lines(count)}`),
  running: (done: number, all: number): string => `Running: ${done} of ${all} done`,
  complete: (done: number, all: number): string => `${done} of ${all} done`,
  stopped: 'Stopped',
  pace: (atOnce: number): string =>
    `${atOnce} at a time, without the pause of a single run. You can use other pages of the site meanwhile. A reload ends the list.`,
  stop: 'Stop',
  rest: (count: number): string => `Run the remaining ${lines(count)}`,
  retry: (count: number): string => `Retry ${count} failed ${count === 1 ? 'line' : 'lines'}`,
  progress: 'Progress of the list',
  doneOf: (done: number, all: number): string => `${done} of ${all}`,
  toCome: 'to come',
  verdict: (critical: number, reported: number, isOver: boolean): string => {
    if (reported === 0) return isOver ? 'No line has a result.' : 'The first results are on their way.'
    const found = critical === 0 ? 'None' : String(critical)
    return `${found} of ${reported} ${reported === 1 ? 'result' : 'results'} ${critical === 1 ? 'is' : 'are'} critical${isOver ? '' : ' so far'}.`
  },
  show: 'Show rows of',
  kinds: {
    all: 'all',
    critical: 'critical',
    warning: 'warning',
    info: 'info',
    pass: 'pass',
    refused: 'refused',
    failed: 'failed',
    'not-run': 'not run',
  },
  states: { refused: 'Refused', failed: 'Failed', 'not-run': 'Not run', running: 'Running', waiting: 'Waiting' },
  stoppedLine: 'You stopped the list. This line doesn’t count.',
  order: 'Order of the lines',
  orders: { verdict: 'By verdict', list: 'Your order' },
  lines,
  caption: 'Results, in the order of the list',
  columns: { line: 'Line', result: 'Result', verdict: 'Verdict' },
  none: 'No row of this kind.',
  wait: (count: number): string => `${count} more ${count === 1 ? 'line is waiting' : 'lines are waiting'}`,
  results: (done: number, all: number): string => `${done} of ${all} ${all === 1 ? 'result' : 'results'}`,
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
} as const
