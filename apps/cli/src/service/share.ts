import { findTool, type ToolDefinition, type ToolRun } from '@netbox/core'
import type { Context } from '../commands/command.ts'
import { readHistoryOf } from '../commands/history.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { unknownTool } from '../messages.ts'
import { findRecorded, isRecordedName, readRun } from '../recorded-run.ts'
import { apiUrlOf, isLocal } from './api-url.ts'
import { localLink, worldTooLong } from './messages.ts'

type Address = Pick<ToolRun, 'engine' | 'tool' | 'input' | 'seed' | 'scenario' | 'at' | 'world'>

// The maximum length of a world in a link, the same as on the site: mail and chat programs keep a link of this length intact.
const MOST_WORLD = 2048

/**
 * Returns the path of the page for a run's link, which fills in the form without running it. A tool without a public page has one for
 * signed-in users.
 */
const runPath = ({ engine, tool: name, input, seed, scenario, at, world }: Address): string => {
  const tool: ToolDefinition | undefined = findTool(name)
  if (tool === undefined) throw unknownTool(name, [])
  const query = new URLSearchParams({ input, seed, scenario, at, v: engine.slice(engine.indexOf('/') + 1) })
  if (world !== undefined) {
    const facts = JSON.stringify(world)
    if (encodeURIComponent(facts).length > MOST_WORLD) throw worldTooLong()
    query.set('world', facts)
  }
  return `${tool.picker === undefined ? '/tools' : ''}/${tool.path}?${query.toString()}`
}

/** `netbox share` prints the link of a run. It sends nothing, because the link contains the run. */
export const share = ({ words: [name = '@-1'], environment, state, out, err }: Context): ExitCode => {
  const run = isRecordedName(name) ? findRecorded(name, readHistoryOf(state, environment.stateFolder)) : readRun(name)
  const apiUrl = apiUrlOf(environment)
  out(`${apiUrl}${runPath(run)}\n`)
  if (isLocal(apiUrl)) err(`${localLink()}\n`)
  return exitCodes.ran
}
