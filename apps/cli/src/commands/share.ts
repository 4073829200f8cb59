import { findTool, type ToolDefinition, type ToolRun } from '@netbox/core'
import type { Command, Context } from './context.ts'
import { readHistoryOf } from './history.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { unknownTool } from '../texts/messages.ts'
import { findRecorded, isRecordedName, readRun } from '../state/recorded-run.ts'
import { apiUrlOf, isLocal } from '../state/api-url.ts'
import { localLink, worldTooLong } from '../texts/account-messages.ts'

type Address = Pick<ToolRun, 'engine' | 'tool' | 'input' | 'seed' | 'scenario' | 'at' | 'world'>

// The maximum length of a world in a link, as on the site. Mail and chat programs don't break links of this length.
const MOST_WORLD = 2048

/**
 * Returns the path and query of a run's link. The page fills in the form but doesn't run it. A tool without a public page has a page for
 * signed-in users.
 */
const runPath = ({ engine, tool: name, input, seed, scenario, at, world }: Address): string => {
  const tool: ToolDefinition | undefined = findTool(name)
  if (tool === undefined) throw unknownTool(name)
  const query = new URLSearchParams({ input, seed, scenario, at, v: engine.slice(engine.indexOf('/') + 1) })
  if (world !== undefined) {
    const facts = JSON.stringify(world)
    if (encodeURIComponent(facts).length > MOST_WORLD) throw worldTooLong()
    query.set('world', facts)
  }
  return `${tool.picker === undefined ? '/tools' : ''}/${tool.path}?${query.toString()}`
}

const run = ({ words: [name = '@-1'], environment, state, out, say }: Context): ExitCode => {
  const recorded = isRecordedName(name)
    ? findRecorded(name, readHistoryOf(state, environment.stateFolder))
    : readRun(name)
  const apiUrl = apiUrlOf(environment)
  out(`${apiUrl}${runPath(recorded)}\n`)
  if (isLocal(apiUrl)) say(localLink())
  return exitCodes.ran
}

/** `netbox share` prints the link of a run. It sends no request, because the link contains everything. */
export const share: Command = {
  name: 'share',
  group: 'Recorded runs',
  arguments: '[@-1|id|run.json]',
  takes: 'run',
  summary: 'print the web link of a recorded run',
  options: [],
  details:
    'The link contains input, seed, scenario and time, so everyone who opens it sees the same report. This command sends nothing. ' +
    'Without an argument, it uses your last run.',
  run,
}
