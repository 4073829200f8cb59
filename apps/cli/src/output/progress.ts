import { logTime, type RunEvent } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import type { Settings } from '../run/run-options.ts'
import { createTheme } from './terminal.ts'
import { groupDigits } from '@netbox/product'
import type { Tally } from '../run/batch.ts'

const EVERY = 200

/** Summarizes the outcome of many runs in one line. */
export const batchSummary = ({ ran, failed }: Tally): string =>
  `${groupDigits(ran)} ran, ${groupDigits(failed)} failed.\n`

/** Shows the progress of a batch on a terminal, in one line that it overwrites. Elsewhere, shows nothing. */
export const batchProgress = (
  { environment, err }: Pick<Context, 'environment' | 'err'>,
  { quiet, plain }: Pick<Settings, 'quiet' | 'plain'>,
): { update: (tally: Pick<Tally, 'ran' | 'failed'>) => void; close: () => void } => {
  if (quiet || plain || environment.noAnimation || !environment.isTerminal(2))
    return { update: () => undefined, close: () => undefined }
  let shown = 0
  return {
    update: ({ ran, failed }) => {
      const now = Date.now()
      if (now - shown < EVERY) return
      shown = now
      err(`\r${groupDigits(ran + failed)} done\u001b[K`)
    },
    close: () => {
      if (shown > 0) err('\r\u001b[K')
    },
  }
}

/** The display of a run's progress. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void
  close(): void
}

const logLines = (say: (text: string) => void): Progress => ({
  onEvent: (event) => {
    if (event.type === 'log' && event.level === 'info') say(`${logTime(event.at)}  ${event.text}`)
  },
  close: () => undefined,
})

/**
 * Selects how stderr shows the progress of a run: on a terminal as an animated trace, otherwise as log lines, and not at all with --json
 * or --quiet. Loads the screens only for the trace, because they are slow to load and need a terminal.
 */
export const openProgress = async (
  { environment, say }: Pick<Context, 'environment' | 'say'>,
  { json, quiet, plain }: Pick<Settings, 'json' | 'quiet' | 'plain'>,
  subject: () => string,
): Promise<Progress | undefined> => {
  if (json || quiet) return undefined
  if (plain || environment.noAnimation || environment.isScreenReader || !environment.isTerminal(2)) return logLines(say)
  const { showRun } = await import('../screens/screens.tsx')
  return showRun(createTheme(environment, 2, 'inline'), subject())
}
