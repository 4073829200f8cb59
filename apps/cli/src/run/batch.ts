import { createToolbox, type SyncUsageStore, type ToolId, type ToolRun, type WorldOptions } from '@netbox/core'
import { showError, type Shown, type ExitCode, exitCodes } from '../exit.ts'
import { pauseForSignals } from './interruption.ts'
import type { PlanSource } from '../state/plan.ts'

/** A batch of runs of one tool. */
export interface Batch extends WorldOptions {
  readonly tool: ToolId
  readonly plan: PlanSource
  readonly usage: SyncUsageStore
  /** The inputs, as one list for each read. The results of a list are written before the next read. */
  readonly lines: AsyncIterable<readonly string[]>
  /** Writes the output, in the order of the inputs. */
  readonly write: (text: string) => void
  /** The number of concurrent runs. */
  readonly concurrency: number
  /** Formats a run, or an input that failed. */
  readonly show: { readonly run: (run: ToolRun) => string; readonly failure: (input: string, error: Shown) => string }
  readonly signal?: AbortSignal
  /** Called after each list with the tally so far. */
  readonly onProgress?: (tally: Tally) => void
}

/** The outcome of a batch. */
export interface Tally {
  ran: number
  failed: number
  /** The exit codes of the failed inputs. */
  readonly exits: Set<ExitCode>
  /** The severities of the runs' verdicts. */
  readonly severities: Set<string>
}

const FLUSH_AT = 16384

/** Returns the exit code of many runs. If all inputs were refused for the same reason, returns the code of that reason. */
export const exitOfTally = ({ ran, failed, exits }: Tally): ExitCode => {
  if (failed === 0) return exitCodes.ran
  const [only] = exits
  const shared = ran === 0 && exits.size === 1 && (only === exitCodes.refused || only === exitCodes.limit)
  return shared ? only : exitCodes.someFailed
}

/** Runs a tool on many inputs, without delays. A failed input is reported in its place among the results, and the batch continues. */
export const runBatch = async (batch: Batch): Promise<Tally> => {
  const { tool, plan, usage, seed, scenario, at, world, signal, show, concurrency } = batch
  const box = createToolbox({ plan, usage, seed, scenario, at, world, surface: 'command' })
  const tally: Tally = { ran: 0, failed: 0, exits: new Set(), severities: new Set() }

  const one = async (input: string): Promise<ToolRun | { input: string; error: Shown }> => {
    try {
      return await box.run(tool, input)
    } catch (error) {
      return { input, error: showError(error) }
    }
  }

  // Formats a result. Results are written in the order of the inputs, not of their completion.
  const textOf = (result: Awaited<ReturnType<typeof one>>): string => {
    if ('error' in result) {
      tally.failed++
      tally.exits.add(result.error.exit)
      return show.failure(result.input, result.error)
    }
    tally.ran++
    tally.severities.add(result.verdict.severity)
    return show.run(result)
  }

  const pause = pauseForSignals(signal)
  for await (const lines of batch.lines) {
    let text = ''
    for (let index = 0; index < lines.length; index += concurrency) {
      await pause()
      const results = await Promise.all(lines.slice(index, index + concurrency).map(one))
      text += results.map(textOf).join('')
      if (text.length < FLUSH_AT) continue
      batch.write(text)
      text = ''
    }
    if (text !== '') batch.write(text)
    batch.onProgress?.(tally)
  }
  return tally
}
