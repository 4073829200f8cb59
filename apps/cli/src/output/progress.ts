import { logTime, type RunEvent } from '@netbox/core'
import type { Context } from '../commands/command.ts'
import type { Settings } from '../settings.ts'
import { createTheme } from './terminal.ts'

/** Shows the progress of a run. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void
  close(): void
}

const logLines = (err: (text: string) => void): Progress => ({
  onEvent: (event) => {
    if (event.type === 'log' && event.level === 'info') err(`${logTime(event.at)}  ${event.text}\n`)
  },
  close: () => undefined,
})

/**
 * Selects how stderr shows a run: on a terminal as a filling trace, in a pipe as log lines, and not at all where it would disturb. It
 * decides before loading the screens, which are slow to load and need a terminal.
 */
export const openProgress = async (
  { environment, err }: Pick<Context, 'environment' | 'err'>,
  { json, quiet, plain }: Pick<Settings, 'json' | 'quiet' | 'plain'>,
  subject: () => string,
): Promise<Progress | undefined> => {
  if (json || quiet) return undefined
  if (plain || environment.noAnimation || environment.isScreenReader || !environment.isTerminal(2)) return logLines(err)
  const { showRun } = await import('../ui/screens.tsx')
  return showRun(createTheme(environment, 2, 'inline'), subject())
}
