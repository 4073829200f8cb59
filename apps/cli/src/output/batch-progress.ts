import { groupDigits } from '@netbox/product'
import type { Tally } from '../run/batch.ts'
import type { Context } from '../commands/command.ts'
import type { Settings } from '../run/run-options.ts'

const EVERY = 200

/** Summarizes the outcome of many runs in one line. */
export const batchSummary = ({ ran, failed }: Tally): string =>
  `${groupDigits(ran)} ran, ${groupDigits(failed)} failed.\n`

/** Shows the progress of a batch on a terminal, in one line that it overwrites. Elsewhere, shows nothing. */
export const batchProgress = (
  { environment, err }: Pick<Context, 'environment' | 'err'>,
  { quiet, plain }: Pick<Settings, 'quiet' | 'plain'>,
): { update: (tally: Tally) => void; close: () => void } => {
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
