import { clip, glyphSets, table } from '@netbox/core'
import type { Environment } from '../environment.ts'
import { exitCodes } from '../exit.ts'
import { noRuns, unreadable } from '../texts/messages.ts'
import { jsonText } from '../output/json.ts'
import { listWidth, painted, unpainted } from '../output/terminal.ts'
import { wholeNumber } from '../run/run-options.ts'
import type { RecordedRun } from '../state/history.ts'
import type { State } from '../state/state.ts'
import type { Command } from './context.ts'

const SHOWN = 20
const MOST_SHOWN = 100_000
const LONGEST_INPUT = 32

/** Reads the history; an unreadable one is an error with the reason. */
export const readHistoryOf = (state: State, folder: string): RecordedRun[] => {
  try {
    return state.history()
  } catch (error) {
    throw unreadable(folder, error)
  }
}

const lines = (runs: readonly (RecordedRun & { index: number })[], environment: Environment): string => {
  const paint = environment.hasColor(1) ? painted : unpainted
  const signs = glyphSets[environment.glyphs].severity
  const rows = runs.map(({ index, ran, tool, input, seed, scenario, world, verdict: { severity, sentence } }) => [
    { text: `@${index}`, right: true },
    { text: ran.slice(0, 16).replace('T', ' '), show: (text: string) => paint('dim', text) },
    { text: tool },
    { text: clip(input.split('\n', 1)[0] ?? '', LONGEST_INPUT) },
    {
      text: [seed, ...(scenario === 'random' ? [] : [scenario]), ...(world === undefined ? [] : ['+world'])].join(' '),
    },
    { text: `${signs[severity]} ${sentence}`, show: (text: string) => paint(severity, text) },
  ])
  return table(rows, listWidth(environment))
    .map((line) => `${line}\n`)
    .join('')
}

/** `netbox history` lists the latest runs. */
export const history: Command = {
  name: 'history',
  group: 'Recorded runs',
  summary: 'show your last runs',
  options: ['limit', 'json'],
  details:
    "'netbox replay' accepts the number in front of a run; @-1 is the last run. Runs of a list from stdin or a file are not recorded. " +
    "'+world' marks a run with a world file. Such a run is recorded if the facts of the file take up at most 16 kB. " +
    'Runs older than twelve months are removed.',
  run: ({ options, environment, state, out, say }) => {
    const count = wholeNumber('limit', options.limit, [1, MOST_SHOWN], SHOWN)
    const runs = readHistoryOf(state, environment.stateFolder).map((run, at) => ({ index: at + 1, ...run }))
    const shown = runs.slice(-count)
    if (options.json !== undefined) out(jsonText(shown))
    else if (shown.length > 0) out(lines(shown, environment))
    else say(noRuns)
    return exitCodes.ran
  },
}
